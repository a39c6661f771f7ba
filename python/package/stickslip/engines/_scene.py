"""Scenes that every engine can build, and the motion it computes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Optional, Sequence

import numpy as np

from ..record import Contact

G = 9.81
BLOCK = (0.1, 0.1, 0.05)
BALL = 0.1


@dataclass
class Object:
    """A box (three half extents, m), an ellipsoid (three semi-axes, m) or a ball (one radius, m), on a ground at z = 0."""

    size: Sequence[float] = BLOCK
    name: str = "b"
    mass: float = 1.0
    x: Optional[Sequence[float]] = None
    #: Quaternion, scalar first.
    q: Sequence[float] = (1.0, 0.0, 0.0, 0.0)
    v: Sequence[float] = (0.0, 0.0, 0.0)
    w: Sequence[float] = (0.0, 0.0, 0.0)
    mu: float = 0.5
    #: Largest spin and roll torques over N, m.
    sigma: float = 0.0
    rho: float = 0.0
    moments: Optional[Sequence[float]] = None
    is_ellipsoid: bool = False

    @property
    def kind(self) -> str:
        """``"ball"``, ``"ellipsoid"`` or ``"box"``."""
        return "ball" if len(self.size) == 1 else "ellipsoid" if self.is_ellipsoid else "box"

    @property
    def place(self) -> np.ndarray:
        return np.array(self.x if self.x is not None else (0.0, 0.0, self.size[-1]), float)

    @property
    def inertia(self) -> np.ndarray:
        if self.moments is not None:
            return np.array(self.moments, float)
        if self.kind == "ball":
            return np.full(3, 0.4 * self.mass * self.size[0] ** 2)
        a, b, c = (x * x for x in self.size)
        return self.mass / (5 if self.is_ellipsoid else 3) * np.array([b + c, a + c, a + b])


@dataclass
class Scene:
    """Objects on a ground under a gravity that may depend on time.

    The ground has the friction of the first object, or ``ground_mu`` where a case asks which of two coefficients acts.
    """

    objects: Sequence[Object]
    duration: float
    gravity: Sequence[float] = (0.0, 0.0, -G)
    shake: Optional[Callable[[float], np.ndarray]] = None
    #: Force on the centre of an object, N.
    forces: dict[str, Sequence[float]] = field(default_factory=dict)
    #: Coefficient between two named bodies where it is no combination of single ones.
    pair_mu: dict[tuple[str, str], float] = field(default_factory=dict)
    ground_mu: Optional[float] = None
    restitution: float = 0.0
    has_ground: bool = True
    #: True if an engine makes the bodies in the opposite order.
    is_swapped: bool = False

    @property
    def listed(self) -> list[Optional[Object]]:
        """The bodies in the order in which an engine makes them; None is the ground."""
        listed: list[Optional[Object]] = [*([None] if self.has_ground else []), *self.objects]
        return listed[::-1] if self.is_swapped else listed

    def gravity_at(self, t: float) -> np.ndarray:
        """Gravity, m/s²."""
        return np.array(self.gravity, float) + (self.shake(t) if self.shake else 0.0)


@dataclass
class Motion:
    """Times, s, and per object position, quaternion (scalar first), velocity and angular velocity at each.

    ``contacts``: those of the last step. What is no object there is the ground.
    """

    t: np.ndarray
    rows: dict[str, np.ndarray]
    dt: float
    contacts: Sequence[Contact] = ()

    def at(self, time: float) -> int:
        """Index of the nearest time."""
        return int(np.argmin(np.abs(self.t - time)))

    def x(self, name: str = "b") -> np.ndarray:
        return self.rows[name][:, 0:3]

    def q(self, name: str = "b") -> np.ndarray:
        return self.rows[name][:, 3:7]

    def v(self, name: str = "b") -> np.ndarray:
        return self.rows[name][:, 7:10]

    def w(self, name: str = "b") -> np.ndarray:
        return self.rows[name][:, 10:13]

    def spin(self, k: int, name: str = "b") -> np.ndarray:
        """Angular velocity at an index of the times, in the axes of the object."""
        return turn(self.q(name)[k]).T @ self.w(name)[k]

    def on_ground(self, name: str = "b") -> list[Contact]:
        """Contacts of an object with the ground, in the last step."""
        others = [({one.i, one.j} - {name}, one) for one in self.contacts if name in (one.i, one.j)]
        return [one for other, one in others if not other & set(self.rows)]


def slope(tan: float, heading: float = 0.0) -> tuple[float, float, float]:
    """Gravity in the axes of a slope that falls towards ``heading``, rad from x."""
    down = G * tan / np.hypot(1.0, tan)
    return (down * np.cos(heading), down * np.sin(heading), -G / np.hypot(1.0, tan))


def turn(q: np.ndarray) -> np.ndarray:
    """The rotation matrix of a quaternion, scalar first."""
    w, x, y, z = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])
