"""In which order the files of a game are looked through."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.work.citations import _files


def test_files_come_by_name_however_the_disk_lists_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folder by folder; what is no program and no table is left out."""
    for name in ("b.py", "a.toml", "c.txt", "rules/z.py", "rules/y.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    listed: Any = Path.iterdir

    def backwards(folder: Path) -> Iterator[Path]:
        return iter(sorted(listed(folder), reverse=True))

    monkeypatch.setattr(Path, "iterdir", backwards)
    assert [name for name, _ in _files(tmp_path, "")] == ["a.toml", "b.py", "rules/y.py", "rules/z.py"]
