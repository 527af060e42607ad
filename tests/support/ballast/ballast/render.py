"""The table as text, drawn from a view alone."""

from collections.abc import Sequence

from kronika.core import Paper, pluralize

from ballast.view import TableView


def heading(view: TableView, names: Sequence[str]) -> str:
    """How many crates are still to come, the one on the quay not among them."""
    return f"{pluralize(view.to_come, 'crate')} to come"


def render(view: TableView, names: Sequence[str], paper: Paper) -> str:
    """The crate, then a line for each player."""
    width = max(map(len, names))
    crate = paper.ink(str(view.crate), "bold") + f" with {pluralize(view.pot, 'coin')}" if view.crate else "-"
    lines = [f"Quay: {crate}   still to come: {pluralize(view.to_come, 'crate')}", ""]
    for seat, name in enumerate(names):
        coins = f"coins {view.coins[seat]:>2}, in the safe {view.safes[seat] or '-'}"
        crates = " ".join(map(str, view.crates[seat])) or "-"
        lines.append(paper.beside(f"{name:<{width}}   ", f"{coins}   crates {crates}"))
    return "\n".join(lines)
