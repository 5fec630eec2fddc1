"""From a panel that holds still to what is said about it: the match moves on, or the players hear why not."""

from collections.abc import Mapping
from typing import Any

from firmware.journal import Journal
from firmware.snapshot import Ruling, Task, Verdict
from firmware.translate import plain_piece, plain_space
from firmware.umpire import Ambiguous, Explained, Unexplained, explain
from rules import Match, Watchable
from rules.skyteam import NoEffect

__all__ = ["Judge"]

SETTLED = (Ruling.ACCEPTED, Ruling.NO_EFFECT)


class Judge:
    """Keeps the match of one game in step with its panel, and the verdict that stands until it is settled."""

    def __init__(self, game: Watchable[Any, Any], journal: Journal) -> None:
        self.game = game
        self.match: Match[Any, Any] = Match(game)
        self.journal = journal
        self.verdict: Verdict | None = None
        self._taking_back: Mapping[str, str] = {}
        """Dice of the round that has ended, until the panel is empty."""
        self._dice_on_panel = False
        self._news: list[Verdict] = []

    def settled(
        self, seen: Mapping[str, str], unreadable: Mapping[str, str], *, all_in_sight: bool = True
    ) -> None:
        """Judge a panel that holds still: pieces by space, and advice by space where one cannot be read.

        While a hand hides empty spaces, what explains itself is taken; questions wait, for the answer may lie
        under the hand.
        """
        expected = self._taking_back or self.game.visible(self.match.state)
        # A known die that has become hard to read is no news: it still lies there.
        seen = {**seen, **{space: expected[space] for space in unreadable if space in expected}}
        strange = {space: advice for space, advice in unreadable.items() if space not in expected}
        self._dice_on_panel = bool(seen or strange)
        open_question = self._judge(seen)
        if open_question is None and strange:
            space, advice = next(iter(sorted(strange.items())))
            open_question = Verdict(Ruling.UNSURE, advice, space)
        if all_in_sight or open_question is None:
            self._ask(open_question)

    def ok(self) -> None:
        """The players pressed OK: what that reports now, if anything, has happened."""
        action = self.game.on_ok(self.match.state)
        if action is None:
            return
        if self._dice_on_panel:
            self._ask(Verdict(Ruling.MISMATCH, "Take all dice back, then press OK."))
        else:
            self._accept(action)

    def take_news(self) -> tuple[Verdict, ...]:
        """The judgements made since this was last asked."""
        news, self._news = tuple(self._news), []
        return news

    @property
    def has_news(self) -> bool:
        """Judgements were made that nobody has taken yet."""
        return bool(self._news)

    @property
    def task(self) -> Task:
        """What the people do next."""
        if self.game.outcome(self.match.state) is not None:
            return Task.OVER
        if self.game.on_ok(self.match.state) is None:
            return Task.PLACE
        return Task.TAKE_BACK if self._dice_on_panel else Task.ROLL

    def _placing(self) -> bool:
        return self.task is Task.PLACE

    def _judge(self, seen: Mapping[str, str]) -> Verdict | None:
        """Take every action that the panel tells of; return what is left to say about it."""
        while self._placing():
            match explain(self.game, self.match.state, seen):
                case Explained(()):
                    return None
                case Explained(actions):
                    for action in actions:
                        self._accept(action)
                case Ambiguous(spaces=spaces):
                    where = " or ".join(plain_space(space) for space in spaces)
                    return Verdict(Ruling.UNSURE, f"Which was first: {where}? Lift one.")
                case Unexplained() as unexplained:
                    return _complaint(unexplained)
            if not self._placing():
                self._taking_back = seen
        return self._judge_taking_back(seen)

    def _judge_taking_back(self, seen: Mapping[str, str]) -> Verdict | None:
        """Between rounds dice only leave the panel; one that is laid anew is refused."""
        new = {space: piece for space, piece in seen.items() if self._taking_back.get(space) != piece}
        self._taking_back = {space: piece for space, piece in seen.items() if space not in new}
        for space, piece in new.items():
            meant = self.game.meanings(self.match.state, space, piece)[0]
            violation = self.game.violation(self.match.state, meant)
            if violation is not None:
                return Verdict(Ruling.REFUSED, violation.text, space, piece, rule=violation.rule)
        return None

    def _accept(self, action: Any) -> None:
        """Record an action, take it, say so: in this order, so that nothing said can be lost."""
        self.journal.append(action)
        transition = self.match.push(action)
        wasted = next((event.why for event in transition.events if isinstance(event, NoEffect)), None)
        ruling = Ruling.ACCEPTED if wasted is None else Ruling.NO_EFFECT
        space = getattr(action, "space", None)
        self.verdict = Verdict(ruling, wasted or str(action), space, action=str(action))
        self._news.append(self.verdict)

    def _ask(self, question: Verdict | None) -> None:
        """Let a question stand until it is settled; say it once."""
        if question is None:
            if self.verdict is not None and self.verdict.ruling not in SETTLED:
                self.verdict = None
        elif question != self.verdict:
            self.verdict = question
            self._news.append(question)


def _complaint(unexplained: Unexplained) -> Verdict:
    space, change, violation = unexplained.space, unexplained.change, unexplained.violation
    if violation is not None:
        return Verdict(Ruling.REFUSED, violation.text, space, unexplained.piece, rule=violation.rule)
    lacking = change.changed[space][0] if space in change.changed else change.removed[space]
    return Verdict(Ruling.MISMATCH, f"Put {plain_piece(lacking)} back", space)
