//! Settings of the overlays in the draw list.

use crate::draw::many_body::Colouring;
use stickslip_engine::world::contact::ContactKey;

/// Overlay settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlays {
    /// Axes of the bodies.
    pub body_frame: bool,
    /// Axes n, u, w of the contact frames.
    pub contact_frame: bool,
    /// Velocity arrows.
    pub velocity: bool,
    /// Angular velocity arcs.
    pub turning: bool,
    /// Friction force arrows.
    pub friction: bool,
    /// Roll and spin torque arcs.
    pub torques: bool,
    /// Normal force arrows.
    pub normal: bool,
    /// Stick/slip discs.
    pub discs: bool,
    /// Gauges for λ, under static friction as a constraint.
    pub gauge: bool,
    /// Overlap area and contact line of prisms.
    pub overlap: bool,
    /// Trails of the contact point on both bodies.
    pub trails: bool,
    /// Rims of the Hertz contact patches.
    pub patches: bool,
    /// Circles of curvature along the contact point's paths.
    pub curvature: bool,
    /// The contact frame of the last step, and ψ.
    pub transport: bool,
    /// Force chains.
    pub chains: bool,
    /// The quantity that colours the bodies of a many-body scene.
    pub colouring: Colouring,
    /// A flag at the closed-form rest position.
    pub forecast: bool,
    /// Values as text.
    pub numbers: bool,
    /// Names of the moving bodies, in the colours of their curves.
    pub body_names: bool,
    /// Hide arrows of speeds too small to be seen as motion.
    pub calm: bool,
    /// Index of the body whose values are shown.
    pub selected: Option<usize>,
    /// The inspected contact, which has a ring, and its frame and letters regardless of the number of contacts.
    pub contact: Option<ContactKey>,
    /// The contact under the pointer.
    pub hovered: Option<ContactKey>,
}

impl Overlays {
    /// True if the values of a contact are shown even among many contacts: it is inspected, or under the pointer.
    pub fn names(&self, contact: &ContactKey) -> bool {
        [self.contact, self.hovered].contains(&Some(*contact))
    }

    /// Those that are drawn while the mouse builds: what a body has at the start, and nothing that covers it.
    pub fn while_building(self) -> Self {
        let Self { body_frame, velocity, turning, colouring, body_names, calm, selected, .. } = self;
        Self { body_frame, velocity, turning, colouring, body_names, calm, selected, ..Self::none() }
    }

    /// Nothing but the bodies.
    pub fn none() -> Self {
        Self {
            body_frame: false,
            contact_frame: false,
            velocity: false,
            turning: false,
            friction: false,
            torques: false,
            normal: false,
            discs: false,
            gauge: false,
            overlap: false,
            trails: false,
            patches: false,
            curvature: false,
            transport: false,
            chains: false,
            colouring: Colouring::Plain,
            forecast: false,
            numbers: false,
            body_names: false,
            calm: false,
            selected: None,
            contact: None,
            hovered: None,
        }
    }
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            body_frame: false,
            contact_frame: true,
            velocity: true,
            turning: true,
            friction: true,
            torques: true,
            normal: false,
            discs: true,
            gauge: true,
            overlap: true,
            trails: true,
            patches: false,
            curvature: false,
            transport: false,
            chains: false,
            colouring: Colouring::Plain,
            forecast: true,
            numbers: true,
            body_names: false,
            calm: false,
            selected: None,
            contact: None,
            hovered: None,
        }
    }
}
