"""Lines that are typed at a prompt: completed by Tab, and forgotten between players."""

from __future__ import annotations

from collections.abc import Callable


def forget_lines() -> None:
    """Forgets the typed lines: they can't be read again with the arrow keys, by yanking cut text, or from a macro."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
    for key in ("\\C-y", "\\e\\C-y", "\\ey", "\\C-x(", "\\C-xe"):
        readline.parse_and_bind(f'"{key}": ""')
    readline.parse_and_bind("bind -r ^Y")  # for libedit; other libraries ignore it


def complete_with(candidates: Callable[[], list[str]]) -> None:
    """Tab completes whole lines; without the readline module there is simply no completion."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = [line for line in candidates() if line.casefold().startswith(text.casefold())]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("\n")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
