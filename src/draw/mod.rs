//! What is to be seen, as pure functions of the state, without panels and rendering.
//!
//! | file | gives |
//! |---|---|
//! | `draw_list` | arrows, arcs, discs and texts over the bodies |
//! | `pull_list`, `flag`, `transport`, `gauge`, `overlap` | its parts: pulls, the closed form's place of rest, how a frame is carried, λ of friction as a constraint, the overlap of prisms |
//! | `traces` | trails of the contact points, Hertz patches, curvature |
//! | `glyphs`, `legend` | the draw list as coloured triangles; what each colour and shape means |
//! | `grounds`, `solids` | how far planes are drawn, and what bounds them; surfaces as triangles |
//! | `chains`, `crowd` | scenes of many: force chains, colours by value |
//! | `load_disks`, `flat_overlap` | the loads of a rigid contact within the limits of its friction cones; an overlap laid flat |
//! | `equations` | the law of each component with the numbers of a contact put in |
//! | `ticks` | the events of a run as marks on the timeline |
//! | `caption` | the parameters in a line |
//! | `orbit`, `plane_lines` | where the eye is and what it frames; the grid of the view of a plane |
//! | `units`, `scale`, `format` | metres to drawing units; how long an arrow is; numbers as people read them |

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

pub(crate) mod caption;
pub(crate) mod chains;
pub(crate) mod crowd;
pub mod draw_list;
pub(crate) mod equations;
pub(crate) mod flag;
pub(crate) mod flat_overlap;
pub(crate) mod format;
pub(crate) mod gauge;
pub(crate) mod glyphs;
pub(crate) mod grounds;
pub(crate) mod legend;
pub(crate) mod load_disks;
pub mod orbit;
pub(crate) mod overlap;
pub(crate) mod plane_lines;
pub(crate) mod pull_list;
pub mod scale;
pub(crate) mod solids;
pub(crate) mod ticks;
pub(crate) mod traces;
pub(crate) mod transport;
pub mod units;
