//! The entries of the sources.

use crate::reproduction::sources::EntryState::{Background, Built, ClosedForm, Corrected, Missing, Reproduced};
use crate::reproduction::sources::{EntryState, SourceEntry, SourceList};

/// An entry.
const fn entry(
    heading: &'static str,
    content: &'static str,
    state: EntryState,
    [cases, figures]: [&'static [&'static str]; 2],
    place: &'static str,
) -> SourceEntry {
    SourceEntry { heading, content, state, cases, figures, place }
}

const NONE: [&[&str]; 2] = [&[], &[]];

/// The sources in the order of the project.
pub const LISTS: &[SourceList] = &[
    SourceList {
        source: "L. Fang, D. Negrut, *Producing 3D friction loads by tracking the motion of the contact point* (2020), in its two \
                 versions",
        entries: PAPER,
    },
    SourceList { source: "EDEM, *Spinning friction contact model* (manual)", entries: EDEM },
    SourceList {
        source: "A. Tasora, M. Anitescu, *A complementarity-based rolling friction model for rigid contacts* (2013), abstract and \
                 appendices",
        entries: CONES,
    },
    SourceList {
        source: "D. Krengel, H.-G. Matuttis, *Numerically exact formulation for many-body Coulomb friction* (slides)",
        entries: DAE,
    },
];

const PAPER: &[SourceEntry] = &[
    entry("1", "introduction, the question", Background, NONE, ""),
    entry(
        "2.1, figure 1",
        "path of the contact point, roll, slip and spin of a step",
        Built,
        NONE,
        "[model.md](model.md)",
    ),
    entry(
        "2.2, figures 2 and 3; B, figure 15 (19)",
        "contact frame by continuation, its closed solution",
        ClosedForm,
        NONE,
        "`laws::friction::tracking`, crates/engine/tests/physics/runs/invariants.rs",
    ),
    entry("3.1", "slide force: spring with memory, static and kinetic cap", Reproduced, [&["brick-holds"], &[]], ""),
    entry("3.2, figure 4, table 1", "roll torque and curvature", Reproduced, [&[], &["table-1"]], ""),
    entry("3.3", "spin torque", Reproduced, [&["spin"], &[]], ""),
    entry(
        "4.1, figures 5 and 6",
        "brick on an incline, five runs",
        Reproduced,
        [&["brick-holds", "brick-oscillates", "brick-slips"], &["brick-damping", "brick-angles"]],
        "",
    ),
    entry(
        "4.2, figures 6 and 7 (8 and 9)",
        "disk that begins to roll; three dampings",
        Reproduced,
        [&["disk"], &["disk", "disk-damping"]],
        "",
    ),
    entry(
        "4.2, figure 8 (10)",
        "the disk under a constant roll torque: it chatters",
        Reproduced,
        [&["disk-legacy"], &["disk-legacy"]],
        "",
    ),
    entry(
        "4.3, figure 9 (11)",
        "sphere up 35°, four phases",
        Reproduced,
        [&["sphere-35"], &["sphere-35", "sphere-35-frames"]],
        "",
    ),
    entry(
        "4.3, figure 10 (12), table 2; D",
        "map of four steady states, its borders",
        Reproduced,
        [&["sphere-classes", "sphere-map"], &["sphere-classes"]],
        "",
    ),
    entry(
        "4.4, figures 11 and 12 (13 and 14)",
        "spinning sphere, empirical model",
        Reproduced,
        [&["spin"], &["spin-frames", "spin"]],
        "text and figure differ in the damping: both stand side by side in section 4.4",
    ),
    entry(
        "4.4, table 3 (5), figure 12; C, figures 16 and 17",
        "spinning sphere, Hertz model; derivation of K_ψ",
        Reproduced,
        [&["spin-hertz"], &["spin-hertz"]],
        "",
    ),
    entry(
        "4.5.1, figure 12",
        "an ellipsoid falls over",
        Reproduced,
        [&["ellipsoid-falls"], &["ellipsoid-falls", "ellipsoid-poses"]],
        "text and program differ in a line of action: both stand side by side in section 4.5",
    ),
    entry(
        "4.5.2, figure 12, table 7 (5)",
        "a spinning ellipsoid, two poses",
        Reproduced,
        [&["ellipsoid-spin"], &["table-7", "ellipsoid-spin", "ellipsoid-spin-inertia"]],
        "",
    ),
    entry(
        "4.5.2, conclusion \"the flat ellipsoid stops sooner\"",
        "stopping times of the two poses",
        Corrected,
        [&["ellipsoid-spin"], &[]],
        "with the ellipsoid's own inertia the upright one does",
    ),
    entry(
        "4.6, figures 13 and 14 (15 and 16)",
        "stack of three, critical mass",
        Reproduced,
        [&["stack"], &["stack-mass", "stack-histories", "stack-snapshots"]],
        "",
    ),
    entry(
        "5",
        "five basic parameters determine the model",
        Built,
        NONE,
        "[friction-parameters.md](friction-parameters.md)",
    ),
    entry(
        "5, future work",
        "granular dynamics with millions of degrees of freedom",
        Built,
        NONE,
        "[piles.md](piles.md), [lammps.md](lammps.md)",
    ),
    entry(
        "A.1 to A.3",
        "the models of the literature",
        Built,
        NONE,
        "[laws.md](laws.md), with what is missing of each",
    ),
];

const EDEM: &[SourceEntry] = &[
    entry(
        "torque",
        "M = ⅔ μ F_n R_disk against the spin, R_disk from the contact area",
        ClosedForm,
        NONE,
        "law `edem-disk`",
    ),
    entry("limit", "C_safety ω min(I)/Δt", ClosedForm, NONE, "law `edem-disk`"),
    entry("rocking", "M = −γ_n/4 R_disk² ω_t", ClosedForm, NONE, "law `edem-disk`"),
];

const CONES: &[SourceEntry] = &[
    entry(
        "abstract",
        "rolling and spinning limits as complementarity, large steps",
        ClosedForm,
        [
            &[
                "cones-roll",
                "cones-incline",
                "cones-spin",
                "cones-bowling",
                "cones-block",
                "cones-column",
                "cones-spool",
            ],
            &[],
        ],
        "[solvers.md](solvers.md)",
    ),
    entry(
        "abstract",
        "convex relaxation and its side effects",
        ClosedForm,
        [&["cones-relaxed"], &[]],
        "scene `rigid-block-set-down-relaxed`",
    ),
    entry(
        "abstract",
        "transitions from rolling to resting",
        ClosedForm,
        [&["cones-roll"], &[]],
        "scenes `rigid-balls-on-a-slope`, `rigid-heap`",
    ),
    entry(
        "abstract",
        "bearings and guideways",
        ClosedForm,
        [&["cones-bearings"], &[]],
        "scenes `rigid-ball-in-a-groove`, `rigid-guideway`, `rigid-thrust-bearing`",
    ),
    entry(
        "abstract",
        "roll friction in place of irregular shapes",
        Built,
        [&[], &["rest-angle"]],
        "balls with ρ beside polyhedra without",
    ),
    entry(
        "figures 1 to 13",
        "not in the freely known part of the source",
        Missing,
        NONE,
        "the figures and their parameters",
    ),
    entry("A", "kinematics of rolling", ClosedForm, NONE, "`laws::friction::limit::cones`"),
    entry("B", "the rows of a contact", ClosedForm, [&["cones-roll"], &[]], "D is m_v × 3, not 3 × m_v"),
    entry(
        "C",
        "projection on the intersection of cones",
        Corrected,
        NONE,
        "`laws::friction::limit::cones`: the last formula lacks the factor l_i; tested by its certificate on random inputs",
    ),
];

const DAE: &[SourceEntry] = &[
    entry("1, 3", "Coulomb friction at one contact", ClosedForm, [&["polygons-slope"], &[]], "[dae.md](dae.md)"),
    entry("2.1", "point pendulum, constraint force", ClosedForm, [&[], &["drift", "drift-numbers"]], ""),
    entry(
        "2.2",
        "drift off the constraint; \"worse for O(4) than for O(2)\"",
        Corrected,
        [&[], &["drift", "drift-numbers"]],
        "only with steps above a fortieth of the period, where both fail; below, order 4 drifts less",
    ),
    entry(
        "2.3",
        "stiffness; BDF2 has minimal drift",
        Corrected,
        [&[], &["drift", "drift-numbers"]],
        "BDF2 is stable, but its drift is twice that of RK2",
    ),
    entry(
        "2.3",
        "Baumgarte's stabilization, projection of the velocity",
        ClosedForm,
        [&[], &["drift", "drift-numbers"]],
        "",
    ),
    entry("2.4", "inconsistent initial values diverge or converge to zero", ClosedForm, [&[], &["drift"]], ""),
    entry(
        "2.4, B",
        "Painlevé paradox",
        ClosedForm,
        NONE,
        "scene `dae-rod`, event `painleve`; case 4 cannot occur with N known",
    ),
    entry("4", "many contacts: the need", Background, NONE, ""),
    entry(
        "5",
        "friction as the convex hull of the sliding forces, λ",
        ClosedForm,
        [&["polygons-slope"], &[]],
        "scene `dae-spring`",
    ),
    entry(
        "6",
        "formalism for many particles, reduced mass",
        Corrected,
        [&["polygons-turning"], &[]],
        "r² is (r × t)²; taken lagged, many contacts shake: they are solved together",
    ),
    entry("6.1, 6.2", "velocity conditions, auxiliary variables", Built, NONE, "`level: Acceleration`"),
    entry("7", "competition of rolling and sliding", ClosedForm, [&["polygons-turning"], &[]], ""),
    entry(
        "8",
        "spheres make no heap, polyhedra do; friction switched off",
        Built,
        NONE,
        "scene `heap-loses-friction`, lesson *What holds a heap up?*",
    ),
    entry(
        "9",
        "elastic force from the overlap area",
        ClosedForm,
        [&["polygons-bed"], &[]],
        "`normal: OverlapArea`; rolling friction in place of shape: figure rest-angle",
    ),
    entry(
        "10, 10.1 to 10.3",
        "rotational damping, its limits",
        ClosedForm,
        [&["polygons-bed"], &[]],
        "printed v × CP drives",
    ),
    entry(
        "10.4",
        "co-rotating reference: drum of polygons",
        Built,
        [&[], &["polygon-drum"]],
        "scene `drum-of-polygons`; the printed ω_i = |r × v| is no angular velocity",
    ),
    entry(
        "11",
        "vibrated box of 1008 polygons against springs",
        Corrected,
        [&[], &["polygons-box"]],
        "[polygons.md](polygons.md): the coherence comes from the rotational damping",
    ),
    entry(
        "12",
        "heap of 1622 polygons",
        Built,
        [&[], &["polygons-heap"]],
        "[polygons.md](polygons.md); no curve of the source has numbers",
    ),
    entry(
        "13",
        "finite drift in static configurations",
        Corrected,
        NONE,
        "only at the level of accelerations: [dae.md](dae.md)",
    ),
    entry(
        "13",
        "same treatment for rolling and pivoting friction",
        ClosedForm,
        [&["dae-torques"], &[]],
        "laws `roll: Dae`, `spin: Dae`, found together with slide; as cones, too",
    ),
    entry(
        "A",
        "Cundall and Strack: oscillation, slower grip",
        ClosedForm,
        NONE,
        "law `cundall-strack`, [laws.md](laws.md)",
    ),
    entry("C", "stiff equations: concepts", Background, NONE, ""),
    entry("D", "friction is not roughness", Background, NONE, ""),
];
