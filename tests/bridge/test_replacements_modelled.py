"""How many replacement and prevention effects of static abilities of ordinary cards have their full outcomes."""

from __future__ import annotations

from collections import Counter

from test_statics_modelled import static_records

from lawmage.cards.ability import Node, walk
from lawmage.cards.reading_topics import topics_of_reading
from lawmage.facts.abilities import Record
from lawmage.facts.copying import COPYING
from lawmage.facts.entering import ENTERING
from lawmage.facts.replacing import TOPICS, WOULD

_REPLACING = {"if_would", "next_time_would", "first_time_would", "prevent", "redirect", "as_enters", "discards_but_may", "life_floor"}


def topics(node: Node) -> frozenset[str]:
    found = topics_of_reading(node) & TOPICS
    return found | {"enters"} if any(part.kind in ENTERING | COPYING for part in walk(node)) else found


def replacing(record: Record) -> bool:
    assert record.node is not None
    kinds = {part.kind for part in walk(record.node)}
    told = "replacement(" in record.extra_text or any(topic.startswith(WOULD) for gap in record.gaps for topic in gap.topics)
    return told and bool(kinds & (_REPLACING | ENTERING | COPYING))


def full(record: Record) -> bool:
    missing = any(topic.startswith(WOULD) for gap in record.gaps for topic in gap.topics)
    return not missing and "replaced_open(" not in record.extra_text


def test_nine_in_ten_have_full_outcomes() -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    for _, record, count in static_records():
        if replacing(record):
            assert record.node is not None
            for topic in {"all", *topics(record.node)}:
                counts[topic, full(record)] += count

    def share(topic: str) -> float:
        return counts[topic, True] / (counts[topic, True] + counts[topic, False])

    assert counts["all", True] + counts["all", False] > 1800
    assert share("all") >= 0.9
    assert share("enters") >= 0.9
    assert share("counters") >= 0.95
    assert share("damage") >= 0.95
    assert share("life") >= 0.95
    assert share("zones") >= 0.85
