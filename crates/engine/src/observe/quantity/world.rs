//! Quantities of the world: how its contacts are spread; kinetic energies; the energy account, NaN where none is kept;
//! convergence of the rigid and the `dae` contacts, NaN where there are none.

use super::row::{QuantityKind, QuantityRow, SubjectAt};
use super::shapes::number;
use crate::laws::friction::energy::Budget;
use crate::observe::kinetic;
use crate::observe::packing::Packing;
use crate::observe::state::{BodyState, SolverState};
use crate::step::DaeStep;

fn budget(at: &SubjectAt, of: fn(&Budget) -> f64) -> f64 {
    at.state.accounts.as_ref().map_or(f64::NAN, |accounts| of(&accounts.budget))
}

/// Row of one energy of the account.
macro_rules! energy {
    ($symbol:expr, $about:expr, $of:expr) => {
        energy!($symbol => $symbol, $about, $of)
    };
    ($symbol:expr => $name:expr, $about:expr, $of:expr) => {
        number!(Energy, $symbol, $name, $about, "J", |at| budget(at, $of))
    };
}

/// Row of the kinetic energy or a part of it.
macro_rules! kinetic {
    ($symbol:expr, $about:expr, $of:expr) => {
        kinetic!($symbol => $symbol, $about, $of)
    };
    ($symbol:expr => $name:expr, $about:expr, $of:expr) => {
        number!(Energy, $symbol, $name, $about, "J", |at| {
            let of: fn(&[BodyState]) -> f64 = $of;
            of(&at.state.bodies)
        })
    };
}

/// Row of one number of the packing.
macro_rules! packing {
    ($symbol:expr => $name:expr, $about:expr, $of:expr) => {
        number!(Packing, $symbol, $name, $about, "", QuantityKind::Optional, |at| {
            let of: fn(&Packing) -> f64 = $of;
            of(&at.state.packing)
        })
    };
}

fn solver(at: &SubjectAt, of: fn(&SolverState) -> f64) -> f64 {
    at.state.solver.as_ref().filter(|solver| solver.report.last.islands > 0).map_or(f64::NAN, of)
}

/// Row of one number of the solver of rigid contacts.
macro_rules! solver {
    ($symbol:expr, $about:expr, $unit:expr, $of:expr) => {
        number!(Solver, $symbol, $symbol, $about, $unit, |at| solver(at, $of))
    };
}

fn dae(at: &SubjectAt, of: fn(&DaeStep) -> f64) -> f64 {
    at.state.dae.map(|case| case.last).filter(|last| last.contacts > 0).map_or(f64::NAN, |last| of(&last))
}

/// Row of one number of static friction as a constraint.
macro_rules! dae {
    ($symbol:expr, $about:expr, $unit:expr, $of:expr) => {
        dae!($symbol => $symbol, $about, $unit, $of)
    };
    ($symbol:expr => $name:expr, $about:expr, $unit:expr, $of:expr) => {
        number!(StaticFriction, $symbol, $name, $about, $unit, |at| dae(at, $of))
    };
}

/// All rows.
pub const ROWS: &[QuantityRow] = &[
    packing!(
        "Z" => "coordination",
        "coordination number: mean number of bodies that a movable body touches, walls and fixed bodies included",
        Packing::coordination
    ),
    packing!(
        "Z_m" => "mechanical coordination",
        "mechanical coordination number (Thornton 2000): the same without rattlers (bodies with at most one contact)",
        Packing::mechanical_coordination
    ),
    packing!(
        "sliding share" => "sliding share",
        "fraction of all contact points whose slide friction is kinetic",
        Packing::sliding_share
    ),
    packing!(
        "F_dev" => "fabric anisotropy",
        "anisotropy of the fabric tensor F = ⟨n ⊗ n⟩ of all contact normals (Satake 1982): √(3/2) ‖F − 1/3‖; 0 for \
             directions spread evenly in space, ½ for those spread evenly in a plane, 1 for parallel ones",
        Packing::fabric_anisotropy
    ),
    kinetic!("E_com", "½ M v_com²: motion of the centre of mass of all bodies that loads can move", kinetic::common),
    kinetic!("E_diff", "½ Σ m (v − v_com)²: motion relative to the centre of mass", kinetic::relative),
    kinetic!("E_rot", "½ Σ ω·Iω: rotation", kinetic::rotation),
    kinetic!("kinetic" => "E", "kinetic energy of all bodies that loads can move: E_com + E_diff + E_rot", kinetic::total),
    energy!("potential", "potential energy −m g·x; only its changes matter", |b| b.potential),
    energy!("stored", "elastic energy in slide, roll, spin and overlap", |b| b.contacts.total().stored),
    energy!("by slide", "dissipated by slide friction so far", |b| b.contacts.slide.dissipated()),
    energy!("by roll", "dissipated by roll friction so far", |b| {
        b.contacts.roll_i.dissipated() + b.contacts.roll_j.dissipated()
    }),
    energy!("by spin", "dissipated by spin friction so far", |b| b.contacts.spin.dissipated()),
    energy!("by impact", "dissipated by the damping of the normal force so far", |b| {
        b.contacts.normal.slip + b.contacts.normal.damping
    }),
    energy!("by polygons", "dissipated by overlap forces between polygons so far (they have no potential)", |b| {
        b.contacts.normal.stiffness
    }),
    energy!(
        "by rocking",
        "dissipated by rocking damping so far (its limited torques are not equal and opposite)",
        |b| b.rocking
    ),
    energy!("dissipated" => "W", "dissipated by all contacts so far", |b| b.contacts.total().dissipated()),
    energy!("by drives", "work of driven bodies and of pulls so far", |b| b.drives),
    energy!("by edits", "work of kicks and of changed parameters so far", |b| b.edits),
    energy!("unpaired", "work of roll torques beyond the rolling they oppose (not equal and opposite)", |b| b.unpaired),
    energy!("given", "energy supplied by initial spring deflections", |b| b.contacts.total().given),
    energy!("residual" => "dE", "error of the energy balance, from the integration", |b| b.residual()),
    solver!("r", "largest residual of the rigid contacts at the end of the step", "m/s", |s| s.report.last.residual),
    solver!("lg r", "base-10 logarithm of r, for curves over many decades", "", |s| {
        libm::log10(s.report.last.residual)
    }),
    solver!("iterations", "passes over the contacts of an island, maximum in this step", "", |s| {
        s.report.last.iterations as f64
    }),
    solver!("rigid contacts", "contacts solved in this step, open ones included", "", |s| {
        s.report.last.contacts as f64
    }),
    solver!("islands", "groups of contacts connected through moving bodies", "", |s| s.report.last.islands as f64),
    solver!("islands above tolerance", "islands that ended above the tolerance in this step", "", |s| s
        .report
        .last
        .unconverged
        as f64),
    solver!("steps above tolerance", "steps that ended above the tolerance so far", "", |s| s.report.unconverged
        as f64),
    solver!(
        "steps relaxed",
        "steps so far that were solved in the relaxed form because the exact one was far from solved",
        "",
        |s| { s.report.relaxed as f64 }
    ),
    solver!("steps scaled", "steps so far whose impulses were scaled down so that they add no energy", "", |s| {
        s.report.scaled as f64
    }),
    dae!("static share", "fraction of contacts with the slide law dae that are static", "", |s| s.fixed as f64
        / s.contacts as f64),
    dae!("sweeps", "sweeps over the contacts in this step", "", |s| s.sweeps as f64),
    dae!(
        "|u′|/Δt" => "static_residual",
        "largest slip velocity that static friction leaves at the end of the step, divided by Δt",
        "m/s²",
        |s| { if s.fixed > 0 { s.residual } else { f64::NAN } }
    ),
];
