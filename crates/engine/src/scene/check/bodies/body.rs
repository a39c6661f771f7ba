//! Checks one entry of `bodies:`, before it is placed.

use crate::laws::math::turning;
use crate::laws::{Rotation, Vec2, Vec3};
use crate::scene::check::bodies::body_draft::{BodyDraft, Placement};
use crate::scene::check::bodies::fill::fill;
use crate::scene::check::bodies::motion::{CheckedMotion, motion};
use crate::scene::check::bodies::polar::{Polar, is_polar, world_velocity};
use crate::scene::check::read::{Allowed, Check, Fields, MAGNITUDES, unit};
use crate::scene::check::shapes::checked_shape::CheckedShape;
use crate::scene::check::shapes::shape::shape;
use crate::scene::language::{AXIS_ANGLE, BODY, Field, ON, ROTATION};
use crate::scene::text::raw::Node;
use crate::scene::{Elastic, Motion};
use crate::shapes::Shape;
use nalgebra::Quaternion;

/// Checks the fields of one body.
pub(in crate::scene::check) fn body<'a>(check: &mut Check, node: &Node<'a>) -> Option<BodyDraft<'a>> {
    let fields = check.fields(node, &BODY.table)?;
    let name = fields.required(check, &BODY.name, name);
    let material = fields.optional(check, &BODY.material, Check::string);
    let elastic = elastic(check, &fields);
    let grain = fields.optional(check, &BODY.grain, Check::direction);
    let keep_axes = fields.get(&BODY.inertia).is_some();
    let shape = fields.required(check, &BODY.shape, |check, node| shape(check, node, keep_axes));
    let motion = fields.optional(check, &BODY.motion, motion);
    let motion = match (&shape, motion) {
        (Some(shape), Some(motion)) => motion_of(check, &fields, shape, motion),
        _ => None,
    };
    let held = motion.map(|motion| matches!(motion.motion, Motion::Fixed | Motion::Driven(_)));
    let mass = mass(check, &fields, shape.as_ref(), held);
    let inertia = inertia(check, &fields, shape.as_ref(), mass);
    let rotation = fields.or(check, &BODY.rotation, Rotation::identity(), rotation);
    let place = place(check, &fields, shape.as_ref(), held);
    let fill = fill(check, &fields, shape.as_ref());
    Some(BodyDraft {
        node: node.clone(),
        name: name?,
        material: material?,
        shape: shape?,
        motion: motion?,
        mass: mass?,
        inertia: inertia?,
        elastic: elastic?,
        grain: grain?,
        place: place?,
        rotation: rotation?,
        fill: fill?,
    })
}

fn name(check: &mut Check, node: &Node) -> Option<String> {
    let name = check.string(node)?;
    if name.is_empty() {
        check.fault(node, "a name must not be empty", "give the body a name");
        return None;
    }
    if name.contains(['\n', '\t']) {
        check.fault(node, format!("the name {name:?} has more than one line"), "write the name on one line");
        return None;
    }
    Some(name)
}

/// Motion of the body as written, or the default: planes, bowls, tubes and ramps are fixed, everything else is free.
fn motion_of(
    check: &mut Check,
    fields: &Fields,
    shape: &CheckedShape,
    written: Option<CheckedMotion>,
) -> Option<CheckedMotion> {
    let motion = match written {
        Some(motion) => motion,
        None if shape.is_ground() || shape.is_support => Motion::Fixed.into(),
        None => Motion::Free.into(),
    };
    if shape.is_ground() && !matches!(motion.motion, Motion::Fixed | Motion::Driven(_)) {
        let node = fields.get(&BODY.motion).unwrap_or(&fields.node);
        check.fault(node, "a plane, bowl or tube cannot move freely", "make it Fixed or Driven(...)");
        return None;
    }
    Some(motion)
}

/// Mass from `mass` or `density`, kg; infinite for a fixed or driven body, whose mass is irrelevant.
fn mass(check: &mut Check, fields: &Fields, shape: Option<&CheckedShape>, held: Option<bool>) -> Option<f64> {
    let mass = fields.optional(check, &BODY.mass, Check::positive);
    let density = fields.optional(check, &BODY.density, Check::positive);
    let (mass, density) = (mass?, density?);
    match (mass, density, held?) {
        (Some(_), Some(_), _) => {
            let node = fields.get(&BODY.density).unwrap_or(&fields.node);
            check.fault(node, "the body has a mass and a density", "keep one of them");
            None
        }
        (_, _, true) => Some(f64::INFINITY),
        (Some(mass), None, false) => Some(mass),
        (None, Some(density), false) => {
            let volume = shape?.volume;
            if volume.is_none() {
                let node = fields.get(&BODY.density).unwrap_or(&fields.node);
                check.fault(node, "this shape has no volume, so a density gives no mass", "give `mass` instead");
            }
            volume.map(|volume| volume * density)
        }
        (None, None, false) => {
            let message = "a body that moves needs a mass";
            check.fault(&fields.node, message, "add `mass: ...`, or `density: ...` if its shape has a volume");
            None
        }
    }
}

fn inertia(check: &mut Check, fields: &Fields, shape: Option<&CheckedShape>, mass: Option<f64>) -> Option<Vec3> {
    let given = fields.optional(check, &BODY.inertia, |check, node| check.numbers(node, Allowed::Positive));
    let (given, shape, mass) = (given?, shape?, mass?);
    if mass.is_infinite() {
        return Some(Vec3::repeat(f64::INFINITY));
    }
    let inertia = given.map_or(shape.inertia_per_mass * mass, Vec3::from);
    let usable = |number: &f64| MAGNITUDES.contains(number);
    if !usable(&mass) || !inertia.iter().all(usable) {
        let (moment, [low, high]) = (inertia.max(), [MAGNITUDES.start(), MAGNITUDES.end()]);
        let node = [&BODY.mass, &BODY.density, &BODY.inertia]
            .into_iter()
            .find_map(|field| fields.get(field))
            .unwrap_or(&fields.node);
        let message = format!(
            "gives a mass of {mass:e} kg and a moment of inertia of {moment:e} kg m^2, beyond the range from {low:e} to {high:e}"
        );
        check.fault(node, message, "check it and the sizes of the shape");
        return None;
    }
    let (most, sum) = (inertia.max(), inertia.sum());
    if let (Some(node), true) = (fields.get(&BODY.inertia), most > (sum - most) * (1.0 + 1e-9)) {
        let remedy = "check the moments: (I_x, I_y, I_z) about its own axes, kg·m²";
        check.fault(node, "a moment of inertia cannot exceed the sum of the other two", remedy);
        return None;
    }
    Some(inertia)
}

fn elastic(check: &mut Check, fields: &Fields) -> Option<Option<Elastic>> {
    let youngs_modulus = fields.optional(check, &BODY.youngs_modulus, Check::positive);
    let poisson_ratio = fields.optional(check, &BODY.poisson_ratio, |check, node| {
        let ratio = check.any(node)?;
        if !Elastic::admits(ratio) {
            check.fault(node, format!("must lie in (-1, 0.5], found {}", node.quote()), "most solids have 0.2 to 0.4");
            return None;
        }
        Some(ratio)
    });
    let shear_modulus = fields.optional(check, &BODY.shear_modulus, Check::positive);
    let given = [&BODY.youngs_modulus, &BODY.poisson_ratio, &BODY.shear_modulus].map(|field| fields.get(field));
    match given {
        [_, Some(_), Some(node)] => {
            check.fault(node, "the body has a Poisson ratio and a shear modulus", "keep one of them");
            return None;
        }
        [Some(node), None, None] => {
            check.fault(node, "needs a Poisson ratio as well", "add `poisson_ratio: ...` or `shear_modulus: ...`");
        }
        [None, Some(node), None] | [None, None, Some(node)] => {
            check.fault(node, "needs a Young's modulus as well", "add `youngs_modulus: ...`");
        }
        _ => {}
    }
    let (Some(youngs_modulus), poisson_ratio, shear_modulus) = (youngs_modulus?, poisson_ratio?, shear_modulus?) else {
        return Some(None);
    };
    let of_shear = shear_modulus.map(|shear_modulus| Elastic::poisson_ratio_of(youngs_modulus, shear_modulus));
    if let (Some(ratio), Some(node)) = (of_shear.filter(|ratio| !Elastic::admits(*ratio)), given[2]) {
        let message = format!("gives a Poisson ratio E/(2 G) − 1 of {ratio:.4?}, which must lie in (-1, 0.5]");
        let (least, likely) = (youngs_modulus / 3.0, youngs_modulus / 2.6);
        let remedy = format!("give at least E/3 = {least:.4e} Pa; most solids have about E/2.6 = {likely:.3e} Pa");
        check.fault(node, message, remedy);
        return None;
    }
    Some(poisson_ratio.or(of_shear).map(|poisson_ratio| Elastic { youngs_modulus, poisson_ratio }))
}

/// Reads `(qw, qx, qy, qz)` or `AxisAngle(axis: (x, y, z), degrees: d)`.
pub(in crate::scene::check) fn rotation(check: &mut Check, node: &Node) -> Option<Rotation> {
    if node.variant().is_some() {
        let (_, payload) = check.variant(node, &ROTATION)?;
        let table = check.fields(&payload, &AXIS_ANGLE.table)?;
        let axis = table.required(check, &AXIS_ANGLE.axis, Check::direction);
        let degrees = table.required(check, &AXIS_ANGLE.degrees, Check::degrees);
        let (axis, degrees) = (axis?, degrees?);
        return Some(turning::rotation(&(axis * degrees.to_radians())));
    }
    let [w, x, y, z] = check.numbers(node, Allowed::Any)?;
    let quaternion = Quaternion::new(w, x, y, z);
    let norm = quaternion.norm();
    if (norm - 1.0).abs() > 1e-3 {
        let remedy = "give (qw, qx, qy, qz) with unit length, or AxisAngle(axis: (x, y, z), degrees: d)";
        check.fault(node, format!("a rotation needs a quaternion of length 1, found length {norm:.6?}"), remedy);
        return None;
    }
    Some(Rotation::from_quaternion(quaternion))
}

fn place<'a>(
    check: &mut Check,
    fields: &Fields<'a>,
    shape: Option<&CheckedShape>,
    held: Option<bool>,
) -> Option<Placement<'a>> {
    let place = match fields.get(&BODY.on) {
        Some(node) => on(check, fields, node, shape),
        None => in_world(check, fields, shape),
    }?;
    let (velocity_field, moves) = match &place {
        Placement::On { velocity, spin, angular_velocity, impact, .. } => {
            let turns = angular_velocity.is_some_and(|turning| unit(turning).is_some());
            let flies = impact.as_ref().is_some_and(|impact| impact.speed > 0.0);
            let linear = *velocity != Vec2::zeros() || *spin != 0.0;
            let field = if flies {
                &BODY.velocity
            } else if turns {
                &BODY.angular_velocity
            } else {
                &BODY.on
            };
            (field, linear || turns || flies)
        }
        Placement::World { velocity, angular_velocity, .. } => {
            let linear = unit(*velocity).is_some();
            (if linear { &BODY.velocity } else { &BODY.angular_velocity }, linear || unit(*angular_velocity).is_some())
        }
    };
    if let Some(node) = fields.get(velocity_field).filter(|_| moves && held == Some(true)) {
        check.fault(node, "a fixed or driven body has no velocity of its own", "use motion: Driven(velocity: ...)");
        return None;
    }
    Some(place)
}

fn on<'a>(
    check: &mut Check,
    fields: &Fields<'a>,
    node: &Node<'a>,
    shape: Option<&CheckedShape>,
) -> Option<Placement<'a>> {
    let is_impact = |field: &Field| field.name == BODY.velocity.name && fields.get(field).is_some_and(is_polar);
    for field in [&BODY.position, &BODY.velocity] {
        if let Some(other) = fields.get(field).filter(|_| !is_impact(field)) {
            let name = field.name;
            let remedy = format!(
                "leave out `{name}` (`on` has at, velocity and spin), place the body without `on`, or give an impact as \
                 `velocity: Polar(speed: ..., degrees: ...)`"
            );
            check.fault(other, format!("`{name}` in the world contradicts `on`"), remedy);
        }
    }
    if shape.is_some_and(CheckedShape::is_ground) {
        check.fault(node, "a plane, bowl or tube cannot be placed on a surface", "give it a `position` in the world");
        return None;
    }
    let table = check.fields(node, &ON.table)?;
    let surface = table.required(check, &ON.surface, |check, node| Some((node.clone(), check.string(node)?)));
    let at =
        table.or(check, &ON.at, Vec2::zeros(), |check, node| check.numbers(node, Allowed::Coordinate).map(Vec2::from));
    let velocity =
        table.or(check, &ON.velocity, Vec2::zeros(), |check, node| check.numbers(node, Allowed::Any).map(Vec2::from));
    let spin = table.or(check, &ON.spin, 0.0, Check::any);
    let settled = table.or(check, &ON.settled, false, Check::flag);
    let angular_velocity = fields.optional(check, &BODY.angular_velocity, Check::vector);
    let polar = fields.get(&BODY.velocity).filter(|node| is_polar(node));
    let impact = polar.map(|node| Polar::read(check, node));
    if let (Some(along), Some(_)) = (table.get(&ON.velocity), polar) {
        check.fault(along, "the body also has a `velocity: Polar(...)`", "keep one of them");
    }
    if let (Some(spin), Some(_)) = (table.get(&ON.spin), fields.get(&BODY.angular_velocity)) {
        check.fault(spin, "the body also has an `angular_velocity`", "keep one of them");
    }
    let (at, velocity, spin, angular_velocity) = (at?, velocity?, spin?, angular_velocity?);
    let impact = match impact {
        Some(impact) => Some(impact?),
        None => None,
    };
    Some(Placement::On { surface: surface?, at, velocity, spin, angular_velocity, impact, settled: settled? })
}

fn in_world<'a>(check: &mut Check, fields: &Fields<'a>, shape: Option<&CheckedShape>) -> Option<Placement<'a>> {
    let position = fields.optional(check, &BODY.position, Check::point);
    let velocity = fields.or(check, &BODY.velocity, Vec3::zeros(), world_velocity);
    let angular_velocity = fields.or(check, &BODY.angular_velocity, Vec3::zeros(), Check::vector);
    let position = match position? {
        Some(position) => position,
        None if shape?.is_ground() => Vec3::zeros(),
        None => {
            let remedy = "add `on: (surface: \"...\")` or `position: (x, y, z)`";
            check.fault(&fields.node, "the body is not placed", remedy);
            return None;
        }
    };
    Some(Placement::World { position, velocity: velocity?, angular_velocity: angular_velocity? })
}

/// Disk with the axis about which it rolls along its velocity on the surface. `None` for other shapes, and for a disk
/// that is at rest or has a given axis: their shape stays as it is.
pub(in crate::scene::check) fn disk_axis(
    shape: &CheckedShape,
    place: &Placement,
    rotation: &Rotation,
) -> Option<Shape> {
    let Shape::Disk { radius, .. } = shape.shape else { return None };
    let Placement::On { velocity, .. } = place else { return None };
    let across = unit(Vec3::new(velocity.y, -velocity.x, 0.0)).filter(|_| shape.axis_open)?;
    let sign = across[across.iamax()].signum();
    Some(Shape::Disk { radius, axis: rotation.inverse() * (across * sign) })
}
