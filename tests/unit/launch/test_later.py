"""What a host loads after its start is there soon, and what cannot be loaded is said at once."""

import asyncio
import sys

import pytest

from paneflow.launch import later


def test_all_of_it_can_be_loaded(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(later, "AFTER_S", 0)
    asyncio.run(later.load_later())
    assert set(later.MODULES) <= sys.modules.keys()
    assert caplog.text == ""


def test_what_cannot_be_loaded_is_logged_and_the_rest_is_loaded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(later, "AFTER_S", 0)
    monkeypatch.setattr(later, "MODULES", ("paneflow.nowhere", "paneflow.rpc.masking"))
    asyncio.run(later.load_later())
    assert "paneflow.nowhere cannot be loaded" in caplog.text
    assert "ModuleNotFoundError" in caplog.text
    assert "paneflow.rpc.masking cannot" not in caplog.text
