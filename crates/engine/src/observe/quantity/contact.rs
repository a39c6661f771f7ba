//! Quantities of a contact.

use super::component::{Component, FrameTurn, component, cone};
use super::row::{QuantityKind, QuantityRow, SubjectAt, joined};
use super::shapes::{number, row, tangent, world};
use crate::laws::friction::element::{FrictionSpring, Mode};
use crate::laws::friction::energy::{EnergyAccount, Plane};
use crate::laws::{Vec2, Vec3};
use crate::observe::state::ContactView;
use crate::scene::PlayedContact;
use crate::world::contact::Acted;
use crate::world::contact_view::Loads;

fn contact<'a>(at: &SubjectAt<'a>) -> &'a ContactView {
    &at.state.contacts[at.index]
}

/// A number of a contact, or NaN if the program that computed an imported run did not say it.
fn told<T>(at: &SubjectAt, given: fn(&PlayedContact) -> Option<T>, own: fn(&ContactView) -> f64) -> f64 {
    let contact = contact(at);
    let is_untold = contact.played.as_deref().is_some_and(|played| given(played).is_none());
    if is_untold { f64::NAN } else { own(contact) }
}

/// NaN for every contact of an imported run.
fn own(at: &SubjectAt, read: fn(&ContactView) -> f64) -> f64 {
    told(at, |_| None::<f64>, read)
}

/// s Δt of the last step; NaN if the contact is open or not rigid.
fn lift(at: &SubjectAt) -> f64 {
    let contact = contact(at);
    let pressed = contact
        .reaction
        .filter(|reaction| contact.law.normal.is_rigid() && reaction.load[0] > 0.0 && at.state.step > 0);
    pressed.map_or(f64::NAN, |reaction| {
        contact.law.friction.lift(&reaction.motion, &cone(contact), contact.grain) * at.state.time
            / at.state.step as f64
    })
}

fn part<const K: usize>(at: &SubjectAt) -> Component {
    component(contact(at), K)
}

fn slide<'a>(at: &SubjectAt<'a>) -> &'a FrictionSpring<Vec2> {
    &contact(at).slide.0
}

fn roll_i<'a>(at: &SubjectAt<'a>) -> &'a FrictionSpring<Vec2> {
    &contact(at).roll.i
}

fn roll_j<'a>(at: &SubjectAt<'a>) -> &'a FrictionSpring<Vec2> {
    &contact(at).roll.j
}

fn spin<'a>(at: &SubjectAt<'a>) -> &'a FrictionSpring<f64> {
    &contact(at).spin.0
}

fn loads<'a>(at: &SubjectAt<'a>) -> &'a Loads {
    &contact(at).loads
}

/// The modes by number.
const MODES: QuantityKind = QuantityKind::Words(&[Mode::Stick.name(), Mode::Slip.name(), Mode::Open.name()]);

fn travel<const K: usize>(at: &SubjectAt) -> Vec2 {
    let account = at.state.accounts.as_ref().and_then(|accounts| accounts.contacts.get(at.index));
    account.map_or(Vec2::new(f64::NAN, f64::NAN), |account| account.travel[K])
}

fn surface_path<const K: usize>(at: &SubjectAt) -> Vec2 {
    let account = at.state.accounts.as_ref().and_then(|accounts| accounts.contacts.get(at.index));
    account.map_or(Vec2::new(f64::NAN, f64::NAN), |account| account.paths[K])
}

/// ∫‖v_p‖ dt since the contact began, m; NaN while no energy ledger is kept.
fn plastic_slip(at: &SubjectAt) -> f64 {
    let account = at.state.accounts.as_ref().and_then(|accounts| accounts.contacts.get(at.index));
    account.map_or(f64::NAN, |account| account.plastic_slip)
}

fn tally<const K: usize>(at: &SubjectAt, of: fn(&EnergyAccount) -> f64) -> f64 {
    let account = at.state.accounts.as_ref().and_then(|accounts| accounts.contacts.get(at.index));
    account.map_or(f64::NAN, |account| {
        let tally = &account.tally;
        of([&tally.slide, &tally.roll_i, &tally.roll_j, &tally.spin, &tally.normal][K])
    })
}

/// Row of an angle or a torque about n.
macro_rules! angle {
    ($group:ident, $symbol:expr, $name:expr, $about:expr, $unit:expr, $of:expr) => {
        number!($group, $symbol, $name, $about, $unit, QuantityKind::Component, |at| $of(at).plane().x)
    };
}

/// The rows of the k-th component: its spring, its words, then symbol and name of its deflection, loads, stiffness and
/// damping coefficient, and their units.
macro_rules! component {
    ($group:ident, $k:literal, $vector:ident, $spring:ident, $word:literal, $mode:literal,
     $S:literal $s:literal, $E:literal $e:literal, $D:literal $d:literal, $L:literal, $K:literal $kn:literal, $C:literal $c:literal,
     $m:literal, $N:literal, $stiffness:literal, $damper:literal) => {
        [
            $vector!($group, concat!("Δ", $S), concat!("d", $s), "increment in this step", $m, |at: &SubjectAt| {
                $spring(at).increment
            }),
            $vector!($group, $S, $s, "micro-deflection: the spring's history", $m, |at: &SubjectAt| $spring(at)
                .history),
            number!($group, concat!($S, "_s"), concat!($s, "_s"), "static threshold: slip begins above it", $m, |at| {
                part::<$k>(at).spring.static_cap
            }),
            number!($group, concat!($S, "_k"), concat!($s, "_k"), "kinetic threshold: kept in slip", $m, |at| {
                part::<$k>(at).spring.kinetic_cap
            }),
            $vector!($group, $E, $e, "elastic load (spring alone)", $N, |at: &SubjectAt| $spring(at).elastic),
            $vector!($group, $D, $d, "damping load (in stick only)", $N, |at: &SubjectAt| $spring(at).damping),
            $vector!($group, concat!($E, "+", $D), $L, "spring and dashpot", $N, |at: &SubjectAt| $spring(at).load()),
            number!(
                $group,
                concat!($K, " ", $S, "_s"),
                concat!("K", $s, "_s"),
                "largest elastic load in stick",
                $N,
                |at| part::<$k>(at).limits[0]
            ),
            number!($group, concat!($K, " ", $S, "_k"), concat!("K", $s, "_k"), "elastic load in slip", $N, |at| {
                part::<$k>(at).limits[1]
            }),
            number!(
                $group,
                concat!($word, " utilization"),
                concat!("use of ", $word),
                "deflection over its static threshold; slip begins at 1",
                "",
                |at| part::<$k>(at).used()
            ),
            number!($group, concat!($word, " mode"), $mode, "0 sticks, 1 slips, 2 open: no force", "", MODES, |at| {
                f64::from($spring(at).mode as u8)
            }),
            number!(
                $group,
                concat!($word, " slips"),
                concat!($word, " slips"),
                "0 sticks, 1 slips",
                "",
                QuantityKind::Count,
                |at| if $spring(at).mode == Mode::Slip { 1.0 } else { 0.0 }
            ),
            number!(
                $group,
                concat!("age of ", $word, " mode"),
                concat!("age of ", $word, " mode"),
                "steps since the mode changed",
                "steps",
                QuantityKind::Count,
                |at| $spring(at).mode_age as f64
            ),
            number!($group, $K, $kn, "stiffness", $stiffness, |at| part::<$k>(at).spring.stiffness),
            number!($group, $C, $c, "damping coefficient", $damper, |at| part::<$k>(at).spring.damping),
            $vector!(
                $group,
                concat!("Σ Δ", $S),
                concat!("sum_d", $s),
                "sum of all increments since the contact began",
                $m,
                travel::<$k>
            ),
            number!(
                $group,
                concat!("stored in ", $word),
                concat!("stored in ", $word),
                "energy in the spring",
                "J",
                |at| { tally::<$k>(at, |t| t.stored) }
            ),
            number!(
                $group,
                concat!("lost to ", $word, " slip"),
                concat!("lost to ", $word, " slip"),
                "energy dissipated by slip so far",
                "J",
                |at| tally::<$k>(at, |t| t.slip + t.stiffness)
            ),
            number!(
                $group,
                concat!("lost to ", $word, " damping"),
                concat!("lost to ", $word, " damping"),
                "energy dissipated by the damper so far",
                "J",
                |at| tally::<$k>(at, |t| t.damping)
            ),
        ]
    };
}

const SLIDE: &[QuantityRow] = &component!(
    Slide, 0, tangent, slide, "slide", "slide_mode", "S" "S", "E" "E", "D" "D", "ED", "K" "K", "K_D" "K_D",
    "m", "N", "N/m", "N·s/m"
);
const ROLL_I: &[QuantityRow] = &component!(
    RollI, 1, tangent, roll_i, "roll i", "roll_mode_i", "Θ_i" "Theta_i", "T_i" "T_i", "D_i" "D_i", "TD_i",
    "K_R,i" "K_R_i", "D_R,i" "D_R_i", "rad", "N·m", "N·m/rad", "N·m·s/rad"
);
const ROLL_J: &[QuantityRow] = &component!(
    RollJ, 2, tangent, roll_j, "roll j", "roll_mode_j", "Θ_j" "Theta_j", "T_j" "T_j", "D_j" "D_j", "TD_j",
    "K_R,j" "K_R_j", "D_R,j" "D_R_j", "rad", "N·m", "N·m/rad", "N·m·s/rad"
);
const SPIN: &[QuantityRow] = &component!(
    Spin, 3, angle, spin, "spin", "spin_mode", "Ψ" "Psi", "T_ψ" "T_psi", "D_ψ" "D_psi", "TD_psi", "K_ψ" "K_psi",
    "C_ψ" "C_psi", "rad", "N·m", "N·m/rad", "N·m·s/rad"
);

const PLACE: &[QuantityRow] = &[
    number!(Contact, "N", "N", "normal force of this point", "N", |at| contact(at).normal.n),
    number!(Contact, "δ", "overlap", "overlap; negative is a gap", "m", |at| told(
        at,
        |given| given.overlap,
        |contact| contact.touch.overlap
    )),
    number!(Contact, "Φ", "gap", "gap; negative is an overlap", "m", |at| told(
        at,
        |given| given.overlap,
        |contact| -contact.touch.overlap
    )),
    number!(Contact, "s Δt", "lift", "lift of a rigid contact by the relaxed form in one step", "m", lift),
    world!(Contact, "C", "c", "contact point, world", "m", |at: &SubjectAt| -> Vec3 { contact(at).touch.c }),
    world!(Contact, "F_n,i", "Fn_i_", "normal force on i from j, world", "N", |at: &SubjectAt| -> Vec3 {
        loads(at).normal_on_i
    }),
    world!(Contact, "F_j", "F_", "total friction force on j from i, world", "N", |at: &SubjectAt| -> Vec3 {
        let is_untold = contact(at).played.as_deref().is_some_and(|given| given.friction_on_j.is_none());
        if is_untold { Vec3::repeat(f64::NAN) } else { loads(at).friction_on_j }
    }),
    number!(Contact, "a", "a", "Hertz contact radius; 0 where none is used", "m", |at| own(at, |contact| contact
        .normal
        .patch)),
    number!(Contact, "share", "share", "fraction of the pair's normal force on this point", "", |at| own(
        at,
        |contact| contact.normal.share
    )),
    number!(Contact, "age", "age", "steps since the contact began", "steps", QuantityKind::Count, |at| {
        contact(at).pair.age as f64
    }),
    number!(Contact, "stored in overlap", "stored in overlap", "energy in the overlap", "J", |at| {
        tally::<4>(at, |t| t.stored)
    }),
    world!(Frame, "n", "n_", "normal, into body i, world", "", |at: &SubjectAt| -> Vec3 { contact(at).frame.now.n }),
    world!(Frame, "u", "u_", "first tangent, world", "", |at: &SubjectAt| -> Vec3 { contact(at).frame.now.u }),
    world!(Frame, "w", "w_", "second tangent, n × u, world", "", |at: &SubjectAt| -> Vec3 { contact(at).frame.now.w }),
    number!(Frame, "ψ", "psi", "spin angle of this step, from the frame transported by j to that by i", "rad", |at| {
        contact(at).frame.psi
    }),
    number!(Frame, "|Δu|", "du", "rotation of u in this step", "rad", |at| FrameTurn::of(at).u),
    number!(Frame, "|Δn|", "dn", "rotation of n in this step", "rad", |at| FrameTurn::of(at).n),
    number!(Frame, "|ω_n| Δt", "wn_dt", "spin of the faster body about n in this step", "rad", |at| {
        FrameTurn::of(at).spin
    }),
    number!(Frame, "u·u_prev", "u_u_prev", "dot product of u with u of the last step", "", |at| {
        let frame = &contact(at).frame;
        frame.last.map_or(f64::NAN, |last| frame.now.u.dot(&last.u))
    }),
    tangent!(Paths, "p_i", "p_i", "path of the contact point over body i in this step", "m", |at: &SubjectAt| contact(
        at
    )
    .paths
    .p_i),
    tangent!(Paths, "p_j", "p_j", "path over body j after the counter-spin", "m", |at: &SubjectAt| contact(at)
        .paths
        .p_j),
    number!(Paths, "κ_i", "kappa_i", "curvature of body i along its path", "1/m", |at| contact(at).paths.kappa_i),
    number!(Paths, "κ_j", "kappa_j", "curvature of body j along its path", "1/m", |at| contact(at).paths.kappa_j),
    tangent!(
        Paths,
        "Σ p_i",
        "sum_p_i",
        "path of the contact point over body i since the contact began, unrolled",
        "m",
        surface_path::<0>
    ),
    tangent!(Paths, "Σ p_j", "sum_p_j", "path over body j since the contact began, unrolled", "m", surface_path::<1>),
    number!(
        Paths,
        "s",
        "slip",
        "relative slip |‖p_i‖ − ‖p_j‖| of this step: the slip measure of section 2.1",
        "m",
        |at| contact(at).paths.relative_slip()
    ),
    number!(
        Paths,
        "Σ|v_p|Δt",
        "plastic_slip",
        "plastic slip path since the contact began: the part of its increments that the slide spring does not keep, in \
             stick too",
        "m",
        plastic_slip
    ),
];

/// Row of a vector of the instant at which a rigid contact pressed; empty for others.
macro_rules! acted {
    ($symbol:expr, $stem:literal, $about:expr, $unit:expr, $of:expr) => {
        row!(
            Contact, $symbol, $about, $unit,
            "x" concat!($stem, "x"), QuantityKind::Optional, |at| acted(at, $of).x;
            "y" concat!($stem, "y"), QuantityKind::Optional, |at| acted(at, $of).y;
            "z" concat!($stem, "z"), QuantityKind::Optional, |at| acted(at, $of).z;
        )
    };
}

fn acted(at: &SubjectAt, of: fn(&Acted) -> Vec3) -> Vec3 {
    contact(at).acted.as_ref().map_or(Vec3::repeat(f64::NAN), of)
}

/// Where rigid contacts pressed within the step.
const ACTED: &[QuantityRow] = &[
    acted!("n*", "load_n_", "normal, into body i, when the load of a rigid contact acted, world", "", |acted| acted.n),
    acted!("r*_i", "arm_i_", "from the centre of i to the point of that load, world", "m", |acted| acted.arms[0]),
    acted!("r*_j", "arm_j_", "from the centre of j to the point of that load, world", "m", |acted| acted.arms[1]),
];

/// What the spring rows leave out: λ, and the torques as they act on the bodies.
const LOADS: &[QuantityRow] = &[
    number!(
        Slide,
        "λ",
        "lambda",
        "state of static friction as a constraint: ½ carries no load, 0 and 1 slip",
        "",
        QuantityKind::Optional,
        |at| contact(at).lambda().unwrap_or(f64::NAN)
    ),
    world!(RollI, "T_roll,i", "Troll_i_", "roll torque on i, world", "N·m", |at: &SubjectAt| loads(at).roll_on_i()),
    world!(RollI, "T_E,roll,i", "TrollE_i_", "elastic torque on i", "N·m", |at: &SubjectAt| loads(at).roll_elastic_i),
    world!(RollI, "T_D,roll,i", "TrollD_i_", "damping torque on i", "N·m", |at: &SubjectAt| loads(at).roll_damping_i),
    world!(RollJ, "T_roll,j", "Troll_j_", "roll torque on j, world", "N·m", |at: &SubjectAt| loads(at).roll_on_j()),
    world!(RollJ, "T_E,roll,j", "TrollE_j_", "elastic torque on j", "N·m", |at: &SubjectAt| loads(at).roll_elastic_j),
    world!(RollJ, "T_D,roll,j", "TrollD_j_", "damping torque on j", "N·m", |at: &SubjectAt| loads(at).roll_damping_j),
    world!(Spin, "T_spin,i", "Tspin_i_", "spin torque on i, world", "N·m", |at: &SubjectAt| loads(at).spin_on_i),
    angle!(Spin, "T_E,spin,i", "Tspin_E", "elastic spin torque on i, about n", "N·m", |at: &SubjectAt| -spin(at)
        .elastic),
    angle!(Spin, "T_D,spin,i", "Tspin_D", "damping spin torque on i, about n", "N·m", |at: &SubjectAt| -spin(at)
        .damping),
];

/// All rows.
pub const ROWS: &[QuantityRow] = &joined::<
    { PLACE.len() + SLIDE.len() + ROLL_I.len() + ROLL_J.len() + SPIN.len() + LOADS.len() + ACTED.len() },
>(&[PLACE, SLIDE, ROLL_I, ROLL_J, SPIN, LOADS, ACTED]);
