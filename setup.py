"""What `pyproject.toml` has no words for: a wheel of the same files has the same bytes, whatever umask and clock say.

It is the same for the same version of setuptools, which writes its own into the wheel, and of zlib.
"""

import os
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel

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


setup(cmdclass={"bdist_wheel": SteadyWheel})
