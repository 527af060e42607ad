"""A query that may only read the tables: what DuckDB parses of it is checked, name by name, before anything runs.

DuckDB's settings do not make a query read-only. So there are three checks, one after the other. The query is a single
SELECT. Each table and each function of tables in its syntax tree is a known one. Settings allow these files alone, and
are locked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

import msgspec

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.nesting import is_too_deep
from kronika.core.basics.text import join_words, quoted

TABLE_FUNCTIONS: Final = frozenset(
    {"generate_series", "json_each", "json_tree", "range", "repeat", "repeat_row", "unnest"}
)
"""Functions that may stand for a table: they compute, and read nothing."""
REFUSED_FUNCTIONS: Final = frozenset(
    {
        "current_query",
        "current_setting",
        "currval",
        "getenv",
        "getvariable",
        "json_deserialize_sql",
        "nextval",
        "setval",
        "sleep_ms",
        "write_log",
    }
)
"""Functions that tell something about the machine, change something, or only wait."""
DEEPEST: Final = 500
"""The most nested lists and objects in the syntax tree of a query; an operator in another one takes two."""
MOST: Final = 1 << 16
"""The most characters of a query."""
QUERY_NODES: Final = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})
"""The queries of which a query may consist."""


class BadQuery(KronikaError):
    """A query that is not SQL, or does more than read the tables."""


def check_query(database: Any, query: str, tables: Collection[tuple[str, str]]) -> Any:
    """The only statement of a query, parsed. Raises BadQuery unless it is a SELECT over these tables.

    A table is given by its schema, empty for the main one, and its name.
    """
    if len(query) > MOST:
        raise BadQuery(f"The query has {len(query):,} characters; {MOST:,} are the most.")
    if not query.isascii() and query.encode(errors="ignore").decode() != query:
        raise BadQuery("The query is not Unicode.")
    statements = database.extract_statements(query)
    if not statements:
        raise BadQuery("The query is empty: SELECT count(*) FROM logs counts the logs.")
    if len(statements) > 1:
        raise BadQuery(f"These are {len(statements)} statements: one SELECT is asked at a time.")
    kind = _kind(statements[0])
    if kind != "SELECT":
        raise BadQuery(f"This is a statement of type {kind}; only SELECT is allowed, as the tables can only be read.")
    tree = _tree(database, query)
    _check_names(database, tree)
    _check_tree(tree, tables)
    return statements[0]


def _check_names(database: Any, tree: Any) -> None:
    """Refuse a name by WITH that DuckDB has for a view of its own: outside of its part it would mean that view."""
    views = database.execute("SELECT lower(view_name) FROM duckdb_views() WHERE internal").fetchall()
    if taken := _names(tree) & {name for (name,) in views}:
        raise BadQuery(f"DuckDB has a view {quoted(min(taken))}: give that part of the query another name.")


def _kind(statement: Any) -> str:
    try:
        return str(statement.type.name)
    except ValueError:  # one that DuckDB has, and its library for Python does not name
        return "without a name"


def _tree(database: Any, query: str) -> Any:
    """The syntax tree, as DuckDB serializes it. Raises BadQuery."""
    text = database.execute("SELECT json_serialize_sql(?)", [query]).fetchone()[0].encode()
    if is_too_deep(text, DEEPEST):
        raise BadQuery("The query is nested too deeply for a check, so it is not run.")
    tree = msgspec.json.decode(text)
    if tree["error"]:
        raise BadQuery(f"The query can't be checked, so it is not run: {tree['error_message']}")
    return tree["statements"]


def _check_tree(tree: Any, tables: Collection[tuple[str, str]]) -> None:
    nodes = list(_nodes(tree))
    named = _names(tree)
    for node in nodes:
        kind = str(node.get("type", ""))
        if kind.endswith("_NODE") and kind not in QUERY_NODES:
            raise BadQuery(f"The query contains {kind.removesuffix('_NODE').replace('_QUERY', '')}: it may only read.")
        if kind == "BASE_TABLE":
            _check_table(node, named, tables)
        elif kind == "TABLE_FUNCTION":
            _check_function(node["function"])
        elif "function_name" in node and str(node["function_name"]).casefold() in REFUSED_FUNCTIONS:
            raise BadQuery(f"The function {node['function_name']} is not allowed here: a query reads only the tables.")


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """All objects in a tree, without recursion: a query may be deep."""
    left = [tree]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            yield part
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)


def _names(tree: Any) -> set[str]:
    """The names that a query gives to parts of it by WITH."""
    return {entry["key"].casefold() for node in _nodes(tree) for entry in _named_queries(node)}


def _named_queries(node: dict[str, Any]) -> list[dict[str, Any]]:
    found = node.get("cte_map")
    listed = found.get("map", []) if isinstance(found, dict) else []
    recursive = [{"key": node["cte_name"]}] if node.get("cte_name") else []
    return [*listed, *recursive]


def _check_table(node: dict[str, Any], named: Collection[str], tables: Collection[tuple[str, str]]) -> None:
    catalog, schema, name = (str(node.get(key) or "") for key in ("catalog_name", "schema_name", "table_name"))
    if not catalog and not schema and name.casefold() in named:
        return
    if not catalog and (schema.casefold().removeprefix("main"), name.casefold()) in tables:
        return
    known = join_words(sorted(".".join(filter(None, table)) for table in tables))
    said = ".".join(filter(None, (catalog, schema, name)))
    raise BadQuery(f"There is no table {quoted(said)}; the tables are {known}. Other files are not read.")


def _check_function(call: dict[str, Any]) -> None:
    name = str(call.get("function_name", ""))
    if name.casefold() not in TABLE_FUNCTIONS:
        raise BadQuery(f"The function {name} is not allowed here: a query reads only the tables, and no other file.")
