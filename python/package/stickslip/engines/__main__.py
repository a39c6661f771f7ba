"""``python3 -m stickslip.engines [CASE...] [--engine NAME] [--csv]``."""

from __future__ import annotations

import argparse
import contextlib
import csv
import sys
from typing import Any, TextIO

from . import CASES, ENGINES, NotOffered


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m stickslip.engines", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="numbers of cases [default: all]")
    parser.add_argument("--engine", action="append", choices=sorted(ENGINES), help="only this one")
    parser.add_argument("--csv", action="store_true", help="rows: engine, version, setting, case, quantity, value, want, ok")
    chosen = parser.parse_args()
    unknown = [case for case in chosen.cases if case not in CASES]
    if unknown:
        parser.error(f"no case {', '.join(unknown)}; there are {', '.join(CASES)}")
    rows = sys.stdout
    table = csv.writer(rows, lineterminator="\n")
    # What engines print is no row.
    with contextlib.redirect_stdout(sys.stderr):
        return _compare(chosen, table, rows)


def _compare(chosen: argparse.Namespace, table: Any, rows: TextIO) -> int:
    for name in chosen.engine or ENGINES:
        engine = ENGINES[name]
        version = engine.version
        if version is None:
            print(f"not run: {name} is not installed ({engine.remedy})", file=sys.stderr)
            continue
        for setting in engine.settings:
            for number in chosen.cases or CASES:
                title, case = CASES[number]
                try:
                    values = case(lambda scene, scale=1.0: engine.run(scene, setting.options, scale))
                except NotOffered as why:
                    print(f"not run: {name} {setting.name} {number} {title}: {why}", file=sys.stderr)
                    continue
                for value in values:
                    verdict = {None: "", True: "yes", False: "no"}[value.ok]
                    want = "" if value.want is None else repr(float(value.want))
                    row = [name, version, setting.name, number, value.what, repr(float(value.value)), want, verdict]
                    if chosen.csv:
                        table.writerow(row)
                    else:
                        mark = " differs" if value.ok is False else ""
                        wanted = f" (wanted {value.want:.4g})" if value.want is not None else ""
                        print(f"{name} {setting.name} {number} {title}: {value.what} {value.value:.4g}{wanted}{mark}", file=rows)
                rows.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
