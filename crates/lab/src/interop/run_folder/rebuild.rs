//! A scene of the bodies of a played run, stepped by our own laws: the same shapes, masses, poses, velocities and
//! coefficients of friction from a row of the run on.
//!
//! If the run lacks data that a scene needs, the fault names all of them. Data that no run contains, such as the
//! stiffness of a spring, are chosen by a rule and listed in [`RebuiltScene::assumed`].

use super::scene::{BodyPose, body_fields, is_ground, place, shape_text};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::laws::math::turning::rotation_vector;
use stickslip_engine::scene::text::write::vector;
use stickslip_engine::scene::{Faults, HeaderBody, PlayedContact, PlayedRun, Scene};

/// Overlap under the weight of all bodies, without gravity under the largest load of the run, over the size of the smallest
/// body: stiffness of the springs. An impact of a rigid engine has loads that no spring needs to bear.
const OVERLAP: f64 = 1e-4;
/// Tangential over normal stiffness of the springs.
const TANGENTIAL: f64 = 0.8;
/// Damping ratio of the normal springs.
const DAMPING: f64 = 0.5;
/// Steps in a period of the lightest body on one normal spring. A face has several, which shorten the period.
const STEPS_PER_PERIOD: f64 = 100.0;
/// Largest number of steps of the scene between two rows of the run.
const MAX_STEPS_PER_ROW: f64 = 1e6;

/// Friction and normal force of a rebuilt scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteppedBy {
    /// Springs of the paper on Hooke contacts.
    Springs,
    /// Rigid contacts with exact friction cones.
    Cones,
    /// Static friction as a constraint, the slide law `dae`, on Hooke contacts.
    Dae,
}

impl SteppedBy {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Springs, Self::Cones, Self::Dae];

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }

    /// Name in commands and titles.
    pub fn name(self) -> &'static str {
        match self {
            Self::Springs => "springs",
            Self::Cones => "cones",
            Self::Dae => "dae",
        }
    }
}

/// The scene of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RebuiltScene {
    /// Text of the scene file.
    pub text: String,
    /// The checked scene; its bodies are those of the run, in the same order.
    pub scene: Scene,
    /// Steps of the scene between two rows of the run.
    pub steps_per_row: u64,
    /// What was chosen or left out because the run does not tell it, one sentence each.
    pub assumed: Vec<String>,
}

/// Why no scene was made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RebuildFault {
    /// What the run does not tell.
    #[error("the run does not tell {}; add it to its run.json", .0.join(", "))]
    Untold(Vec<String>),
    /// Springs would need this number of steps between two rows; NaN without a load to fit them to.
    #[error("springs would need {0:e} steps between two rows of the run; take cones")]
    Springs(f64),
    /// The scene is refused.
    #[error(transparent)]
    Refused(#[from] Faults),
}

/// The scene of the bodies of a run as they are in a row, counted from 0; `name` is that of the folder. After the last row,
/// the bodies are those of the last one.
pub fn rebuild(name: &str, run: &PlayedRun, row: u64, by: SteppedBy) -> Result<RebuiltScene, RebuildFault> {
    let row = usize::try_from(row).unwrap_or(usize::MAX).min(run.frames.len().saturating_sub(1));
    let mut draft = SceneDraft { run, row, by, untold: Vec::new(), assumed: Vec::new() };
    let bodies = draft.bodies();
    let [friction, pairs] = draft.friction();
    let pulls = draft.pulls();
    if !draft.untold.is_empty() {
        return Err(RebuildFault::Untold(draft.untold));
    }
    let springs = draft.springs()?;
    let (header, interval) = (&run.header, run.header.interval());
    let (normal, k_e, steps_per_row) = match springs {
        None => ("Rigid".to_owned(), String::new(), header.every),
        Some((k_n, steps)) => {
            let k_e = if by == SteppedBy::Springs { format!(", k_e: {:?}", TANGENTIAL * k_n) } else { String::new() };
            (format!("Hooke(k_n: {k_n:?}, damping: Ratio({DAMPING:?}))"), k_e, steps)
        }
    };
    let duration = interval * (run.frames.len() - row).saturating_sub(1).max(1) as f64;
    let title = if header.title.is_empty() { "A run" } else { header.title.as_str() };
    let title = format!("{title}, stepped by {}", by.name()).replace(['\n', '\r'], " ");
    let text = format!(
        "Scene(\n    schema: 1,\n    title: {title:?},\n    time: (dt: {:?}, duration: {duration:?}),\n    gravity: {},\n    \
         friction: ({friction}{k_e}),\n    normal: {normal},\n{pairs}    bodies: [\n{bodies}    ],\n{pulls})\n",
        interval / steps_per_row as f64,
        vector(&header.gravity),
    );
    let scene = Scene::parse(name, &text)?;
    Ok(RebuiltScene { text, scene, steps_per_row, assumed: draft.assumed })
}

/// A scene in the making.
struct SceneDraft<'a> {
    run: &'a PlayedRun,
    row: usize,
    by: SteppedBy,
    untold: Vec<String>,
    assumed: Vec<String>,
}

impl SceneDraft<'_> {
    fn name(&self, body: u32) -> &str {
        self.run.header.bodies.get(body as usize).map_or("?", |body| body.name.as_str())
    }

    /// True if a body moves between two rows of the run.
    fn moves(&self, body: u32) -> bool {
        let mut places = self.run.frames.iter().filter_map(|frame| frame.body(body)).map(|at| (at.x, at.q));
        places.next().is_some_and(|first| places.any(|other| other != first))
    }

    /// Entries of the bodies.
    fn bodies(&mut self) -> String {
        let mut text = String::new();
        for (number, body) in (0..).zip(&self.run.header.bodies) {
            let Some(shape) = shape_text(body) else {
                self.untold.push(format!("the shape of `{}`", body.name));
                continue;
            };
            let place = place(self.run, self.row, number);
            let mut fields = body_fields(body, &shape, place);
            if is_ground(body, &shape) {
                if self.moves(number) {
                    self.assumed.push(format!("`{}` moves in the run and is fixed here", body.name));
                }
            } else {
                fields.extend(self.inertia(number, body));
                fields.extend(self.velocity(number, place));
            }
            // Writing to a string cannot fail.
            _ = writeln!(text, "        ({}),", fields.join(", "));
        }
        text
    }

    /// Mass and moments of inertia of a body that can move.
    fn inertia(&mut self, number: u32, body: &HeaderBody) -> Vec<String> {
        if self.run.frames.iter().all(|frame| frame.body(number).is_none()) {
            self.untold.push(format!("where `{}` is (`x` and `fixed`, if it stands still)", body.name));
        }
        let Some(mass) = body.mass else {
            self.untold.push(format!("the mass of `{}`", body.name));
            return Vec::new();
        };
        if body.inertia.is_none() {
            self.assumed
                .push(format!("the moments of inertia of `{}` are those of its shape with uniform density", body.name));
        }
        let inertia = body.inertia.map(|inertia| format!("inertia: {}", vector(&inertia)));
        std::iter::once(format!("mass: {mass:?}")).chain(inertia).collect()
    }

    /// Velocities of a body at the row; differences of poses where the run does not tell them.
    fn velocity(&mut self, number: u32, (x, q): BodyPose) -> Vec<String> {
        let frames = &self.run.frames;
        let at = |row: usize| frames.get(row).and_then(|frame| frame.body(number));
        let told = at(self.row).and_then(|at| at.velocity);
        let dt = self.run.header.interval();
        let between =
            |(x0, q0): BodyPose, (x1, q1): BodyPose| [(x1 - x0) / dt, rotation_vector(&(q1 * q0.inverse())) / dt];
        let differences = || match self.row.checked_sub(1).and_then(at) {
            Some(before) => Some(between((before.x, before.q), (x, q))),
            None => at(self.row + 1).map(|after| between((x, q), (after.x, after.q))),
        };
        let Some([v, w]) = told.or_else(differences) else {
            self.untold.push(format!("the velocity of `{}`", self.name(number)));
            return Vec::new();
        };
        if told.is_none() {
            self.assumed.push(format!("the velocity of `{}` is a difference of poses", self.name(number)));
        }
        vec![format!("velocity: {}", vector(&v)), format!("angular_velocity: {}", vector(&w))]
    }

    /// Fields of the friction of the scene, and its pair rules.
    fn friction(&mut self) -> [String; 2] {
        let header = &self.run.header;
        let mut rules = String::new();
        for pair in &header.pairs {
            if let Some(mu) = pair.mu.or(header.mu) {
                let (rho, sigma) = (pair.rho.unwrap_or(0.0), pair.sigma.unwrap_or(0.0));
                let friction = self.coefficients(&pair.between.join("–"), [mu, pair.mu_k.unwrap_or(mu)], [rho, sigma]);
                _ = writeln!(
                    rules,
                    "        (between: ({:?}, {:?}), friction: ({friction})),",
                    pair.between[0], pair.between[1]
                );
            }
        }
        for ((i, j), told) in self.touching() {
            if header.pair(i, j).and_then(|pair| pair.mu).or(header.mu).is_some() {
                continue;
            }
            let names = [self.name(i).to_owned(), self.name(j).to_owned()];
            let pair = names.join("–");
            let Some(mu) = told.mu else {
                self.untold.push(format!("μ between `{}` and `{}`", names[0], names[1]));
                continue;
            };
            let lengths = [told.rho.unwrap_or(0.0), told.sigma.unwrap_or(0.0)];
            let friction = self.coefficients(&pair, [mu, mu], lengths);
            _ = writeln!(rules, "        (between: ({:?}, {:?}), friction: ({friction})),", names[0], names[1]);
        }
        if header.mu.is_none() {
            self.assumed
                .push("pairs that do not touch in the run have no friction, because it tells them no μ".to_owned());
        }
        let mu = header.mu.unwrap_or(0.0);
        let friction = self.coefficients("all pairs", [mu, header.mu_k.unwrap_or(mu)], [0.0; 2]);
        let laws = match self.by {
            SteppedBy::Springs => ", slide_damping: Capped(Ratio(1.0))",
            SteppedBy::Cones => "",
            SteppedBy::Dae => ", laws: (slide: Dae, roll: Dae, spin: Dae)",
        };
        let pairs = if rules.is_empty() { rules } else { format!("    pairs: [\n{rules}    ],\n") };
        [friction + laws, pairs]
    }

    /// Pairs that touch in the run, each with a contact that tells its μ if any does: one of the row, else the first.
    fn touching(&mut self) -> Vec<((u32, u32), PlayedContact)> {
        let mut pairs: BTreeMap<(u32, u32), PlayedContact> = BTreeMap::new();
        let frames = self.run.frames.get(self.row).into_iter().chain(&self.run.frames);
        for contact in frames.flat_map(|frame| &frame.contacts) {
            let told = pairs.entry((contact.i, contact.j)).or_insert(*contact);
            if told.mu.is_none() {
                *told = *contact;
            }
        }
        let contacts = || self.run.frames.iter().flat_map(|frame| &frame.contacts);
        let changes = |told: &PlayedContact| {
            contacts().any(|at| (at.i, at.j) == (told.i, told.j) && at.mu.is_some() && at.mu != told.mu)
        };
        let changing: Vec<_> = pairs.values().filter(|told| changes(told)).map(|told| (told.i, told.j)).collect();
        for (i, j) in changing {
            let text = format!("μ of {}–{} changes in the run and does not here", self.name(i), self.name(j));
            self.assumed.push(text);
        }
        pairs.into_iter().collect()
    }

    /// Coefficients \[μ_s, μ_k\] and limits of roll and spin \[ρ, σ\], m, as fields of the scene.
    fn coefficients(&mut self, pair: &str, [mu_s, mu_k]: [f64; 2], [rho, sigma]: [f64; 2]) -> String {
        let has_torques = rho > 0.0 || sigma > 0.0;
        if self.by != SteppedBy::Springs && mu_k != mu_s {
            self.assumed.push(format!("{pair}: one coefficient, that of static friction"));
        }
        if self.by == SteppedBy::Springs && has_torques {
            self.assumed
                .push(format!("{pair}: no roll and spin friction, whose limits only cones and `dae` take over"));
        }
        match self.by {
            SteppedBy::Springs => format!("mu_s: {mu_s:?}, mu_k: {mu_k:?}"),
            SteppedBy::Cones | SteppedBy::Dae => format!("mu: {mu_s:?}, rho: {rho:?}, sigma: {sigma:?}"),
        }
    }

    /// Stiffness of the normal springs, N/m, and steps between two rows; `None` for rigid contacts.
    fn springs(&mut self) -> Result<Option<(f64, u64)>, RebuildFault> {
        if self.by == SteppedBy::Cones {
            self.assumed.push("impacts do not bounce: a run has no coefficient of restitution".to_owned());
            return Ok(None);
        }
        let header = &self.run.header;
        let movable =
            || header.bodies.iter().filter(|body| shape_text(body).is_some_and(|shape| !is_ground(body, &shape)));
        let masses: Vec<f64> = movable().filter_map(|body| body.mass).collect();
        let sizes = movable().filter_map(shape_text).filter_map(|shape| {
            let body = Scene::body(&format!("(name: \"b\", shape: {shape}, mass: 1.0, position: (0.0, 0.0, 0.0))"));
            // The scene is checked as a whole, with the faults of its shapes.
            body.ok().map(|body| body.shape.size())
        });
        let size = smallest(sizes);
        let loads = self.run.frames.iter().flat_map(|frame| &frame.contacts).map(|contact| contact.normal);
        let weight: f64 = masses.iter().sum::<f64>() * header.gravity.norm();
        let load = if weight > 0.0 { weight } else { largest(loads) };
        let k_n = load / (OVERLAP * size);
        let period = std::f64::consts::TAU * (smallest(masses.iter().copied()) / k_n).sqrt();
        let steps = (STEPS_PER_PERIOD * header.interval() / period).ceil();
        if steps.is_nan() || steps > MAX_STEPS_PER_ROW {
            return Err(RebuildFault::Springs(steps));
        }
        self.assumed.push(format!(
            "the springs have k_n = {k_n:.3e} N/m: {load:.3e} N press them by {:.3e} m; damping ratio {DAMPING}",
            OVERLAP * size
        ));
        Ok(Some((k_n, (steps as u64).max(1))))
    }

    /// External forces that stay the same from the row on; others are left out.
    fn pulls(&mut self) -> String {
        let mut text = String::new();
        let frames = self.run.frames.get(self.row..).unwrap_or_default();
        for number in 0..self.run.header.bodies.len() as u32 {
            let mut loads =
                frames.iter().filter_map(|frame| frame.body(number)).map(|at| at.external.unwrap_or_default());
            let Some([force, torque]) = loads.next() else { continue };
            let is_constant = torque == Vec3::zeros() && loads.clone().all(|other| other == [force, torque]);
            if is_constant && force != Vec3::zeros() {
                _ = writeln!(text, "        (body: {:?}, force: {}),", self.name(number), vector(&force));
            } else if !is_constant {
                self.assumed.push(format!(
                    "the external load on `{}` is left out: it changes, or is a torque",
                    self.name(number)
                ));
            }
        }
        if text.is_empty() { text } else { format!("    pulls: [\n{text}    ],\n") }
    }
}
