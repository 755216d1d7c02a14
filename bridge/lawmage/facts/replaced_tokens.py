"""Tokens created instead, or besides (rules 111, 614.16), to facts."""

from __future__ import annotations

from collections.abc import Iterator

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.vocabulary import subtype
from lawmage.cards.tokens import predefined
from lawmage.cards.types import SUPERTYPES
from lawmage.facts.event_changes import amount_node, changed_amount
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled
from lawmage.facts.words import COLORS, TYPE_WORDS, quoted


def changed_tokens(node: Node, effect: Effect) -> None:
    """Write how tokens being created change (614.16)."""
    kind = node.kind
    if kind == "of_those_tokens":
        effect.fact("replaced_by", changed_amount(node.child(0), effect))
    elif kind in ("those_tokens_plus", "that_tokens_plus"):
        group = node.child(0)
        if group.kind != "token_group":
            raise NotModelled(group.kind)
        many = changed_amount(amount_node(group.child(0)), effect)
        effect.fact("replaced_by", f"add_tokens({made_token(group.child(1), effect)},{many})")
    elif kind in ("those_tokens_plus_one", "those_tokens_plus_more"):
        change = "fixed(number(1))" if kind.endswith("one") else changed_amount(node.child(0), effect)
        effect.fact("replaced_by", f"add_tokens({made_token(node.child(len(node.parts) - 1), effect)},{change})")
    elif kind == "token_group" and node.child(0).kind == "that_many":
        effect.fact("replaced_by", f"become_tokens({made_token(node.child(1), effect)})")
    else:
        raise NotModelled(kind)


def made_token(node: Node, effect: Effect) -> str:
    """Write a kind of token as a bundle of its own and return its term (111.3, 111.4, 111.10)."""
    words = list(token_words(node))
    effect.made += 1
    return token_bundle(effect, words, [])


def token_words(node: Node) -> Iterator[Node]:
    """Yield the words that say what a token is; raises NotModelled for what has no facts yet."""
    kind = node.kind
    if kind == "token_word":
        word = node.child(0)
        yield Node("predefined_token", (word.kind,)) if predefined(word.kind) is not None else word
        yield from token_words(node.child(1))
    elif kind == "token_that":
        if node.child(0).kind not in ("token_with",):
            raise NotModelled(node.child(0).kind)
    elif kind in ("plain_token", "token"):
        return
    elif kind in ("subtype", "predefined_token"):
        yield node
    elif predefined(kind) is not None and not node.parts:
        yield Node("predefined_token", (kind,))
    else:
        raise NotModelled(kind)


def token_bundle(effect: Effect, words: list[Node], names: list[str]) -> str:
    """Write the characteristics of a kind of token as a bundle; return its term."""
    term = f"made({effect.number},{effect.made})"
    types: list[str] = []
    colors: list[str] = []
    for word in words:
        if word.kind in COLORS:
            colors.append(COLORS[word.kind])
        elif word.kind in TYPE_WORDS:
            types.append(TYPE_WORDS[word.kind])
        elif word.kind == "subtype":
            names.append(subtype(word.word()))
        elif word.kind == "predefined_token":
            names.append(word.word().title())
        elif word.kind not in ("token_pt", "colorless", "tapped"):
            raise NotModelled(word.kind)
    known = predefined(names[0]) if len(names) == 1 else None
    if known is not None and not types:
        types = [word for word in known.faces[0].types if word not in SUPERTYPES]
    facts = [f"bundle({term}).named({term},{quoted(' '.join(names))})."]
    facts += [f"type({term},{quoted(word)})." for word in (*types, *names)]
    facts += [f'color({term},"{color}").' for color in colors]
    effect.facts += facts
    return term


def one_of_each(effect: Effect) -> None:
    """Write that one token of each kind the event names is created (111.4)."""
    assert effect.target is not None
    names = [subtype(part.word()) for part in walk(effect.target) if part.kind == "subtype"]
    if not names:
        raise NotModelled("create_one_of_each")
    for name in names:
        effect.made += 1
        effect.fact("replaced_by", f"each_token({effect.made},{token_bundle(effect, [], [name])})")


# --- prevention and redirection --------------------------------------------------------------------
