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

pub mod overlay;
pub mod space;
pub mod text;

pub mod many_body;
pub mod scale;
pub mod svg;
#[cfg(feature = "view")]
pub mod ticks;
