"""Spoiling whole files: logs in every form, and TOML."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any

import msgspec
import zstandard

from kronika.logs.files.packed import MAGIC
from kronika.testing.fuzz import JUNK, vary_table, vary_text

WILD = (
    *(b"", b"\n", b"\r\n", b"\x00", b"\xff", b"\xef\xbb\xbf", b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\"),
    *(b"-", b"1", b"0", b"9" * 30, b"9" * 5000, b"1e999", b"null", b"true", b'"\\ud800"', b"[" * 3000, b"{}"),
    *(b"\x1f\x8b", b"\x28\xb5\x2f\xfd", MAGIC, b"\xc1", b"\xdf\xff\xff\xff\xff", b"\x80\x80\x80", b"\xcb"),
)
"""Bytes that mean something to one reader or another."""


def spoil_bytes(data: bytes, random: Random) -> bytes:
    """`data` with a few of its bytes turned, lost, doubled, moved or replaced."""
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        at = random.randrange(len(data) + 1)
        end = min(len(data), at + random.choice((1, 1, 2, 8, 100)))
        match random.randrange(8):
            case 0 if at < len(data):
                data = data[:at] + bytes((data[at] ^ 1 << random.randrange(8),)) + data[at + 1 :]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:end] + data[at:]
            case 3:
                data = data[:at] + random.choice(WILD) + data[at:]
            case 4:
                data = data[:at] + random.choice(WILD) + data[end:]
            case 5:
                data = data[:at]
            case 6:
                data = data[at:end] + data
            case _:
                other = random.randrange(len(data) + 1)
                data = data[:at] + data[other : other + end - at] + data[end:]
    return data


def spoil_lines(data: bytes, random: Random) -> bytes:
    """A text log with a line lost, doubled, moved, or with one value in it made another."""
    lines = list(BytesIO(data))
    at = random.randrange(len(lines))
    match random.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(random.randrange(len(lines) + 1), lines[at])
        case 2:
            lines.insert(random.randrange(len(lines)), lines.pop(at))
        case 3:
            kind = random.choice(("undo", "redo"))
            lines.insert(at, json.dumps({kind: random.choice((1, 1, 2, 3, 7, 10**9))}).encode() + b"\n")
        case _:
            lines[at] = json.dumps(vary_table(json.loads(lines[at]), random), ensure_ascii=False).encode(
                "utf-8", "surrogatepass"
            ) + random.choice((b"\n", b"\n", b"\r\n", b""))
    return b"".join(lines)


def spoil_frames(data: bytes, random: Random) -> bytes:
    """A packed log with one value in one frame made another, its length being right."""
    frames, at = [], len(MAGIC)
    while at < len(data):
        size, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        frames.append(data[at : at + size])
        at += size
    chosen = random.randrange(len(frames))
    value = vary_table(msgspec.msgpack.decode(frames[chosen]), random)
    try:
        frames[chosen] = msgspec.msgpack.encode(value)
    except OverflowError:
        frames[chosen] = b"\xcf" + b"\xff" * 8
    if random.random() < 0.2:
        frames.insert(random.randrange(len(frames)), frames[random.randrange(len(frames))])
    return MAGIC + b"".join(_length(len(frame)) + frame for frame in frames)


def _length(size: int) -> bytes:
    head = bytearray()
    while size > 127:
        head.append(size & 127 | 128)
        size >>= 7
    return bytes((*head, size))


def spoil_log(text: bytes, packed: bytes, random: Random) -> bytes:
    """A log, given in both forms, spoilt in one of them, and perhaps compressed before or after."""
    if random.random() < 0.35:
        data = random.choice((spoil_bytes, spoil_frames))(packed, random)
    else:
        data = random.choice((spoil_bytes, spoil_lines, spoil_lines))(text, random)
    kind = random.random()
    if kind < 0.7:
        return data
    press: Callable[[bytes], bytes] = random.choice((gzip.compress, zstandard.compress))
    if kind < 0.85:
        return press(data)
    return spoil_bytes(press(random.choice((text, packed))), random)


def toml(value: Any) -> str:
    """A value as TOML, everything inline."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{ " + ", ".join(f"{json.dumps(str(key))} = {toml(part)}" for key, part in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(toml, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def spoil_example(example: dict[str, Any], random: Random) -> str:
    """An example as TOML with a value in it made another, or a few characters spoilt."""
    key = random.choice(list(example))
    spoilt = {"example": [{**example, key: vary_table(example[key], random)}]}
    if random.random() < 0.1:
        spoilt = {"example": vary_table([example], random)}
    text = "\n".join(f"{json.dumps(str(key))} = {toml(value)}" for key, value in spoilt.items())
    if random.random() < 0.1:
        text = vary_text(text, random)
    if random.random() < 0.05:
        text += random.choice(("\n" + random.choice(JUNK), '\nx = "\\u0000"', "\nx = " + "[" * 2000, "\nx = 1e400"))
    return text
