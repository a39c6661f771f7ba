"""Loading, setting, reading, errors; the same bits as the command line."""

import json
import os
import pickle
import shutil
import subprocess
import threading
import time
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import stickslip

PROGRAM = os.environ.get("STICKSLIP") or shutil.which("stickslip")


def test_a_run_in_parts_ends_in_the_state_of_a_whole_run() -> None:
    whole = stickslip.run("sphere-up-35")
    parts = stickslip.Simulation("sphere-up-35")
    for _ in range(7):
        parts.step(311)
    parts.run()
    assert parts.step_count == whole["steps"] == 8000
    assert parts.hash == whole["state_hash"]
    assert parts.reset().hash != whole["state_hash"]
    assert parts.run().hash == whole["state_hash"]


@pytest.mark.skipif(PROGRAM is None, reason="the program is not installed; name it in STICKSLIP")
@pytest.mark.parametrize("name", ["sphere-up-35", "rigid-spools", "stack-rolls-apart"])
def test_the_hash_is_that_of_the_command_line(name: str, tmp_path: Path) -> None:
    edits = ["--set", "gravity=(0.0,0.1,-9.7)", "--duration", "0.05"]
    subprocess.run([PROGRAM, "run", name, "--out", tmp_path / "out", *edits], check=True, capture_output=True)
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    simulation = stickslip.Simulation(name).set("gravity", (0.0, 0.1, -9.7)).set("time.duration", 0.05).run()
    assert simulation.hash == summary["state_hash"]


def test_columns_have_the_names_of_the_quantities() -> None:
    simulation = stickslip.Simulation("sphere-up-35").step(100)
    bodies, contacts = simulation.bodies, simulation.contacts
    names = [name for name, *_ in stickslip.quantities("bodies", table=True)]
    assert list(bodies) == ["body", *names]
    assert names[:3] == ["x", "y", "z"] and bodies.units["vx"] == "m/s"
    assert list(bodies["body"]) == ["incline", "ball"] and list(contacts["j"]) == ["ball"]
    matrix = bodies[["x", "y", "z"]]
    assert matrix.shape == (2, 3)
    np.testing.assert_array_equal(matrix[:, 1], bodies["y"])
    # A quantity that is in no table, and the numbers of the paper: E = μ_k N = 8.027 N, N = m g cos 35°.
    assert bodies["Fn"][1] == pytest.approx(5.0 * 9.8 * np.cos(np.radians(35.0)))
    assert np.hypot(contacts["E_u"], contacts["E_w"])[0] == pytest.approx(8.027, abs=1e-3)
    assert "Fn" in bodies and "speed" not in bodies
    assert simulation.value("N(incline, ball)") == contacts["N"][0]


def test_columns_are_not_copied_again() -> None:
    simulation = stickslip.Simulation("box-settle").step(10)
    bodies = simulation.bodies
    assert bodies["z"] is bodies["z"]
    column = bodies["z"]
    assert column.flags.c_contiguous and column.flags.writeable and column.dtype == np.float64
    # What is written into a column is the caller's: the simulation has its own numbers.
    before = simulation.hash
    column[:] = 0.0
    simulation.step(0)
    assert simulation.hash == before
    # A table stays that of its step.
    old = bodies["vz"].copy()
    simulation.step(10)
    np.testing.assert_array_equal(bodies["vz"], old)
    assert (simulation.bodies["vz"] != old).any()


def test_wrong_input_is_refused_as_by_the_command_line(tmp_path: Path) -> None:
    def says(what: type, do, *texts: str) -> None:
        with pytest.raises(what) as caught:
            do()
        for text in texts:
            assert text in str(caught.value)

    scene = stickslip.load("sphere-up-35")
    says(stickslip.InputError, lambda: scene.set("friction.mus", 0.3), "unknown field `mus`", "did you mean `mu_s`?")
    says(stickslip.InputError, lambda: scene.set("friction.mu_s", -1), "friction.mu_s", "sphere-up-35:")
    says(stickslip.InputError, lambda: scene.set("friction.mu_s", object()), "object has no form in a scene")
    endless = []
    endless.append(endless)
    says(stickslip.InputError, lambda: scene.set("friction.mu_s", endless), "nested more than 60 deep")
    says(stickslip.InputError, lambda: stickslip.load("sphere-up-36"), "did you mean `sphere-up-35`?")
    says(stickslip.InputError, lambda: stickslip.load("Scene(schema: 2)"), "text:1:", "schema")
    says(stickslip.InputError, lambda: stickslip.Simulation(scene).bodies["speed"], "there is no quantity `speed`")
    says(stickslip.InputError, lambda: stickslip.Simulation(scene).sample("v(bull"), "the bracket is not closed")
    says(stickslip.InputError, lambda: stickslip.Simulation(scene).run(until=float("nan")), "until is NaN")
    says(stickslip.InputError, lambda: stickslip.Simulation(scene).render(width=1), "16 to 16384 pixels")
    says(stickslip.InputError, lambda: stickslip.sweep(scene, {"friction.mus": [1]}, "E"), "unknown field `mus`")
    says(stickslip.InputError, lambda: stickslip.replay(tmp_path / "none.rec"), "cannot read")
    assert issubclass(stickslip.InputError, ValueError)
    file = tmp_path / "scene.ron"
    file.write_text(scene.text.replace("0.25", "0.26"))
    assert stickslip.load(file).set("friction.mu_s", 0.25) == scene


def test_values_have_their_form_in_the_scene() -> None:
    scene = stickslip.load("sphere-up-35")
    for value, text in [
        (np.float64(0.5), "0.5"), (True, "true"), (7, "7"), ((0, 0.5), "(0, 0.5)"), (np.array([0.0, 1.5]), "(0.0, 1.5)"),
        ("Hertz(restitution: 0.4)", "Hertz(restitution: 0.4)"), ([(0.0, 1e-9)], "[(0.0, 1e-9)]"),
    ]:
        with pytest.raises(stickslip.InputError) as caught:
            scene.set("nothing.at_all", value)
        assert f"--set nothing.at_all={text}:" in str(caught.value)
    assert pickle.loads(pickle.dumps(scene)) == scene


def test_a_guard_raises_and_the_state_stays() -> None:
    """A contact spring that is far too stiff for the step throws the ball out of all bounds."""
    scene = """Scene(schema: 1, title: "t", time: (dt: 1e-2, duration: 50.0), gravity: (0.0, 0.0, -9.81),
        friction: (mu_s: 0.5, mu_k: 0.5, k_e: 1e9), normal: Hooke(k_n: 1e12, damping: Ratio(0.0)),
        bodies: [(name: "ground", shape: Plane), (name: "ball", shape: Sphere(radius: 0.1), mass: 0.01,
                  position: (0.0, 0.0, 0.05))])"""
    simulation = stickslip.Simulation(scene)
    with pytest.raises(stickslip.Stopped, match="stopped: .*ball"):
        simulation.run()
    step = simulation.step_count
    assert simulation.stopped and step < 5000
    with pytest.raises(stickslip.Stopped):
        simulation.step()
    assert simulation.step_count == step


def test_other_threads_run_while_it_steps() -> None:
    """A thread counts while another one is inside a single call that steps; with the GIL held it could not."""
    simulation = stickslip.Simulation("rigid-pile", threads=1)
    inside, counts = threading.Event(), [0, 0]

    def work() -> None:
        inside.set()
        simulation.step(400)
        counts[1] = counts[0]

    thread = threading.Thread(target=work)
    thread.start()
    inside.wait()
    while thread.is_alive():
        counts[0] += 1
        time.sleep(0)
    assert counts[1] > 100


def test_sweeps_report_and_can_be_stopped() -> None:
    seen = []
    axes = {"friction.mu_s": np.linspace(0.2, 0.6, 130), "friction.eta_r": [0.2, 0.3]}
    table = stickslip.sweep("sphere-up-35", axes, "class(ball)", duration=1e-3, progress=lambda *n: seen.append(n))
    assert seen[-1] == (260, 260) and len(table["case"]) == 260
    np.testing.assert_array_equal(table["friction.eta_r"][:4], [0.2, 0.3, 0.2, 0.3])

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stickslip.sweep("sphere-up-35", axes, "class(ball)", duration=1e-3, progress=stop)


def test_recordings_run_again_to_the_bit(tmp_path: Path) -> None:
    file = tmp_path / "ball.rec"
    recorded = stickslip.run(stickslip.load("sphere-up-35").set("time.duration", 0.05), tmp_path / "out", record=file)
    again = stickslip.replay(file)
    assert again["state_hash"] == recorded["state_hash"] and again["difference"] is None
    assert (tmp_path / "out" / "bodies.csv").read_text().startswith("t [s],step,body,x [m],")


def test_frames_of_pandas_and_polars() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    simulation = stickslip.Simulation("sphere-up-35").step(50)
    frame = simulation.bodies.to_pandas()
    assert list(frame.columns) == list(simulation.bodies) and frame.loc[1, "body"] == "ball"
    assert simulation.contacts.to_polars()["slide_mode"].to_list() == list(simulation.contacts["slide_mode"])
    sampled = simulation.sample(["x(ball)"], until=0.01)
    assert polars.DataFrame(sampled).shape == pandas.DataFrame(sampled).shape == (51, 2)
    assert "<td>ball</td>" in simulation.bodies._repr_html_()


def test_a_picture_is_svg_with_every_body() -> None:
    simulation = stickslip.Simulation("stack-stands").step(10)
    picture = simulation.render(width=300, height=200, azimuth=30, numbers=False)
    root = ElementTree.fromstring(picture._repr_svg_())
    assert (root.get("width"), root.get("height")) == ("300", "200")
    bodies = [element for element in root.iter() if element.get("class") == "body"]
    assert len(bodies) == 3
    assert ElementTree.fromstring(simulation.state._repr_svg_()).get("width") == "640"
