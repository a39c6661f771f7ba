//! Checks the text of a scene and turns it into a [`Scene`]; reports every fault, not only the first.

pub(crate) mod bodies;
pub(crate) mod changes;
pub(crate) mod pair;
pub(crate) mod shapes;

mod read;

pub use bodies::overlap::overlap_fault;
pub use bodies::resting::{PlacedOn, place_on, surface_axes};
pub(super) use changes::body_edits::{BODY_STATE, body_changes};
pub use pair::law_set::LawSet;
pub use read::MAGNITUDES;

use super::error::Fault;
use super::{BodySpec, Cones, NormalLaw, PairRule, Scene};
use crate::laws::Vec3;
use crate::laws::pair::choice::Friction;
use crate::scene::language::{BODY, Field, PAIR, SCENE, TIME};
use crate::scene::text::nearest::advice;
use crate::scene::text::raw::Node;
use read::{Check, Fields};
use std::collections::BTreeSet;

/// Size in bytes above which a text is searched for duplicate names before it is parsed; the search takes a tenth of
/// the time of a full check.
const LARGE_TEXT_BYTES: usize = 16 << 20;

/// Checks a whole scene; the list of faults of an error is never empty.
pub(super) fn scene(text: &str) -> Result<Scene, Vec<Fault>> {
    if text.len() > LARGE_TEXT_BYTES {
        names_used_twice(text)?;
    }
    let root = Node::root(text).map_err(|fault| vec![fault])?;
    let mut check = Check::default();
    match checked(&mut check, &root) {
        Some(scene) if check.faults.is_empty() => Ok(scene),
        _ => {
            if check.faults.is_empty() {
                check.fault(
                    &root,
                    "the scene is not complete",
                    "please report this file: its fault has no description",
                );
            }
            Err(check.faults)
        }
    }
}

/// Checks a standalone entry of `bodies:`; the list of faults of an error is never empty.
pub(super) fn single_body(text: &str) -> Result<super::BodySpec, Vec<Fault>> {
    let root = Node::root(text).map_err(|fault| vec![fault])?;
    let mut check = Check::default();
    let body = bodies(&mut check, std::slice::from_ref(&root), None).all.and_then(|mut bodies| bodies.pop());
    match body {
        Some(body) if check.faults.is_empty() => Ok(body),
        _ => {
            if check.faults.is_empty() {
                check.fault(&root, "the body is not complete", "write it as in a scene file");
            }
            Err(check.faults)
        }
    }
}

fn checked(check: &mut Check, root: &Node) -> Option<Scene> {
    let table = match root.variant() {
        Some(_) => check.named(root, "Scene( ... )")?,
        None => root.clone(),
    };
    let fields = check.fields(&table, &SCENE.table)?;
    fields.required(check, &SCENE.schema, schema);
    let title = fields.required(check, &SCENE.title, Check::string);
    let about = fields.or(check, &SCENE.about, String::new(), Check::string);
    let time = fields.required(check, &SCENE.time, time);
    let gravity = fields.required(check, &SCENE.gravity, Check::vector);
    let normal = fields.required(check, &SCENE.normal, pair::normal::normal);
    let of = pair::normal::law_or_default(&fields, normal, NormalLaw::KnownWeight);
    let friction =
        fields.required(check, &SCENE.friction, |check, node| pair::friction::friction(check, node, None, &of));
    let body_nodes = fields.required(check, &SCENE.bodies, body_list);
    let pair_nodes = fields.or(check, &SCENE.pairs, Vec::new(), |check, node| {
        node.labelled().or_else(|| check.wrong_form(node, "a list of pairs", "[(between: (\"a\", \"b\"), ...)]"))
    });
    let inherited = (friction.unwrap_or_else(pair::friction::placeholder_friction), of);
    let pair_nodes = pair_nodes.unwrap_or_default();
    let names = body_nodes.as_deref().filter(|_| !pair_nodes.is_empty()).map(MeetingNames::new);
    check_twice(check, &pair_nodes);
    let pairs: Vec<Option<PairRule>> =
        pair_nodes.iter().map(|node| pair(check, node, names.as_ref(), &inherited)).collect();
    let body_nodes = body_nodes?;
    let placed = bodies(check, &body_nodes, gravity);
    let supports = placed.supports;
    let mut bodies = placed.all;
    let pairs: Option<Vec<PairRule>> = pairs.into_iter().collect();
    let mut settled = Vec::new();
    if let (Some(bodies), Some(gravity), Some(normal), Some(pairs)) = (&mut bodies, &gravity, &normal, &pairs) {
        settled = bodies::settle::settle(check, &body_nodes, bodies, &supports, (gravity, normal, pairs));
    }
    let pulls = changes::pulls::pulls(check, &fields, bodies.as_deref());
    let standard = standard_solver(time, gravity, &inherited.1, bodies.as_deref());
    let solver = fields.or(check, &SCENE.solver, standard, |check, node| pair::rigid::solver(check, node, standard));

    let edits = changes::edits::edits(check, &fields);

    let (dt, duration) = time?;
    let scene = Scene {
        title: title?,
        about: about?,
        dt,
        duration,
        gravity: gravity?,
        friction: friction?,
        normal: normal?,
        pairs: pairs?,
        solver: solver?,
        bodies: bodies?,
        pulls: pulls?,
        edits: edits?,
        settled,
        remarks: Vec::new(),
        played: None,
    };
    check_together(check, &scene, &table, (&body_nodes, &pair_nodes));
    Some(Scene { remarks: std::mem::take(&mut check.remarks), ..scene })
}

/// Checks what no field can say alone; `table`: the whole scene, with its entries of `bodies` and `pairs`.
fn check_together(check: &mut Check, scene: &Scene, table: &Node, (bodies, pairs): (&[Node], &[Node])) {
    pair::laws::check_needs(check, scene, table, pairs);
    pair::rates::check_rates(check, scene, table, pairs);
    pair::hertz::check_hertz(check, scene, table, pairs);
    pair::anisotropy::check_meetings(check, scene, table, pairs);
    bodies::overlap::check_overlap(check, scene, bodies);
    shapes::walls::check_walls(check, &scene.bodies, bodies);
    bodies::supports::check_supports(check, scene, bodies);
    pair::rigid::check_known(check, scene, table);
    pair::rigid::check_dae(check, scene, table);
    bodies::depth::check_depth(check, scene, table, pairs);
    pair::effects::remark_on_effects(check, scene, table, pairs);
    bodies::release::remark_on_release(check, scene, bodies);
}

/// Settings of the solver that the scene does not give.
fn standard_solver(
    time: Option<(f64, f64)>,
    gravity: Option<Vec3>,
    normal: &NormalLaw,
    bodies: Option<&[BodySpec]>,
) -> Cones {
    let kick = time.zip(gravity).map_or(0.0, |((dt, _), gravity)| gravity.norm() * dt);
    let movable = bodies.into_iter().flatten().filter(|body| body.mass.is_finite()).count();
    if normal.is_rigid() { Cones::standard(movable, kick) } else { Cones::default() }
}

fn schema(check: &mut Check, node: &Node) -> Option<()> {
    let number = check.any(node)?;
    if number != 1.0 {
        check.fault(node, format!("schema {} is not known", node.quote()), "write `schema: 1`");
        return None;
    }
    Some(())
}

/// Maximum number of steps: beyond it, `f64` no longer counts them exactly.
const MAX_STEPS: f64 = (1u64 << 53) as f64;

fn time(check: &mut Check, node: &Node) -> Option<(f64, f64)> {
    let fields = check.fields(node, &TIME.table)?;
    let dt = fields.or(check, &TIME.dt, 1e-4, Check::positive);
    let duration = fields.required(check, &TIME.duration, Check::positive);
    let (dt, duration) = (dt?, duration?);
    if duration / dt > MAX_STEPS {
        let node = fields.get(&TIME.dt).unwrap_or(node);
        let message = format!("{duration} s in steps of {dt:e} s are more steps than can be counted");
        check.fault(node, message, "give a larger dt or a shorter duration");
        return None;
    }
    if duration < 0.5 * dt {
        let node = fields.get(&TIME.duration).unwrap_or(node);
        check.fault(node, format!("a duration of {duration} s is less than a step of {dt} s"), "give a longer one");
        return None;
    }
    Some((dt, duration))
}

fn body_list<'a>(check: &mut Check, node: &Node<'a>) -> Option<Vec<Node<'a>>> {
    let Some(nodes) = node.labelled() else {
        return check.wrong_form(node, "a list of bodies", "[(name: \"ball\", shape: ...), ...]");
    };
    if nodes.is_empty() {
        check.fault(node, "a scene needs a body", "add one, such as a Plane and a Sphere on it");
        return None;
    }
    Some(nodes)
}

/// Places the bodies; without gravity, up is the world's z.
fn bodies<'a>(check: &mut Check, nodes: &[Node<'a>], gravity: Option<Vec3>) -> bodies::place::PlacedBodies<'a> {
    check_names(check, nodes);
    let up = gravity.and_then(|gravity| read::unit(-gravity)).unwrap_or_else(Vec3::z);
    let bodies = bodies::place::place_all(check, nodes, up);
    bodies::fill::check_filled_names(check, nodes, &bodies.fills);
    bodies
}

/// Reports duplicate body names in an unparsed text; checks nothing else.
fn names_used_twice(text: &str) -> Result<(), Vec<Fault>> {
    let mut check = Check::default();
    check_names(&mut check, &Node::unparsed_list(text, &SCENE.bodies).unwrap_or_default());
    if check.faults.is_empty() {
        return Ok(());
    }
    check.faults.iter_mut().for_each(|fault| fault.remedy += "; the rest of this large file was not checked");
    Err(check.faults)
}

/// Reports duplicate body names.
fn check_names(check: &mut Check, nodes: &[Node]) {
    let mut seen = std::collections::HashSet::with_capacity(nodes.len());
    for node in nodes {
        let Some(name) = node.text_at(&[&BODY.name]) else { continue };
        if let Some(again) = seen.replace(name) {
            let value = pair::hertz::field(node, &BODY.name);
            check.fault(&value, format!("the name `{again}` is used twice"), "give each body a name of its own");
        }
    }
}

/// Names that a pair rule may use.
struct MeetingNames {
    /// Names of bodies and of materials.
    all: BTreeSet<String>,
    /// Names that several bodies can have, so that a rule may name one twice: names of materials and of fills.
    shared: BTreeSet<String>,
}

impl MeetingNames {
    fn new(nodes: &[Node]) -> Self {
        let named = |node: &Node, field: &Field| node.text_at(&[field]).map(std::borrow::Cow::into_owned);
        let is_fill = |node: &Node| node.field(&BODY.fill).is_some();
        let materials = nodes.iter().filter_map(|node| named(node, &BODY.material));
        let fills = nodes.iter().filter(|node| is_fill(node)).filter_map(|node| named(node, &BODY.name));
        let shared: BTreeSet<String> = materials.chain(fills).collect();
        let all = nodes.iter().filter_map(|node| named(node, &BODY.name)).chain(shared.iter().cloned()).collect();
        Self { all, shared }
    }
}

/// Reports pairs that are given twice, in either order.
fn check_twice(check: &mut Check, nodes: &[Node]) {
    let mut seen = BTreeSet::new();
    for node in nodes {
        let Some(value) = node.field(&PAIR.between) else { continue };
        let names: Option<Vec<_>> = value.tuple().unwrap_or_default().iter().map(Node::string).collect();
        let Some(mut names) = names else { continue };
        names.sort();
        if !seen.insert(names) {
            check.fault(&value, "the pair is given twice", "keep one of them");
        }
    }
}

fn pair(
    check: &mut Check,
    node: &Node,
    names: Option<&MeetingNames>,
    (friction, normal): &(Friction, NormalLaw),
) -> Option<PairRule> {
    let fields: Fields = check.fields(node, &PAIR.table)?;
    let between = fields.required(check, &PAIR.between, |check, node| between(check, node, names));
    let inherited_normal = *normal;
    let normal = fields.or(check, &PAIR.normal, inherited_normal, pair::normal::normal);
    let of = pair::normal::law_or_default(&fields, normal, inherited_normal);
    let friction = match fields.get(&PAIR.friction) {
        Some(node) => pair::friction::friction(check, node, Some(friction), &of),
        None if of.is_rigid() == inherited_normal.is_rigid() => Some(*friction),
        None => {
            let remedy = "add `friction: (mu: ...)` for a rigid pair, `friction: (mu_s: ..., mu_k: ..., k_e: ...)` for an elastic one";
            check.fault(
                node,
                "the pair changes between rigid and elastic contacts and has no friction of its own",
                remedy,
            );
            None
        }
    };
    if fields.get(&PAIR.friction).is_none() && fields.get(&PAIR.normal).is_none() && !fields.faulty {
        check.fault(node, "the pair changes nothing", "add `friction: ( ... )` or `normal: ...`");
    }
    Some(PairRule { between: between?, friction: friction?, normal: normal? })
}

/// Reads the names of two existing bodies or materials.
fn between(check: &mut Check, node: &Node, names: Option<&MeetingNames>) -> Option<[String; 2]> {
    let elements = node.tuple().unwrap_or_default();
    let [a, b] = elements.as_slice() else {
        return check.wrong_form(node, "two names in brackets", "(\"ball\", \"ground\")");
    };
    let mut name = |node: &Node| {
        let name = check.string(node)?;
        if let Some(names) = names.filter(|names| !names.all.contains(&name)) {
            let remedy = advice(&name, names.all.iter().map(String::as_str), "the bodies and materials are");
            check.fault(node, format!("there is no body or material `{name}`"), remedy);
            return None;
        }
        Some(name)
    };
    let (a, b) = (name(a)?, name(b)?);
    if a == b && names.is_some_and(|names| !names.shared.contains(&a)) {
        check.fault(node, format!("`{a}` is one body, which cannot touch itself"), "name two bodies, or a material");
        return None;
    }
    Some([a, b])
}
