"""Regular expressions in documents: whether one can be used."""


def pattern_fault(pattern: str) -> str | None:
    """What is wrong with a regular expression, as a sentence; None for a good one."""
    import regex  # the host matches with it; a tenth of a second that only flows with barriers pay

    if not pattern:
        return "empty; allowed: a regular expression"
    try:
        regex.compile(pattern)
    except regex.error as error:
        return f"not a regular expression: {error}"
    return None
