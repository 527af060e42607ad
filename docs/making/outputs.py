"""The JSON that commands print."""


def pages() -> dict[str, str]:
    """The page."""
    return {}
