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
    """Friction impulse over normal impulse on level ground, by the motion: hops do not change it."""
    a, b = motion.at(start), motion.at(end)
    v = motion.v(name)
    got = v[b] - v[a] + np.array([0.0, 0.0, G * (motion.t[b] - motion.t[a])])
    return float(np.hypot(*got[:2]) / got[2])


def _rate(motion: Motion, start: float, end: float, name: str) -> float:
    a, b = motion.at(start), motion.at(end)
    return float((motion.v(name)[b, 0] - motion.v(name)[a, 0]) / (motion.t[b] - motion.t[a]))


def _hold(part: float, mu: float, degrees: float, times: tuple[float, float], size: tuple[float, ...]) -> Callable[[Run], list[Value]]:
    def case(run: Run) -> list[Value]:
        return [_creep(run(Scene([Object(size, mu=mu)], times[1], slope(part * mu, np.radians(degrees)))), *times)]

    return case


def _slip(run: Run) -> list[Value]:
    gravity = slope(0.51)
    motion = run(Scene([Object()], 2.0, gravity))
    return [_near("mu", (gravity[0] - _rate(motion, 1.0, 2.0, "b")) / -gravity[2], 0.5, 0.005)]


def _slide(degrees: float) -> Callable[[Run], list[Value]]:
    def case(run: Run) -> list[Value]:
        heading, way = np.radians(degrees), 4.0 / (2 * 0.5 * G)
        motion = run(Scene([Object(v=(2 * np.cos(heading), 2 * np.sin(heading), 0))], 1.0))
        moved, heights = motion.x()[-1] - motion.x()[0], motion.x()[1:, 2] - motion.x()[-1, 2]
        return [
            # The step in which the block stops is not resolved.
            Value("distance to rest [m]", float(np.hypot(*moved[:2])), way, 0.005 * way + motion.dt),
            _near("mu", _impulses(motion, 0.1, 0.3), 0.5, 0.005),
            Value("speed at the end [m/s]", float(np.linalg.norm(motion.v()[-1])), 0.0, _CREEP),
            Value("hop [m]", float(heights.max()), 0.0, 5e-4),
            Value("bend of the path [degrees]", float(np.degrees(np.arctan2(moved[1], moved[0])) - degrees), 0.0, 0.5),
        ]

    return case


def _quarter(run: Run) -> list[Value]:
    motion = run(Scene([Object(v=(2, 0, 0))], 1.0), 0.25)
    way = 4.0 / (2 * 0.5 * G)
    return [_near("distance to rest [m]", float(motion.x()[-1, 0] - motion.x()[0, 0]), way, 0.01)]


def _pushed(run: Run) -> list[Value]:
    return [_creep(run(Scene([Object()], 3.0, forces={"b": (0.99 * 0.5 * G, 0, 0)})), 1.0, 3.0)]


def _rolls(run: Run) -> list[Value]:
    mu = 0.3
    motion = run(Scene([Object((BALL,), v=(1, 0, 0), mu=mu)], 0.5))
    rolled = 5 / 7 * (motion.t[-1] - 2 / (7 * mu * G))
    return [
        _near("v [m/s]", float(motion.v()[motion.at(0.2), 0]), 5 / 7, 0.005),
        _near("way until it rolls [m]", float(motion.x()[-1, 0] - rolled), 12 / (49 * mu * G), 0.05),
    ]


def _spins(run: Run) -> list[Value]:
    motion = run(Scene([Object((BALL,), w=(0, 0, 10), sigma=1e-3)], 5.0))
    a, b = motion.at(0.2), motion.at(0.6)
    rate = -(motion.w()[b, 2] - motion.w()[a, 2]) / (motion.t[b] - motion.t[a])
    return [
        _near("deceleration [rad/s^2]", float(rate), 5e-3 * G / (2 * BALL**2), 0.01),
        Value("angular velocity at 5 s [rad/s]", float(np.linalg.norm(motion.w()[-1])), 0.0, 1e-3),
    ]


def _rolls_out(run: Run) -> list[Value]:
    motion, slowing = run(Scene([Object((BALL,), v=(1, 0, 0), w=(0, 10, 0), rho=2e-3)], 9.0)), 5 * 2e-3 * G / (7 * BALL)
    return [
        _near("deceleration [m/s^2]", -_rate(motion, 1.0, 3.0, "b"), slowing, 0.01),
        _near("distance to rest [m]", float(motion.x()[-1, 0]), 0.5 / slowing, 0.01),
        _creep(motion, 8.5, 9.0, "creep afterwards [m/s]"),
    ]


def _set_down(run: Run) -> list[Value]:
    motion = run(Scene([Object(v=(2, 0, -1))], 0.5))
    k, z = motion.at(0.05), motion.x()[:, 2]
    want = 2 - 0.5 - 0.5 * G * motion.t[k]
    return [_near("v at 50 ms [m/s]", float(motion.v()[k, 0]), want, 0.02), Value("hop [m]", float(z[1:].max() - z[-1]), 0.0, 2e-4)]


def _stack(run: Run) -> list[Value]:
    lower, upper = _two()
    lower.mu, upper.mu = 0.3, 0.2
    pairs = {("ground", "lower"): 0.3, ("lower", "upper"): 0.2}
    motion = run(Scene([lower, upper], 0.8, forces={"lower": (15, 0, 0)}, pair_mu=pairs))
    return [
        _near("acceleration of the lower [m/s^2]", _rate(motion, 0.2, 0.7, "lower"), (15 - 0.2 * G - 0.9 * G) / 2, 0.01),
        _near("acceleration of the upper [m/s^2]", _rate(motion, 0.2, 0.7, "upper"), 0.2 * G, 0.01),
        _near("mu between", _impulses(motion, 0.2, 0.7, "upper"), 0.2, 0.01),
    ]


def _two(speed: float = 0.0) -> list[Object]:
    """A block of 2 kg, and a narrower one of 1 kg on it."""
    lower = Object((0.2, 0.1, 0.05), "lower", 2.0, v=(speed, 0, 0))
    return [lower, Object((0.1, 0.08, 0.05), "upper", x=(0, 0, 0.15))]


def _which(run: Run) -> list[Value]:
    return [Value("mu", _impulses(run(Scene([Object(v=(2, 0, 0), mu=0.2)], 0.25, ground_mu=0.8)), 0.1, 0.24), None)]


def _heavy(run: Run) -> list[Value]:
    cube = (0.1, 0.1, 0.1)
    motion = run(Scene([Object(cube, "light", x=(0, 0, 0.1)), Object(cube, mass=1000.0, x=(0, 0, 0.3))], 2.0))
    return [
        Value("sinks by [m]", float(0.3 - motion.x()[-1, 2]), 0.0, 1e-3),
        _near("N on the ground [N]", float(sum(one.N for one in motion.on_ground("light"))), 1001 * G, 0.01),
    ]


def _shaken(run: Run) -> list[Value]:
    def shake(t: float) -> np.ndarray:
        return np.array([0.3 * G * np.sin(4 * np.pi * t), 0.0, 0.0])

    return [_creep(run(Scene([Object()], 5.0, slope(0.15), shake)), 1.0, 5.0, "creep on the ground [m/s]")]


def _pressed(run: Run) -> list[Value]:
    motion = run(Scene([Object()], 1.0, forces={"b": (3, 0, 0)}))
    touching = motion.on_ground()
    total = sum(one.N for one in touching)
    moment = sum(one.N * one.c[0] for one in touching)
    centre = moment / total - motion.x()[-1, 0] if total > 0 else np.nan
    return [_near("centre of pressure from the middle [m]", float(centre), 3 * 0.05 / G, 0.01)]


def _about_y(degrees: float) -> tuple[float, float, float, float]:
    half = np.radians(degrees) / 2
    return (float(np.cos(half)), 0.0, float(np.sin(half)), 0.0)


def _rocks(run: Run) -> list[Value]:
    angle, a, c = np.radians(1.0), 0.2, 0.1
    height = np.hypot(a * np.sin(angle), c * np.cos(angle))
    motion = run(Scene([Object((a, c, c), x=(0, 0, height), q=_about_y(1.0), is_ellipsoid=True)], 3.0))
    tilt = np.array([turn(q)[0, 2] for q in motion.q()])
    k = np.flatnonzero((tilt[:-1] > 0) & (tilt[1:] <= 0))
    zeros = motion.t[k] + (motion.t[k + 1] - motion.t[k]) * tilt[k] / (tilt[k] - tilt[k + 1])
    rate = np.sqrt(G * (a * a / c - c) / (0.2 * (a * a + c * c) + c * c))
    period = (zeros[-1] - zeros[0]) / (len(zeros) - 1) if len(zeros) > 1 else np.nan
    return [
        _near("period [s]", float(period), float(2 * np.pi / rate), 0.01),
        _near("largest angle after 0.7 s over the first", float(tilt[motion.at(0.7):].max() / tilt[0]), 1.0, 0.02),
    ]


def _elastic(run: Run) -> list[Value]:
    # The ball is up again at 0.64 s, and lands again at 0.96 s.
    motion = run(Scene([Object((BALL,), x=(0, 0, 0.6))], 0.8, restitution=1.0))
    z = motion.x()[:, 2]
    k = int(np.argmin(z))
    return [_near("e from the height", float(np.sqrt((z[k:].max() - BALL) / 0.5)), 1.0, 0.01)]


def _top(run: Run) -> list[Value]:
    moments = np.array([0.01, 0.01, 0.02])
    motion = run(Scene([Object(x=(0, 0, 1), moments=moments, w=(2, 0, 10))], 5.0, (0, 0, 0), has_ground=False))
    first, last = motion.spin(0), motion.spin(-1)
    momenta = [turn(motion.q()[k]) @ (moments * w) for k, w in ((0, first), (-1, last))]
    # The angular velocity turns about the axis of symmetry at (I_3/I_1 - 1) w_3.
    turned = np.array([2 * np.cos(50), 2 * np.sin(50), 10])
    return [
        Value("change of angular momentum", _apart(*momenta) / float(np.linalg.norm(momenta[0])), 0.0, 0.01),
        Value("energy over the first", _rotational(moments, last) / _rotational(moments, first), 1.0, 0.01),
        Value("own angular velocity off its closed form, over 10", _apart(last, turned) / 10, 0.0, 0.05),
    ]


def _apart(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.linalg.norm(a - b))


def _rotational(moments: np.ndarray, spin: np.ndarray) -> float:
    return 0.5 * float(moments @ (spin * spin))


def _bounces(run: Run) -> list[Value]:
    e, mu, gap = 0.5, 0.05, 0.02
    motion = run(Scene([Object((BALL,), x=(0, 0, BALL + gap), v=(1, 0, -2), mu=mu)], 0.08, restitution=e))
    # Semi-implicit steps follow the parabola whose velocity is half a step behind.
    behind = 0.5 * G * motion.dt
    speed = float(np.hypot(2 + behind, np.sqrt(2 * gap * G)))
    lands, lost = (speed - 2 - behind) / G, mu * (1 + e) * speed
    return [
        _near("v [m/s]", float(motion.v()[-1, 0]), 1 - lost, 0.005),
        _near("angular velocity [rad/s]", float(motion.w()[-1, 1]), 2.5 * lost / BALL, 0.02),
        _near("e", float((motion.v()[-1, 2] - behind + G * (motion.t[-1] - lands)) / speed), e, 0.02),
    ]


def _rod(run: Run) -> list[Value]:
    gains = []
    for degrees in (20, 30, 40, 50, 60):
        for along in (-0.3, 0.3):
            angle = np.radians(degrees)
            height = 0.2 * np.sin(angle) + 0.02 * np.cos(angle) + 0.01
            rod = Object((0.2, 0.02, 0.02), x=(0, 0, height), q=_about_y(degrees), v=(along, 0, -1))
            motion = run(Scene([rod], 0.12, (0, 0, 0), restitution=1.0))
            energies = [
                0.5 * float(motion.v()[k] @ motion.v()[k]) + _rotational(rod.inertia, motion.spin(k)) for k in (0, -1)
            ]
            gains.append(energies[1] / energies[0] - 1)
    return [Value("largest gain of energy", float(np.maximum(0.0, np.max(gains))), 0.0, 1e-3)]


def _everywhere(run: Run) -> list[Value]:
    def ends(speed: float, is_swapped: bool = False) -> np.ndarray:
        motion = run(Scene(_two(speed), 0.5, is_swapped=is_swapped))
        return np.array([motion.x(name)[-1] for name in ("lower", "upper")])

    first, swapped, mirrored = ends(1.0), ends(1.0, True), ends(-1.0) * [-1, 1, 1]
    return [
        Value("another order of bodies [m]", float(np.linalg.norm(first - swapped, axis=1).max()), 0.0, 1e-6),
        Value("the mirror image [m]", float(np.linalg.norm(first - mirrored, axis=1).max()), 0.0, 1e-6),
    ]


def _twice(run: Run) -> list[Value]:
    def once() -> np.ndarray:
        lower, upper = _two()
        lower.v, upper.v = (1.0, 0.2, 0), (0, 0.3, 0)
        motion = run(Scene([lower, upper], 0.5))
        return np.concatenate([motion.rows["lower"], motion.rows["upper"]])

    return [Value("difference", float(np.abs(once() - once()).max()), 0.0, 0.0)]


def _three(run: Run) -> list[Value]:
    places = {"left": (0, -BALL, BALL), "right": (0, BALL, BALL), "b": (0, 0, BALL + np.sqrt(3) * BALL)}
    motion = run(Scene([Object((BALL,), name, x=x, rho=0.05) for name, x in places.items()], 5.0))
    return [Value("sinks by [m]", float(motion.x()[0, 2] - motion.x()[-1, 2]), 0.0, 2e-3)]


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
    "19": ("centre of pressure", _pressed),
    "20": ("ellipsoid rocks", _rocks),
    "21": ("elastic bounce", _elastic),
    "22": ("free symmetric top", _top),
    "23": ("bounce with friction", _bounces),
    "24": ("rod, e 1: energy", _rod),
    "25": ("order of bodies, mirror", _everywhere),
    "26": ("the same bits twice", _twice),
    "27": ("three balls stand", _three),
    "28": ("stop at a quarter of the step", _quarter),
}
