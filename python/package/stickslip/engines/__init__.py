"""Cases with closed forms, run by the engines that are installed: ``python3 -m stickslip.engines [CASE...] [--csv]``.

Blocks of 1 kg with half extents 0.1, 0.1, 0.05 m, balls of 1 kg and 0.1 m, μ 0.5, g 9.81 m/s² where a case says no
other. Slopes are made by turning gravity. Each engine runs with its defaults, and with documented better settings.
"""

from ._cases import CASES, Value
from ._engines import ENGINES as _PYTHON_ENGINES
from ._engines import NotOffered, Setting
from ._rust import RUST_ENGINES
from ._scene import Motion, Object, Scene

#: Engines by name.
ENGINES = {**_PYTHON_ENGINES, **RUST_ENGINES}

__all__ = ["CASES", "ENGINES", "Motion", "NotOffered", "Object", "Scene", "Setting", "Value"]
