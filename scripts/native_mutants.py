"""The faults that scripts/mutate_native.py puts into C++: comparisons, logic, arithmetic, results, what is left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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


def find_mutants(path: Path) -> list[Mutant]:
    """List all faults of a file."""
    return _Finder(path).mutants
