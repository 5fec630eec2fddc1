"""What a reader must say of a picture, in a notation short enough to type.

    axis.pilot=blue 4, gear.1=blue 2?, flaps.2=unsure, else=empty

`blue 4` must be read so. `blue 2?` lies there and may also be asked about or said to be covered. `unsure` has
no value or cannot be seen: the players must be asked. `empty` holds nothing, and nothing may be said of it;
`empty?` allows a doubt. Spaces that are not named do not matter, unless `else` says what they hold.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from firmware.errors import ExpectationError
from vision import BoardLayout, BoardReading, Colour, DieReading

__all__ = ["ELSE", "Wish", "disagreements", "parse_expected", "read_in", "wish"]

ELSE = "else"
_DIE = re.compile(r"(blue|orange) ([1-6])(\??)")


@dataclass(frozen=True, slots=True)
class Wish:
    """What must be said of one space."""

    die: tuple[Colour, int] | None
    may_ask: bool
    must_ask: bool = False

    def __str__(self) -> str:
        if self.must_ask:
            return "unsure"
        words = "empty" if self.die is None else f"{self.die[0]} {self.die[1]}"
        return words + "?" * self.may_ask

    def is_met_by(self, said: str) -> bool:
        """Say whether what was read in the space, in the words of `read_in`, is what was wished for."""
        asked = said.startswith("unsure") or said == "covered"
        if self.must_ask:
            return asked
        right = "empty" if self.die is None else f"{self.die[0]} {self.die[1]}"
        return said == right or (self.may_ask and asked)


def parse_expected(text: str, layout: BoardLayout) -> dict[str, Wish]:
    """Understand the notation; `else` is a key as any space is.

    Raises:
        ExpectationError: a part is not SPACE=WHAT, or the panel has no such space.

    """
    known = [space.name for space in (*layout.spaces, *layout.card_spaces)]
    wishes: dict[str, Wish] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        space, _, words = (word.strip() for word in part.partition("="))
        if space not in (*known, ELSE):
            raise ExpectationError(
                part, f"panel {layout.name} has no space {space!r}; it has {', '.join(known)}"
            )
        if space in wishes:
            raise ExpectationError(part, "that space is named twice; name it once")
        wishes[space] = wish(words)
    if not wishes:
        raise ExpectationError(text, "nothing is expected; name at least one space")
    return wishes


def wish(words: str) -> Wish:
    """Understand what is wished for one space.

    Raises:
        ExpectationError: the words are none of the notation.

    """
    if words == "unsure":
        return Wish(None, may_ask=True, must_ask=True)
    if words in ("empty", "empty?"):
        return Wish(None, may_ask=words.endswith("?"))
    die = _DIE.fullmatch(words)
    if die is None:
        raise ExpectationError(words, 'write "blue 4", "orange 2?", "unsure", "empty" or "empty?"')
    return Wish((Colour(die[1]), int(die[2])), may_ask=bool(die[3]))


def read_in(space: str, reading: BoardReading) -> str:
    """Say what was read in a space: "blue 4", "unsure (cocked)", "covered" or "empty"."""
    said = [_words(die) for die in reading.dice if die.space == space]
    if said:
        return " and ".join(said)
    return "covered" if space in reading.covered else "empty"


def disagreements(wishes: Mapping[str, Wish], reading: BoardReading) -> list[str]:
    """List the spaces of which something else was said than was wished for, a line each."""
    if reading.panel is None:
        return ["the panel was not found"]
    rest = wishes.get(ELSE)
    others = {str(die.space) for die in reading.dice} | reading.covered
    named = {space: one for space, one in wishes.items() if space != ELSE}
    if rest is not None:
        named |= dict.fromkeys(sorted(others - named.keys()), rest)
    return [
        f"{space}: {said}, expected {one}"
        for space, one in named.items()
        if not one.is_met_by(said := read_in(space, reading))
    ]


def _words(die: DieReading) -> str:
    return f"{die.colour} {die.value}" if die.is_read else f"unsure ({die.reason or 'too close to call'})"
