"""Dice lying anywhere: no panel, any usual colour, either polarity of pips."""

from vision.loose.reader import read_loose

__all__ = ["read_loose"]
