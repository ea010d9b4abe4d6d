"""Takes what looks like a secret out of text that scripts and models get to see. Pure; on with `[reads] mask_secrets`.

It knows the forms in which services hand out tokens and the words that stand before one. It is a help, no guarantee.
"""

import re
from typing import Final

MASK: Final = "[masked]"

_KNOWN: Final = (
    r"sk-(?:ant-|proj-)?[\w-]{16,}",  # OpenAI, Anthropic
    r"gh[pousr]_\w{20,}|github_pat_\w{20,}",
    r"glpat-[\w-]{16,}",
    r"xox[abeoprs]-[\w-]{10,}",  # Slack
    r"(?:AKIA|ASIA)[A-Z0-9]{16}",  # AWS
    r"AIza[\w-]{30,}",  # Google
    r"npm_\w{30,}|pypi-[\w-]{30,}",
    r"[rs]k_(?:live|test)_\w{16,}",  # Stripe
    r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}",  # JWT
)
_TOKEN: Final = re.compile(rf"(?<![\w-])(?:{'|'.join(_KNOWN)})")
_NAMED: Final = re.compile(
    r"(?i)((?:\b|_)(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)[\"']?\s{0,3}[=:]\s{0,3}[\"']?)"
    r"([^\s\"',;]{4,})"
)
_BEARER: Final = re.compile(r"(?i)(\bbearer\s+)([\w.~+/=-]{8,})")
_KEY_BLOCK: Final = re.compile(r"(-----BEGIN [A-Z ]*PRIVATE KEY-----\n)(?:[^-\n]*\n)*")


def mask(text: str) -> str:
    """The text with `[masked]` for each token, password and private key that can be told."""
    text = _KEY_BLOCK.sub(rf"\1{MASK}\n", text)
    text = _TOKEN.sub(MASK, text)
    text = _BEARER.sub(rf"\1{MASK}", text)
    return _NAMED.sub(rf"\1{MASK}", text)
