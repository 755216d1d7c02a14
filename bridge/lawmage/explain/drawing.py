"""Drawings of the graph of orders: DOT and Mermaid text, and SVG or PNG pictures (networkx and matplotlib)."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from lawmage.errors import Fault, InputError
from lawmage.explain.orders import Orders

FORMATS = (".svg", ".png", ".dot", ".mmd")
#: The height of a line of a label on an arrow, where rows of boxes stand 2.4 apart.
_LINE = 0.26


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
        made = figure(orders)
    except ImportError as error:
        raise InputError(Fault(file, "pictures need networkx and matplotlib: install lawmage[graph], or write .dot or .mmd.")) from error
    from matplotlib import pyplot

    made.savefig(file, bbox_inches="tight", dpi=130)
    pyplot.close(made)


def figure(orders: Orders) -> Any:
    """Return the matplotlib figure of the graph; raises ImportError where the drawing library is missing."""
    import matplotlib
    import networkx

    matplotlib.use("Agg")
    from matplotlib import pyplot

    graph: Any = networkx.MultiDiGraph()
    depth = layers(orders)
    for number, label in enumerate(orders.labels):
        graph.add_node(number, label=label, layer=depth[number])
    for step in orders.steps:
        graph.add_edge(step.start, step.end, label=step.effect or "happens")
    rows: dict[int, list[int]] = {}
    for number in graph.nodes:
        rows.setdefault(depth[number], []).append(number)
    across: dict[int, float] = {}
    for layer in sorted(rows):
        before = {n: [across[a] for a in graph.predecessors(n) if a in across] for n in rows[layer]}
        ordered = sorted(rows[layer], key=lambda n: (sum(before[n]) / len(before[n]) if before[n] else 0.0, n))
        for index, number in enumerate(ordered):
            across[number] = (index - (len(ordered) - 1) / 2) * 3.0
    joined: dict[tuple[int, int], list[str]] = {}
    for start, end, data in graph.edges(data=True):
        joined.setdefault((start, end), []).append(data["label"])
    # Below each row every label stands at a height of its own, so that none covers another; the gap is as high as that needs.
    below: dict[int, float] = {}
    heights: dict[tuple[int, int], float] = {}
    for (start, end), labels in sorted(joined.items(), key=lambda edge: (across[edge[0][0]], across[edge[0][1]])):
        layer = depth[start]
        heights[start, end] = below.get(layer, 0.0) + _LINE * len(labels) / 2
        below[layer] = below.get(layer, 0.0) + _LINE * len(labels)
    down = {0: 0.0}
    for layer in range(max(rows)):
        down[layer + 1] = down[layer] - max(2.4, below.get(layer, 0.0) + 1.5)
    place = {number: (x, down[depth[number]]) for number, x in across.items()}
    widest = max(len(row) for row in rows.values())
    made, axes = pyplot.subplots(figsize=(max(6.0, widest * 3.0), max(4.0, 2.4 - min(down.values()))))
    for (start, end), labels in joined.items():
        (x1, y1), (x2, y2) = (place[start][0], place[start][1] - 0.4), (place[end][0], place[end][1] + 0.45)
        axes.annotate("", (x2, y2), (x1, y1), arrowprops={"arrowstyle": "-|>", "color": "0.45", "lw": 1.0})
        spare = (down[depth[start]] - down[depth[start] + 1] - 0.85 - below[depth[start]]) / 2
        height = y1 - spare - heights[start, end]
        axes.text(
            x1 + (x2 - x1) * (y1 - height) / (y1 - y2), height, "\n".join(labels),
            ha="center", va="center", fontsize=8, color="0.15", zorder=5, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )  # fmt: skip
    for number, (x, y) in place.items():
        outcome = number in orders.outcomes
        box = {"boxstyle": "round,pad=0.4", "facecolor": "#dff0d8" if outcome else "#f4f4f4", "edgecolor": "#2d6a2d" if outcome else "0.4"}
        axes.text(x, y, _wrapped(orders.labels[number]), ha="center", va="center", fontsize=9, bbox={**box, "lw": 2.0 if outcome else 1.0})
    xs, ys = [x for x, _ in place.values()], [y for _, y in place.values()]
    axes.set_xlim(min(xs) - 1.9, max(xs) + 1.9)
    axes.set_ylim(min(ys) - 1.2, max(ys) + 0.9)
    axes.axis("off")
    return made
