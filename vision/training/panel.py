"""Make the panel's networks anew: `python -m vision.training.panel examples|network|flat|agreement --help`.

Every step is repeatable from its seeds; the card, vision/data/panel-networks.md, says which were used.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from vision.training.flat_examples import FlatExamples, draw_flat_examples, joined, table_flat_examples
from vision.training.panel_examples import Examples, draw_examples
from vision.training.panel_tables import table_examples

_SHARD = 100
_AT_LEAST = 5  # times that a leaning die is shown more often than another: pictures show few of them

Step = TypeVar("Step")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one step; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.panel", description=__doc__)
    steps = parser.add_subparsers(required=True)
    examples = steps.add_parser("examples", help="draw tables and cut them into examples")
    examples.add_argument("folder", type=Path)
    _add_tables(examples, first=1000, tables=1000)
    examples.set_defaults(step=_draw)
    network = steps.add_parser("network", help="train the gate or the network of values")
    network.add_argument("which", choices=("gate", "dice"))
    network.add_argument("folder", type=Path, help="where the examples lie")
    network.add_argument("--limit", type=int, help="examples taken from each file of the folder")
    _add_training(network, epochs=32)
    network.set_defaults(step=_train)
    flat = steps.add_parser("flat", help="draw leaning dice and train the network that knows them")
    _add_tables(flat, first=20_000, tables=360)
    _add_training(flat, epochs=70)
    flat.set_defaults(step=_train_flat)
    agreement = steps.add_parser("agreement", help="fit how sure a reading is on which all agree")
    _add_tables(agreement, first=100_000, tables=80)
    agreement.set_defaults(step=_fit)
    given = parser.parse_args(arguments)
    given.step(given)
    return 0


def _add_tables(parser: argparse.ArgumentParser, *, first: int, tables: int) -> None:
    parser.add_argument("--first", type=int, default=first, help="seed of the first table")
    parser.add_argument("--tables", type=int, default=tables)


def _add_training(parser: argparse.ArgumentParser, *, epochs: int) -> None:
    parser.add_argument("out", type=Path, help="FILE.onnx; what training can go on from is kept in FILE.pt")
    parser.add_argument("--pictures", type=Path, nargs="*", default=[], help="folders of tables with truth")
    parser.add_argument("--all", action="store_true", help="learn from every picture, not every second one")
    parser.add_argument("--times", type=int, default=4, help="how often each die of a picture is shown")
    parser.add_argument("--start", type=Path, metavar="FILE.pt", help="go on from these weights")
    parser.add_argument("--rate", type=float, default=4e-3, help="the highest rate of learning")
    parser.add_argument("--epochs", type=int, default=epochs)
    parser.add_argument("--seed", type=int, default=1)


def _draw(given: argparse.Namespace) -> None:
    given.folder.mkdir(parents=True, exist_ok=True)
    for first in range(given.first, given.first + given.tables, _SHARD):
        seeds = range(first, min(first + _SHARD, given.first + given.tables))
        drawn = _joined([draw_examples(seed) for seed in _shown(seeds, "table")])
        np.savez(given.folder / f"{first}.npz", patches=drawn.patches, labels=drawn.labels)


def _shown(steps: Iterable[Step], what: str) -> Iterator[Step]:
    for step in steps:
        print(f"\r{what} {step}   ", end="", file=sys.stderr, flush=True)
        yield step


def _train(given: argparse.Namespace) -> None:
    from vision.training.panel_net import DICE, GATE, export, load_or_new, train  # needs PyTorch

    parts = [_load(file, given.limit, given.seed) for file in sorted(given.folder.glob("*.npz"))]
    parts += [_repeated(table_examples(file), given.times) for file in _learned_from(given)]
    examples = _joined(parts)
    print(f"{len(examples.labels)} examples: {np.bincount(examples.labels).tolist()}", file=sys.stderr)
    shape = GATE if given.which == "gate" else DICE
    network = load_or_new(shape, given.seed, given.start)
    for epoch, loss in enumerate(
        train(network, shape, examples, seed=given.seed, epochs=given.epochs, rate=given.rate)
    ):
        print(f"epoch {epoch}: loss {loss:.4f}", file=sys.stderr, flush=True)
    export(network, shape, given.out)


def _train_flat(given: argparse.Namespace) -> None:
    from vision.training.flat_net import FLAT, train_flat  # needs PyTorch
    from vision.training.panel_net import export, load_or_new

    seeds = range(given.first, given.first + given.tables)
    parts = [draw_flat_examples(seed) for seed in _shown(seeds, "table")]
    parts += [_repeated_flat(table_flat_examples(file), given.times) for file in _learned_from(given)]
    examples = joined([part for part in parts if len(part.flat)])
    print(f"{len(examples.flat)} examples, {examples.flat.mean():.0%} flat", file=sys.stderr)
    network = load_or_new(FLAT, given.seed, given.start)
    for epoch, loss in enumerate(
        train_flat(network, examples, seed=given.seed, epochs=given.epochs, rate=given.rate)
    ):
        print(f"epoch {epoch}: loss {loss:.4f}", file=sys.stderr, flush=True)
    export(network, FLAT, given.out)


def _learned_from(given: argparse.Namespace) -> list[Path]:
    """Return the pictures to learn from: every other one of a folder, so that the rest can tell how well."""
    step = 1 if given.all else 2
    return [file for folder in given.pictures for file in sorted(folder.glob("*.jpg"))[::step]]


def _load(file: Path, limit: int | None, seed: int) -> Examples:
    with np.load(file) as kept:
        some = np.random.default_rng(seed).permutation(len(kept["labels"]))[:limit]
        return Examples(kept["patches"][some], kept["labels"][some])


def _repeated(examples: Examples, times: int) -> Examples:
    """Show every die of a picture so many times, and every space without one a few times."""
    often = np.where(examples.labels > 0, times, max(1, times // 5))
    return Examples(np.repeat(examples.patches, often, axis=0), np.repeat(examples.labels, often))


def _repeated_flat(examples: FlatExamples, times: int) -> FlatExamples:
    often = np.where(examples.flat, times, times * _AT_LEAST)
    return FlatExamples(
        np.repeat(examples.dice, often, axis=0),
        np.repeat(examples.slopes, often, axis=0),
        np.repeat(examples.flat, often),
    )


def _joined(parts: Sequence[Examples]) -> Examples:
    return Examples(
        np.concatenate([part.patches for part in parts]), np.concatenate([part.labels for part in parts])
    )


def _fit(given: argparse.Namespace) -> None:
    from vision.training.agreement_fit import drawn_agreements, fit, reliability

    seeds = range(given.first, given.first + given.tables)
    found = [one for seed in _shown(seeds, "table") for one in drawn_agreements(seed)]
    half = len(found) // 2
    weights = fit(found[:half])
    print("weights", tuple(round(weight, 2) for weight in weights))
    for line in reliability(found[half:], weights):
        print(line)


if __name__ == "__main__":
    sys.exit(main())
