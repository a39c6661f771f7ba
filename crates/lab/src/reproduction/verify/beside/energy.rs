//! The energy of rigid bodies without external loads never rises: random bodies, poses, e and μ.

use super::free::{GAIN, vector};
use super::shapes::StageShape;
use super::stage::{Actor, Stage, StageLaw};
use super::trial::{Trial, TrialRun, TrialValue};
use super::world::{StageUnits, World, WorldPose};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{larger, largest};
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::scene::random::SplitMix64;

const ROD: StageShape = StageShape::Box([0.8, 0.08, 0.08]);
/// Bodies with two equal moments of inertia, whose energy is exactly constant between impacts.
const BODIES: [StageShape; 6] = [
    ROD,
    StageShape::Box([0.5, 0.5, 0.3]),
    StageShape::Ellipsoid([0.6, 0.4, 0.4]),
    StageShape::Ball(0.5),
    StageShape::Capsule { radius: 0.1, half_height: 0.6 },
    StageShape::Cylinder { radius: 0.5, half_height: 0.2 },
];

/// One impact on a plane, and several bodies that fly into each other, each with many seeds.
pub(super) fn random(whole: bool) -> Vec<Trial> {
    let [one, many] = if whole { [600, 60] } else { [40, 4] };
    vec![
        trial("one body on plane", 0..one, alone),
        trial("a rod on plane, e 1", 0..one, rod),
        trial("six bodies that fly together", 0..many, six_bodies),
    ]
}

fn trial(what: &str, seeds: std::ops::Range<u64>, stage: fn(&mut SplitMix64) -> Stage) -> Trial {
    let play = |seed| {
        let stage = stage(&mut SplitMix64::new(seed));
        let name = format!("seed {seed}, mu {:.3}, e {:.3}, ", stage.mu, stage.restitution.unwrap_or(0.0));
        TrialRun { name, stage, world: World::new(StageUnits::of_size(1.0), WorldPose::AsWritten) }
    };
    let times: Vec<f64> = (0..=20).map(|k| 0.2 * f64::from(k)).collect();
    Trial::new("cones, e and mu at random".to_string(), what, &times, seeds.map(play).collect(), |_, seen| {
        let energies: Vec<f64> = seen.iter().map(|moment| moment.sums().2).collect();
        let first = energies.first().copied().unwrap_or(f64::NAN);
        let rises = energies.windows(2).map(|pair| (pair[1] - pair[0]) / first);
        Ok(vec![TrialValue::none("largest rise of energy over the first", larger(0.0, largest(rises)), GAIN)])
    })
}

/// A stage without gravity and with random e and μ.
fn scene(random: &mut SplitMix64, actors: Vec<Actor>) -> Stage {
    let mu = random.within(0.0, 1.5);
    let e = random.within(0.0, 1.0);
    Stage { gravity: Vec3::zeros(), mu, restitution: Some(e), ..Stage::new(StageLaw::Cones, 0.05, actors) }
}

/// A body on its way down, at a height that clears the plane in any pose.
fn thrown(random: &mut SplitMix64, form: StageShape) -> Actor {
    let q = rotation(&vector(random, 3.0));
    let v = Vec3::new(random.within(-1.0, 1.0), random.within(-1.0, 1.0), -1.0);
    Actor { x: Vec3::z() * 1.2, q, v, w: vector(random, 1.0), ..Actor::new("body", form) }
}

fn alone(random: &mut SplitMix64) -> Stage {
    let form = BODIES[random.below(BODIES.len())];
    let body = thrown(random, form);
    scene(random, vec![Actor::ground(), body])
}

fn rod(random: &mut SplitMix64) -> Stage {
    let body = Actor { w: Vec3::zeros(), ..thrown(random, ROD) };
    Stage { restitution: Some(1.0), ..scene(random, vec![Actor::ground(), body]) }
}

/// Bodies around the origin that fly towards it.
fn six_bodies(random: &mut SplitMix64) -> Stage {
    let names = ["body", "second", "third", "fourth", "fifth", "sixth"];
    let places = [Vec3::x(), -Vec3::x(), Vec3::y(), -Vec3::y(), Vec3::z(), -Vec3::z()];
    let actors = names.iter().zip(places).map(|(name, place)| {
        let form = BODIES[random.below(BODIES.len())];
        Actor {
            mass: libm::pow(10.0, random.within(-1.0, 1.0)),
            x: place * 1.8 + vector(random, 0.1),
            q: rotation(&vector(random, 3.0)),
            v: -place + vector(random, 0.2),
            w: vector(random, 1.0),
            ..Actor::new(name, form)
        }
    });
    let actors = actors.collect();
    scene(random, actors)
}
