"""Drive coding agents by name, from Python: start them, ask, know when they are really done, read what they said.

    from paneflow.driver import spawn

    with spawn("api", "~/src/api") as agent:
        reply = agent.ask("Run the tests and summarise the failures.", max_s=600)
        print(reply.outcome.kind, reply.text)

See `specs/driver.md`.
"""

from paneflow.driver.errors import DriverError as DriverError
from paneflow.driver.fleet import Asked as Asked
from paneflow.driver.fleet import Recovered as Recovered
from paneflow.driver.fleet import adopt as adopt
from paneflow.driver.fleet import ask_all as ask_all
from paneflow.driver.fleet import exists as exists
from paneflow.driver.fleet import kill as kill
from paneflow.driver.fleet import names as names
from paneflow.driver.fleet import recover as recover
from paneflow.driver.fleet import resume as resume
from paneflow.driver.fleet import spawn as spawn
from paneflow.driver.messages import Message as Message
from paneflow.driver.messages import Part as Part
from paneflow.driver.outcome import DELIVERED_QUEUED as DELIVERED_QUEUED
from paneflow.driver.outcome import DELIVERY_UNCONFIRMED as DELIVERY_UNCONFIRMED
from paneflow.driver.outcome import Outcome as Outcome
from paneflow.driver.outcome import Progress as Progress
from paneflow.driver.outcome import Reply as Reply
from paneflow.driver.session import Session as Session
