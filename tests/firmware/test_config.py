"""A configuration is read whole and checked whole, or refused in one line."""

import pytest

from firmware.config import Config, load_config
from firmware.errors import ConfigError
from rules import open_game

WRONG = {
    "no-toml": ("[game\n", "is not TOML"),
    "unknown-section": ("[gmae]\n", "[gmae]: unknown section; known are game, camera"),
    "not-a-section": ("game = 3\n", "write it as [game]"),
    "unknown-key": ("[game]\nscenery = 'x'\n", "[game] scenery: unknown key; known are scenario, variants"),
    "text-for-number": (
        "[camera]\nwidth = 'wide'\n",
        "[camera] width: is 'wide', but must be a whole number",
    ),
    "true-for-number": ("[camera]\nwidth = true\n", "[camera] width: is True, but must be a whole number"),
    "too-small": ("[camera]\nwidth = 3\n", "[camera] width: is 3, but must be 640 to 4608"),
    "not-a-choice": ("[screen]\nchip = 'x'\n", "[screen] chip: is 'x', but must be one of ssd1306, sh1106"),
    "endless": ("[stability]\nseconds = inf\n", "but must be 0.0 to 5.0"),
    "not-a-number": ("[stability]\nseconds = nan\n", "but must be 0.0 to 5.0"),
}


def test_every_key_has_a_default(tmp_path):
    path = tmp_path / "jumpseat.toml"
    path.write_text("")
    assert load_config(path) == Config()
    assert Config().game.scenario == "YUL-green"


def test_a_key_in_the_file_wins_and_whole_numbers_serve_as_numbers(tmp_path):
    path = tmp_path / "jumpseat.toml"
    path.write_text("[stability]\nseconds = 1\n[game]\nrecords = 'here'\n")
    config = load_config(path)
    assert config.stability.seconds == 1.0
    assert str(config.game.folder({})) == "here"


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_with_file_and_key(tmp_path, text, words):
    path = tmp_path / "jumpseat.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_one_that_is_no_text_are_said(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_config(tmp_path / "bad.toml")


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"STATE_DIRECTORY": "/var/lib/jumpseat", "XDG_STATE_HOME": "/x"}, "/var/lib/jumpseat/flights"),
        ({"XDG_STATE_HOME": "/x"}, "/x/jumpseat/flights"),
    ],
    ids=["systemd", "desktop"],
)
def test_records_go_to_the_state_directory(environment, folder):
    assert str(Config().game.folder(environment)) == folder


def test_variants_abilities_and_tokens_become_headers_of_the_record(tmp_path):
    path = tmp_path / "jumpseat.toml"
    path.write_text(
        "[game]\nscenario = 'HND-red'\nvariants = 'kerosene-x=zero'\n"
        "abilities = 'control'\nintern = '3 1 6 2 5 4'\n"
    )
    headers = load_config(path).game.headers
    assert open_game(headers).headers == {
        "Game": "skyteam",
        "Scenario": "HND-red",
        "Variant": "kerosene-x=zero",
        "Abilities": "control",
        "Intern": "3 1 6 2 5 4",
    }
