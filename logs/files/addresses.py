"""Addresses `PATH#KEY`: a part of a file, such as one log of many or an example. A file of that whole name has
priority.
"""

from __future__ import annotations

import os

from kronika.logs.files.streams import STDIO


def split_address(address: str) -> tuple[str, str] | None:
    """The file and the key of `PATH#KEY`; None for the name of a file, or without a key.

    If several parts could be the file, the longest existing path counts, else the longest part.
    """
    if address == STDIO or "#" not in address or os.path.lexists(address):
        return None
    ends = [at for at, char in enumerate(address) if char == "#"]
    end = next((at for at in reversed(ends) if os.path.lexists(address[:at])), ends[-1])
    return address[:end], address[end + 1 :]


def file_of(address: str) -> str:
    """The file in which a log with this address lies."""
    parts = split_address(address)
    return parts[0] if parts else address
