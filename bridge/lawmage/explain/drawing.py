"""Drawings of the graph of orders: DOT and Mermaid text, and SVG or PNG pictures (networkx and matplotlib)."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from lawmage.errors import Fault, InputError
from lawmage.explain.orders import Orders

FORMATS = (".svg", ".png", ".dot", ".mmd")


def draw(orders: Orders, file: str) -> None:
    """Write a drawing of the graph; its format is that of the file's name: .svg, .png, .dot or .mmd.

    Raises :class:`lawmage.errors.InputError` for another name, or where the drawing library is missing.
    """
    ending = Path(file).suffix.lower()
    if ending not in FORMATS:
        raise InputError(Fault(file, "a graph is drawn as .svg, .png, .dot or .mmd.", ending, FORMATS))
    if ending == ".dot":
        Path(file).write_text(dot(orders), encoding="utf-8")
    elif ending == ".mmd":
        Path(file).write_text(mermaid(orders), encoding="utf-8")
    else:
        _picture(orders, file)


def dot(orders: Orders) -> str:
    """Return the graph in the DOT language; outcomes are boxes with a double border."""
    lines = ["digraph orders {", "  rankdir=TB;", '  node [shape=box, style=rounded, fontname="sans-serif"];']
    for number, label in enumerate(orders.labels):
        mark = ", peripheries=2, style=bold" if number in orders.outcomes else ""
        lines.append(f"  s{number} [label={_quoted(label)}{mark}];")
    for step in orders.steps:
        lines.append(f"  s{step.start} -> s{step.end} [label={_quoted(step.effect or 'happens')}];")
    return "\n".join([*lines, "}", ""])


def mermaid(orders: Orders) -> str:
    """Return the graph as a Mermaid flow chart; outcomes are stadium-shaped."""
    lines = ["flowchart TD"]
    for number, label in enumerate(orders.labels):
        text = label.replace('"', "'").replace("\n", "<br>")
        lines.append(f'  s{number}(["{text}"])' if number in orders.outcomes else f'  s{number}["{text}"]')
    for step in orders.steps:
        label = (step.effect or "happens").replace('"', "'")
        lines.append(f'  s{step.start} -->|"{label}"| s{step.end}')
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _wrapped(label: str) -> str:
    return "\n".join(part for line in label.split("\n") for part in textwrap.wrap(line, 30) or [""])


def layers(orders: Orders) -> dict[int, int]:
    """Return the layer of each state: the most steps from the event; outcomes stand together in the last."""
    layer = dict.fromkeys(range(len(orders.labels)), 0)
    for _ in orders.labels:
        changed = False
        for step in orders.steps:
            if layer[step.end] <= layer[step.start]:
                layer[step.end] = layer[step.start] + 1
                changed = True
        if not changed:
            break
    last = max(layer.values(), default=0)
    return {state: last if state in orders.outcomes else depth for state, depth in layer.items()}


def _picture(orders: Orders, file: str) -> None:
    try:
        import matplotlib
        import networkx

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError as error:
        raise InputError(Fault(file, "pictures need networkx and matplotlib: install lawmage[graph], or write .dot or .mmd.")) from error
    graph: Any = networkx.MultiDiGraph()
    depth = layers(orders)
    for number, label in enumerate(orders.labels):
        graph.add_node(number, label=label, layer=depth[number])
    for step in orders.steps:
        graph.add_edge(step.start, step.end, label=step.effect or "happens")
    rows: dict[int, list[int]] = {}
    for number in graph.nodes:
        rows.setdefault(depth[number], []).append(number)
    place: dict[int, tuple[float, float]] = {}
    for layer in sorted(rows):
        before = {n: [place[a][0] for a in graph.predecessors(n) if a in place] for n in rows[layer]}
        ordered = sorted(rows[layer], key=lambda n: (sum(before[n]) / len(before[n]) if before[n] else 0.0, n))
        for index, number in enumerate(ordered):
            place[number] = ((index - (len(ordered) - 1) / 2) * 3.0, -layer * 2.4)
    widest = max(len(row) for row in rows.values())
    figure, axes = pyplot.subplots(figsize=(max(6.0, widest * 3.0), max(4.0, len(rows) * 2.4)))
    joined: dict[tuple[int, int], list[str]] = {}
    for start, end, data in graph.edges(data=True):
        joined.setdefault((start, end), []).append(data["label"])
    for (start, end), labels in joined.items():
        (x1, y1), (x2, y2) = place[start], place[end]
        axes.annotate("", (x2, y2 + 0.45), (x1, y1 - 0.4), arrowprops={"arrowstyle": "-|>", "color": "0.45", "lw": 1.0})
        # Labels of edges from one state stand at different heights, so that none covers another.
        share = 0.25 + 0.16 * (rows[depth[start]].index(start) % 4)
        axes.text(
            x1 + (x2 - x1) * share, (y1 - 0.4) + (y2 - y1 + 0.85) * share, "\n".join(labels),
            ha="center", va="center", fontsize=8, color="0.15", bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )  # fmt: skip
    for number, (x, y) in place.items():
        outcome = number in orders.outcomes
        box = {"boxstyle": "round,pad=0.4", "facecolor": "#dff0d8" if outcome else "#f4f4f4", "edgecolor": "#2d6a2d" if outcome else "0.4"}
        axes.text(x, y, _wrapped(orders.labels[number]), ha="center", va="center", fontsize=9, bbox={**box, "lw": 2.0 if outcome else 1.0})
    xs, ys = [x for x, _ in place.values()], [y for _, y in place.values()]
    axes.set_xlim(min(xs) - 1.9, max(xs) + 1.9)
    axes.set_ylim(min(ys) - 1.2, max(ys) + 0.9)
    axes.axis("off")
    figure.savefig(file, bbox_inches="tight", dpi=130)
    pyplot.close(figure)
