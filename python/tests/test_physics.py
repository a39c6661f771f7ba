"""Motions with closed forms, through the package."""

import numpy as np
import pytest

import stickslip

G = 9.81


def block(degrees: float, mu: float) -> str:
    return f"""Scene(
        schema: 1, title: "block", time: (dt: 1e-4, duration: 0.5), gravity: (0.0, 0.0, -{G}),
        friction: (mu_s: {mu}, mu_k: {mu}, k_e: 1e6), normal: Known(Weight),
        bodies: [(name: "incline", shape: Incline(degrees: {degrees})),
                 (name: "block", shape: Box(half_extents: (0.1, 0.1, 0.05)), mass: 2.0, motion: Translating,
                  on: (surface: "incline"))])"""


@pytest.mark.parametrize(("degrees", "mu"), [(25.0, 0.2), (40.0, 0.5)])
def test_a_block_slides_as_sin_minus_mu_cos(degrees: float, mu: float) -> None:
    """v = g (sin θ − μ cos θ) t. Until its spring is stretched by μN/K_E the block is ahead of that; afterwards by the
    same time for ever, below 2 ms."""
    sampled = stickslip.Simulation(block(degrees, mu)).sample("v(block)", every=100)
    angle = np.radians(degrees)
    acceleration = G * (np.sin(angle) - mu * np.cos(angle))
    t, v = sampled["t"], sampled["v(block)"]
    late = t > 0.1
    assert late.sum() > 30
    slope = np.diff(v[late]) / np.diff(t[late])
    np.testing.assert_allclose(slope, acceleration, rtol=1e-9)
    # The work before slip ends: half of μN times the stretch, and the damping, are not yet lost.
    np.testing.assert_allclose(v[late], acceleration * t[late], atol=2e-3 * G)


def test_a_block_below_the_friction_angle_holds() -> None:
    simulation = stickslip.Simulation(block(20.0, 0.5)).run()
    assert simulation.value("v(block)") < 1e-6
    assert list(simulation.contacts["slide_mode"]) == ["stick"] * len(simulation.contacts["slide_mode"])
    # Friction holds the weight's share along the slope.
    force = simulation.contacts[["F_x", "F_y", "F_z"]].sum(axis=0)
    assert np.linalg.norm(force) == pytest.approx(2.0 * G * np.sin(np.radians(20.0)), rel=1e-6)


@pytest.mark.parametrize("mu", [0.1, 0.2, 0.4])
def test_a_bowling_ball_rolls_with_five_sevenths(mu: float) -> None:
    """It slides until t = 2 v0/7 μ g, and then rolls with 5/7 of its speed, whatever μ."""
    ball = f"""Scene(schema: 1, title: "ball", time: (dt: 1e-4, duration: 5.0), gravity: (0.0, 0.0, -{G}),
        friction: (mu: {mu}), normal: Rigid,
        bodies: [(name: "lane", shape: Plane), (name: "ball", shape: Sphere(radius: 0.11), mass: 6.0,
                  position: (0.0, 0.0, 0.11), velocity: (5.0, 0.0, 0.0))])"""
    simulation = stickslip.Simulation(ball)
    begin = 2.0 * 5.0 / (7.0 * mu * G)
    simulation.run(until=0.5 * begin)
    assert simulation.value("v(ball)") == pytest.approx(5.0 - mu * G * simulation.time, rel=1e-9)
    assert simulation.value("w(ball)") == pytest.approx(2.5 * mu * G * simulation.time / 0.11, rel=1e-9)
    simulation.run(until=begin + 0.01)
    assert simulation.value("v(ball)") == pytest.approx(25.0 / 7.0, rel=1e-4)


def test_a_sweep_finds_the_friction_angle() -> None:
    """A block holds where tan θ < μ, and slides where it is greater."""
    mus = np.array([0.3, 0.35, 0.38, 0.42, 0.5])
    table = stickslip.sweep(
        block(np.degrees(np.arctan(0.4)), 0.4),
        {"friction.mu_s, friction.mu_k": [(mu, mu) for mu in mus]},
        ["v(block)", "class(block)"],
    )
    np.testing.assert_array_equal(table["friction.mu_s"], mus)
    angle = np.arctan(0.4)
    slides = mus < 0.4
    assert list(table["block class"]) == ["PS"] * 3 + ["S"] * 2
    expected = G * (np.sin(angle) - mus * np.cos(angle)) * 0.5
    np.testing.assert_allclose(table["block v [m/s]"][slides], expected[slides], atol=5e-3)
    assert (table["block v [m/s]"][~slides] < 1e-5).all()
    assert list(table["stopped"]) == [""] * 5
