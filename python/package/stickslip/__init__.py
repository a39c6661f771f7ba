"""Bodies that stick, slip, roll and spin on each other.

>>> import stickslip
>>> ball = stickslip.Simulation("sphere-up-35").set("friction.mu_s", 0.3).run(until=0.05)
>>> ball.bodies["vy"]          # a NumPy array, one value per body
>>> ball.contacts["slide_mode"]
>>> ball.render()              # a picture in a notebook

Units are SI; quantities and columns have the names that ``stickslip quantities`` lists.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Callable, Iterable, Mapping, Sequence, Union


from . import _stickslip
from ._stickslip import InputError, Scene, State, Stopped, build, quantities
from ._table import StateTable, Table

__all__ = [
    "InputError", "Picture", "Scene", "Simulation", "State", "StateTable", "Stopped", "Table", "build", "load",
    "quantities", "replay", "run", "scenes", "sweep",
]

Source = Union[str, "PathLike[str]", Scene]


class Picture:
    """A picture of a state, as SVG; a notebook shows it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, "PathLike[str]"]) -> None:
        """Writes an SVG file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class Simulation(_stickslip.Simulation):
    """A scene in motion.

    ``scene`` is a :class:`Scene`, the name of a built-in one, a file, or a text. ``threads`` share large steps (by
    default all processors; results are the same to the bit), ``energies`` keeps the energy account (``E`` of the
    world and its like are NaN without).
    """

    @property
    def bodies(self) -> StateTable:
        """The bodies now, one row each, in the order of the scene."""
        return StateTable(self.state, "bodies")

    @property
    def contacts(self) -> StateTable:
        """The contacts now, one row each; those that act from this state on."""
        return StateTable(self.state, "contacts")

    @property
    def hash(self) -> str:
        """The state hash, 16 hex digits: equal states have equal hashes, also those of ``stickslip run``."""
        return self.state.hash

    def value(self, name: str) -> float:
        """One quantity now: ``"v(ball)"``, ``"N(incline, ball)"``, ``"E"``; NaN where there is none."""
        return self.state.value(name)

    def sample(
        self, names: Union[str, Sequence[str]], until: Union[float, None] = None, every: int = 1
    ) -> Table:
        """Runs until a time, s (by default to the end of the scene) and samples quantities every ``every`` steps, the
        present and the last state included. Column ``t`` is the time."""
        names = [names] if isinstance(names, str) else list(names)
        columns = self.sample_columns(names, until, every)
        return Table(zip(["t", *names], columns))

    def render(self, width: float = 640.0, height: float = 420.0, **options: Any) -> Picture:
        """A picture of the present state: see :func:`State.svg` for the options."""
        return Picture(self.state.svg(width, height, **options))


def load(source: Source) -> Scene:
    """A scene: a file, the name of a built-in one, or a text that begins with ``Scene(``."""
    return source if isinstance(source, Scene) else Scene(source)


def scenes() -> dict[str, str]:
    """Name and title of the built-in scenes."""
    return dict(_stickslip.scenes())


def run(scene: Source, out: Union[str, "PathLike[str]", None] = None, **options: Any) -> dict[str, Any]:
    """``stickslip run``: the whole scene; the summary, and in the folder ``out`` the tables. Options: ``every`` (steps
    between rows), ``record`` (a file for a recording), ``threads``."""
    return _stickslip.run(scene, out, **options)


def replay(file: Union[str, "PathLike[str]"]) -> dict[str, Any]:
    """Runs a recording again and compares every state: ``difference`` in the summary is the first that differs."""
    summary = _stickslip.replay(file)
    summary.setdefault("difference", None)
    return summary


def sweep(
    scene: Source,
    axes: Mapping[str, Iterable[Any]],
    measure: Union[str, Sequence[str]],
    *,
    duration: Union[float, None] = None,
    jobs: Union[int, None] = None,
    progress: Union[Callable[[int, int], Any], None] = None,
) -> Table:
    """Runs all combinations of values, the last axis fastest, on all processors.

    ``axes`` maps paths (several that change together with commas between them) to values; ``measure`` names quantities
    of the last state (``"v(ball)"``) or of the run (``"rest_time(ball)"``). One row per case; ``stopped`` says why a
    case did not complete. ``progress(done, total)`` is called now and then.
    """
    names = [measure] if isinstance(measure, str) else list(measure)
    grid = [(path, list(values)) for path, values in axes.items()]
    return Table(_stickslip.sweep(scene, grid, names, duration, jobs, progress))
