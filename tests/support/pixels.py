"""Pictures as dots: drawn by two programs that know nothing of one another, and read back without a library."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

Colour = tuple[int, int, int]
LIBRSVG = shutil.which("rsvg-convert")
FONT = "DejaVuSans"
"""The beginning of the names of files of the font that both programs draw with. Others are a matter of the machine."""
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts")
_FOLDER = TemporaryDirectory(prefix="kronika-fonts-")
NO_LIBRSVG = "no rsvg-convert: `apt-get install librsvg2-bin`"


class Pixels(NamedTuple):
    """A picture, its rows from the top, each with `deep` bytes a dot: red, green, blue, perhaps how opaque."""

    width: int
    height: int
    deep: int
    rows: list[bytes]

    def at(self, x: float, y: float) -> Colour:
        """The colour of the dot in which a point lies."""
        begin = min(max(int(x), 0), self.width - 1) * self.deep
        red, green, blue = self.rows[min(max(int(y), 0), self.height - 1)][begin : begin + 3]
        return red, green, blue

    def blocks(self, size: int) -> Iterator[float]:
        """How bright, 0 to 255, each square of N dots is, row by row; those at the edges may be smaller."""
        for top in range(0, self.height, size):
            rows = self.rows[top : top + size]
            for left in range(0, self.width, size):
                parts = [row[left * self.deep : (left + size) * self.deep] for row in rows]
                light = sum(
                    sum(part[0 :: self.deep]) + sum(part[1 :: self.deep]) + sum(part[2 :: self.deep]) for part in parts
                )
                yield light * self.deep / (3 * sum(map(len, parts)))


def by_resvg(drawn: str, width: int, *, letters: bool = True) -> Pixels:
    """What resvg makes of an SVG, with letters of the same font on every machine, or without letters."""
    import resvg_py

    fonts = [*_fonts()] if letters else []
    alone = not letters or bool(fonts)
    return read(
        bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width, skip_system_fonts=alone, font_files=fonts or None))
    )


def by_librsvg(drawn: str, width: int) -> Pixels:
    """What librsvg makes of it, with letters of the same font on every machine."""
    assert LIBRSVG, NO_LIBRSVG
    done = subprocess.run(
        [LIBRSVG, "--width", str(width)],
        input=drawn.encode(),
        capture_output=True,
        check=True,
        env=os.environ | {"FONTCONFIG_FILE": _font_config()},
    )
    return read(done.stdout)


@cache
def _fonts() -> tuple[str, ...]:
    """The files of the font `FONT`; empty if it is not on this machine, which then chooses one itself."""
    return tuple(sorted(str(file) for folder in FOLDERS for file in Path(folder).rglob(f"{FONT}*.ttf")))


@cache
def _font_config() -> str:
    """A file with a configuration of fontconfig that has this font alone."""
    folders = "".join(f"<dir>{folder}</dir>" for folder in sorted({os.path.dirname(file) for file in _fonts()}))
    files = "".join(f"<glob>{file}</glob>" for file in _fonts())
    chosen = f"<selectfont><rejectfont><glob>*</glob></rejectfont><acceptfont>{files}</acceptfont></selectfont>"
    head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">'
    usual = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
    path = Path(_FOLDER.name, "fonts.conf")
    path.write_text(f"{head}<fontconfig>{usual}{folders}{chosen if files else ''}</fontconfig>", encoding="utf-8")
    return str(path)


# -- PNG --------------------------------------------------------------------------------------------------------


def read(png: bytes) -> Pixels:
    """The dots of a PNG with eight bits a colour and without interlace, which is what both programs write."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    data, at = b"", 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + size]
        at += size + 12
        if kind == b"IHDR":
            width, height, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            data += body
    assert (bits, interlaced) == (8, 0)
    deep = {2: 3, 6: 4}[colours]
    return Pixels(width, height, deep, list(_rows(zlib.decompress(data), width * deep, deep)))


def _rows(data: bytes, wide: int, deep: int) -> Iterator[bytes]:
    above = bytes(wide)
    for begin in range(0, len(data), wide + 1):
        above = _row(data[begin], data[begin + 1 : begin + 1 + wide], above, deep)
        yield above


def _row(filtered: int, line: bytes, above: bytes, deep: int) -> bytes:
    """A row as it was before one of PNG's filters: each byte is its difference from its neighbours."""
    if filtered == 0:
        return line
    if filtered == 2:
        return bytes([(byte + up) & 255 for byte, up in zip(line, above, strict=True)])
    row = bytearray(deep) + line
    above = bytes(deep) + above
    for n in range(deep, len(row)):
        left, up, corner = row[n - deep], above[n], above[n - deep]
        row[n] = (
            row[n] + (left if filtered == 1 else (left + up) // 2 if filtered == 3 else _nearest(left, up, corner))
        ) & 255
    return bytes(row[deep:])


def _nearest(left: int, up: int, corner: int) -> int:
    wanted = left + up - corner
    return min((left, up, corner), key=lambda byte: abs(wanted - byte))
