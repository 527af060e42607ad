"""The Sphinx side of the pages: file names over blocks, commands apart from output, search objects.

A block that begins with `# file: NAME` shows NAME above it, so that the rest can be copied as it is. In a block
`console` only lines that begin with `$ ` are commands, as for the test that runs them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from pygments.lexer import Lexer
from pygments.lexers.shell import BashLexer
from pygments.token import Generic, _TokenType
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains import Domain, ObjType
from sphinx.util.typing import ExtensionMetadata

from making.objects import KINDS, objects, words

FILE = re.compile(r"# file: (\S+)\n")


class ConsoleLexer(Lexer):
    """Commands after `$ `, and what they print."""

    name = "Kronika console"
    aliases = ("console",)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """The prompt, the words of the command, or a line of output."""
        at = 0
        for line in text.splitlines(keepends=True):
            if line.startswith("$ "):
                yield at, Generic.Prompt, "$ "
                for shift, token, part in BashLexer().get_tokens_unprocessed(line[2:]):
                    yield at + 2 + shift, token, part
            else:
                yield at, Generic.Output, line
            at += len(line)


class KronikaDomain(Domain):
    """Commands, options, rules and effects, as the search and `objects.inv` list them."""

    name = "kronika"
    label = "Kronika"
    object_types = {kind: ObjType(kind) for kind in KINDS}  # noqa: RUF012 - as the base class has it

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Each object: its name twice, its kind, its page, its place there, and that it comes first."""
        for one in objects():
            yield one.name, one.name, one.kind, one.page, one.anchor, 0


def give_captions(app: Sphinx, doctree: nodes.document) -> None:
    """Takes the name of a file out of its block, and puts it above."""
    for block in list(doctree.findall(nodes.literal_block)):
        named = FILE.match(block.astext())
        if named:
            text = block.astext().removeprefix(named[0])
            bare = nodes.literal_block(text, text, **block.attributes)
            caption = nodes.caption("", "", nodes.literal("", named[1]))
            wrapper = nodes.container("", caption, bare, literal_block=True, classes=["literal-block-wrapper"])
            doctree.set_id(wrapper)
            block.replace_self(wrapper)


def index_words(app: Sphinx, doctree: nodes.document) -> None:
    """Puts what a page is found by into the index, as main entries: the search ranks these first."""
    entries = [("single", word, anchor, "main", None) for word, anchor in words(app.env.docname)]
    if entries:
        doctree.insert(0, addnodes.index(entries=entries))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Joins Sphinx."""
    app.add_lexer("console", ConsoleLexer)
    app.add_domain(KronikaDomain)
    app.connect("doctree-read", give_captions)
    app.connect("doctree-read", index_words)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
