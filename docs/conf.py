"""How Sphinx builds the documentation: `make docs`. Warnings are errors."""

from __future__ import annotations

import sys
from pathlib import Path

from kronika.core import __version__

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import making  # noqa: E402 - it stands beside this file, so its folder has to be on the path first

making.write(HERE / "made")

project = "Kronika"
release = version = __version__
language = "en"
copyright = ""
html_show_copyright = False
html_show_sphinx = False
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["beside/*", "clients/*", "making/*"]
html_theme = "furo"
html_title = f"Kronika {__version__}"
html_last_updated_fmt = None  # the same pages from the same files

smartquotes = False  # --seed is typed with two dashes
default_role = "literal"  # a docstring writes code as a comment does
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
toc_object_entries = False

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
highlight_language = "text"
