"""The blocks of README and docs: files to write, commands to run, code to execute, and what they print.

`python tests/support/readme.py` writes the present output into the pages, the pictures and the manual page; the tests
compare.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from kronika.core.drawing.picture import draw, svg
from kronika.logs.replaying.replay import load

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (README, *sorted((ROOT / "docs").glob("*.md")))
MAN = ROOT / "docs" / "man" / "kronika.1"
PICTURES = ROOT / "docs" / "pictures"
SHOWN = {
    "tigris.svg": ("tigris/two-classic-end-by-treasures.jsonl", 150),
    "viceroy.svg": ("viceroy/two-level-five.jsonl", 170),
}
"""The pictures of the README: of which recorded game, and after which record."""
INSTALL = re.compile(r"pip install -e \./(\w+)")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pictures() -> dict[str, str]:
    """What is drawn for the README now."""
    drawn = {}
    for name, (log, record) in SHOWN.items():
        session = load(str(ROOT / "fixtures" / "games" / log))
        view = session.game.view(session.at(record), 0)
        drawn[name] = svg(draw(session.game, view, session.players, bottom=0), title=session.game.title)
    return drawn


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Every fenced block: its language and its lines."""
    return ((match[1], match[2]) for match in BLOCK.finditer(text))


def contents(index: str) -> list[str]:
    """The pages in the tables of contents of a text, in their order."""
    tables = (body for language, body in re.findall(r"^```(\{toctree\})\n(.*?)^```$", index, re.MULTILINE | re.DOTALL))
    lines = "".join(tables).split("\n")
    return [line.rpartition("<")[2].rstrip(">") for line in lines if line and not line.startswith(":")]


def told(page: Path) -> str:
    """A page with what its commands and its code print now, in a folder that has the files of the page's own."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        if page.with_suffix("").is_dir():
            shutil.copytree(page.with_suffix(""), folder, dirs_exist_ok=True)
        printed = [""]

        def fill(match: re.Match[str]) -> str:
            language, body = match[1], match[2]
            named = re.match(r"# file: (\S+)\n", body)
            if named:
                Path(folder, named[1]).write_text(body.removeprefix(named[0]), encoding="utf-8")
            elif language == "console":
                body = "".join(_console(line, folder) for line in body.split("\n") if line.startswith("$ "))
            elif language == "python":
                printed[0] = _run([sys.executable, "-c", body], folder)
            elif language == "output":
                body = printed[0]
            return f"```{language}\n{body}```"

        return BLOCK.sub(fill, text)


def _console(line: str, folder: str) -> str:
    command = line.removeprefix("$ ")
    if named := INSTALL.fullmatch(command):
        _install(Path(folder), named[1])
        return f"{line}\n"
    return f"{line}\n{_run(['bash', '-c', command], folder)}"


def _install(folder: Path, name: str) -> None:
    """What an editable installation comes to: the package of a game is found where it stands."""
    info = folder / name / f"kronika_{name}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: kronika-{name}\nVersion: 0.1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[kronika.games]\n{name} = {name}:GAME\n", encoding="utf-8")


def _run(command: list[str], folder: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # pytest shortens its summary, but not where CI is set; what the README shows is the reader's terminal.
    env = {name: value for name, value in os.environ.items() if name not in ("CI", "BUILD_NUMBER")}
    found = os.pathsep.join(str(info.parent) for info in Path(folder).glob("*/*.dist-info"))
    env |= {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONPATH": found}
    env["XDG_CACHE_HOME"] = str(Path(folder, ".cache"))  # what a reader has there is not said
    done = subprocess.run(
        command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.stdout.decode()


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    for page in PAGES:
        page.write_text(told(page), encoding="utf-8")
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
    sys.path.append(str(ROOT / "docs"))
    from making.man import man_page

    MAN.write_text(man_page(), encoding="utf-8")
