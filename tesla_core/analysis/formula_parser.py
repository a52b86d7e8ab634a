"""Boolean functions as people write them, read by a parser of their own; nothing that is written is ever run.

    x1 xor x2 and not x3            not binds tightest, then and, xor, or; ^ & | ! do too
    maj(x1, x2, x3)                 more than half of them
    parity(x1..x8)                  a range of bits stands for all of them, xn for the last one there is
    address(x1, x2, x3..x6)         the first bits say, in binary, which of the others is the answer
    random(7)                       every string's value drawn, with seed 7

A text is read into a `BooleanFunction`, whose `table` has its value on all 2^n strings as analysis/walsh.py takes it. A
mistake is a `FormulaError` that says where it is, what was found there and what may stand there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tesla_core.analysis.formula import DRAWN, MOST_BITS, OPERATIONS, BooleanFunction, Piece
from tesla_core.errors import TeslaError, check_whole
from tesla_core.messages.say import say

LONGEST = 400  # characters of a formula
DEEPEST = 32  # parentheses, functions and nots inside each other
MOST_PARTS = 500  # bits, constants and functions in all
FUNCTIONS = (*OPERATIONS, DRAWN)
_INFIX = ({"or", "|", "∨"}, {"xor", "^", "⊕"}, {"and", "&", "∧"})
"""The loosest first, in the order of `_INFIX_NAMES`."""
_INFIX_NAMES = ("or", "xor", "and")
_NOTS = {"not", "!", "~", "¬"}
_TOKEN = re.compile(r"(?P<word>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>[0-9]+)|(?P<sign>\.\.|[(),^&|!~¬∧∨⊕])")
_BIT = re.compile(r"x([0-9]{1,4}|n)")


class FormulaError(TeslaError):
    """A formula that is none. position: of the character it fails at, from 1."""

    def __init__(self, position: int, message: str) -> None:
        self.position = position
        super().__init__(message)


@dataclass(frozen=True)
class FormulaToken:
    """A word, number or sign in small letters, and as it was written. sort: word, number, sign or end."""

    text: str
    written: str
    sort: str
    position: int


def read_formula(text: str, bits: int) -> BooleanFunction:
    """The function of x1 … xn that a text writes."""
    bits = check_whole("The number of bits", bits, 1, MOST_BITS)
    if len(text) > LONGEST:
        raise FormulaError(
            LONGEST + 1,
            say("The formula has {length} characters; at most {most} may be written.", length=len(text), most=LONGEST),
        )
    return BooleanFunction(_Parser(_tokens(text), bits).whole(), bits)


def _tokens(text: str) -> list[FormulaToken]:
    found, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _TOKEN.match(text, at)
        if match is None:
            raise FormulaError(
                at + 1,
                say(
                    "Position {position}: found {found}, which no formula has. Formulas are made of bits such as x1, "
                    "0, 1, the words {words}, the signs ^ & | ! and parentheses.",
                    position=at + 1,
                    found=_quoted(text[at]),
                    words=", ".join(FUNCTIONS),
                ),
            )
        found.append(FormulaToken(match[0].lower(), match[0], str(match.lastgroup), at + 1))
        at = match.end()
    return [*found, FormulaToken("", "", "end", len(text) + 1)]


def _quoted(text: str) -> str:
    return f"“{text}”" if text.isprintable() else f"U+{ord(text[0]):04X}"


class _Parser:
    """Reads tokens from the left, one function a rule of the grammar."""

    def __init__(self, tokens: Sequence[FormulaToken], bits: int) -> None:
        self._tokens, self._bits = tokens, bits
        self._at = self._depth = self._parts = 0

    def whole(self) -> Piece:
        part = self._infix(0)
        if self._next.sort != "end":
            raise self._error(say("and, or, xor, ^, &, | or the end of the formula"))
        return part

    @property
    def _next(self) -> FormulaToken:
        return self._tokens[self._at]

    def _take(self) -> FormulaToken:
        token = self._next
        self._at += 1
        return token

    def _infix(self, level: int) -> Piece:
        """A chain of one operation, of the three from the loosest: a or b or c is one piece with three parts."""
        if level == len(_INFIX):
            return self._operand()
        parts = [self._infix(level + 1)]
        while self._next.text in _INFIX[level]:
            self._take()
            parts.append(self._infix(level + 1))
        return parts[0] if len(parts) == 1 else self._made(_INFIX_NAMES[level], parts)

    def _operand(self) -> Piece:
        token = self._next
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._error(say("at most {most} pieces inside each other", most=DEEPEST))
        part = self._read_operand(token)
        self._depth -= 1
        return part

    def _read_operand(self, token: FormulaToken) -> Piece:
        is_call = self._tokens[min(self._at + 1, len(self._tokens) - 1)].text == "("
        if token.text in _NOTS and not (is_call and token.text == "not"):
            self._take()
            return self._made("not", [self._operand()])
        if token.text in FUNCTIONS and (is_call or token.text not in _INFIX_NAMES):
            return self._call(self._take())
        if token.text == "(":
            self._take()
            part = self._infix(0)
            self._expect(")", say("and, or, xor, ^, &, | or a closing parenthesis"))
            return part
        if token.text in ("0", "1"):
            return self._made("constant", [], int(self._take().text))
        if _BIT.fullmatch(token.text):
            return self._made("bit", [], self._bit())
        raise self._error(
            say(
                "a bit ({bits}), 0, 1, not, an opening parenthesis or a function ({functions})",
                bits=self._bits_there_are,
                functions=", ".join(FUNCTIONS),
            )
        )

    @property
    def _bits_there_are(self) -> str:
        return "x1" if self._bits == 1 else f"x1 … x{self._bits}"

    def _bit(self) -> int:
        """The number of a bit, from 0."""
        match = _BIT.fullmatch(self._next.text)
        number = 0 if match is None else self._bits if match[1] == "n" else int(match[1])
        if not 1 <= number <= self._bits:
            raise self._error(say("a bit of this function: {bits}", bits=self._bits_there_are))
        self._take()
        return number - 1

    def _call(self, name: FormulaToken) -> Piece:
        self._expect("(", say("an opening parenthesis after {name}", name=name.text))
        if name.text == DRAWN:
            return self._drawn()
        parts = self._argument()
        while self._next.text == ",":
            self._take()
            parts += self._argument()
        operation = OPERATIONS[name.text]
        if not operation.fits(len(parts)):
            raise FormulaError(
                name.position,
                say(
                    "Position {position}: {name} takes {takes}; {count} were given.",
                    position=name.position,
                    name=name.text,
                    takes=say(operation.takes),
                    count=len(parts),
                ),
            )
        self._expect(")", say("a comma or a closing parenthesis"))
        return self._made(name.text, parts)

    def _argument(self) -> list[Piece]:
        """One part, or all bits of a range."""
        if self._tokens[min(self._at + 1, len(self._tokens) - 1)].text != "..":
            return [self._infix(0)]
        first = self._bit()
        self._take()
        position, last = self._next.position, self._bit()
        if last < first:
            raise FormulaError(
                position,
                say(
                    "Position {position}: found x{last}; a range goes up, so a bit from x{first} on may stand here.",
                    position=position,
                    last=last + 1,
                    first=first + 1,
                ),
            )
        return [self._made("bit", [], bit) for bit in range(first, last + 1)]

    def _drawn(self) -> Piece:
        if self._next.sort != "number" or len(self._next.text) > 9:
            raise self._error(say("a seed, a whole number of at most nine digits"))
        seed = int(self._take().text)
        self._expect(")", say("a closing parenthesis"))
        return self._made(DRAWN, [], seed)

    def _made(self, operation: str, parts: Sequence[Piece], number: int = 0) -> Piece:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise self._error(say("at most {most} bits and functions in all", most=MOST_PARTS))
        return Piece(operation, tuple(parts), number)

    def _expect(self, text: str, may_stand: str) -> None:
        if self._next.text != text:
            raise self._error(may_stand)
        self._take()

    def _error(self, may_stand: str) -> FormulaError:
        token = self._next
        found = say("the end of the formula") if token.sort == "end" else f"“{token.written}”"
        return FormulaError(
            token.position,
            say(
                "Position {position}: found {found}. What may stand here: {may_stand}.",
                position=token.position,
                found=found,
                may_stand=may_stand,
            ),
        )
