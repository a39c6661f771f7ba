"""The cases: scene, measures, wanted values and tolerances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional

import numpy as np

from ._scene import BALL, G, Motion, Object, Scene, slope, turn

#: Runs a scene.
Run = Callable[..., Motion]

_CREEP = 1e-6


@dataclass
class Value:
    """A measured value, the wanted one and its tolerance; without a wanted one it is named, not judged.

    ``what`` has the words of this program's own rows of the same case, so that one table has both.
    """

    what: str
    value: float
    want: Optional[float]
    tolerance: float = 0.0

    @property
    def ok(self) -> Optional[bool]:
        return None if self.want is None else bool(abs(self.value - self.want) <= self.tolerance)


def _near(what: str, value: float, want: float, relative: float) -> Value:
    return Value(what, value, want, relative * abs(want))


def _creep(motion: Motion, start: float, end: float, what: str = "creep [m/s]", name: str = "b") -> Value:
    a, b = motion.at(start), motion.at(end)
    way = (motion.x(name)[b] - motion.x(name)[a])[:2]
    return Value(what, float(np.hypot(*way) / (motion.t[b] - motion.t[a])), 0.0, _CREEP)


def _impulses(motion: Motion, start: float, end: float, name: str = "b") -> float:
    """Friction impulse over normal impulse, by the motion: hops do not change it."""
    a, b = motion.at(start), motion.at(end)
    v = motion.v(name)
    lost = np.hypot(*v[a, :2]) - np.hypot(*v[b, :2])
    return float(lost / (G * (motion.t[b] - motion.t[a]) + v[b, 2] - v[a, 2]))


def _rate(motion: Motion, start: float, end: float, name: str) -> float:
    a, b = motion.at(start), motion.at(end)
    return float((motion.v(name)[b, 0] - motion.v(name)[a, 0]) / (motion.t[b] - motion.t[a]))


def _hold(part: float, mu: float, degrees: float, times: tuple[float, float], size: tuple[float, ...]) -> Callable[[Run], list[Value]]:
    def case(run: Run) -> list[Value]:
        gravity = slope(part * mu, np.radians(degrees))
        motion = run(Scene([Object(size, mu=mu)], times[1], gravity, ground_mu=mu))
        return [_creep(motion, *times)]

    return case


def _slip(run: Run) -> list[Value]:
    gravity = slope(0.51)
    motion = run(Scene([Object()], 2.0, gravity))
    return [_near("mu", (gravity[0] - _rate(motion, 1.0, 2.0, "b")) / -gravity[2], 0.5, 0.005)]


def _slide(degrees: float) -> Callable[[Run], list[Value]]:
    def case(run: Run) -> list[Value]:
        heading, way = np.radians(degrees), 4.0 / (2 * 0.5 * G)
        motion = run(Scene([Object(v=(2 * np.cos(heading), 2 * np.sin(heading), 0))], 1.0))
        moved = motion.x()[-1] - motion.x()[0]
        values = [_near("mu", _impulses(motion, 0.1, 0.3), 0.5, 0.005)]
        if degrees == 0:
            stop = float(np.hypot(*moved[:2]))
            hop = float(motion.x()[1:, 2].max() - motion.x()[-1, 2])
            return [Value("distance to rest [m]", stop, way, 0.005 * way + motion.dt), *values, Value("hop [m]", hop, 0.0, 5e-4)]
        bend = float(np.degrees(np.arctan2(moved[1], moved[0])) - degrees)
        return [*values, Value("bend of the path [degrees]", bend, 0.0, 0.5)]

    return case


def _quarter(run: Run) -> list[Value]:
    motion = run(Scene([Object(v=(2, 0, 0))], 1.0), 0.25)
    way = 4.0 / (2 * 0.5 * G)
    return [_near("distance to rest [m]", float(motion.x()[-1, 0] - motion.x()[0, 0]), way, 0.01)]


def _pushed(run: Run) -> list[Value]:
    return [_creep(run(Scene([Object()], 3.0, forces={"b": (0.99 * 0.5 * G, 0, 0)})), 1.0, 3.0)]


def _rolls(run: Run) -> list[Value]:
    motion = run(Scene([Object((BALL,), v=(1, 0, 0), mu=0.3)], 0.5, ground_mu=0.3))
    return [_near("v [m/s]", float(motion.v()[motion.at(0.2), 0]), 5 / 7, 0.005)]


def _spins(run: Run) -> list[Value]:
    motion = run(Scene([Object((BALL,), w=(0, 0, 10), sigma=1e-3)], 1.0))
    a, b = motion.at(0.2), motion.at(0.6)
    rate = -(motion.w()[b, 2] - motion.w()[a, 2]) / (motion.t[b] - motion.t[a])
    return [_near("deceleration [rad/s^2]", float(rate), 5e-3 * G / (2 * BALL**2), 0.01)]


def _rolls_out(run: Run) -> list[Value]:
    motion = run(Scene([Object((BALL,), v=(1, 0, 0), w=(0, 10, 0), rho=2e-3)], 9.0))
    way = 7 * BALL / (10 * 2e-3 * G)
    return [_near("distance to rest [m]", float(motion.x()[-1, 0]), way, 0.01), _creep(motion, 8.5, 9.0, "creep afterwards [m/s]")]


def _set_down(run: Run) -> list[Value]:
    motion = run(Scene([Object(v=(2, 0, -1))], 0.5))
    k, z = motion.at(0.05), motion.x()[:, 2]
    want = 2 - 0.5 - 0.5 * G * motion.t[k]
    return [_near("v at 50 ms [m/s]", float(motion.v()[k, 0]), want, 0.02), Value("hop [m]", float(z[1:].max() - z[-1]), 0.0, 2e-4)]


def _stack(run: Run) -> list[Value]:
    objects = [Object((0.2, 0.1, 0.05), "lower", 2.0, mu=0.3), Object((0.1, 0.08, 0.05), "upper", x=(0, 0, 0.15), mu=0.2)]
    pairs = {("ground", "lower"): 0.3, ("lower", "upper"): 0.2}
    motion = run(Scene(objects, 0.8, forces={"lower": (15, 0, 0)}, pair_mu=pairs, ground_mu=0.3))
    return [
        _near("acceleration of the lower [m/s^2]", _rate(motion, 0.2, 0.7, "lower"), (15 - 0.2 * G - 0.9 * G) / 2, 0.01),
        _near("acceleration of the upper [m/s^2]", _rate(motion, 0.2, 0.7, "upper"), 0.2 * G, 0.01),
    ]


def _which(run: Run) -> list[Value]:
    return [Value("mu", _impulses(run(Scene([Object(v=(2, 0, 0), mu=0.2)], 0.25, ground_mu=0.8)), 0.1, 0.24), None)]


def _heavy(run: Run) -> list[Value]:
    cube = (0.1, 0.1, 0.1)
    motion = run(Scene([Object(cube, "light", x=(0, 0, 0.1)), Object(cube, mass=1000.0, x=(0, 0, 0.3))], 2.0))
    return [Value("sinks by [m]", float(0.3 - motion.x()[-1, 2]), 0.0, 1e-3)]


def _shaken(run: Run) -> list[Value]:
    def shake(t: float) -> np.ndarray:
        return np.array([0.3 * G * np.sin(4 * np.pi * t), 0.0, 0.0])

    return [_creep(run(Scene([Object()], 5.0, slope(0.15), shake)), 1.0, 5.0, "creep on the ground [m/s]")]


def _elastic(run: Run) -> list[Value]:
    motion = run(Scene([Object((BALL,), x=(0, 0, 0.6))], 1.1, restitution=1.0))
    z = motion.x()[:, 2]
    k = int(np.argmin(z))
    return [_near("e from the height", float(np.sqrt((z[k:].max() - BALL) / 0.5)), 1.0, 0.01)]


def _top(run: Run) -> list[Value]:
    moments = np.array([0.01, 0.01, 0.02])
    motion = run(Scene([Object(x=(0, 0, 1), moments=moments, w=(2, 0, 10))], 5.0, (0, 0, 0), has_ground=False))
    spins = [turn(q).T @ w for q, w in zip(motion.q(), motion.w())]
    energies = [0.5 * float(moments @ (w * w)) for w in (spins[0], spins[-1])]
    return [Value("energy over the first", energies[1] / energies[0], 1.0, 0.01)]


def _twice(run: Run) -> list[Value]:
    def once() -> np.ndarray:
        lower = Object((0.2, 0.1, 0.05), "lower", 2.0, v=(1.0, 0.2, 0))
        motion = run(Scene([lower, Object((0.1, 0.08, 0.05), x=(0, 0, 0.15), v=(0, 0.3, 0))], 0.5))
        return np.concatenate([motion.rows["lower"], motion.rows["b"]])

    return [Value("difference", float(np.abs(once() - once()).max()), 0.0, 0.0)]


_STEEP = float(np.tan(np.radians(50)))

#: Number: title and case.
CASES: dict[str, tuple[str, Callable[[Run], list[Value]]]] = {
    "01": ("hold at 0.98 of the limit", _hold(0.98, 0.5, 0, (1, 10), (0.1, 0.1, 0.05))),
    "02": ("hold at 0.5 of the limit", _hold(0.5, 0.5, 0, (1, 10), (0.1, 0.1, 0.05))),
    "03": ("slip at 1.02 of the limit", _slip),
    "04": ("stop from 2 m/s", _slide(0)),
    "05": ("slide at 30 degrees", _slide(30)),
    "06": ("slide at 45 degrees", _slide(45)),
    "07": ("hold 0.98 at 45 degrees", _hold(0.98, 0.5, 45, (0.5, 2), (0.1, 0.1, 0.05))),
    "08": ("hold 0.98 at 30 degrees", _hold(0.98, 0.5, 30, (0.5, 2), (0.1, 0.1, 0.05))),
    "09": ("force at 0.99 of the limit", _pushed),
    "10": ("ball slides, then rolls", _rolls),
    "11": ("spin-down, sigma 1 mm", _spins),
    "12": ("rolling stop, rho 2 mm", _rolls_out),
    "13": ("set down sliding", _set_down),
    "14": ("two blocks, mu 0.3 below, 0.2 between", _stack),
    "15": ("which mu acts: 0.2 on 0.8", _which),
    "16": ("mu 1.5 holds on 50 degrees", _hold(_STEEP / 1.5, 1.5, 0, (1, 3), (0.1, 0.1, 0.02))),
    "17": ("1000 kg on 1 kg", _heavy),
    "18": ("stick while shaken", _shaken),
    "21": ("elastic bounce", _elastic),
    "22": ("free symmetric top", _top),
    "26": ("the same bits twice", _twice),
    "28": ("stop at a quarter of the step", _quarter),
}
