//! The page `docs/reproduction.md`: for each experiment the question, the figure made here, the paper's values next
//! to the computed ones, and the errata with their arithmetic.

use crate::reproduction::beside;
use crate::reproduction::figures::recipes;
use crate::reproduction::source_lists::LISTS;
use crate::reproduction::sources;
use crate::reproduction::verify::{Case, RowKind, VerifyPlan, VerifyRow, short, tally, verify, wanted};
use crate::trace::StudyError;
use std::path::Path;

/// One section of the page.
struct Section {
    title: &'static str,
    question: &'static str,
    figures: &'static [&'static str],
    cases: &'static [&'static str],
}

const SECTIONS: &[Section] = &[
    Section {
        title: "3.2 Roll friction and curvature",
        question: "How do the stiffness and threshold of a ball's roll friction depend on the curvature of the other \
                   body? Each formula of the paper is compared with the contact of a run, for R = 0.2 m, eta_r 0.3, \
                   K_E 1e5 N/m and mu_s N = 12.25 N.",
        figures: &["table-1"],
        cases: &[],
    },
    Section {
        title: "4.1 A brick on an incline",
        question: "Does static friction hold a brick, and how fast does it slide otherwise? A brick of 1 kg, \
                   mu_s 0.25, mu_k 0.2, K_E 1e5 N/m.",
        figures: &["brick-damping", "brick-angles"],
        cases: &["brick-holds", "brick-oscillates", "brick-slips"],
    },
    Section {
        title: "4.2 A disk",
        question: "How does a sliding disk begin to roll, and how does it stop? A disk of 5 kg and 0.2 m, eta_r 0.4. \
                   Panel a and panels b, c of the paper show different runs: both are scenes here.",
        figures: &["disk", "disk-damping", "disk-legacy"],
        cases: &["disk", "disk-legacy"],
    },
    Section {
        title: "4.3 A sphere on an incline",
        question: "When does a ball stick, roll, slip, or roll with slip? A ball of 5 kg and 0.2 m launched up the \
                   slope at 0.5 m/s.",
        figures: &["sphere-35", "sphere-35-frames", "sphere-classes"],
        cases: &["sphere-35", "sphere-classes", "sphere-map"],
    },
    Section {
        title: "4.4 A spinning sphere",
        question: "How long does a ball spin in place, and how does its material matter?",
        figures: &["spin-frames", "spin", "spin-hertz"],
        cases: &["spin", "spin-hertz"],
    },
    Section {
        title: "4.5 An ellipsoid",
        question: "How does an upright ellipsoid fall, and how does curvature change spin friction?",
        figures: &["ellipsoid-poses", "ellipsoid-falls", "table-7", "ellipsoid-spin", "ellipsoid-spin-inertia"],
        cases: &["ellipsoid-falls", "ellipsoid-spin"],
    },
    Section {
        title: "4.6 A stack of three balls",
        question: "How heavy may the top ball be before the stack collapses?",
        figures: &["stack-mass", "stack-histories", "stack-snapshots"],
        cases: &["stack"],
    },
    Section {
        title: "Rigid contacts with friction cones",
        question: "Do rigid contacts satisfy their equations? The source is A. Tasora, M. Anitescu, *A \
                   complementarity-based rolling friction model for rigid contacts* (Meccanica 2013), which prints \
                   no results: each number of a run is compared with the closed form for one body, here for R = 0.1 \
                   m and 1 kg. The exact form first, then the relaxed one of the source ([solvers.md](solvers.md)).",
        figures: &[],
        cases: &[
            "cones-roll",
            "cones-incline",
            "cones-spin",
            "cones-bowling",
            "cones-block",
            "cones-column",
            "cones-spool",
            "cones-relaxed",
        ],
    },
    Section {
        title: "Bearings and guideways",
        question: "Does rolling resistance follow from its contacts? The abstract of Tasora and Anitescu names bearings and \
                   guideways. A ball on two rails, a slide on six balls and a disk on six balls, at three step sizes and two \
                   μ; what resists is the sum of ρ N and σ N times the rolling and spinning of each contact.",
        figures: &[],
        cases: &["cones-bearings"],
    },
    Section {
        title: "Roll friction in place of shape",
        question: "Does a roll limit ρ hold a heap up as corners do? 512 rigid balls with three ρ beside 512 rigid polyhedra \
                   without, dropped from a loose column; `stickslip figure rest-angle` makes the figure, in some minutes.",
        figures: &["rest-angle"],
        cases: &[],
    },
    Section {
        title: "Drift off a constraint",
        question: "Why does the rod of a pendulum get longer, and what stops it? Krengel and Matuttis, section 2: a point \
                   pendulum of 1 m as a differential-algebraic equation. The table has the growth of its length in a free turn \
                   of 100 steps beside the closed form, and in a swing of 10 s from the horizontal ([dae.md](dae.md)).",
        figures: &["drift", "drift-numbers"],
        cases: &[],
    },
    Section {
        title: "Polygons with a normal force from their overlap area",
        question: "Do normal force, rocking damping and static friction as a constraint ([dae.md](dae.md)) satisfy \
                   their equations? Each number of a run is compared with the closed form, here for a square of 0.1 m \
                   and 0.27 kg with k = 1e5 N/m; friction that turns bodies for a hexagon and a ball of 0.1 m. Roll and spin \
                   friction as constraints: for a ball, an ellipsoid and a cylinder with mu 0.5, rho 0.2 R, sigma 0.1 R.",
        figures: &[],
        cases: &["polygons-slope", "polygons-turning", "polygons-bed", "dae-torques"],
    },
    Section {
        title: "A drum of polygons",
        question: "Does the damping of rotation follow the bulk? Krengel and Matuttis, section 10.4: polygons in a drum that \
                   turns, with the damping relative to the mean rotation of the neighbours (`follow: true`) and relative to no \
                   rotation; `stickslip figure polygon-drum` makes the figure, in some minutes ([dae.md](dae.md)).",
        figures: &["polygon-drum"],
        cases: &[],
    },
    Section {
        title: "Friction of speed, rest and direction",
        question: "Do the laws whose friction falls with speed, grows with rest, differs along and across a grain or is shared \
                   between sliding and spinning do what their equations say? Each number is compared with a closed form or with \
                   an independent integration of the same equations ([laws.md](laws.md)).",
        figures: &["squeal-map"],
        cases: &["rate-stribeck", "rate-lugre", "rate-elasto-plastic", "rate-state", "rate-grain", "rate-limit"],
    },
    Section {
        title: "Beside the papers",
        question: "Does what users combine satisfy its closed forms: every shape on every other, under every normal law \
                   and solver, at sizes from 1e-6 to 1e3 m, in any pose of the world? Each row is the worst of its runs, \
                   in units of the bodies' size, of the time √(size/g) and of their mass; here a sample, \
                   `stickslip verify --whole` runs all ([beside.md](beside.md)).",
        figures: &[],
        cases: &[
            "beside-rest",
            "beside-stack",
            "beside-slide",
            "beside-bounce",
            "beside-free",
            "beside-scale",
            "beside-energy",
        ],
    },
    Section {
        title: "Cases that compare engines",
        question: "Do blocks and balls of 0.1 m and 1 kg, in the cases in which physics engines are compared, do what the \
                   closed forms say, at 1e-2 s with rigid contacts and at 1e-4 s with springs?",
        figures: &[],
        cases: &["conformance-cones", "conformance-springs", "conformance-dae"],
    },
    Section {
        title: "Public reports of other programs",
        question: "Does this program get right what users reported of others? Each scene comes from a public bug report or question \
                   (rapier#404, lethe#1746, DEM-Engine#73, godot#46604, sympy#26929, drake#23197, lammps#4351, webots#2412, \
                   cannon.js#335 and others) and is run with variations. Bodies slide and roll over seams between flush slabs, \
                   ride on a turntable, share a load on symmetric supports, roll off coarser grains, rest on a slope, and fly off \
                   an edge.",
        figures: &[],
        cases: &[
            "reports-seams",
            "reports-turntable",
            "reports-shared-loads",
            "reports-fine-on-coarse",
            "reports-release",
        ],
    },
];

/// Further notes, in addition to the errata that have a row.
const NOTES: &[&str] = &[
    "Slip decelerates the disk by mu_k g = 1.96 m/s^2 and accelerates its rim by \
     R (mu_k N R - T_r)/I = 0.2 (1.96 - 0.392)/0.1 = 3.136 m/s^2, so it ends at v0/(1.96 + 3.136): 0.098 s for 0.5 m/s, 0.98 s for 5 m/s; the text's 0.11 s fits neither.",
    "Damping factors: the text has 2 sqrt(m K); the published class map used half of that, the 35 degree figure the \
     text's, the falling ellipsoid 1 for slide and 4 for roll. Damping is off in slip, which the text states only in \
     its conclusions.",
    "The snapshot on the 35 degree slope for which the paper states 0.2 s is at 0.30 s.",
    "The published damping comparison of the disk starts in stick and halves the roll threshold.",
    "On the 35 degree slope phase II begins when the slide friction sticks, III when the roll friction sticks as the \
     ball reverses, IV when the slide friction slips again. The paper's text places III there too; its figure draws \
     the line at 0.0829 s, where the roll friction slips again.",
    "Loads of the stack, a figure published only as data: the authors' roll torque of a ball on the ground follows \
     from the path over the ground and slips at 0.0134 s; ours follows from the path over the ball (section 3.2) and \
     slips at 0.0384 s. Normal forces and limits agree within 0.8 % of range.",
    "Beyond the paper: the falling ellipsoid has a normal damping of a tenth of critical (the published runs have \
     none, and bounce and chatter); this delays events by at most 4 ms. The stack has a restitution of 0.53 against \
     the ground, which gives the damping coefficient of the published runs with m/2 for the reduced mass. The flat \
     spinning ellipsoid as published has a spin damping of 1.904 times critical: its program uses m/5 (b^2 + c^2) \
     for the moment of inertia there, with the mass of a ball of 0.02 m.",
    "The falling ellipsoid of the authors' program reverses 12 ms later than by the text's equations, and comes to \
     rest half a degree more upright: the program's roll torque acts about the line from contact point to centre, the \
     text's about the normal. For a ball the two are the same.",
    "With the ball listed first the contact frame rotates with the ball, as in the authors' programs.",
    "Not in the paper: a comparison of static friction as a constraint with springs in a shaken box and a heap of \
     polygons, with and without rotation damping: [polygons.md](polygons.md).",
];

/// The text of the page at path `page`, with the pictures in folder `figures`.
pub fn page(page: &Path, figures: &Path, plan: &VerifyPlan) -> Result<String, StudyError> {
    let own: Vec<&Case> = wanted(&[]).into_iter().filter(|case| !case.is_suite()).collect();
    let rows = verify(&own, plan, &|_| ())?;
    let pictures = relative(page, figures);
    let mut text = format!(
        "# Does it reproduce the paper?\n\nMade by `stickslip figure --report {}`; do not edit by hand. The same \
         command writes the data of each picture as CSV next to it.\n\nThe paper is L. Fang, D. \
         Negrut, *Producing 3D friction loads by tracking the motion of the contact point on bodies in mutual contact*. \
         {}. *formula* marks a parameter computed from the scene's inputs alone, *derived* a value that follows from other \
         rows, *check* a yes or no or a count, *independent* a comparison of the authors' programs with a solution that \
         does not run the engine. *erratum* marks a printed number \
         that contradicts the paper's own figure or program: the column *paper* has the value of the figure or \
         program, ours agrees with it, and the reason is given below the table.\n",
        page.display(),
        tally(&rows)
    );
    for section in SECTIONS {
        text += &format!("\n## {}\n\n{}\n\n", section.title, section.question);
        for id in section.figures {
            let title = recipes().iter().find(|recipe| recipe.id == *id).map_or("", |recipe| recipe.title);
            text += &format!("![{title}]({pictures}{id}.png)\n\n*{title}* ([SVG]({pictures}{id}.svg))\n\n");
        }
        if !section.cases.is_empty() {
            text += &table(rows.iter().filter(|row| section.cases.contains(&row.case)));
            text += &beside::table(&rows, section.cases);
        }
    }
    text += "\n## Also worth knowing\n\n";
    NOTES.iter().for_each(|note| text += &format!("- {note}\n"));
    text += &sources::table(LISTS);
    Ok(text)
}

fn table<'a>(rows: impl Iterator<Item = &'a VerifyRow>) -> String {
    let rows: Vec<&VerifyRow> = rows.collect();
    let source = if rows.iter().any(|row| row.kind == RowKind::ClosedForm) { "closed form" } else { "paper" };
    let mut text = format!("| quantity | {source} | here | tolerance | |\n|---|---|---|---|---|\n");
    let mut reasons: Vec<&str> = Vec::new();
    for row in rows {
        let verdict = match (row.verdict(), row.printed) {
            ("NOT OK", _) => "**not ok**".to_string(),
            (_, Some(printed)) => format!("erratum, printed {}", short(printed)),
            // The column heading already says "closed form".
            ("closed form", None) => "ok".to_string(),
            (verdict, None) => verdict.to_string(),
        };
        let [paper, measured, tolerance] = [row.paper, row.measured, row.tolerance].map(short);
        text += &format!("| {} | {paper} | {measured} | {tolerance} | {verdict} |\n", row.quantity);
        reasons.extend(row.erratum.filter(|why| !reasons.contains(why)));
    }
    reasons.iter().for_each(|why| text += &format!("\nErratum: {why}.\n"));
    text
}

/// Relative path from the page to the folder of pictures, with a trailing slash.
pub(crate) fn relative(page: &Path, figures: &Path) -> String {
    let dir = page.parent().unwrap_or(Path::new(""));
    let inside = figures.strip_prefix(dir).ok().filter(|_| !dir.as_os_str().is_empty() || figures.is_relative());
    match inside {
        Some(inside) => format!("{}/", inside.display()),
        None => format!("{}{}/", "../".repeat(dir.components().count()), figures.display()),
    }
}
