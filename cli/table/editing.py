"""Lines that are typed at a prompt: completion with Tab, and an empty history for each player."""

from __future__ import annotations

from collections.abc import Callable


def forget_lines() -> None:
    """Forget the typed lines: the arrow keys, yanked text and macros can't show them again."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
    for key in ("\\C-y", "\\e\\C-y", "\\ey", "\\C-x(", "\\C-xe"):
        readline.parse_and_bind(f'"{key}": ""')
    readline.parse_and_bind("bind -r ^Y")  # for libedit; other libraries ignore it


def complete_with(candidates: Callable[[], list[str]]) -> None:
    """Let Tab complete whole lines. Without the readline module there is no completion."""
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
