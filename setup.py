"""What `pyproject.toml` has no words for: a wheel of the same files has the same bytes, whatever umask and clock say.

It is the same for the same version of setuptools, which writes its own into the wheel, and of zlib.
"""

import os
from pathlib import Path

from setuptools import find_namespace_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

EARLIEST = "315532800"
"""1980-01-01, the first day that a zip file knows, in seconds since 1970: nothing in a wheel depends on its times."""


class SteadyWheel(bdist_wheel):
    """A wheel whose files all have one time, and the permissions that they have under a usual umask."""

    def run(self) -> None:
        """Makes it; `SOURCE_DATE_EPOCH` is where setuptools looks for the time."""
        os.environ["SOURCE_DATE_EPOCH"] = EARLIEST
        super().run()

    def write_wheelfile(self, *args: str, **more: str) -> None:
        """Writes the last of the files, after which they are packed."""
        super().write_wheelfile(*args, **more)
        for path in Path(self.bdist_dir).rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)


ROOMS = ("cli", "core", "fixtures", "logs", "pytest_plugin")
"""The folders beside `src` that become `kronika.*`; `src/kronika` has a link to each."""

PAGES = "kronika.docs"
"""The pages of `docs`, which `kronika docs` prints."""

WITHOUT = ["frozen", "frozen.*", "*__pycache__"]
"""Folders that no wheel has."""


class Modules(build_py):
    """The modules of the packages; the pages of the documentation are a package without any."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """The modules of a package."""
        return [] if package == PAGES else super().find_package_modules(package, package_dir)


class EditablePath(editable_wheel):
    """An editable install that is a path, which mypy and pyright follow too, as long as the links of `src` are there.

    An sdist has none, nor has a checkout by a Git that may make none: there setuptools goes by `package_dir`.
    """

    def finalize_options(self) -> None:
        """Says where the packages are."""
        if all(Path("src", "kronika", room).is_dir() for room in ROOMS):
            self.distribution.package_dir = {"": "src"}
        super().finalize_options()


def packages() -> list[str]:
    """All packages, each by the folder that has it."""
    found = {PAGES}
    for place, prefix in [("src/kronika", "kronika"), *((room, f"kronika.{room}") for room in ROOMS)]:
        names = find_namespace_packages(place, exclude=[*WITHOUT, *ROOMS, *(f"{room}.*" for room in ROOMS)])
        found |= {prefix, *(f"{prefix}.{name}" for name in names)}
    return sorted(found)


setup(
    cmdclass={"bdist_wheel": SteadyWheel, "build_py": Modules, "editable_wheel": EditablePath},
    packages=packages(),
    package_dir={"kronika": "src/kronika", PAGES: "docs", **{f"kronika.{room}": room for room in ROOMS}},
)
