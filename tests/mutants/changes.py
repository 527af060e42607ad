"""One change to a program: which there are, and the program with one of them made.

Not changed: annotations, decorators, docstrings, sentences for people (a number of a rule that is cited is), and what
no right program needs: `assert`, `frozen`, `gc`, `strict`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

CITED = re.compile(r"[A-Z]{2}-[A-Z]?\d+(\.\d+)*[a-z]?")
"""A string that is the number of a rule and nothing else."""

BOUNDS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "sum": "len"}
NO_NUMBER = (ast.List, ast.Tuple, ast.Dict, ast.JoinedStr, ast.Starred, ast.ListComp)
"""What `+` joins and `-` refuses: a change that every run notices says nothing about tests."""
GUARDS = ("strict", "slots")
ALIKE = ("isinstance", "setattr", "plus", "max", "min")
"""Calls that mean nothing, or the same, with their arguments swapped."""
DROPPED = (ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)


class Change(NamedTuple):
    """The node `old` becomes `new`; `where` is the function or class around it, `inside` whether a call runs it."""

    where: str
    inside: bool
    operator: str
    old: ast.AST
    new: ast.AST
    line: int


Variant = tuple[str, ast.AST, ast.AST]


def changes(tree: ast.AST, where: str = "", inside: bool = False, line: int = 1) -> Iterator[Change]:
    """Every change, in the order of the text."""
    if isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.unparse(tree.test):
        return
    if isinstance(tree, ast.Assert) or (isinstance(tree, ast.keyword) and tree.arg in GUARDS):
        return
    if isinstance(tree, ast.stmt):
        line = tree.lineno
    for operator, old, new in _variants(tree):
        yield Change(where, inside, operator, old, new, line)
    within = f"{where}.{tree.name}" if isinstance(tree, ast.FunctionDef | ast.ClassDef) else where
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list") or (field == "keywords" and within != where):
            continue
        body = field == "body" and within != where
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                called = isinstance(tree, ast.FunctionDef) if body else inside
                yield from changes(child, within if body else where, called, line)


def made(tree: ast.Module, change: Change) -> ast.Module:
    """The program with the change, which must be one of `changes(tree)`; the tree itself is changed."""
    new = ast.fix_missing_locations(ast.copy_location(change.new, change.old))
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is change.old:
                setattr(parent, field, new)
                return tree
            if isinstance(value, list):
                for index, child in enumerate(value):
                    if child is change.old:
                        value[index] = new
                        return tree
    raise ValueError(f"no node of this program: {ast.dump(change.old)}")


def _variants(node: ast.AST) -> Iterator[Variant]:
    match node:
        case ast.Compare(left, [first, *ops], comparators):
            yield "bound", node, ast.Compare(left, [BOUNDS[type(first)](), *ops], comparators)
            if ops:
                yield "bound", node, ast.Compare(left, [first, *ops[:-1], BOUNDS[type(ops[-1])]()], comparators)
        case ast.BinOp(left, op, right) if _sum(node):
            yield "sum", node, ast.BinOp(left, SUMS[type(op)](), right)
        case ast.AugAssign(target, op, value) if type(op) in SUMS and not isinstance(value, NO_NUMBER):
            yield "sum", node, ast.AugAssign(target, SUMS[type(op)](), value)
        case ast.BoolOp(op, values):
            yield "and-or", node, ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            if len(values) > 2:
                yield "part dropped", node, ast.BoolOp(op, values[:-1])
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield "sign", node, operand
        case ast.IfExp(test, body, orelse):
            yield "other branch", node, ast.IfExp(test, orelse, body)
        case ast.comprehension(target, iterated, [_, *ifs], is_async):
            yield "filter dropped", node, ast.comprehension(target, iterated, ifs, is_async)
        case ast.Call():
            yield from _of_call(node)
        case ast.Constant(value):
            yield from ((kind, node, ast.Constant(new)) for kind, new in _of_constant(value))
    yield from _of_statement(node)


def _of_statement(node: ast.AST) -> Iterator[Variant]:
    match node:
        case ast.If(test) | ast.While(test) if not isinstance(test, ast.Compare):
            yield "condition", test, ast.UnaryOp(ast.Not(), test)
        case ast.match_case(guard=ast.expr() as guard):
            yield "condition", guard, ast.UnaryOp(ast.Not(), guard)
        case ast.Return(ast.expr() as value) if ast.unparse(value) not in ("None", "False"):
            yield "returns None", node, ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()):
            yield "dropped", node, ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "dropped", node, ast.Pass()
        case _ if isinstance(node, DROPPED):
            yield "dropped", node, ast.Pass()


def _sum(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    words = any(isinstance(side, NO_NUMBER) or isinstance(getattr(side, "value", 0), str | None) for side in sides)
    types = isinstance(node.op, ast.BitOr) and all(ast.unparse(side).rpartition(".")[2][:1].isupper() for side in sides)
    return type(node.op) in SUMS and not words and not types


def _of_call(node: ast.Call) -> Iterator[Variant]:
    match node:
        case ast.Call(ast.Name(name), args, keywords) if name in CALLS and (name != "sum" or len(args) == 1):
            yield "call", node, ast.Call(ast.Name(CALLS[name], ast.Load()), args, keywords if name != "sorted" else [])
    match node.args:
        case [first, second, *rest] if ast.dump(first) != ast.dump(second) and not isinstance(first, ast.Starred):
            if not isinstance(second, ast.Starred) and ast.unparse(node.func) not in ALIKE:
                yield "swapped", node, ast.Call(node.func, [second, first, *rest], node.keywords)


def _of_constant(value: object) -> Iterator[tuple[str, int | str]]:
    if isinstance(value, bool):
        yield "truth", not value
    elif isinstance(value, int):
        yield "number", value + 1
        if value:
            yield "number", value - 1
    elif isinstance(value, str) and CITED.fullmatch(value):
        yield "rule", f"{value[:3]}99"
