//! Visual content as pure functions of the state, without panels and rendering.
//!
//! | file | provides |
//! |---|---|
//! | `draw_list`, `overlays` | arrows, arcs, discs and texts over the bodies |
//! | `pull_list`, `flag`, `transport`, `gauge`, `overlap` | pulls, rest flag, frame transport, λ gauge, prism overlap |
//! | `traces` | contact-point trails, Hertz patches, curvature |
//! | `glyphs`, `legend` | the draw list as coloured triangles; the meaning of each colour and shape |
//! | `label_place` | free places for labels beside what they label |
//! | `grounds`, `solids` | extents and boundaries of drawn planes; surfaces as triangles |
//! | `chains`, `many_body`, `unsolved` | many-body scenes: force chains, colours by value, contacts that are not solved |
//! | `limit_curve` | the ellipse of a grain, the limit of slide with spin, and the load on them |
//! | `load_disks`, `flat_overlap` | loads of a rigid contact in its friction cones; an overlap in the plane of motion |
//! | `equations` | the law of each component with a contact's numbers inserted |
//! | `ticks` | the events of a run as marks on the timeline |
//! | `caption` | the parameters on one line |
//! | `orbit`, `projection`, `ray` | the camera and its framing; world to picture and back; rays through the picture |
//! | `plane_lines` | the grid of the plane view |
//! | `svg`, `worksheet` | a picture without a graphics processor; the worksheet of a lesson |
//! | `units`, `scale`, `format` | metres to drawing units; arrow lengths; number formatting |
//! | `words` | modes and parameters in the chosen language |

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]
#![cfg_attr(not(feature = "view"), allow(dead_code, unreachable_pub, reason = "without the window only `svg` draws"))]

#[cfg(feature = "view")]
pub(crate) mod caption;
pub(crate) mod chains;
pub mod draw_list;
#[cfg(feature = "view")]
pub(crate) mod equations;
#[cfg(feature = "view")]
pub(crate) mod flag;
#[cfg(feature = "view")]
pub(crate) mod flat_overlap;
pub(crate) mod format;
pub(crate) mod gauge;
#[cfg(feature = "view")]
pub(crate) mod glyphs;
#[cfg(feature = "view")]
pub(crate) mod grounds;
pub mod items;
pub(crate) mod label_place;
pub(crate) mod legend;
pub(crate) mod limit_curve;
#[cfg(feature = "view")]
pub(crate) mod load_disks;
pub(crate) mod many_body;
#[cfg(feature = "view")]
pub mod orbit;
pub(crate) mod overlap;
pub mod overlays;
#[cfg(feature = "view")]
pub(crate) mod plane_lines;
#[cfg(feature = "view")]
pub mod projection;
#[cfg(feature = "view")]
pub(crate) mod pull_list;
#[cfg(feature = "view")]
pub(crate) mod ray;
pub mod scale;
#[cfg(feature = "view")]
pub(crate) mod solids;
pub mod svg;
#[cfg(feature = "view")]
pub(crate) mod ticks;
pub(crate) mod traces;
pub(crate) mod transport;
#[cfg(feature = "view")]
pub mod units;
pub mod unsolved;
pub(crate) mod words;
pub mod worksheet;
