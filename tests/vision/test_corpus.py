"""Pictures that were misread once, or are hard: never a wrong value, and what must be read is read.

`jumpseat read --keep-as-test EXPECTED IMAGE` adds one; what must be said of it stands beside it.
"""

from pathlib import Path

import pytest

from firmware.keep import Case, load_corpus
from vision import BoardReader, load_layout

FOLDER = Path(__file__).parent / "corpus"
CASES = list(load_corpus(FOLDER))
READER = BoardReader(load_layout("reference-a3"), load_layout("control-panel"))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_kept_picture_is_read_as_expected(case: Case) -> None:
    assert case.disagreements(READER) == []


def test_each_picture_has_its_truth_and_says_whose_it_is() -> None:
    pictures = {path for path in FOLDER.iterdir() if path.suffix != ".toml"}
    assert pictures == {case.picture for case in CASES}
    assert all(case.source and case.condition for case in CASES)


def test_the_corpus_stays_small() -> None:
    """Everybody who clones the project carries it."""
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 5_000_000
