"""Which tests prove which statement of the rules: a matrix, read from the tests as they are written.

A test proves a statement that its name, its docstring, the ids of its cases or its golden flights name.
`make flights` writes the matrix anew.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
IDS = (HERE / "rule-ids.txt").read_text(encoding="utf-8").split()
MATRIX = HERE / "coverage.md"
NAMED = re.compile(
    r"(?<![a-z])st[-_]([a-z]+|5000)[-_](\d+)(?:(?: to st[-_]\1[-_]|_to_)(\d+))?(?![a-z0-9])", re.IGNORECASE
)
GOLDEN = "test_record.py::test_a_flight_replays_as_expected"


def named_in(text):
    """The ids in a text, also written as `st_axis_3` or as `ST-AXIS-1 to ST-AXIS-3`."""
    for panel, first, last in NAMED.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"ST-{panel.upper()}-{number}"


def proofs():
    """Id of the rule -> the tests that prove it."""
    found = defaultdict(list)
    for path in sorted(HERE.glob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                written = [node.name, ast.get_docstring(node) or ""]
                written += [ast.get_source_segment(source, mark) or "" for mark in node.decorator_list]
                for rule in dict.fromkeys(named_in("\n".join(written))):
                    found[rule].append(f"{path.name}::{node.name}")
    for flight in sorted((HERE / "flights").glob("illegal-*.flight")):
        for rule in named_in(flight.stem):
            found[rule].append(f"{GOLDEN}[{flight.stem}]")
    return found


def matrix():
    found = proofs()
    rows = [f"| {rule} | {'<br>'.join(found[rule])} |" for rule in IDS]
    head = ["# Which tests prove which statement of the rules", "", "Written by `make flights`.", ""]
    return "\n".join([*head, "| statement | tests |", "|---|---|", *rows]) + "\n"


def test_every_statement_is_proved():
    found = proofs()
    assert [rule for rule in IDS if not found[rule]] == []


def test_only_statements_that_exist_are_named():
    assert set(proofs()) <= set(IDS)


def test_the_matrix_is_up_to_date(draw_golden):
    if draw_golden:
        MATRIX.write_text(matrix(), encoding="utf-8")
    assert MATRIX.read_text(encoding="utf-8") == matrix(), "write it anew with make flights"


def test_the_list_of_statements_is_that_of_the_specification(shared):
    """Where the specification lies beside the repository; else the list at least names each once."""
    path = shared and shared / "spec" / "skyteam-rules.md"
    text = path.read_text(encoding="utf-8") if path else "".join(f"- {rule} \n" for rule in IDS)
    assert re.findall(r"^- \**(ST-[A-Z0-9]+-\d+)\** ", text, re.MULTILINE) == IDS
