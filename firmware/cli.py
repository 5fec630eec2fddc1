"""The `jumpseat` command: words in, exit status out.

Results go to standard output, everything else to standard error. Status 0: done. 1: the answer is "no".
2: wrong use or unreadable input, with one line that says what, where and what to do.
"""

import argparse
import importlib.metadata
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from rich.console import Console as Terminal

from firmware.bench import Wanted, bench_vision
from firmware.bench_rules import bench_rules
from firmware.calibrate import Wishes, calibrate, parse_move
from firmware.config import Config, load_config
from firmware.errors import FirmwareError
from firmware.keep import CORPUS, OWN, Kept, keep_as_test
from firmware.mat import CARDS, MAT, mat
from firmware.play import Evening, play
from firmware.read import panel_reader, read_pictures
from firmware.replay import replay_files
from firmware.scenarios import list_scenarios
from firmware.sequences import bench_sequences
from hardware import HardwareError
from rules import RulesError
from rules.skyteam import scenario_names
from vision import Point, VisionError

__all__ = ["main", "parse"]

Command = Callable[[argparse.Namespace, Config], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    given = parse(arguments)
    command: Command = given.command
    try:
        return command(given, load_config(given.config))
    except (FirmwareError, HardwareError, RulesError, VisionError) as error:
        print(f"jumpseat: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has enough of it, as `head` does; that is not our trouble.
        sys.stderr.close()
        return 0
    except OSError as error:
        # A folder that cannot be made, a full disk: whatever a given path brings with it.
        print(f"jumpseat: {error.filename}: {error.strerror}; name another place", file=sys.stderr)
        return 2


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Understand the words of a command line; wrong use ends the program with status 2 and one line."""
    return _parser().parse_args(arguments)


class _Parser(argparse.ArgumentParser):
    """Answers wrong use with one line, like every other command here."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _parser() -> _Parser:
    parser = _Parser(
        prog="jumpseat", description="The third seat in the cockpit: a companion for the dice game Sky Team."
    )
    parser.add_argument("--version", action="version", version=importlib.metadata.version("jumpseat"))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (_add_play, _add_replay, _add_read, _add_bench, _add_scenarios, _add_mat, _add_calibrate):
        chosen = add(commands)
        chosen.add_argument(
            "--config", type=Path, metavar="FILE", help="configuration (default /etc/jumpseat.toml)"
        )
    return parser


Commands = argparse._SubParsersAction


def _add_play(commands: "Commands[_Parser]") -> _Parser:
    parser = commands.add_parser("play", help="play a flight at the table, real or simulated")
    parser.add_argument("--sim", action="store_true", help="the simulated table (default where no camera is)")
    parser.add_argument("--scenario", metavar="ID", help="such as YUL-green")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the simulated table's chance")
    parser.add_argument("--headless", action="store_true", help="print the game as it goes")
    parser.add_argument(
        "--games", type=_at_least_one, default=1, metavar="N", help="how many, one after another"
    )
    parser.add_argument("--fast", action="store_true", help="virtual clock: as fast as the machine can")
    parser.add_argument("--records", metavar="DIR", help="where the flight records go")
    parser.set_defaults(command=_play)
    return parser


def _add_replay(commands: "Commands[_Parser]") -> _Parser:
    parser = commands.add_parser("replay", help="replay flight records")
    parser.add_argument("--states", action="store_true", help="print the position after each action as JSON")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.set_defaults(command=_replay)
    return parser


def _add_read(commands: "Commands[_Parser]") -> _Parser:
    parser = commands.add_parser("read", help="read the dice in pictures")
    parser.add_argument("--loose", action="store_true", help="dice lying anywhere, no panel needed")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--profile", metavar="NAME", help="the panel to look for: known or calibrated")
    parser.add_argument("--profiles", type=Path, metavar="DIR", help="where calibrated profiles are")
    parser.add_argument(
        "--overlay", type=Path, metavar="DIR", help="save each picture with what was read drawn in"
    )
    parser.add_argument(
        "--keep-as-test",
        metavar="EXPECTED",
        help='store the picture, nothing but its panel, as a test that this is read: "axis.pilot=blue 4, '
        'gear.1=unsure, flaps.2=empty"; "blue 4?" allows a question; "else=empty" means all other spaces',
    )
    parser.add_argument(
        "--condition", metavar="WORD", default="misread", help="what makes it hard, such as glare"
    )
    parser.add_argument("--source", metavar="TEXT", default=OWN, help=f"whose picture, which licence ({OWN})")
    parser.add_argument("--corpus", type=Path, metavar="DIR", default=CORPUS, help=f"(default {CORPUS})")
    parser.add_argument("images", nargs="+", metavar="IMAGE")
    parser.set_defaults(command=_read, wrong_use=parser.error)
    return parser


def _add_bench(commands: "Commands[_Parser]") -> _Parser:
    parser = commands.add_parser("bench", help="measure")
    parser.add_argument("what", choices=("vision", "rules", "sequences"))
    parser.add_argument(
        "folders",
        type=Path,
        nargs="*",
        metavar="DIR",
        help="vision: pictures NAME.jpg with their truth NAME.json, or labels.json with images/",
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="one JSON object a condition or scenario")
    shown.add_argument("--markdown", action="store_true", help="vision: the table of the README")
    parser.add_argument("--half", choices=("even", "odd"), help="vision: every second picture only")
    parser.add_argument(
        "--failures", type=Path, metavar="DIR", help="vision: draw each die that was not read right"
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE.png", help="vision: draw how far confidence can be trusted"
    )
    parser.add_argument("--placements", type=_at_least_one, default=1000, metavar="N", help="of sequences")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the sequences' chance")
    parser.set_defaults(command=_bench, wrong_use=parser.error)
    return parser


def _add_scenarios(commands: "Commands[_Parser]") -> _Parser:
    parser = commands.add_parser("scenarios", help="list the scenarios with their modules")
    parser.add_argument("--json", action="store_true", help="one JSON object a scenario")
    parser.set_defaults(command=_scenarios)
    return parser


def _add_mat(commands: "Commands[_Parser]") -> _Parser:
    parser = commands.add_parser("mat", help="print the mat, or the marker cards for the game's own panel")
    parser.add_argument(
        "--panel",
        choices=(MAT, CARDS),
        default=MAT,
        help=f"{MAT}: the mat (default); {CARDS}: markers to lay at the corners of the game's Control Panel",
    )
    parser.add_argument("--scenario", metavar="ID", help="print the mat as this scenario needs it")
    parser.add_argument("--out", type=Path, metavar="FILE.pdf", help="(default jumpseat-mat.pdf)")
    parser.add_argument("--force", action="store_true", help="overwrite the file")
    parser.set_defaults(command=_mat)
    return parser


def _add_calibrate(commands: "Commands[_Parser]") -> _Parser:
    parser = commands.add_parser("calibrate", help="measure the empty panel and learn its print")
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--image", type=Path, nargs="+", metavar="FILE", help="pictures of it (default: the camera's)"
    )
    source.add_argument("--sim", action="store_true", help="pictures of the simulated table")
    parser.add_argument("--name", default="mine", help="of the profile (default mine)")
    parser.add_argument(
        "--move",
        type=_move,
        action="append",
        metavar="SPACE=X,Y",
        help="put a space's middle there, millimetres from the panel's top left corner; SPACE= puts it back",
    )
    parser.add_argument("--die-edge", type=_between(8.0, 25.0), metavar="MM", help="the edge of your dice")
    parser.add_argument(
        "--view", type=_between(20.0, 120.0), metavar="DEGREES", help="the camera's horizontal view (66)"
    )
    parser.add_argument(
        "--empty",
        nargs="*",
        metavar="SPACE",
        help="you have looked: these spaces are empty, or the whole panel, though it may look otherwise",
    )
    parser.add_argument("--profiles", type=Path, metavar="DIR", help="where the profile goes")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(command=_calibrate)
    return parser


def _play(given: argparse.Namespace, config: Config) -> int:
    changes = {"scenario": given.scenario, "records": given.records}
    game = replace(config.game, **{key: value for key, value in changes.items() if value is not None})
    evening = Evening(
        simulated=given.sim,
        headless=given.headless,
        fast=given.fast,
        games=given.games,
        seed=given.seed,
    )
    play(replace(config, game=game), evening, Terminal())
    return 0


def _replay(given: argparse.Namespace, config: Config) -> int:
    return replay_files(given.files, states=given.states)


def _read(given: argparse.Namespace, config: Config) -> int:
    if given.keep_as_test is not None:
        if len(given.images) != 1 or given.loose:
            given.wrong_use("--keep-as-test takes one picture of a panel")
        kept = Kept(given.keep_as_test, given.condition, given.source, given.corpus)
        return keep_as_test(panel_reader(given.profile), given.images[0], kept)
    return read_pictures(
        given.images,
        loose=given.loose,
        as_json=given.json,
        profile=given.profile,
        overlay=given.overlay,
        profiles=given.profiles or config.panel.folder(os.environ),
    )


def _bench(given: argparse.Namespace, config: Config) -> int:
    if (given.what == "vision") != bool(given.folders):
        given.wrong_use("write bench vision DIR, bench rules, or bench sequences")
    if given.what == "sequences":
        return bench_sequences(given.placements, given.seed, as_json=given.json)
    if given.what == "rules":
        if given.markdown or given.half or given.failures or given.plot:
            given.wrong_use("--markdown, --half, --failures and --plot belong to bench vision")
        return bench_rules(scenario_names(), as_json=given.json)
    wanted = Wanted(given.json, given.markdown, given.failures, given.half, given.plot)
    return bench_vision(given.folders, wanted)


def _scenarios(given: argparse.Namespace, config: Config) -> int:
    return list_scenarios(as_json=given.json)


def _mat(given: argparse.Namespace, config: Config) -> int:
    return mat(given.out, panel=given.panel, scenario=given.scenario, overwrite=given.force)


def _calibrate(given: argparse.Namespace, config: Config) -> int:
    wishes = Wishes(
        name=given.name,
        images=tuple(given.image or ()),
        simulated=given.sim,
        moves=dict(given.move or ()),
        die_edge_mm=given.die_edge,
        view_deg=given.view,
        empty=tuple(given.empty or ()),
        looked=given.empty == [],
        profiles=given.profiles,
    )
    return calibrate(config, wishes, as_json=given.json)


def _move(text: str) -> tuple[str, Point | None]:
    try:
        return parse_move(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(f"{text!r} is not SPACE=X,Y, such as gear.1=17.5,118") from problem


def _between(least: float, most: float) -> Callable[[str], float]:
    def number(text: str) -> float:
        if not least <= (value := float(text)) <= most:
            raise argparse.ArgumentTypeError(f"must be {least:g} to {most:g}")
        return value

    return number


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number
