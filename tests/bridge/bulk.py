"""The bulk file of real cards that some tests read; it is not part of the project."""

from __future__ import annotations

from pathlib import Path

import pytest


def shared(name: str) -> Path:
    """Return ``shared/NAME`` from beside the repository (or higher up), or skip the test."""
    for folder in Path(__file__).resolve().parents:
        path = folder / "shared" / name
        if path.exists():
            return path
    pytest.skip(f"needs ../shared/{name}, which is not here")


def bulk_file() -> Path:
    """Return the file of all cards, or skip the test."""
    return shared("data/oracle-cards.jsonl.xz")
