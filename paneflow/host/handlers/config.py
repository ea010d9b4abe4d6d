"""`config.*`."""

from paneflow.errors import InvalidParams
from paneflow.host.caller import Caller
from paneflow.host.host import Host
from paneflow.spec.config import config_data


def get(host: Host, caller: Caller, *, key: str | None) -> dict[str, object]:
    """The values in force, or one of them."""
    value: object = config_data(host.settings.config)
    for part in key.split(".") if key else ():
        if not isinstance(value, dict) or part not in value:
            raise InvalidParams(f"there is no key {key}", kind="unknown_key", key=key)
        value = value[part]
    return {"config": value, "file": host.settings.file, "problems": host.settings.as_wire()}


def reload(host: Host, caller: Caller) -> dict[str, object]:
    """Read the file again."""
    return {"reloaded": host.reload(), "problems": host.settings.as_wire()}
