//! Scenes from public bug reports of other programs, with neighbours: other sizes, angles, speeds, shapes and solvers.
//!
//! | here | asked in |
//! |---|---|
//! | `seams` | rapier#404, #372; lethe#1746; DEM-Engine#73: bodies cross from one fixed body to the next |
//! | `turning` | godot#46604, #35365; sympy#26929: bodies ride or slide on a turntable |
//! | `shared` | drake#23197, stride#2929, Jolt#983; a plank on two rollers; sympy#26929: who carries how much |
//! | `saddle` | lammps#4351, #4244, LIGGGHTS#4: a fine grain on coarse ones |
//! | `release` | webots#2412; lammps#4948; cannon.js#335: a block let go on a slope, a tangential spring, free flight |

mod release;
mod saddle;
mod scene;
mod seams;
mod shared;
mod turning;

use super::case::Case;

/// The cases of the reports.
pub(super) static CASES: &[Case] = &[
    Case {
        seconds: 6.0,
        id: "reports-seams",
        title: "Public reports: bodies cross seams between fixed bodies",
        run: seams::run,
    },
    Case { seconds: 8.0, id: "reports-turntable", title: "Public reports: bodies on a turntable", run: turning::run },
    Case {
        seconds: 3.0,
        id: "reports-shared-loads",
        title: "Public reports: symmetric supports share their load",
        run: shared::run,
    },
    Case {
        seconds: 8.0,
        id: "reports-fine-on-coarse",
        title: "Public reports: a fine grain rolls off two coarse ones",
        run: saddle::run,
    },
    Case {
        seconds: 2.0,
        id: "reports-release",
        title: "Public reports: release on a slope, a ringing spring, free flight",
        run: release::run,
    },
];
