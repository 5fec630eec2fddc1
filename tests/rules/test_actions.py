"""Actions as text: what is written is read, what is no action is refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import ActionSyntaxError
from rules.skyteam import SPACE_NAMES, Discard, PlaceDie, Reroll, Role, Roll, actions, parse_action

ROLES = st.sampled_from(Role)
FACES = st.integers(1, 6)
SPACES = st.sampled_from(SPACE_NAMES)
TOKENS = st.sampled_from(["concentration", "brakes", "gear", "flaps", "radio.pilot", "radio.copilot"])

ANY_ACTION = st.one_of(
    st.builds(actions.RollTraffic, st.lists(FACES, min_size=1, max_size=5).map(tuple)),
    st.builds(actions.FlipAlarm, TOKENS),
    st.sampled_from([Roll(), Reroll(), actions.Swap(), actions.TimeUp()]),
    st.builds(PlaceDie, ROLES, FACES, FACES, SPACES),
    st.builds(Discard, ROLES, FACES),
    st.builds(actions.PlaceToken, ROLES, FACES, SPACES),
    st.builds(actions.DiscardToken, ROLES, FACES),
    st.builds(actions.PlaceTrafficDie, ROLES, FACES, FACES, SPACES),
    st.builds(actions.DiscardTrafficDie, ROLES, FACES),
    st.builds(actions.Adapt, ROLES),
    st.builds(actions.Anticipate, ROLES),
)


@given(ANY_ACTION)
def test_every_action_is_read_as_it_was_written(action):
    assert parse_action(str(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pilot 4 axis.pilot", PlaceDie(Role.PILOT, 4, 4, "axis.pilot")),
        ("copilot 3>5 flaps.4", PlaceDie(Role.COPILOT, 3, 5, "flaps.4")),
        (" \tpilot\t 4   discard ", Discard(Role.PILOT, 4)),
        ("traffic 4 3", actions.RollTraffic((4, 3))),
        ("traffic 1", actions.RollTraffic((1,))),
        ("alarm radio.pilot", actions.FlipAlarm("radio.pilot")),
        ("copilot intern 4 axis.copilot", actions.PlaceToken(Role.COPILOT, 4, "axis.copilot")),
        ("copilot intern 4 discard", actions.DiscardToken(Role.COPILOT, 4)),
        ("copilot sync 3>4 gear.2", actions.PlaceTrafficDie(Role.COPILOT, 3, 4, "gear.2")),
        ("pilot sync 3 discard", actions.DiscardTrafficDie(Role.PILOT, 3)),
        ("time-up", actions.TimeUp()),
        ("adapt copilot", actions.Adapt(Role.COPILOT)),
    ],
)
def test_text_becomes_an_action(text, action):
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "unknown word"),
        ("rol", "unknown word 'rol'"),
        ("Roll", "unknown word 'Roll'"),
        ("roll now", "too many or too few words"),
        ("adapt", "too many or too few words"),
        ("adapt captain", "unknown role 'captain'"),
        ("traffic", "name the traffic dice"),
        ("traffic 3 7", "not '7'"),
        ("alarm axis", "unknown alarm token 'axis'"),
        ("alarm", "too many or too few words"),
        ("pilot", "write: pilot DIE SPACE"),
        ("pilot 4", "write: pilot DIE SPACE"),
        ("pilot 4 axis.pilot now", "write: pilot DIE SPACE"),
        ("pilot 0 axis.pilot", "not '0'"),
        ("pilot 7 axis.pilot", "not '7'"),
        ("pilot ٤ axis.pilot", "a die shows 1 to 6"),
        ("pilot 4 axis.Pilot", "unknown space 'axis.Pilot'"),
        ("pilot 4 radio.copilot", "unknown space"),
        ("pilot 3>3 axis.pilot", "coffee changes a die"),
        ("pilot 3>7 axis.pilot", "not '7'"),
        ("pilot 3> axis.pilot", "a die shows 1 to 6"),
        ("pilot 3>4>5 axis.pilot", "a die shows 1 to 6"),
        ("pilot 3 > 4 axis.pilot", "write: pilot DIE SPACE"),
        ("pilot 3>4 discard", "not '3>4'"),
        ("pilot intern 3>4 axis.pilot", "not '3>4'"),
        ("pilot intern discard", "a die shows 1 to 6"),
        ("copilot sync 3>4 discard", "not '3>4'"),
        ("copilot sync 4", "a die shows 1 to 6"),
        ("pilot\u00a04\u00a0axis.pilot", "unknown word"),
    ],
)
def test_what_is_no_action_is_refused_with_a_reason(text, why):
    with pytest.raises(ActionSyntaxError) as caught:
        parse_action(text)
    assert why in caught.value.why
    assert caught.value.text == text
