"""Runs of pytest within pytest."""

from __future__ import annotations

IMPORTED = ("-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning")
"""This process has imported Kronika before, of which an older pytest warns."""
