"""Boolean functions as people write them. If these fail, a formula means another function, or ends in a traceback."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.analysis.formula import MOST_BITS
from tesla_core.analysis.formula_parser import DEEPEST, LONGEST, FormulaError, read_formula
from tesla_core.analysis.walsh import effective_order, parity_table

Tree = tuple
"""A function as data, from which both its text and, slowly, its value are made."""


def text_of(tree: Tree, infix: bool) -> str:
    name, *parts = tree
    if name == "bit":
        return f"x{parts[0] + 1}"
    if name == "constant":
        return str(parts[0])
    inside = [text_of(part, infix) for part in parts]
    if infix and name in ("and", "or", "xor"):
        return "(" + f" {name} ".join(inside) + ")"
    if infix and name == "not":
        return f"not {inside[0]}"
    return f"{name}({', '.join(inside)})"


def value_of(tree: Tree, string: Sequence[int]) -> int:
    """The slow reference: one string at a time."""
    name, *parts = tree
    if name == "bit":
        return string[parts[0]]
    if name == "constant":
        return parts[0]
    values = [value_of(part, string) for part in parts]
    if name == "address":
        return values[1 + values[0]] if len(values) == 3 else values[2 + 2 * values[0] + values[1]]
    return {
        "and": int(all(values)),
        "or": int(any(values)),
        "xor": sum(values) % 2,
        "parity": sum(values) % 2,
        "not": 1 - values[0],
        "maj": int(sum(values) > len(values) / 2),
    }[name]


def trees(bits: int) -> st.SearchStrategy[Tree]:
    leaf = st.tuples(st.just("bit"), st.integers(0, bits - 1)) | st.tuples(st.just("constant"), st.integers(0, 1))

    def grown(smaller: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        several = st.lists(smaller, min_size=1, max_size=4)
        named = st.sampled_from(["and", "or", "xor", "maj", "parity"])
        return (
            st.builds(lambda name, parts: (name, *parts), named, several)
            | st.builds(lambda part: ("not", part), smaller)
            | st.builds(lambda parts: ("address", *parts), st.lists(smaller, min_size=3, max_size=3))
            | st.builds(lambda parts: ("address", *parts), st.lists(smaller, min_size=6, max_size=6))
        )

    return st.recursive(leaf, grown, max_leaves=10)


@given(trees(4), st.booleans())
def test_a_formula_has_the_truth_table_that_its_words_say(tree: Tree, infix: bool) -> None:
    text = text_of(tree, infix)
    if len(text) > LONGEST:
        return
    slow = [value_of(tree, [number >> bit & 1 for bit in range(4)]) for number in range(16)]
    assert read_formula(text, 4).truth.astype(int).tolist() == slow


WORDS = ["x1", "x2", "x9", "and", "or", "xor", "not", "maj", "parity", "address", "random", "(", ")", ",", "..", "7"]


@given(st.text() | st.lists(st.sampled_from([*WORDS, "^", "&", "!", "0", "1", " ", "ⅷ", "__import__"])).map(" ".join))
def test_whatever_is_written_is_a_function_or_an_error_of_ours(text: str) -> None:
    """And the error points into the text, or just behind it."""
    place = 1
    try:
        assert set(np.unique(read_formula(text, 5).table)) <= {-1.0, 1.0}
    except FormulaError as error:
        place = error.position
    assert 1 <= place <= max(len(text), LONGEST) + 1


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("x1 xor x2 and x3", "xor(x1, and(x2, x3))"),
        ("x1 or x2 xor x3", "or(x1, xor(x2, x3))"),
        ("not x1 and x2", "and(not(x1), x2)"),
        ("not(x1) and x2", "and(not(x1), x2)"),
        ("not (x1 and x2)", "not(and(x1, x2))"),
        ("!x1 ^ x2 & ~x3 | ¬x4", "or(xor(not(x1), and(x2, not(x3))), not(x4))"),
        ("PARITY(x1..x4)", "x1 ⊕ x2 ⊕ x3 ⊕ x4"),
        ("parity(x1..xn)", "parity(x1..x4)"),
        ("maj(x1..x3)", "x1 & x2 | x1 & x3 | x2 & x3"),
        ("address(x1, x2, x3)", "not x1 and x2 or x1 and x3"),
    ],
)
def test_two_ways_to_write_one_function(text: str, same: str) -> None:
    assert (read_formula(text, 4).truth == read_formula(same, 4).truth).all()


def test_the_parity_of_bits_is_the_product_that_the_paper_means() -> None:
    assert (read_formula("parity(x1..x6)", 6).table == parity_table(6)).all()
    assert (read_formula("x1 xor x3", 4).table == parity_table(4, 0b101)).all()
    assert effective_order(read_formula("x1 xor x3", 4).table) == 2


def test_a_drawn_function_is_the_same_for_everybody() -> None:
    assert (read_formula("random(7)", 9).table == read_formula(" random( 7 )", 9).table).all()
    assert (read_formula("random(7)", 9).table != read_formula("random(8)", 9).table).any()


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("", 1, ["end of the formula", "x1 … x4", "maj"]),
        ("x1 xor", 7, ["end of the formula", "a bit (x1 … x4)"]),
        ("x1 x2", 4, ["“x2”", "and, or, xor"]),
        ("x1 + x2", 4, ["“+”", "^ & | !"]),
        ("x9", 1, ["“x9”", "x1 … x4"]),
        ("x0", 1, ["“x0”", "x1 … x4"]),
        ("maj(x1, x2", 11, ["end of the formula", "a comma or a closing parenthesis"]),
        ("maj x1", 5, ["“x1”", "opening parenthesis after maj"]),
        ("address(x1, x2, x3, x4)", 1, ["address", "3, 6, 11 or 20", "4 were given"]),
        ("parity(x3..x1)", 12, ["x1", "a bit from x3 on"]),
        ("random(x1)", 8, ["“x1”", "a seed"]),
        ("__import__('os')", 1, ["“__import__”"]),
        ("x1\0", 3, ["U+0000"]),
        ("not " * 80 + "x1", 4 * DEEPEST + 1, [f"at most {DEEPEST} pieces"]),
        ("x1 ^ " * 200 + "x1", LONGEST + 1, [f"at most {LONGEST}"]),
    ],
)
def test_a_mistake_says_where_it_is_and_what_may_stand_there(text: str, position: int, words: list[str]) -> None:
    """Whoever types a formula can mend it without a manual."""
    if "'" in text:  # the quotation mark is met before anything is read: no formula has one
        position, words = 12, ["“'”", "^ & | !"]
    with pytest.raises(FormulaError) as caught:
        read_formula(text, 4)
    assert caught.value.position == position
    assert all(re.search(re.escape(word), str(caught.value)) for word in words), str(caught.value)


def test_the_longest_function_of_the_most_bits_is_read_quickly() -> None:
    """A formula at every limit is some two million values, not a wait."""
    names = ["maj", "parity", "and", "or"] * 5
    text = " xor ".join(f"{name}(x1..x12)" for name in names)
    assert read_formula(text, MOST_BITS).table.shape == (2**MOST_BITS,)
