//! Coulomb's limit over an impact, under every law on springs: friction has at most μ times the normal impulse, and that
//! much if the bodies slide throughout; roll and spin torques stay within their limits.

use super::moment::{StageBody, StageState};
use super::shapes::StageShape;
use super::stage::{Actor, Stage, StageLaw};
use super::trial::{Trial, TrialValue, few_worlds, trial_runs, trial_runs_in};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::law::Needs;
use stickslip_engine::laws::pair::choice::AnyLaw;

const NORMALS: [StageLaw; 2] = [StageLaw::Hooke, StageLaw::Hertz];
/// Speed of the impact. A pair rotates while it touches, by less than the speed times the time of contact, [`TOUCH`],
/// which mixes the two impulses.
const SPEED: f64 = 1e-3;
/// Longest contact, of a grazing impact under Hertz with e 0.2.
const TOUCH: f64 = 0.15;
/// Speeds of the laws that have any (v_s, ε), over that of the impact.
const SLOW: f64 = 1e-4;
/// Radii of the second ball; `None` is the plane.
const PARTNERS: [Option<f64>; 3] = [None, Some(5.0), Some(0.2)];
/// Part of μJ_n that a law may lack in an impact that slides throughout.
const SLIDING: f64 = 1e-3;

/// A time at which the impact is over.
const END: f64 = 0.2;
/// The rounding of the sums over an impact.
const ROUNDING: f64 = 1e-9;
/// Part of the lever by which the depth of an impact shortens it, over that of the roll torque.
const DEPTH: f64 = 1e-3;

/// Laws that stretch a spring without a dashpot: they reach the limit only after some way, and let go after it.
const LAGS: [&str; 2] = ["mindlin-incremental", "mindlin-deresiewicz"];

/// An impact at an angle.
#[derive(Clone, Copy, Debug)]
struct Obliquity {
    restitution: f64,
    mu: f64,
    degrees: f64,
}

impl Obliquity {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for restitution in [0.2, 0.6, 1.0] {
            for mu in [0.1, 0.5, 1.0] {
                all.extend([20.0, 50.0, 80.0].map(|degrees| Self { restitution, mu, degrees }));
            }
        }
        all
    }

    /// True if rigid balls slide throughout, by a fifth: springs let them slip a little later.
    fn slides(&self) -> bool {
        libm::tan(self.degrees.to_radians()) > 1.2 * 3.5 * self.mu * (1.0 + self.restitution)
    }

    fn stage(&self, normal: StageLaw, law: AnyLaw, partner: Option<f64>) -> Stage {
        let angle = self.degrees.to_radians();
        let velocity = Vec3::new(libm::sin(angle), 0.0, -libm::cos(angle)) * SPEED;
        let ball = Actor { x: Vec3::z() * (1.0 + 1e-7), v: velocity, ..Actor::new("ball", StageShape::Ball(1.0)) };
        let other = match partner {
            Some(radius) => Actor {
                x: Vec3::z() * -radius,
                mass: radius * radius * radius,
                ..Actor::new("other", StageShape::Ball(radius))
            },
            None => Actor::ground(),
        };
        // The same time of contact for each pair.
        let lighter = partner.map_or(1.0, share);
        Stage {
            gravity: Vec3::zeros(),
            mu: self.mu,
            restitution: Some(self.restitution),
            stiffness: 1e4 * lighter,
            modulus: 1e6 * lighter,
            laws: vec![law],
            ..Stage::new(normal, 1e-4, vec![other, ball])
        }
    }
}

/// The effective mass of a ball of unit mass and one of this radius.
fn share(radius: f64) -> f64 {
    let other = radius * radius * radius;
    other / (1.0 + other)
}

/// Laws whose strength is not mu N.
const OWN_STRENGTH: [&str; 1] = ["rate-state"];

/// True for laws on springs with the strength mu N that this normal force serves.
fn is_tried(law: &AnyLaw, normal: StageLaw) -> bool {
    let needs_hertz = matches!(law.info().needs, Needs::Shear { .. });
    !law.is_cone() && !OWN_STRENGTH.contains(&law.info().id) && (normal == StageLaw::Hertz || !needs_hertz)
}

/// Balls that land at an angle on the plane and on balls five times as large and as small, under every slide law.
pub(super) fn slides(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (k, law) in AnyLaw::for_component("slide").into_iter().map(slow).enumerate() {
        for (l, normal) in NORMALS.into_iter().enumerate().filter(|(_, normal)| is_tried(&law, *normal)) {
            for (n, partner) in PARTNERS.into_iter().enumerate() {
                if whole || (k + l + n).is_multiple_of(3) {
                    trials.push(lands(normal, law, partner, whole));
                }
            }
        }
    }
    trials
}

/// The law with speeds far below that of the impact.
fn slow(mut law: AnyLaw) -> AnyLaw {
    let speeds = law.info().parameters.iter().map(|parameter| parameter.unit == "m/s");
    for (number, _) in law.numbers().into_iter().zip(speeds).filter(|(_, is_speed)| *is_speed) {
        *number = Some(SLOW * SPEED);
    }
    law
}

fn lands(normal: StageLaw, law: AnyLaw, partner: Option<f64>, whole: bool) -> Trial {
    let (worlds, mut runs) = (few_worlds(whole), Vec::new());
    for (k, impact) in Obliquity::all().into_iter().enumerate() {
        if whole || k.is_multiple_of(3) || impact.slides() {
            let Obliquity { restitution, mu, degrees } = impact;
            let name = format!("e {restitution}, mu {mu}, {degrees} degrees, ");
            let stage = impact.stage(normal, law, partner);
            // Each impact in one world.
            let world = worlds[k % worlds.len()];
            runs.extend(trial_runs_in(&[world], &name, &stage, &[stage.dt]));
        }
    }
    let subject = match partner {
        Some(radius) => format!("ball on ball of radius {radius}"),
        None => "ball on plane".to_string(),
    };
    let group = format!("{}, {}, lands at an angle", normal.name(), law.info().id);
    let lags = LAGS.contains(&law.info().id);
    Trial::new(group, subject, &[0.0, END], runs, move |play, seen| {
        let [ball, after] = of_ball(seen)?;
        let mu = play.stage.mu;
        let [along, pushed] = impulse(ball, after);
        // The normal rotates by less than the way along it over the sum of the radii, which is more than 1.
        let mixed = partner.map_or(0.0, |_| SPEED * TOUCH * (mu + 1.0 / mu));
        let used = along / (mu * pushed);
        let approach = -ball.v.z * partner.map_or(1.0, share);
        let mut values = vec![
            TrialValue::within("impulse of N over that of the approach", [1.0, 2.01], pushed / approach),
            TrialValue::within("friction over mu N, impulses", [-1.0 - mixed, 1.0 + mixed + ROUNDING], used),
        ];
        let slides = ball.v.x > 1.2 * 3.5 * mu * (1.0 + play.stage.restitution.unwrap_or(0.0)) * -ball.v.z;
        if slides && !lags {
            values.push(TrialValue::new("friction over mu N, impulses, in sliding", 1.0, used, SLIDING + mixed));
        }
        Ok(values)
    })
}

/// The ball before and after.
fn of_ball(seen: &[StageState]) -> Result<[&StageBody; 2], String> {
    let [before, after] = seen else { return Err("there are not two times".to_string()) };
    Ok([before.body("ball")?, after.body("ball")?])
}

/// Impulses on the ball, of unit mass, against its motion along the other surface, and normal to that.
fn impulse(before: &StageBody, after: &StageBody) -> [f64; 2] {
    [before.v.x - after.v.x, after.v.z - before.v.z]
}

/// Roll and spin laws with their limits ρN and σN, of the paper and of Luding.
const TORQUES: [[&str; 2]; 3] =
    [["fang-negrut", "fang-negrut"], ["spring-dashpot", "fang-negrut"], ["luding-roll", "luding-spin"]];
const RHO: f64 = 0.08;
const SIGMA: f64 = 0.02;

/// A ball that rolls and spins lands on the plane: its torques have at most ρ and σ times the normal impulse.
pub(super) fn turns(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for names in TORQUES {
        for normal in NORMALS {
            trials.push(turning(normal, names, whole));
        }
    }
    trials
}

fn turning(normal: StageLaw, names: [&'static str; 2], whole: bool) -> Trial {
    let laws = ["roll", "spin"].into_iter().zip(names).flat_map(|(component, name)| {
        AnyLaw::for_component(component).into_iter().filter(move |law| law.info().id == name)
    });
    let laws: Vec<AnyLaw> = laws.collect();
    let mut runs = Vec::new();
    for e in [0.2, 0.6, 1.0] {
        let stage = Obliquity { restitution: e, mu: 0.4, degrees: 0.0 }.stage(normal, AnyLaw::all()[0], None);
        let mut stage = Stage { rho: RHO, sigma: SIGMA, laws: laws.clone(), ..stage };
        for ball in stage.actors.iter_mut().filter(|actor| actor.name == "ball") {
            ball.w = Vec3::new(0.4, 1.0, 1.0) * 20.0 * SPEED;
        }
        runs.extend(trial_runs(&format!("e {e}, "), &stage, &[stage.dt], whole));
    }
    let group = format!("{}, {} and {}, lands rolling and spinning", normal.name(), names[0], names[1]);
    Trial::new(group, "ball on plane", &[0.0, END], runs, |_, seen| {
        let [ball, after] = of_ball(seen)?;
        let (pushed, turned) = (after.v.z - ball.v.z, after.spin - ball.spin);
        // Friction acts at the point of contact, its lever shorter by part of the depth.
        let rolled = turned - (-Vec3::z()).cross(&(after.v - ball.v));
        Ok(vec![
            TrialValue::near("roll torque, impulse over that of N", RHO, rolled.xy().norm() / pushed, DEPTH),
            TrialValue::near("spin torque, impulse over that of N", SIGMA, -turned.z / pushed, SLIDING),
        ])
    })
}
