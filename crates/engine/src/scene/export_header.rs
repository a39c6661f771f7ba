//! `run.json` of a run of this program, from its scene.

use super::run_header::{GeometryPose, HeaderBody, HeaderPair, LoadKind, LoadsAct, RUN_FORMAT, RunHeader};
use super::spec::{BodySpec, Motion, NormalLaw, Scene, TimedChange};
use super::text::write::shape_text;
use crate::laws::pair::choice::Friction;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// The bodies of a scene, each described as it is written: a description takes a kilobyte, of millions of bodies too much
/// to hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnBodies<'a>(&'a [BodySpec]);

impl Serialize for OwnBodies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(HeaderBody::of_spec))
    }
}

impl<'a> RunHeader<OwnBodies<'a>> {
    /// [`RunHeader::of_scene`], to be written.
    pub fn to_write(scene: &'a Scene, every: u64, engine: String) -> Self {
        Self::with_bodies(scene, every, engine, OwnBodies(&scene.bodies))
    }
}

impl RunHeader {
    /// The header of a run of this scene by this program, with a row of the tables every `every` steps.
    ///
    /// Springs press from the state of a row on. The loads of rigid contacts in a row acted before it, with the normal and the arms
    /// that the row gives beside the geometry of its pose. A known normal force is not the force that holds the bodies
    /// together, so that no balance is drawn.
    pub fn of_scene(scene: &Scene, every: u64, engine: String) -> Self {
        Self::with_bodies(scene, every, engine, scene.bodies.iter().map(HeaderBody::of_spec).collect())
    }
}

impl<B: Default> RunHeader<B> {
    fn with_bodies(scene: &Scene, every: u64, engine: String, bodies: B) -> Self {
        let acts = |normal: &NormalLaw| if normal.is_rigid() { LoadsAct::Before } else { LoadsAct::After };
        let geometry = |acts| if acts == LoadsAct::Before { GeometryPose::End } else { GeometryPose::Start };
        let of_run = acts(&scene.normal);
        // One number does not tell a limit that depends on the direction, nor one that an edit changes.
        let changes = |rule: Option<usize>| {
            let changes = scene.edits.iter().flat_map(|edit| &edit.changes);
            changes.into_iter().any(|change| matches!(change, TimedChange::Friction(of, _) if *of == rule))
        };
        let is_one = |friction: &Friction, rule| friction.across.is_none() && !changes(rule);
        let limits = |friction: &Friction, rule: Option<usize>| match is_one(friction, rule) {
            true => (Some(friction.mu_s), (friction.mu_k != friction.mu_s).then_some(friction.mu_k)),
            false => (None, None),
        };
        // A reader takes the limit of the run for a pair that gives none.
        let are_known = (0..).zip(&scene.pairs).all(|(number, rule)| is_one(&rule.friction, Some(number)));
        let (mu, mu_k) = if are_known { limits(&scene.friction, None) } else { (None, None) };
        let laws = || std::iter::once(&scene.normal).chain(scene.pairs.iter().map(|rule| &rule.normal));
        let is_sampled = every != 1 || laws().any(NormalLaw::is_known);
        Self {
            stickslip_run: RUN_FORMAT,
            engine,
            title: scene.title.clone(),
            dt: scene.dt,
            every,
            gravity: scene.gravity,
            acts: of_run,
            geometry: geometry(of_run),
            load: if is_sampled { LoadKind::Sample } else { LoadKind::Mean },
            mu,
            mu_k,
            bodies,
            pairs: scene
                .pairs
                .iter()
                .enumerate()
                .map(|(number, rule)| {
                    let (mu, mu_k) = limits(&rule.friction, Some(number));
                    HeaderPair {
                        between: rule.between.clone(),
                        mu,
                        mu_k,
                        acts: Some(acts(&rule.normal)).filter(|of| *of != of_run),
                        geometry: Some(geometry(acts(&rule.normal))).filter(|of| *of != geometry(of_run)),
                        ..HeaderPair::default()
                    }
                })
                .collect(),
            ..Self::default()
        }
    }
}

impl HeaderBody {
    fn of_spec(spec: &BodySpec) -> Self {
        let is_fixed = matches!(spec.motion, Motion::Fixed);
        let q = spec.rotation;
        // A body that is held in some directions has forces that are no contact's.
        let is_free = matches!(spec.motion, Motion::Free);
        Self {
            name: spec.name.clone(),
            material: spec.material.clone(),
            shape: json_of_ron(&shape_text(&spec.shape)),
            mass: Some(spec.mass).filter(|mass| is_free && mass.is_finite()),
            inertia: Some(spec.inertia).filter(|inertia| is_free && inertia.iter().all(|part| part.is_finite())),
            mu: None,
            fixed: is_fixed,
            x: is_fixed.then_some(spec.position),
            q: is_fixed.then_some([q.w, q.i, q.j, q.k]),
        }
    }
}

/// The JSON of a value of the scene language: `Sphere(radius: 0.1)` is `{"Sphere":{"radius":0.1}}`, `Plane` a string,
/// vectors and lists are arrays. `None` if the text is no such value.
pub fn json_of_ron(text: &str) -> Option<Value> {
    let (value, rest) = value_in(text)?;
    rest.trim().is_empty().then_some(value)
}

/// The value at the beginning of a text, and the rest.
fn value_in(text: &str) -> Option<(Value, &str)> {
    let text = text.trim_start();
    if let Some(inner) = text.strip_prefix(['(', '[']) {
        return entries_in(inner, if text.starts_with('(') { ')' } else { ']' });
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || "_.+-".contains(c))).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if let Ok(number) = word.parse::<f64>() {
        return Some((serde_json::Number::from_f64(number)?.into(), rest));
    }
    match rest.strip_prefix('(') {
        Some(inner) => {
            let (fields, rest) = entries_in(inner, ')')?;
            Some((Value::Object(std::iter::once((word.to_owned(), fields)).collect()), rest))
        }
        None => (!word.is_empty()).then(|| (Value::String(word.to_owned()), rest)),
    }
}

/// Named or numbered entries up to the closing bracket, and the rest.
fn entries_in(mut text: &str, close: char) -> Option<(Value, &str)> {
    let (mut fields, mut list) = (Map::new(), Vec::new());
    loop {
        text = text.trim_start().trim_start_matches(',').trim_start();
        if let Some(rest) = text.strip_prefix(close) {
            let value = if fields.is_empty() { Value::Array(list) } else { Value::Object(fields) };
            return Some((value, rest));
        }
        let named = text.split_once(':').filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
        let (value, rest) = value_in(named.map_or(text, |(_, rest)| rest))?;
        match named {
            Some((name, _)) => _ = fields.insert(name.to_owned(), value),
            None => list.push(value),
        }
        text = rest;
    }
}
