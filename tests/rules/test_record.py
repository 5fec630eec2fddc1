"""Flight records: layout, errors with their lines, replay and resumption."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import IllegalAction, RecordSyntaxError, format_record, parse_record, replay, resume

HERE = Path(__file__).parent
FLIGHTS = sorted((HERE / "flights").glob("*.flight"))
HEAD = '[Game "skyteam"]\n[Scenario "YUL-green"]\n'


def states_of(text):
    """The replay as it is printed and read again: only JSON values remain."""
    return [json.loads(json.dumps(state)) for state in replay(parse_record(text))]


@pytest.mark.parametrize("path", FLIGHTS, ids=lambda path: path.stem)
def test_a_flight_replays_as_expected(path, draw_golden):
    """Each flight gives the states beside it; an illegal one names the rule of its file name."""
    states = states_of(path.read_bytes())
    expected = path.with_suffix(".jsonl")
    if draw_golden:
        lines = [json.dumps(state) for state in states]
        expected.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert states == [json.loads(line) for line in expected.read_text(encoding="utf-8").splitlines()]
    if path.stem.startswith("illegal-"):
        assert path.stem.removeprefix("illegal-").startswith(states[-1]["illegal"])
    elif path.stem.startswith("lost-"):
        assert states[-1]["outcome"]["reason"] == path.stem.removeprefix("lost-")


def test_every_way_to_lose_the_base_game_is_flown():
    reasons = {
        "spin",
        "collision",
        "overshoot",
        "mandatory-missing",
        "crash-short",
        "runway-overrun",
        "landing-failed",
    }
    assert reasons == {path.stem.removeprefix("lost-") for path in FLIGHTS if path.stem.startswith("lost-")}


def test_shared_examples_replay_exactly(shared):
    """The specification's own flights, where they lie beside the repository."""
    folder = (shared or HERE) / ("spec/examples" if shared else "flights")
    for flight in sorted(folder.glob("*.flight")):
        expected = flight.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
        assert states_of(flight.read_bytes()) == [json.loads(line) for line in expected], flight.name


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        pytest.param("", 1, "Game: is missing", id="an empty file"),
        pytest.param('[Scenario "YUL-green"]\nroll\n', 1, "Game: is missing", id="no game"),
        pytest.param(
            '\n\n[Scenario "YUL-green"]\nroll\n', 1, "Game: is missing", id="no game, a late scenario"
        ),
        pytest.param('\n[Game "skyteam"]\nroll\n', 1, "Scenario: is missing", id="no scenario"),
        pytest.param(
            '# hello\n[Game "chess"]\n[Scenario "x"]\n', 2, "unknown game 'chess'", id="another game"
        ),
        pytest.param(
            '[Game "skyteam"]\n[Scenario "XXX"]\n', 2, "unknown scenario 'XXX'", id="unknown scenario"
        ),
        pytest.param(
            '[Scenario "XXX"]\n[Game "x"]\n', 2, "unknown game", id="Game is judged before Scenario"
        ),
        pytest.param(
            '[Scenario "XXX"]\n[Game "x"]\nrol\n', 3, "unknown word 'rol'", id="lines before header values"
        ),
        pytest.param(HEAD + "roll\npilot 7 axis.pilot\n", 4, "not '7'", id="a die of seven"),
        pytest.param(HEAD + 'roll\n[Note "late"]\nrol\n', 4, "after the first action", id="a late header"),
        pytest.param(HEAD + '[Game "skyteam"]\n', 3, "header Game twice", id="a header twice"),
        pytest.param(HEAD + '[Note "a"]\n\n[Note "b"]\n', 5, "header Note twice", id="a free header twice"),
        pytest.param("[Game skyteam]\n", 1, "malformed header", id="no quotes"),
        pytest.param('[Game "skyteam"\n', 1, "malformed header", id="no bracket"),
        pytest.param('[1Game "skyteam"]\n', 1, "malformed header", id="a name that begins with a digit"),
        pytest.param('[Game "sky"team"]\n', 1, "malformed header", id="a quote in the value"),
        pytest.param('[Game "skyteam"] roll\n', 1, "malformed header", id="words after a header"),
        pytest.param(HEAD + '[Variant "kerosene-x=never"]\n', 3, "kerosene-x=never", id="unknown value"),
        pytest.param(HEAD + '[Variant "kerosene"]\n', 3, "'kerosene'", id="a variant without value"),
        pytest.param(HEAD + '[Variant "speed=high"]\n', 3, "speed=high", id="unknown variant"),
        pytest.param(
            HEAD + '[Variant "turbulence=both turbulence=both"]\n', 3, "twice", id="a variant twice"
        ),
        pytest.param(HEAD + '[Abilities "control"]\n', 3, "takes 0", id="too many abilities"),
        pytest.param(HEAD + '[Abilities "courage"]\n', 3, "unknown 'courage'", id="an unknown ability"),
        pytest.param(HEAD + '[Intern "1 2 3 4 5 6"]\n', 3, "no intern", id="an intern where none is"),
        pytest.param(
            '[Intern "1"]\n[Variant "x"]\n' + HEAD, 2, "Variant", id="Variant is judged before Intern"
        ),
        pytest.param(HEAD.encode() + b'\n[Note "\xff"]\n', 4, "not UTF-8", id="not UTF-8"),
        pytest.param(HEAD + "roll\rreroll\n", 3, "unknown word", id="a lone carriage return"),
    ],
)
def test_an_error_names_its_line(text, line, why):
    with pytest.raises(RecordSyntaxError) as caught:
        parse_record(text)
    assert caught.value.line == line
    assert why in caught.value.why


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HEAD + "roll\npilot 4 axis.pilot\n", id="plain"),
        pytest.param(HEAD.replace("\n", "\r\n") + "roll\r\npilot 4 axis.pilot\r\n", id="CRLF"),
        pytest.param(
            HEAD + "\n\n \t \n\troll \n  pilot\t4  axis.pilot\t", id="blanks, tabs, no last line end"
        ),
        pytest.param(HEAD + "# all\nroll# now\npilot 4 axis.pilot   # level\n", id="comments"),
        pytest.param(
            '[Note "a # in [quotes] é"] # here\n' + HEAD + "roll\npilot 4 axis.pilot\n",
            id="comment sign quoted",
        ),
        pytest.param(
            '[Game \t "skyteam"]\t\n[Scenario "YUL-green"]#\nroll\npilot 4 axis.pilot\n',
            id="blanks in a header",
        ),
        pytest.param(
            HEAD + '[Variant "kerosene-x=zero  turbulence=both"]\n[game ""]\nroll\npilot 4 axis.pilot',
            id="more headers",
        ),
        pytest.param(HEAD + '[Abilities ""]\nroll\npilot 4 axis.pilot', id="no abilities, said so"),
    ],
)
def test_the_same_record_in_other_clothes(text):
    for form in (text, text.encode()):
        assert [str(action) for action in parse_record(form).actions] == ["roll", "pilot 4 axis.pilot"]


def test_states_carry_the_words_of_the_line_separated_by_one_blank():
    states = states_of(HEAD + "roll\n\tpilot  1>2\tgear.1 # nobody has coffee\nroll")
    assert [(state["index"], state["text"]) for state in states] == [
        (0, "setup"),
        (1, "roll"),
        (2, "pilot 1>2 gear.1"),
    ]
    assert states[-1] == {
        **states[1],
        "index": 2,
        "text": "pilot 1>2 gear.1",
        "instructions": [],
        "illegal": "ST-COF-4",
    }


def test_a_match_is_resumed_from_its_record_and_written_again():
    record = parse_record((HERE / "flights" / "landed.flight").read_bytes())
    match = resume(record)
    assert match.state.outcome.won
    again = parse_record(format_record(match.game.headers, match.actions))
    assert again.actions == record.actions
    assert again.headers == {"Game": "skyteam", "Scenario": "YUL-green"}


def test_an_action_is_appended_as_a_line():
    text = format_record({"Game": "skyteam", "Scenario": "YUL-green"}) + "roll\n"
    assert [str(action) for action in parse_record(text).actions] == ["roll"]


def test_headers_say_the_setup_again():
    record = parse_record(HEAD + '[Variant "turbulence=both"]\n[Note "x"]\n')
    assert record.game.headers == {"Game": "skyteam", "Scenario": "YUL-green", "Variant": "turbulence=both"}
    assert record.headers["Note"] == "x"


def test_an_illegal_record_is_not_resumed():
    with pytest.raises(IllegalAction, match="roll the dice first"):
        resume(parse_record(HEAD + "pilot 4 axis.pilot\n"))


WORDS = [
    *(
        "roll",
        "reroll",
        "pilot",
        "copilot",
        "4",
        "3>4",
        "7",
        "axis.pilot",
        "flaps.1",
        "discard",
        "intern",
        "sync",
    ),
    *(
        "swap",
        "traffic",
        "alarm",
        "gear",
        "#",
        "[",
        "]",
        '"',
        "[Game",
        '"skyteam"]',
        "\n",
        "\r\n",
        "\t",
        " ",
        "\x00",
        "é",
    ),
    *('[Abilities "control"]', '[Intern "1 2 3 4 5 6"]', '[Variant "turbulence=both"]', "time-up"),
]
GOLDEN = [*FLIGHTS, *sorted((HERE / "scenarios").glob("*.flight"))]
RECORDS = [path.read_text(encoding="utf-8") for path in GOLDEN]


@given(st.sampled_from(RECORDS), st.data())
def test_a_damaged_record_is_read_or_refused_never_more(text, data):
    """Cut, doubled and overwritten anywhere: a record replays or names its line."""
    for _ in range(data.draw(st.integers(1, 3))):
        start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        end = min(end, start + data.draw(st.sampled_from([0, 1, 5, 40, 2000])))
        patch = data.draw(st.sampled_from(WORDS) | st.text(max_size=3))
        text = text[:start] + patch + text[end:]
    assert_read_or_refused(text.encode("utf-8", "surrogatepass"))


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
@example("roll\n" * 3)
def test_any_words_after_the_headers_are_read_or_refused(words):
    assert_read_or_refused(HEAD + words)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    assert_read_or_refused(data)


def assert_read_or_refused(data):
    line, record = read(data)
    if record is None:
        assert 1 <= line <= data.count(b"\n" if isinstance(data, bytes) else "\n") + 1
    else:
        states = list(replay(record))
        assert states[0]["index"] == 0
        assert len(states) == len(record.actions) + 1 or "illegal" in states[-1]


def read(data):
    """The line at fault and no record, or no line and the record."""
    try:
        return None, parse_record(data)
    except RecordSyntaxError as error:
        return error.line, None
