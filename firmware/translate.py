"""The one place where the words of the eye and the words of the game meet.

The eye says colours and values (`blue`, 4); the game says pieces (`pilot 4`). Neither package knows the
other's words.
"""

from collections.abc import Iterable, Mapping

from vision import Colour, DieReading, Reason

__all__ = [
    "COLOUR_OF_ROLE",
    "ROLE_OF_COLOUR",
    "advice_on",
    "piece_of",
    "pieces_seen",
    "plain_piece",
    "plain_space",
]

ROLE_OF_COLOUR: Mapping[Colour, str] = {Colour.BLUE: "pilot", Colour.ORANGE: "copilot"}
COLOUR_OF_ROLE: Mapping[str, Colour] = {role: colour for colour, role in ROLE_OF_COLOUR.items()}

UNREADABLE = "Cannot read it: turn it a little"
ADVICE: Mapping[Reason, str] = {
    Reason.COCKED: "Leaning: lay it flat",
    Reason.GLARE: "Glare: turn it or move the lamp",
    Reason.DARK: "Too dark: more light",
    Reason.COVERED: "Half covered: free it",
    Reason.COLOUR: "Which colour is it?",
    Reason.PIPS: UNREADABLE,
}


def piece_of(die: DieReading) -> str | None:
    """The game's name of a die that was read, such as `pilot 4`; None when it is no player's die."""
    if die.colour is None or die.value is None or die.colour not in ROLE_OF_COLOUR:
        return None
    return f"{ROLE_OF_COLOUR[die.colour]} {die.value}"


def pieces_seen(dice: Iterable[DieReading]) -> dict[str, str]:
    """Space -> piece for every die that lies in a space and can be acted upon."""
    return {
        die.space: piece
        for die in dice
        if die.space is not None and die.status == "read" and (piece := piece_of(die)) is not None
    }


def advice_on(dice: Iterable[DieReading]) -> dict[str, str]:
    """Space -> what the players should do about a die that lies there and cannot be read."""
    return {
        die.space: ADVICE[die.reason] if die.reason else UNREADABLE
        for die in dice
        if die.space is not None and (die.status != "read" or piece_of(die) is None)
    }


def plain_space(space: str) -> str:
    """A space as people say it: `radio.copilot.1` is "co-pilot radio 1"."""
    names = [word for word in space.split(".") if not word.isdigit() and word not in ("pilot", "copilot")]
    role = "co-pilot " if ".copilot" in space else "pilot " if ".pilot" in space else ""
    number = space.rsplit(".", 1)[-1]
    return f"{role}{' '.join(names)}{f' {number}' if number.isdigit() else ''}"


def plain_piece(piece: str) -> str:
    """A piece as people see it: `pilot 4` is "blue 4"."""
    role, _, value = piece.partition(" ")
    return f"{COLOUR_OF_ROLE[role]} {value}" if role in COLOUR_OF_ROLE else piece
