"""Branch names: which ones git takes, and the folder name made from one."""

import re

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//")


def branch_fault(name: str) -> str | None:
    """What is wrong with a branch's name, as a sentence without its subject; None for a good one.

    The rules of git-check-ref-format(1), and one of ours: a folder name must come of it.
    """
    if name.startswith("-"):
        return "begins with -, which git would read as an option"
    if _FORBIDDEN.search(name):
        return "is not a branch name: no spaces, controls, .., //, @{ or any of ~^:?*[\\"
    if name in ("@", "HEAD") or name.startswith("/") or name.endswith(("/", ".")):
        return "is not a branch name: it may not be @ or HEAD, begin with / or end in / or ."
    if any(part.startswith(".") or part.endswith(".lock") for part in name.split("/")):
        return "is not a branch name: no part may begin with . or end in .lock"
    if not slug(name):
        return "gives no name for a folder; allowed: a letter or digit in it"
    return None


def slug(branch: str) -> str:
    """The folder's name for a branch: `feat/x y` becomes `feat-x-y`; "" when nothing is left."""
    return re.sub(r"[^A-Za-z0-9._-]", "-", branch).strip("-.")
