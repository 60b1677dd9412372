"""Mutation testing of the C++ core: faults are put into the code, all in one program, and the tests are to notice.

    python scripts/mutate_native.py cpp/motu/atoll --objects build/mutants --sample 60 --seed 1

Of all mutants of the files a sample is drawn, the same one for the same seed. Every one of it is written into a copy of
its file behind a switch, `(is_on(7) ? a <= b : a < b)`, so that one build holds them all; what does not compile is left
out and the next one drawn. The copies are compiled and linked with the other objects of a build folder of CMake's that
has the tests (`scripts/mutate` makes it, without optimisation across files). Each test case then runs once, and the
program notes which mutants it has passed by; and each mutant runs the test cases that pass it by, quickest first, until
one fails. Taking many times as long as without it counts as failing. Headers are not mutated.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import tree_sitter_cpp
from tree_sitter import Language, Node, Parser

OTHERS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
    "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
    "+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<=",
}  # fmt: skip
FIXED = {
    "template_argument_list", "static_assert_declaration", "enumerator", "array_declarator", "attribute_declaration",
    "bitfield_clause", "preproc_def", "preproc_include", "field_declaration", "template_parameter_list", "noexcept",
    "requires_clause", "concept_definition", "lambda_capture_specifier", "parameter_list",
}  # fmt: skip
SLACK_SECONDS = 10
"""Beyond five times what the tests took, until a mutant counts as caught by hanging."""
SWITCH = Path(__file__).with_name("mutants_switch.hpp").resolve()


@dataclass(slots=True)
class Mutant:
    """One fault: a piece of a file's text, and what stands there instead while it is switched on."""

    path: str
    line: int
    kind: str
    before: str
    after: str
    begin: int
    end: int
    form: str
    """The text with the switch; `@` stands for the switch."""
    number: int = -1
    tests: int = 0
    verdict: str = ""
    killer: str = ""
    seconds: float = 0.0


class _Finder:
    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._data = path.read_bytes()
        self.mutants: list[Mutant] = []
        tree = Parser(Language(tree_sitter_cpp.language())).parse(self._data)
        self._visit(tree.root_node, inside=False)

    def _text(self, node: Node | None) -> str:
        return "" if node is None else self._data[node.start_byte : node.end_byte].decode()

    def _add(self, node: Node, kind: str, after: str, form: str) -> None:
        row = node.start_point[0] + 1
        before = self._text(node)
        self.mutants.append(Mutant(self._path, row, kind, before, after, node.start_byte, node.end_byte, form))

    def _swap(self, node: Node, kind: str, after: str) -> None:
        self._add(node, kind, after, f"(@ ? ({after}) : ({self._text(node)}))")

    def _visit(self, node: Node, *, inside: bool) -> None:
        if node.type in FIXED or any(
            child.text == b"constexpr" for child in node.children if child.type == "type_qualifier"
        ):
            return
        if inside:
            visitor: Callable[[Node], None] = getattr(self, f"_visit_{node.type}", lambda _: None)
            visitor(node)
        for place, child in enumerate(node.children):
            if not self._is_fixed_part(node, node.field_name_for_child(place)):
                self._visit(child, inside=inside or child.type == "compound_statement")

    def _is_fixed_part(self, node: Node, name: str | None) -> bool:
        if node.type == "if_statement" and name == "condition":
            return any(child.type == "constexpr" for child in node.children)
        return name == "type" or (node.type, name) in {("for_statement", "update"), ("case_statement", "value")}

    def _visit_binary_expression(self, node: Node) -> None:
        operator = self._text(node.child_by_field_name("operator"))
        left, right = self._text(node.child_by_field_name("left")), self._text(node.child_by_field_name("right"))
        if operator not in OTHERS or '"' in left + right:
            return
        kind = "logic" if operator in {"&&", "||"} else "comparison" if operator[0] in "<>=!" else "arithmetic"
        self._swap(node, "arithmetic" if operator in {"<<", ">>"} else kind, f"({left}) {OTHERS[operator]} ({right})")

    def _visit_assignment_expression(self, node: Node) -> None:
        operator = self._text(node.child_by_field_name("operator"))
        left, right = self._text(node.child_by_field_name("left")), self._text(node.child_by_field_name("right"))
        if operator in OTHERS and '"' not in right:
            self._swap(node, "arithmetic", f"{left} {OTHERS[operator]} {right}")

    def _visit_update_expression(self, node: Node) -> None:
        text = self._text(node)
        self._swap(node, "arithmetic", text.replace("++", "--") if "++" in text else text.replace("--", "++"))

    def _visit_unary_expression(self, node: Node) -> None:
        operator, operand = self._text(node.child_by_field_name("operator")), node.child_by_field_name("argument")
        if operator == "!":
            self._add(node, "negation", self._text(operand), f"(@ ? !!({self._text(operand)}) : ({self._text(node)}))")
        elif operator in {"-", "~"}:
            self._swap(node, "negation", self._text(operand))

    def _visit_number_literal(self, node: Node) -> None:
        text = self._text(node)
        self._swap(node, "constant", f"{text} + 1")
        self._swap(node, "constant", f"{text} - 1")

    def _visit_true(self, node: Node) -> None:
        self._swap(node, "constant", "false")

    def _visit_false(self, node: Node) -> None:
        self._swap(node, "constant", "true")

    def _visit_condition_clause(self, node: Node) -> None:
        value = node.child_by_field_name("value")
        if value is not None and value.type not in {"binary_expression", "unary_expression", "declaration", "true"}:
            text = self._text(value)
            self._add(value, "negation", f"!({text})", f"(@ ? !({text}) : !!({text}))")

    def _visit_return_statement(self, node: Node) -> None:
        value = node.named_children[0] if node.named_children else None
        if value is not None and value.type not in {"initializer_list", "true", "false", "number_literal", "comment"}:
            text = self._text(value)
            self._add(value, "return", "{}", f"(@ ? std::decay_t<decltype(({text}))>{{}} : ({text}))")

    def _visit_expression_statement(self, node: Node) -> None:
        text = self._text(node)
        if node.parent is not None and node.parent.type != "for_statement" and text != ";":
            self._add(node, "removal", "", f"{{ if (!@) {{ {text} }} }}")

    def _visit_throw_statement(self, node: Node) -> None:
        block = node.parent
        is_last = block is not None and block.named_children[-1] == node
        if is_last and block is not None and block.parent is not None and block.parent.type == "function_definition":
            return  # the compiler takes the end of such a function for unreachable, and the switch with it
        self._add(node, "removal", "", f"{{ if (!@) {{ {self._text(node)} }} }}")

    def _visit_continue_statement(self, node: Node) -> None:
        self._add(node, "loop", "break;", "{ if (@) break; continue; }")

    def _visit_break_statement(self, node: Node) -> None:
        parent = node.parent
        while parent is not None and parent.type not in {"for_statement", "while_statement", "for_range_loop"}:
            if parent.type == "switch_statement":
                return
            parent = parent.parent
        self._add(node, "loop", "continue;", "{ if (@) continue; break; }")


class _Program:
    """The test program with all mutants in it."""

    def __init__(self, objects: Path) -> None:
        self._work = objects / "mutated"
        self._work.mkdir(exist_ok=True)
        entries = json.loads((objects / "compile_commands.json").read_text())
        self._commands = {Path(entry["file"]).resolve(): entry for entry in entries}
        self.program = self._work / "tests"
        self.mutants: list[Mutant] = []
        self._count = 0

    def compile(self, queue: list[Mutant], sample: int) -> None:
        """Put the first mutants of the queue that can be compiled into copies of their files."""
        taken: list[Mutant] = []
        while queue and len(taken) < sample:
            changed = self._draw(queue, taken, sample)
            while changed:
                path = min(changed)
                refused = self._refused(path, [mutant for mutant in taken if mutant.path == path])
                taken = [mutant for mutant in taken if mutant not in refused]
                changed -= set() if refused else {path}
        self.mutants += taken

    def _draw(self, queue: list[Mutant], taken: list[Mutant], sample: int) -> set[str]:
        """Move mutants from the queue to those taken, none inside another; return the files that changed by it."""
        changed = set()
        while queue and len(taken) < sample:
            mutant = queue.pop(0)
            if any(m.path == mutant.path and m.begin < mutant.end and mutant.begin < m.end for m in taken):
                continue
            mutant.number, self._count = self._count, self._count + 1
            taken.append(mutant)
            changed.add(mutant.path)
        return changed

    def _refused(self, path: str, mutants: list[Mutant]) -> list[Mutant]:
        """Compile a file's copy; list the mutants to which the compiler objects."""
        text, spans = _with_switches(path, mutants)
        copy = self._work / path.replace("/", "_")
        copy.write_text(text)
        entry = self._commands[Path(path).resolve()]
        command = [word for word in shlex.split(entry["command"]) if word not in {"--coverage", "-fprofile-abs-path"}]
        while command and command[0].endswith("ccache"):
            command.pop(0)
        output = command.index("-o")
        command[output + 1] = str(copy.with_suffix(".o").resolve())
        command[command.index("-c") + 1] = str(copy.resolve())
        command += ["-w", "-fmax-errors=0", "-include", str(SWITCH)]
        result = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True, check=False)
        if result.returncode == 0:
            return []
        lines = {int(line) for line in re.findall(rf"{re.escape(copy.name)}:(\d+):\d+: error", result.stderr)}
        lines |= {int(line) for line in re.findall(rf"{re.escape(copy.name)}:(\d+):\d+:   required", result.stderr)}
        refused = [m for m, (first, last) in zip(mutants, spans, strict=True) if any(first <= n <= last for n in lines)]
        if not refused:
            raise SystemExit(f"{path} does not compile, and no mutant is to blame:\n{result.stderr[:3000]}")
        return refused

    def link(self) -> None:
        board = self._work / "switchboard.o"
        switchboard = ["-DMUTANTS_SWITCHBOARD", "-x", "c++", "-c", str(SWITCH), "-o", str(board)]
        subprocess.run(["g++", "-std=gnu++20", "-O1", "-w", *switchboard], check=True)
        mutated = {Path(mutant.path).resolve() for mutant in self.mutants}
        objects = [board.resolve()]
        for path, entry in self._commands.items():
            words = shlex.split(entry["command"])
            if path in mutated:
                relative = os.path.relpath(path)
                objects.append((self._work / relative.replace("/", "_")).with_suffix(".o").resolve())
            else:
                objects.append(Path(entry["directory"], words[words.index("-o") + 1]).resolve())
        coverage = ["--coverage"] if any("--coverage" in entry["command"] for entry in self._commands.values()) else []
        command = ["g++", *coverage, "-o", str(self.program), *map(str, objects), "-pthread"]
        subprocess.run(command, check=True)

    def run(self, names: Sequence[str], limit: float, **environment: str) -> int:
        """Run test cases; return the program's status, -1 when it took too long."""
        filters = ",".join(re.sub(r"([\\,])", r"\\\1", name) for name in names)
        command = [str(self.program), f"--test-case={filters}", "--abort-after=1"]
        try:
            return subprocess.run(
                command, env=os.environ | environment, timeout=limit, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            return -1

    def test_cases(self) -> list[str]:
        """List the names of the test cases."""
        output = subprocess.run([self.program, "--list-test-cases"], capture_output=True, text=True, check=True).stdout
        lines = [line for line in output.splitlines() if not line.startswith(("[doctest]", "==="))]
        return sorted(set(lines))


def _with_switches(path: str, mutants: list[Mutant]) -> tuple[str, list[tuple[int, int]]]:
    """Return a file's text with all switches in it, and the lines on which each of them stands."""
    data = Path(path).read_bytes()
    text, at, spans = "", 0, {}
    for mutant in sorted(mutants, key=lambda mutant: mutant.begin):
        text += data[at : mutant.begin].decode()
        first = text.count("\n") + 1
        text += mutant.form.replace("@", f"::mutants::is_on({mutant.number})", 1)
        spans[mutant.number] = (first, text.count("\n") + 1)
        at = mutant.end
    return text + data[at:].decode(), [spans[mutant.number] for mutant in mutants]


class _Judge:
    def __init__(self, program: _Program, budget: float) -> None:
        self._program, self._budget = program, budget
        self.durations: dict[str, float] = {}
        self.passing: dict[int, list[str]] = {}

    def trace(self, limit: float) -> None:
        """Run every test case once, without a mutant, and note which mutants it passes by."""
        file = self._program.program.with_suffix(".passed")
        for name in self._program.test_cases():
            file.unlink(missing_ok=True)
            began = time.monotonic()
            status = self._program.run([name], limit, MUTANTS_PASSED=str(file))
            self.durations[name] = time.monotonic() - began
            if status != 0:
                print(f"left out, it fails or takes over {limit:.0f} s as it is: {name}", flush=True)
                continue
            for number in file.read_text().split():
                self.passing.setdefault(int(number), []).append(name)

    def judge(self, mutant: Mutant) -> Mutant:
        names = sorted(self.passing.get(mutant.number, []), key=lambda name: self.durations[name])
        mutant.tests = len(names)
        began = time.monotonic()
        mutant.verdict, mutant.killer = "survived", "no test touches it"
        for batch in self._batches(names):
            limit = 5 * sum(self.durations[name] for name in batch) + SLACK_SECONDS
            status = self._program.run(batch, limit, MUTANT=str(mutant.number))
            if status != 0:
                mutant.verdict = "caught"
                mutant.killer = "timeout" if status == -1 else f"{batch[0]} … {len(batch)} tests"
                break
            mutant.killer = f"{len(names)} tests"
        mutant.seconds = round(time.monotonic() - began, 1)
        mark = "." if mutant.verdict == "caught" else "S"
        print(f"{mark} {mutant.path}:{mutant.line} {mutant.before!r} -> {mutant.after!r} [{mutant.killer}]", flush=True)
        return mutant

    def _batches(self, names: list[str]) -> Iterator[list[str]]:
        """Share tests out, quickest first, among runs of growing length, until the budget is spent."""
        batch, seconds, total, size = [], 0.0, 0.0, 0.5
        for name in names:
            if total and total + self.durations[name] > self._budget:
                break
            batch.append(name)
            seconds += self.durations[name]
            total += self.durations[name]
            if seconds > size:
                yield batch
                batch, seconds, size = [], 0.0, size * 3
        if batch:
            yield batch


def _key(row: dict[str, object]) -> tuple[object, ...]:
    return tuple(row[name] for name in ("path", "begin", "end", "after", "verdict"))


def report(mutants: Sequence[Mutant]) -> None:
    """Print for each folder how many of its mutants were caught."""
    for folder in sorted({str(Path(mutant.path).parent) for mutant in mutants}):
        own = [mutant for mutant in mutants if str(Path(mutant.path).parent) == folder]
        caught = sum(mutant.verdict == "caught" for mutant in own)
        print(f"{folder}: {len(own)} mutants, {caught} caught ({100 * caught / len(own):.0f} %)")


def main() -> int:
    """Draw the samples, build them into one program, judge them, print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, help="files and folders to mutate")
    parser.add_argument("--objects", type=Path, default=Path("build/mutants"), help="a build folder with the tests")
    parser.add_argument("--sample", type=int, default=60, help="how many mutants a path")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests a mutant")
    parser.add_argument("--longest", type=float, default=60, help="seconds beyond which a test case is left out")
    parser.add_argument("--jobs", type=int, default=1, help="mutants judged at a time")
    parser.add_argument("--out", type=Path, default=Path("build/mutants-native.jsonl"), help="gets a line a mutant")
    parser.add_argument("--only", type=Path, help="a file written by --out: its survivors alone, again")
    options = parser.parse_args()
    again = {_key(json.loads(line)) for line in options.only.read_text().splitlines()} if options.only else set()
    program = _Program(options.objects)
    for path in options.paths:
        files = (
            [path]
            if path.is_file()
            else sorted(file for file in path.rglob("*.cpp") if not {"tests", "bindings"} & set(file.parts))
        )
        found = [mutant for file in files for mutant in _Finder(file).mutants]
        random.Random(options.seed).shuffle(found)
        if options.only:
            found = [mutant for mutant in found if _key(asdict(mutant) | {"verdict": "survived"}) in again]
        print(f"{path}: {len(found)} mutants in {len(files)} files", flush=True)
        program.compile(found, options.sample)
    program.link()
    judge = _Judge(program, options.budget)
    judge.trace(options.longest)
    with ThreadPoolExecutor(options.jobs) as pool, options.out.open("w") as out:
        for mutant in pool.map(judge.judge, program.mutants):
            out.write(json.dumps(asdict(mutant)) + "\n")
            out.flush()
    report(program.mutants)
    return 0


if __name__ == "__main__":
    sys.exit(main())
