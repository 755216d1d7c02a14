"""Pictures of the orders of replacement effects: no label covers another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from lawmage.api import ask
from lawmage.explain.drawing import figure
from lawmage.explain.orders import Orders


@pytest.mark.parametrize("count", [1, 3, 5])
def test_labels_do_not_overlap(count: int) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra graph")
    effects = ("Hardened Scales", "Branching Evolution", "Doubling Season", "Conclave Mentor", "Winding Constrictor")[:count]
    battlefield: list[dict[str, Any]] = [{"id": f"e{index}", "card": card, "controller": "P1"} for index, card in enumerate(effects)]
    battlefield.append({"id": "bear", "card": "Grizzly Bears", "controller": "P1"})
    event = {"kind": "put_counters", "affected": "bear", "counter": "+1/+1", "amount": 1}
    answer = ask({"players": {"P1": {}, "P2": {}}, "battlefield": battlefield}, {"kind": "replace", "event": event}, explain=True)
    assert isinstance(answer.proof, Orders)
    made = figure(answer.proof)
    made.canvas.draw()
    (axes,) = made.axes
    texts = [text for text in axes.texts if text.get_text()]
    assert len(texts) > len(answer.proof.labels)
    boxes = [text.get_window_extent() for text in texts]
    for (one, first), (other, second) in combinations(zip(boxes, texts, strict=True), 2):
        assert not one.overlaps(other), (first.get_text(), second.get_text())
