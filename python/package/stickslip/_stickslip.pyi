"""The native part: what `stickslip` builds on."""

from os import PathLike
from typing import Any, Callable, Literal, Optional, Sequence, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

_Self = TypeVar("_Self", bound="Simulation")
_Kind = Literal["world", "bodies", "contacts"]
_Source = Union[str, "PathLike[str]", "Scene"]

build: str
"""Version and commit of the program."""

class InputError(ValueError):
    """The input is wrong: every fault with its line and a remedy."""

class Stopped(RuntimeError):
    """A guard stopped the simulation; it stays at that step."""

class Scene:
    """A checked scene, which does not change: `set` returns another one."""

    def __new__(cls, source: _Source) -> Scene: ...
    def set(self, path: str, value: Any) -> Scene:
        """Another scene with this value, at a path as `--set` has it. A text is a value in scene language."""
    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def dt(self) -> float: ...
    @property
    def duration(self) -> float: ...
    @property
    def bodies(self) -> list[str]: ...
    def __eq__(self, other: object) -> bool: ...

class State:
    """Everything observable at one step."""

    @property
    def step(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def hash(self) -> str:
        """The state hash, 16 hex digits, as `stickslip run` prints it."""
    def rows(self, of: _Kind) -> int: ...
    def key(self, name: str) -> Union[list[str], NDArray[np.uint32]]: ...
    def column(self, of: _Kind, name: str) -> Union[list[str], NDArray[Any]]: ...
    def matrix(self, of: _Kind, names: Sequence[str]) -> NDArray[np.float64]: ...
    def value(self, name: str) -> float:
        """One quantity by name: `E`, `v(ball)`, `N(incline, ball)`; NaN where there is none."""
    def svg(
        self,
        width: float = ...,
        height: float = ...,
        *,
        azimuth: float = ...,
        elevation: float = ...,
        arrows: bool = ...,
        frames: bool = ...,
        numbers: Optional[bool] = ...,
        normals: bool = ...,
    ) -> str:
        """A picture as SVG, from `azimuth` (degrees from +x towards +y) and `elevation` (degrees above the horizon): the
        bodies, with `arrows` velocities and loads, with `frames` the axes of bodies and contacts, with `numbers` their
        values (by default if one body moves), with `normals` the normal forces."""
    def _repr_svg_(self) -> str: ...

class Simulation:
    """A scene in motion. Other Python threads run while it steps."""

    def __new__(cls: type[_Self], scene: _Source, *, threads: Optional[int] = None, energies: bool = False) -> _Self: ...
    def step(self: _Self, n: int = 1) -> _Self:
        """Makes `n` steps."""
    def run(self: _Self, until: Optional[float] = None) -> _Self:
        """Makes steps until this time, s; by default to the end of the scene."""
    def reset(self: _Self) -> _Self:
        """Begins again at step 0."""
    def set(self: _Self, path: str, value: Any) -> _Self:
        """Sets a value of the scene, at a path as `--set` has it, and begins again at step 0."""
    def sample_columns(
        self, names: Sequence[str], until: Optional[float] = None, every: int = 1
    ) -> list[NDArray[np.float64]]: ...
    @property
    def state(self) -> State: ...
    @property
    def scene(self) -> Scene: ...
    @property
    def step_count(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def dt(self) -> float: ...
    @property
    def stopped(self) -> Optional[str]:
        """Why a guard stopped the run, if it did."""

def scenes() -> list[tuple[str, str]]: ...
def quantities(of: _Kind, table: bool = False) -> list[tuple[str, str, str, str]]:
    """Name, unit, symbol and meaning of every quantity; with `table`, of those in the tables of a run."""

def run(
    scene: _Source,
    out: Union[str, "PathLike[str]", None] = None,
    *,
    every: int = 1,
    record: Union[str, "PathLike[str]", None] = None,
    threads: Optional[int] = None,
) -> dict[str, Any]: ...
def replay(file: Union[str, "PathLike[str]"]) -> dict[str, Any]: ...
def sweep(
    scene: _Source,
    axes: Sequence[tuple[str, Sequence[Any]]],
    keep: Sequence[str],
    duration: Optional[float],
    jobs: Optional[int],
    progress: Optional[Callable[[int, int], Any]],
) -> list[tuple[str, Union[list[str], NDArray[Any]]]]: ...
