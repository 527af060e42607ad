"""How Sphinx builds the documentation: `make docs`. Warnings are errors."""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.application import Sphinx

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
html_copy_source = False
extensions = ["myst_parser", "sphinx.ext.autodoc", "making.site"]
exclude_patterns = ["beside/*", "clients/*", "making/*", "site/*"]
html_static_path = ["site"]
html_css_files = ["kronika.css"]
html_js_files = ["kronika.js"]
html_theme = "furo"
html_title = f"Kronika {__version__}"
html_last_updated_fmt = None  # the same pages from the same files

smartquotes = False  # --seed is typed with two dashes
default_role = "literal"  # a docstring writes code as a comment does
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
toc_object_entries_show_parents = "hide"  # the names of a page of the library, beside it

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
highlight_language = "text"


def setup(app: Sphinx) -> None:
    """A field of a named tuple says nothing of itself but its number: the signature has it."""
    app.connect("autodoc-skip-member", lambda _app, _what, _name, thing, skip, _options: skip or _is_field(thing))


def _is_field(thing: object) -> bool:
    return str(getattr(thing, "__doc__", "")).startswith("Alias for field number")
