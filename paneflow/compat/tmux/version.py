"""The version this program claims: the one whose behaviour is tested against. Clients parse it, so nothing is added."""

from typing import Final

VERSION: Final = "3.5a"
