"""Columns with names: of a state, of samples over time, of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Union

import numpy as np

from ._stickslip import State, quantities

#: What names the rows of a state's table.
_KEYS = {"bodies": ["body"], "contacts": ["i", "j", "feature"]}


def _array(column: Any) -> np.ndarray:
    # Words come as a list.
    return column if isinstance(column, np.ndarray) else np.array(column, dtype=np.str_)


class _Frames:
    """What every table can become."""

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``, one row per row."""
        import pandas

        return pandas.DataFrame(dict(self))  # type: ignore[call-overload]

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``, one row per row."""
        import polars

        return polars.DataFrame(dict(self))  # type: ignore[call-overload]

    def _repr_html_(self) -> str:
        import html

        columns: dict[str, np.ndarray] = dict(self)  # type: ignore[call-overload]
        rows = max((len(column) for column in columns.values()), default=0)
        shown = list(range(min(rows, 20)))
        head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
        cell = lambda value: f"{value:.6g}" if isinstance(value, np.floating) else html.escape(str(value))
        line = lambda k: "<tr>" + "".join(f"<td>{cell(column[k])}</td>" for column in columns.values()) + "</tr>"
        more = f"<p>{rows} rows</p>" if rows > len(shown) else ""
        return f"<table><tr>{head}</tr>{''.join(map(line, shown))}</table>{more}"


class Table(_Frames, dict):
    """Columns by name, each a NumPy array."""

    def __init__(self, columns: Any = ()) -> None:
        super().__init__((name, _array(column)) for name, column in dict(columns).items())

    def __repr__(self) -> str:
        rows = max((len(column) for column in self.values()), default=0)
        return f"Table({rows} rows: {', '.join(self)})"


class StateTable(_Frames, Mapping):
    """The bodies or contacts of one state: ``table["vx"]`` is an array with a value per row.

    Its columns are those of the tables that a run writes; every other quantity of ``stickslip.quantities`` can be read
    too. A column is gathered when it is first asked for, straight into memory that NumPy owns, and kept. A list of names
    gives a matrix, one row per body or contact: ``table[["x", "y", "z"]]``.
    """

    def __init__(self, state: State, of: str) -> None:
        self._state = state
        self._of = of
        self._columns: dict[str, np.ndarray] = {}

    @property
    def state(self) -> State:
        """The state that the rows are of."""
        return self._state

    @property
    def rows(self) -> int:
        """Number of bodies or contacts."""
        return self._state.rows(self._of)

    @property
    def units(self) -> dict[str, str]:
        """The unit of every quantity that can be read."""
        return {name: unit for name, unit, _, _ in quantities(self._of)}

    def __getitem__(self, name: Union[str, list[str], tuple[str, ...]]) -> np.ndarray:
        if isinstance(name, (list, tuple)):
            return self._state.matrix(self._of, list(name))
        if name not in self._columns:
            is_key = name in _KEYS[self._of]
            column = self._state.key(name) if is_key else self._state.column(self._of, name)
            self._columns[name] = _array(column)
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        yield from _KEYS[self._of]
        yield from (name for name, *_ in quantities(self._of, table=True))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in _KEYS[self._of] or name in self.units

    def __repr__(self) -> str:
        return f"StateTable({self.rows} {self._of}, step {self._state.step})"
