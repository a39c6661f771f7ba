//! The items of a draw list: arrows, arcs, discs, letters, texts, lines and areas, each with its role.

use crate::draw::overlay::chains::Chains;
use crate::draw::overlay::unsolved::UnsolvedContacts;
use crate::draw::scale::moves;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::observe::state::{BodyState, ContactView, State};

/// The meaning of a drawn item, which the palette maps to a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The body's own axes (red in the paper).
    Body,
    /// The contact frame (green).
    Contact,
    /// The contact frame of the last step (pale green).
    Past,
    /// Velocity and angular velocity (blue).
    Velocity,
    /// Friction force, roll and spin torque (magenta).
    Friction,
    /// Normal force.
    Normal,
    /// External loads: a spring of the scene, the hand.
    Pull,
    /// Contacts that the solver left above its tolerance.
    Unsolved,
}

/// The shape of an arrow; roles differ in shape as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Thick shaft, solid head: body axes.
    Thick,
    /// Thin shaft, solid head: contact frame.
    Thin,
    /// Open head: velocities.
    Open,
    /// Two solid heads: friction.
    Double,
}

/// A straight arrow, m, world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Tail.
    pub from: Vec3,
    /// Tip.
    pub to: Vec3,
    /// Meaning.
    pub role: Role,
    /// Shape.
    pub head: Head,
}

impl Arrow {
    /// True for a friction force.
    pub fn is_friction(&self) -> bool {
        self.role == Role::Friction
    }
}

/// An arrow bent around an axis: a torque or an angular velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Centre, m, world.
    pub center: Vec3,
    /// Unit axis; the arc runs counter-clockwise about it.
    pub axis: Vec3,
    /// Radius, m.
    pub radius: f64,
    /// Extent of the arc, rad.
    pub sweep: f64,
    /// Quantity shown.
    pub of: ArcQuantity,
    /// Meaning.
    pub role: Role,
    /// Shape.
    pub head: Head,
}

/// The quantity that an arc shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArcQuantity {
    /// Angular velocity of a body.
    AngularVelocity,
    /// Roll torque of a contact.
    Roll,
    /// Spin torque of a contact.
    Spin,
    /// Torque of a torsion spring.
    Torsion,
}

/// A marker of a mode in the scene: filled while sticking, hollow while slipping, a thin ring while open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Contact point, m, world.
    pub center: Vec3,
    /// Unit normal.
    pub normal: Vec3,
    /// Radius, m.
    pub radius: f64,
    /// Mode of the slide component.
    pub mode: Mode,
}

/// Colour roles that are easy to tell apart, for curves in one plot.
pub const CURVE_ROLES: [Role; 5] = [Role::Friction, Role::Velocity, Role::Contact, Role::Body, Role::Normal];

/// Colour role of the body with this index where bodies are compared: in every plot, and of its name in the scene.
pub fn compared_role(index: usize) -> Role {
    CURVE_ROLES[index % CURVE_ROLES.len()]
}

/// The modes of a contact, as a row of discs with a letter each; painted beside the contact point, off the arrows.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeBadge {
    /// Contact point, m, world.
    pub at: Vec3,
    /// Unit vector from the contact point to the preferred side, world.
    pub away: Vec3,
    /// Modes of the slide, roll and spin components; a component that the law lacks is omitted.
    pub modes: Vec<Mode>,
    /// Length that limits the size of the discs, m.
    pub frame: f64,
}

/// The value of an arrow or of a spring, painted beyond its tip.
#[derive(Clone, Debug, PartialEq)]
pub struct TipValue {
    /// Tail, m, world.
    pub from: Vec3,
    /// Tip, m, world.
    pub tip: Vec3,
    /// The value with its unit.
    pub text: String,
    /// Meaning.
    pub role: Role,
}

/// A letter at the end of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Position, m, world.
    pub at: Vec3,
    /// The letter.
    pub text: String,
    /// Meaning.
    pub role: Role,
    /// Length of the labelled axis, m, which limits the size of the text; infinite if the mark labels no frame.
    pub frame: f64,
}

impl Mark {
    /// True for the letter of an axis.
    pub fn is_letter(&self) -> bool {
        self.text.chars().count() <= 2
    }

    /// Font size beside a frame drawn with this length, both in points; `None` if the text would hide the frame.
    pub fn font_size(&self, frame: f32) -> Option<f32> {
        let sizes = if self.is_letter() { [8.0, 9.5, 11.0, 13.0, 15.0] } else { [8.0, 9.5, 11.0, 12.0, 13.0] };
        sizes.into_iter().rfind(|size| *size <= 0.25 * frame)
    }
}

/// The name of a body, shown beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyName {
    /// Index of the body.
    pub index: usize,
    /// The name.
    pub text: String,
    /// Meaning.
    pub role: Role,
}

/// Lines of values next to a body or a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Anchor point, m, world.
    pub at: Vec3,
    /// Half the size of the labelled object, m; the text is placed outside it.
    pub clear: f64,
    /// True for a contact (text below), false for a body (text above).
    pub below: bool,
    /// Lines of text with their roles.
    pub lines: Vec<(Role, String)>,
}

/// Everything drawn over the bodies at one step.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DrawList {
    /// Straight arrows.
    pub arrows: Vec<Arrow>,
    /// Bent arrows.
    pub arcs: Vec<Arc>,
    /// Contact marks.
    pub discs: Vec<Disc>,
    /// Letters.
    pub marks: Vec<Mark>,
    /// Names of bodies.
    pub names: Vec<BodyName>,
    /// Modes of contacts.
    pub badges: Vec<ModeBadge>,
    /// Values at the tips of arrows.
    pub values: Vec<TipValue>,
    /// Blocks of values.
    pub blocks: Vec<Block>,
    /// Contact patches and circles of curvature; the window adds the contact-point trails.
    pub lines: Vec<TraceLine>,
    /// Overlaps of prisms.
    pub areas: Vec<FilledPolygon>,
    /// Force chains.
    pub chains: Chains,
    /// Contacts that the solver of rigid contacts left above its tolerance; the window adds them.
    pub unsolved: UnsolvedContacts,
}

impl DrawList {
    /// The friction forces, which are drawn after everything else and hidden by nothing.
    pub fn friction(&self) -> impl Iterator<Item = &Arrow> {
        self.arrows.iter().filter(|arrow| arrow.is_friction())
    }
}

/// A polyline, m, world.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceLine {
    /// Points of the line.
    pub points: Vec<Vec3>,
    /// Meaning.
    pub role: Role,
}

/// A filled area in the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct FilledPolygon {
    /// Corners of a convex polygon, m, world.
    pub corners: Vec<Vec3>,
    /// Meaning.
    pub role: Role,
}

/// Maximum number of bodies or pairs with frames and texts, not counting the selected ones.
pub const MAX_FRAMES: usize = 8;

/// True if there are too many moving bodies for frames and texts of all.
pub fn is_pile(bodies: &[BodyState]) -> bool {
    bodies.iter().filter(|body| moves(body)).count() > MAX_FRAMES
}

/// True if the contact's friction is shown as acting on body j; body i is used if j is fixed.
pub fn acts_on_j(state: &State, contact: &ContactView) -> bool {
    state.bodies.get(contact.pair.key.j as usize).is_none_or(moves)
}
