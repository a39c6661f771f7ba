//! A picture of a state as SVG, without a graphics processor: bodies in parallel perspective, far ones first, overlaid
//! with the draw list of the window.

mod glyph;
mod notation;
mod options;
mod projection;
mod solid;

pub use notation::{colour, escaped};
pub use options::PictureOptions;

use super::scale::{Scales, moves};
use crate::draw::overlay::draw_list::draw_list;
use crate::draw::overlay::items::DrawList;
use crate::draw::overlay::overlays::Overlays;
use crate::draw::text::legend;
use notation::hex;
use projection::ParallelProjection;
use std::fmt::Write;
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::observe::state::State;

/// The picture of a state, as SVG text.
pub fn picture(state: &State, options: &PictureOptions) -> String {
    let scales = Scales::fit(state, &Scales::default(), false);
    let eye = ParallelProjection::framing(state, options);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" \
         font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#f1f4f8\"/>\n",
        options.width, options.height
    );
    solid::gradients(&mut text);
    for body in state.bodies.iter().filter(|body| body.shape.is_wall()) {
        solid::ground(&eye, body, &scales, &mut text);
    }
    let mut solids: Vec<_> = state.bodies.iter().filter(|body| !body.shape.is_wall() && body.is_shape_known).collect();
    solids.sort_by(|a, b| eye.depth(&a.x).total_cmp(&eye.depth(&b.x)));
    let marked = !is_many_body(state.bodies.len());
    for body in solids {
        solid::body(&eye, body, moves(body), marked, &mut text);
    }
    if let Some(overlays) = &options.overlays {
        let list = draw_list(state, overlays, &scales);
        glyph::list(&eye, &list, &mut text);
        legend_rows((&list, overlays), &scales, state, options, &mut text);
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"16\" text-anchor=\"end\" fill=\"#4a5563\">t = {} s</text>\n</svg>",
        options.width - 8.0,
        crate::draw::text::format::number(state.time)
    );
    text
}

/// Appends the legend: the meaning of the colours.
fn legend_rows(
    (list, on): (&DrawList, &Overlays),
    scales: &Scales,
    state: &State,
    options: &PictureOptions,
    text: &mut String,
) {
    let rows = legend::rows(list, on, scales, is_many_body(state.bodies.len()));
    let top = options.height - 16.0 * rows.len() as f64;
    for (k, row) in rows.iter().enumerate() {
        let y = top + 16.0 * k as f64 + 8.0;
        let _ = writeln!(
            text,
            "<text x=\"8\" y=\"{y:.1}\" font-size=\"11\" fill=\"{}\">{}</text>",
            hex(colour(row.role)),
            escaped(&row.text())
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::overlay::items::Role;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn drawn(name: &str, steps: u64) -> String {
        let scene = Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(steps);
        picture(&simulation.state(), &PictureOptions::default())
    }

    /// Every built-in scene has a picture that an XML parser accepts, with finite numbers only.
    #[test]
    fn every_scene_has_a_picture() {
        for (name, text) in builtin::all() {
            let picture = drawn(name, 3);
            let document = roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{name}: {error}"));
            let bodies = Scene::parse(name, text).expect("no fault").bodies.len();
            let drawn = document.descendants().filter(|node| node.attribute("class") == Some("body")).count();
            let walls = document.descendants().filter(|node| node.attribute("class") == Some("ground")).count();
            assert!(drawn + walls <= bodies && drawn > 0, "{name}: {drawn} of {bodies}");
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{name}");
        }
    }

    /// The modes of a contact cover neither a friction arrow nor the letter of an axis nor the contact point: in all
    /// small scenes, at the start and in motion.
    #[test]
    fn modes_cover_no_arrow_and_no_letter() {
        let options = PictureOptions::default();
        let mut badges = 0;
        for (name, text) in builtin::all() {
            let mut simulation = Simulation::new(&Scene::parse(name, text).expect("no fault"));
            if simulation.state().bodies.len() > 20 {
                continue;
            }
            for steps in [1, 100] {
                simulation.steps(steps);
                let state = simulation.state();
                let eye = ParallelProjection::framing(&state, &options);
                let scales = Scales::fit(&state, &Scales::default(), false);
                let list = draw_list(&state, &Overlays { body_frame: true, ..Overlays::default() }, &scales);
                let places = glyph::beside_arrows(&eye, &list).badges;
                assert_eq!(places.len(), list.badges.len(), "{name}");
                for (badge, place) in list.badges.iter().zip(places) {
                    let Some(place) = place else { continue };
                    let covers = |p: &stickslip_engine::laws::Vec3| {
                        let (x, y) = eye.at(p);
                        (x - place.middle[0]).abs() < place.half[0] && (y - place.middle[1]).abs() < place.half[1]
                    };
                    assert!(!covers(&badge.at), "{name}: on its contact point");
                    for arrow in list.friction() {
                        let points = (0..=40).map(|k| arrow.from + (arrow.to - arrow.from) * (f64::from(k) / 40.0));
                        assert!(!points.into_iter().any(|p| covers(&p)), "{name}: on a friction arrow");
                    }
                    for mark in list.marks.iter().filter(|mark| mark.is_letter()) {
                        assert!(!covers(&mark.at), "{name}: on the letter {}", mark.text);
                    }
                    badges += 1;
                }
            }
        }
        assert!(badges > 50, "{badges}");
    }

    /// Friction is drawn after all other lines, discs and letters; only its own value may follow.
    #[test]
    fn friction_is_drawn_last() {
        let text = drawn("brick-slips", 300);
        let friction = format!("stroke-width=\"{}\" stroke=\"{}\"", 1.7 * 2.4, hex(colour(Role::Friction)));
        let first = text.find(&friction).expect("a friction arrow");
        let rest = &text[first..];
        let frame = format!("stroke=\"{}\"", hex(colour(Role::Contact)));
        assert!(text.contains(&frame) && !rest.contains("<circle") && !rest.contains(&frame), "{rest}");
    }

    /// In parallel perspective, a ball is a circle of its radius, and the arrow of its friction begins at the contact
    /// point, both at the pixels given by the projection.
    #[test]
    fn a_ball_and_its_friction_are_where_they_belong() {
        let scene = Scene::parse("sphere-up-35", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(100);
        let (state, options) = (simulation.state(), PictureOptions::default());
        let (eye, text) = (ParallelProjection::framing(&state, &options), picture(&state, &options));
        let (x, y) = eye.at(&state.bodies[1].x);
        let circle = format!("cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"", 0.2 * eye.per_metre);
        assert!(text.contains(&circle), "{circle}");
        assert!((0.0..640.0).contains(&x) && (0.0..420.0).contains(&y));
        let (x, y) = eye.at(&state.contacts[0].touch.c);
        let begin = format!("stroke=\"{}\" points=\"{x:.1},{y:.1} ", hex(colour(Role::Friction)));
        assert!(text.contains(&begin), "{begin} in\n{text}");
    }
}
