"""Runs of other engines as run folders, which ``stickslip open DIR`` shows and ``stickslip audit DIR`` checks.

>>> from stickslip.record import mujoco as record          # or drake, pybullet, newton
>>> with record.Recorder("grasp", model, data) as run:
...     for _ in range(1000):
...         mj.mj_step(model, data)
...         run.step()

For any other engine :class:`RunFolder` writes the three files from rows of bodies and contacts.
"""

from ._folder import Body, BodyRow, Contact, RunFolder

__all__ = ["Body", "BodyRow", "Contact", "RunFolder"]
