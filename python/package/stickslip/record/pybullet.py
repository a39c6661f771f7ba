"""Runs of PyBullet: call :meth:`Recorder.step` after each ``stepSimulation``.

PyBullet does not report torques of rolling and spinning friction. Its default damping (0.04, linear and angular) is no
load that it tells: set both to 0 with ``changeDynamics``, or the audit shows it.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Mapping, Union

import numpy as np
import pybullet as bullet

from ._folder import Body, BodyRow, Contact, RunFolder


def contacts(names: Mapping[tuple[int, int], str], client: int = 0) -> list[Contact]:
    """The contacts that acted in the last ``stepSimulation``. ``names``: of bodies and their links, -1 for the base."""
    rows = []
    for point in bullet.getContactPoints(physicsClientId=client):
        _, a, b, link_a, link_b, on_a, on_b, normal, distance, force, f1, d1, f2, d2 = point[:14]
        if (a, link_a) == (b, link_b):
            continue
        # The normal points from B to A; friction acts on A along both directions.
        on_j = -(f1 * np.array(d1) + f2 * np.array(d2))
        # Combined as PyBullet does: the product.
        of_a, of_b = (bullet.getDynamicsInfo(*link, physicsClientId=client)[1] for link in ((a, link_a), (b, link_b)))
        rows.append(Contact(
            names[a, link_a], names[b, link_b], 0.5 * (np.array(on_a) + np.array(on_b)), normal, force,
            on_j, -distance, u=d1 if np.any(d1) else None, mu=of_a * of_b,
        ))
    return rows


class Recorder:
    """Writes a run folder of all bodies of a world; to be used in a ``with`` statement around the loop."""

    def __init__(
        self, folder: Union[str, "PathLike[str]"], title: str = "", every: int = 1, client: int = 0
    ) -> None:
        self._client, self._every, self._count = client, every, 0
        parameters = bullet.getPhysicsEngineParameters(physicsClientId=client)
        self._dt = parameters["fixedTimeStep"]
        self._bodies = [bullet.getBodyUniqueId(k, physicsClientId=client) for k in range(bullet.getNumBodies(client))]
        self._names: dict[tuple[int, int], str] = {}
        listed = [self._body(body, link) for body in self._bodies for link in self._links(body)]
        gravity = [parameters[f"gravityAcceleration{axis}"] for axis in "XYZ"]
        self.folder = RunFolder(
            folder, f"pybullet {bullet.getAPIVersion(client)}", self._dt, listed, gravity, title=title, every=every,
            load="mean" if every == 1 and parameters["numSubSteps"] <= 1 else "sample",
            settings={key: value for key, value in parameters.items() if isinstance(value, (int, float))},
        )
        self.folder.row(0, 0.0, self._rows(), [])

    def _links(self, body: int) -> range:
        return range(-1, bullet.getNumJoints(body, physicsClientId=self._client))

    def _body(self, body: int, link: int) -> Body:
        client = self._client
        base, name = bullet.getBodyInfo(body, physicsClientId=client)
        title = f"{name.decode() or 'body'} {body}" if link < 0 else f"{base.decode()} {body} link {link}"
        self._names[body, link] = title
        dynamics = bullet.getDynamicsInfo(body, link, physicsClientId=client)
        mass, inertia = dynamics[0], dynamics[2]
        x, q = self._pose(body, link)
        is_alone = mass > 0 and bullet.getNumJoints(body, physicsClientId=client) == 0
        return Body(
            title, self._shape(body, link), mass=mass if is_alone else None, inertia=inertia if is_alone else None,
            fixed=mass == 0 and link < 0, x=x if mass == 0 else None, q=q if mass == 0 else None,
        )

    def _shape(self, body: int, link: int) -> Any:
        shapes = bullet.getCollisionShapeData(body, link, physicsClientId=self._client)
        if len(shapes) != 1:
            return None
        kind, size, place, turn = shapes[0][2], shapes[0][3], shapes[0][5], shapes[0][6]
        if np.abs(place).max() > 1e-9 or np.abs(turn[:3]).max() > 1e-9:
            return None
        if kind == bullet.GEOM_SPHERE:
            return {"Sphere": {"radius": size[0]}}
        if kind == bullet.GEOM_BOX:
            return {"Box": {"half_extents": [0.5 * x for x in size]}}
        if kind == bullet.GEOM_PLANE:
            return "Plane"
        if kind == bullet.GEOM_CYLINDER:
            return {"Cylinder": {"radius": size[1], "half_height": 0.5 * size[0]}}
        return {"Capsule": {"radius": size[1], "half_height": 0.5 * size[0]}} if kind == bullet.GEOM_CAPSULE else None

    def _pose(self, body: int, link: int) -> tuple[Any, list[float]]:
        if link < 0:
            x, q = bullet.getBasePositionAndOrientation(body, physicsClientId=self._client)
        else:
            x, q = bullet.getLinkState(body, link, physicsClientId=self._client)[:2]
        return x, [q[3], q[0], q[1], q[2]]

    def _velocity(self, body: int, link: int) -> tuple[Any, Any]:
        if link < 0:
            return bullet.getBaseVelocity(body, physicsClientId=self._client)
        state = bullet.getLinkState(body, link, computeLinkVelocity=1, physicsClientId=self._client)
        return state[6], state[7]

    def step(self) -> None:
        """Writes the step that ``stepSimulation`` just took."""
        self._count += 1
        if self._count % self._every == 0:
            self.folder.row(self._count, self._count * self._dt, self._rows(), contacts(self._names, self._client))

    def _rows(self) -> list[BodyRow]:
        return [
            BodyRow(self._names[body, link], *self._pose(body, link), *self._velocity(body, link))
            for body in self._bodies for link in self._links(body)
        ]

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.folder.close()
