"""Make the panel's networks anew: `python -m vision.training.panel examples|network|agreement --help`.

Every step is repeatable from its seeds; the card, vision/data/panel-networks.md, says which were used.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.training.panel_examples import Examples, draw_examples
from vision.training.panel_tables import table_examples

_SHARD = 100
_REPEATED = 4  # times that a photographed die counts: there are few of them


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one step; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.panel", description=__doc__)
    steps = parser.add_subparsers(required=True)
    examples = steps.add_parser("examples", help="draw tables and cut them into examples")
    examples.add_argument("folder", type=Path)
    examples.add_argument("--first", type=int, default=1000, help="seed of the first table")
    examples.add_argument("--tables", type=int, default=600)
    examples.set_defaults(step=_draw)
    network = steps.add_parser("network", help="train a network and write its weights")
    network.add_argument("which", choices=("gate", "dice"))
    network.add_argument("folder", type=Path, help="where the examples lie")
    network.add_argument("out", type=Path)
    network.add_argument(
        "--pictures", type=Path, nargs="*", default=[], help="folders of pictures with truth"
    )
    network.add_argument("--epochs", type=int, default=32)
    network.add_argument("--seed", type=int, default=1)
    network.set_defaults(step=_train)
    agreement = steps.add_parser("agreement", help="fit how sure a reading is on which both agree")
    agreement.add_argument("--first", type=int, default=100_000)
    agreement.add_argument("--tables", type=int, default=100)
    agreement.set_defaults(step=_fit)
    given = parser.parse_args(arguments)
    given.step(given)
    return 0


def _draw(given: argparse.Namespace) -> None:
    given.folder.mkdir(parents=True, exist_ok=True)
    for first in range(given.first, given.first + given.tables, _SHARD):
        seeds = range(first, min(first + _SHARD, given.first + given.tables))
        drawn = _joined([_said(seed, draw_examples(seed)) for seed in seeds])
        np.savez(given.folder / f"{first}.npz", patches=drawn.patches, labels=drawn.labels)


def _said(seed: int, drawn: Examples) -> Examples:
    print(f"\rtable {seed}: {len(drawn.labels)} examples", end="", file=sys.stderr, flush=True)
    return drawn


def _train(given: argparse.Namespace) -> None:
    from vision.training.panel_net import DICE, GATE, export, new_network, train  # needs PyTorch

    parts = [_load(file) for file in sorted(given.folder.glob("*.npz"))]
    parts += [_repeated(table_examples(file)) for folder in given.pictures for file in _learned_from(folder)]
    examples = _joined(parts)
    print(f"{len(examples.labels)} examples: {np.bincount(examples.labels).tolist()}", file=sys.stderr)
    shape = GATE if given.which == "gate" else DICE
    network = new_network(shape, given.seed)
    for epoch, loss in enumerate(train(network, shape, examples, seed=given.seed, epochs=given.epochs)):
        print(f"epoch {epoch}: loss {loss:.4f}", file=sys.stderr, flush=True)
    export(network, shape, given.out)


def _learned_from(folder: Path) -> list[Path]:
    """Return every other picture of a folder; the rest is kept to say how well unknown ones are read."""
    return sorted(folder.glob("*.jpg"))[::2]


def _load(file: Path) -> Examples:
    with np.load(file) as kept:
        return Examples(kept["patches"], kept["labels"])


def _repeated(examples: Examples) -> Examples:
    times = np.where(examples.labels > 0, _REPEATED, 1)
    return Examples(np.repeat(examples.patches, times, axis=0), np.repeat(examples.labels, times))


def _joined(parts: Sequence[Examples]) -> Examples:
    return Examples(
        np.concatenate([part.patches for part in parts]), np.concatenate([part.labels for part in parts])
    )


def _fit(given: argparse.Namespace) -> None:
    from vision.training.agreement_fit import drawn_agreements, fit, reliability

    found = [one for seed in range(given.first, given.first + given.tables) for one in drawn_agreements(seed)]
    half = len(found) // 2
    weights = fit(found[:half])
    print("weights", tuple(round(weight, 2) for weight in weights))
    for line in reliability(found[half:], weights):
        print(line)


if __name__ == "__main__":
    sys.exit(main())
