"""The faults that scripts/mutate_python.py puts into Python: comparisons, logic, arithmetic, constants, removals."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

Operators = dict[type, type]
COMPARISONS: Operators = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC: Operators = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitXor: ast.BitOr, ast.Pow: ast.Mult,
}  # fmt: skip


@dataclass(slots=True)
class Mutant:
    """One fault: a piece of a file's text, and what stands there instead."""

    path: str
    line: int
    statement: int
    kind: str
    before: str
    after: str
    begin: int
    end: int
    tests: int = 0
    verdict: str = ""
    killer: str = ""
    seconds: float = field(default=0.0, compare=False)


class _Finder(ast.NodeVisitor):
    """Lists every mutant of a file's functions."""

    def __init__(self, path: str, source: str) -> None:
        self._path = path
        self._bytes = source.encode()
        self._starts = [0]
        for text in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(text.encode()))
        self.mutants: list[Mutant] = []
        self._depth = 0
        self._statement = 0

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            self._statement = node.lineno
        super().visit(node)

    def _add(self, node: ast.expr | ast.stmt, kind: str, after: ast.AST | str) -> None:
        if not self._depth:
            return
        begin = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        text = after if isinstance(after, str) else f"({ast.unparse(after)})"
        before = self._bytes[begin:end].decode()
        self.mutants.append(Mutant(self._path, node.lineno, self._statement, kind, before, text, begin, end))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._depth += 1
        for statement in node.body:
            self.visit(statement)
        self._depth -= 1

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave what messages say alone: positions inside are not those of the file before Python 3.12."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, operator in enumerate(node.ops):
            swapped = [*node.ops[:place], COMPARISONS[type(operator)](), *node.ops[place + 1 :]]
            self._add(node, "comparison", ast.Compare(node.left, swapped, node.comparators))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not any(_is_text(side) for side in (node.left, node.right)) and type(node.op) in ARITHMETIC:
            self._add(node, "arithmetic", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in ARITHMETIC and not _is_text(node.value):
            changed = ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
            self._add(node, "arithmetic", ast.unparse(changed))
        self._add(node, "removal", "pass")
        self.visit(node.value)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._add(node, "logic", ast.BoolOp(other, node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._add(node, "negation", node.operand)
        if not isinstance(node.operand, ast.Constant):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, "constant", str(not node.value))
        elif isinstance(node.value, int | float):
            self._add(node, "constant", str(node.value + 1))
            self._add(node, "constant", f"({node.value - 1})")

    def visit_If(self, node: ast.If | ast.While | ast.IfExp) -> None:
        if not isinstance(node.test, ast.Compare | ast.UnaryOp | ast.BoolOp | ast.Constant):
            self._add(node.test, "negation", ast.UnaryOp(ast.Not(), node.test))
        self.generic_visit(node)

    visit_While = visit_IfExp = visit_If

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not isinstance(node.value, ast.Constant):
            self._add(node, "return", "return None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._add(node, "removal", "pass")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._add(node, "removal", "pass")

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self._add(node, "removal", "pass")
        self.visit(node.value)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, "loop", "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._add(node, "loop", "continue")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def find_mutants(files: Iterable[Path]) -> list[Mutant]:
    """List all mutants of some files, in the order of the files."""
    mutants = []
    for path in files:
        finder = _Finder(str(path), path.read_text())
        finder.visit(ast.parse(path.read_text()))
        mutants += finder.mutants
    return mutants
