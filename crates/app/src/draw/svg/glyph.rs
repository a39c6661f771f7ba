//! Arrows, arcs, discs, lines and texts of the draw list as SVG.

use super::notation::{colour, escaped, hex, points};
use super::projection::ParallelProjection;
use crate::draw::overlay::items::{Arc, Arrow, Block, Disc, DrawList, Head, Mark, ModeBadge, Role};
use crate::draw::text::label_place::{PixelBox, arrow_boxes, beside};
use std::f64::consts::TAU;
use std::fmt::Write;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Mode;

/// Appends the items of the list to the SVG text.
pub(super) fn list(eye: &ParallelProjection, list: &DrawList, text: &mut String) {
    for area in &list.areas {
        let corners = points(&eye.all(&area.corners));
        let fill = hex(colour(area.role));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<polygon points=\"{corners}\" fill=\"{fill}\" fill-opacity=\"0.4\"/>");
    }
    for line in &list.lines {
        polyline(&eye.all(&line.points), line.role, 1.2, text);
    }
    for chain in &list.chains.list {
        let width = 1.0 + 5.0 * list.chains.share(chain);
        polyline(&eye.all(&chain.ends), Role::Normal, width, text);
    }
    for bar in &list.unsolved.bars {
        polyline(&eye.all(&bar.ends), Role::Unsolved, 1.0 + 5.0 * bar.share, text);
    }
    list.discs.iter().for_each(|shown| disc(eye, shown, text));
    list.arrows.iter().filter(|shown| !shown.is_friction()).for_each(|shown| arrow(eye, shown, 1.0, text));
    list.arcs.iter().for_each(|shown| arc(eye, shown, text));
    for (mark, (x, y)) in list.marks.iter().zip(spread(eye, &list.marks)) {
        words((x, y + 4.0), "middle", mark.role, &mark.text, text);
    }
    list.blocks.iter().for_each(|shown| block(eye, shown, text));
    let places = beside_arrows(eye, list);
    for (badge, place) in list.badges.iter().zip(&places.badges) {
        place.iter().for_each(|place| modes(place, &badge.modes, text));
    }
    // Friction is drawn last: nothing covers it.
    list.friction().for_each(|shown| arrow(eye, shown, FRICTION_WIDTH, text));
    for (value, place) in list.values.iter().zip(&places.values) {
        let Some(PixelBox { middle: [x, y], .. }) = place else { continue };
        words((*x, y + 4.0), "middle", value.role, &value.text, text);
    }
}

/// Free places beside the arrows of a list; `None` where there is no room.
pub(super) struct BesideArrows {
    /// Of the values at the tips of arrows.
    pub(super) values: Vec<Option<PixelBox>>,
    /// Of the modes of contacts.
    pub(super) badges: Vec<Option<PixelBox>>,
}

/// Places the values and modes of a list off its friction arrows, off the letters of axes and off each other.
pub(super) fn beside_arrows(eye: &ParallelProjection, list: &DrawList) -> BesideArrows {
    let pixel = |p: &Vec3| <[f64; 2]>::from(eye.at(p));
    let mut taken: Vec<PixelBox> =
        list.friction().flat_map(|arrow| arrow_boxes(pixel(&arrow.from), pixel(&arrow.to))).collect();
    let letters = list.marks.iter().filter(|mark| mark.is_letter());
    taken.extend(letters.map(|mark| PixelBox { middle: pixel(&mark.at), half: half_size(mark).into() }));
    let mut place = |anchor: &Vec3, toward: &Vec3, half: [f64; 2], clear: f64| {
        let (anchor, toward) = (pixel(anchor), pixel(toward));
        let found = beside(anchor, [toward[0] - anchor[0], toward[1] - anchor[1]], half, clear, &taken);
        taken.extend(found);
        found
    };
    let half = |text: &str| [3.6 * text.chars().count() as f64 + 1.0, 7.0];
    let values = list.values.iter().map(|of| place(&of.tip, &(of.tip * 2.0 - of.from), half(&of.text), 8.0)).collect();
    let size = |of: &ModeBadge| [DISC * of.modes.len() as f64, DISC];
    let badges = list.badges.iter().map(|of| place(&of.at, &(of.at + of.away * of.frame), size(of), 8.0)).collect();
    BesideArrows { values, badges }
}

/// Half the room of a mode's disc, pixels.
const DISC: f64 = 8.0;

/// A row of discs with the letters of modes: filled in stick, hollow in slip, grey while open.
fn modes(place: &PixelBox, modes: &[Mode], text: &mut String) {
    let friction = hex(colour(Role::Friction));
    for (k, mode) in modes.iter().enumerate() {
        let x = place.middle[0] - place.half[0] + DISC * (2.0 * k as f64 + 1.0);
        let (y, paper) = (place.middle[1], "#f1f4f8".to_owned());
        let (fill, edge, ink) = match mode {
            Mode::Stick => (&friction, &friction, &paper),
            Mode::Slip => (&paper, &friction, &friction),
            Mode::Open => (&paper, &hex(colour(Role::Normal)), &hex(colour(Role::Normal))),
        };
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10\" fill=\"{ink}\">{}</text>",
            y + 3.5,
            mode.letter()
        );
    }
}

/// Half the width and half the height of a mark's text, pixels.
fn half_size(mark: &Mark) -> (f64, f64) {
    (3.6 * mark.text.chars().count() as f64 + 1.0, 7.0)
}

/// Centres of the marks' texts, pixels: letters stay at their axes, longer texts move down until they cover no other
/// text.
pub(super) fn spread(eye: &ParallelProjection, marks: &[Mark]) -> Vec<(f64, f64)> {
    let mut places: Vec<_> = marks.iter().map(|mark| eye.at(&mark.at)).collect();
    let (mut fixed, texts): (Vec<usize>, Vec<usize>) = (0..marks.len()).partition(|k| marks[*k].is_letter());
    let reach = |a: usize, b: usize| {
        let (a, b) = (half_size(&marks[a]), half_size(&marks[b]));
        (a.0 + b.0, a.1 + b.1)
    };
    for text in texts {
        let covers = |(x, y): (f64, f64), other: (f64, f64), (wide, high): (f64, f64)| {
            (x - other.0).abs() < wide && (y - other.1).abs() < high
        };
        while let Some(hit) = fixed.iter().find(|k| covers(places[text], places[**k], reach(text, **k))) {
            places[text].1 = places[*hit].1 + reach(text, *hit).1 + 0.5;
        }
        fixed.push(text);
    }
    places
}

fn polyline(line: &[(f64, f64)], role: Role, width: f64, text: &mut String) {
    let _ = writeln!(
        text,
        "<polyline fill=\"none\" stroke-width=\"{width}\" stroke=\"{}\" points=\"{}\"/>",
        hex(colour(role)),
        points(line)
    );
}

/// A line of text with a pale rim, so that the text is legible over any background.
fn words((x, y): (f64, f64), anchor: &str, role: Role, line: &str, text: &mut String) {
    let _ = writeln!(
        text,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{}\" stroke=\"#f1f4f8\" stroke-width=\"2.5\" \
         paint-order=\"stroke\">{}</text>",
        hex(colour(role)),
        escaped(line)
    );
}

/// Width of a shaft and length of a head, pixels.
fn sizes(head: Head) -> (f64, f64) {
    match head {
        Head::Thick => (2.4, 11.0),
        Head::Thin => (1.4, 8.0),
        Head::Open => (2.4, 12.0),
        Head::Double => (2.4, 11.0),
    }
}

/// Width of a friction arrow relative to other arrows.
const FRICTION_WIDTH: f64 = 1.7;

fn arrow(eye: &ParallelProjection, arrow: &Arrow, width: f64, text: &mut String) {
    let (from, to) = (eye.at(&arrow.from), eye.at(&arrow.to));
    polyline(&[from, to], arrow.role, width * sizes(arrow.head).0, text);
    tip(from, to, arrow.head, arrow.role, text);
}

/// The head of a line that ends at `to`.
fn tip(from: (f64, f64), to: (f64, f64), head: Head, role: Role, text: &mut String) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y);
    if length < 1.0 {
        return;
    }
    let size = sizes(head).1.min(0.6 * length);
    let along = (x / length * size, y / length * size);
    let back = |way: f64, aside: f64| (to.0 - way * along.0 - aside * along.1, to.1 - way * along.1 + aside * along.0);
    let mut solid = |first: f64| {
        let corners = points(&[back(first, 0.0), back(first + 1.0, 0.42), back(first + 1.0, -0.42)]);
        let _ = writeln!(text, "<polygon points=\"{corners}\" fill=\"{}\"/>", hex(colour(role)));
    };
    match head {
        Head::Thick | Head::Thin => solid(0.0),
        Head::Double => {
            solid(0.0);
            solid(0.75);
        }
        Head::Open => polyline(&[back(1.0, 0.5), to, back(1.0, -0.5)], role, sizes(head).0, text),
    }
}

/// Two unit vectors perpendicular to an axis and to each other.
fn across(axis: &Vec3) -> [Vec3; 2] {
    let reference = if axis.z.abs() < 0.9 { Vec3::z() } else { Vec3::x() };
    let u = (reference - axis * axis.dot(&reference)).try_normalize(0.0).unwrap_or_else(Vec3::x);
    [u, axis.cross(&u)]
}

fn arc(eye: &ParallelProjection, arc: &Arc, text: &mut String) {
    let [u, w] = across(&arc.axis);
    let at = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        eye.at(&(arc.center + (u * cos + w * sin) * arc.radius))
    };
    let count = (arc.sweep / 0.12).ceil().max(4.0) as usize;
    let line: Vec<_> = (0..=count).map(|k| at(arc.sweep * k as f64 / count as f64)).collect();
    polyline(&line, arc.role, sizes(arc.head).0, text);
    // The head has the direction of the last piece of the line, which is extended to hold it.
    if let [.., from, to] = line[..] {
        let longer = |a: f64, b: f64| b - 4.0 * (b - a);
        tip((longer(from.0, to.0), longer(from.1, to.1)), to, arc.head, arc.role, text);
    }
}

fn disc(eye: &ParallelProjection, disc: &Disc, text: &mut String) {
    let [u, w] = across(&disc.normal);
    let rim = (0..24).map(|k| (TAU * f64::from(k) / 24.0).sin_cos());
    let rim: Vec<Vec3> = rim.map(|(sin, cos)| disc.center + (u * cos + w * sin) * disc.radius).collect();
    let fill = if disc.mode == Mode::Stick { hex(colour(Role::Friction)) } else { "none".to_owned() };
    let _ = writeln!(
        text,
        "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2\"/>",
        points(&eye.all(&rim)),
        hex(colour(Role::Friction))
    );
}

fn block(eye: &ParallelProjection, block: &Block, text: &mut String) {
    let (x, y) = eye.at(&block.at);
    let clear = block.clear * eye.per_metre;
    let x = x + clear + 14.0;
    let height = 15.0 * block.lines.len() as f64;
    let top = if block.below { y + 12.0 } else { y - clear - 0.5 * height };
    for (k, (role, line)) in block.lines.iter().enumerate() {
        words((x, top + 15.0 * k as f64), "start", *role, line, text);
    }
}
