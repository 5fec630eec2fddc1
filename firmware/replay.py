"""`jumpseat replay`: flight records played again, as states for programs or as a summary for people."""

import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules import RecordSyntaxError, parse_record, replay

__all__ = ["replay_files", "summary_line"]

DONE, ILLEGAL, UNREADABLE = 0, 1, 2


def replay_files(files: Sequence[str], *, states: bool) -> int:
    """Replay each record in turn; return the highest exit status of any."""
    return max(_replay(file, states=states, named=len(files) > 1) for file in files)


def _replay(file: str, *, states: bool, named: bool) -> int:
    try:
        record = parse_record(Path(file).read_bytes())
    except OSError as error:
        print(f"{file}: cannot be read ({error.strerror}); name a flight record", file=sys.stderr)
        return UNREADABLE
    except RecordSyntaxError as error:
        print(f"{file}:{error.line}: {error.why}", file=sys.stderr)
        return UNREADABLE
    played = replay(record)
    last = deque(_shown(played, file if named else None) if states else played, maxlen=1)[0]
    if not states:
        print(summary_line(file, last))
    return ILLEGAL if "illegal" in last else DONE


def summary_line(file: str, last: Mapping[str, Any]) -> str:
    """How a record ends, in one line for people."""
    if "illegal" in last:
        return f'{file}: action {last["index"]}, "{last["text"]}", is illegal by {last["illegal"]}'
    outcome = last["outcome"]
    if outcome is None:
        return (
            f"{file}: in the air, round {last['round']}, {last['altitude']} ft after {last['index']} actions"
        )
    unmet = f" ({', '.join(outcome['unmet'])})" if outcome["unmet"] else ""
    ending = "LANDED" if outcome["result"] == "landed" else f"LOST {outcome['reason']}{unmet}"
    return f"{file}: {ending} in round {last['round']} after {last['index']} actions"


def _shown(played: Iterable[Mapping[str, Any]], file: str | None) -> Iterator[Mapping[str, Any]]:
    """Print every state as it comes by."""
    for state in played:
        print(json.dumps(state if file is None else {"file": file, **state}, ensure_ascii=False))
        yield state
