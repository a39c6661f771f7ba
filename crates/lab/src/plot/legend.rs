//! The legend below a figure: rows of entries, each with a sample of its curve.

use super::panels::{Figure, Style};
use super::stroke::{COLOURS, DASHES, PALE, STROKE, dashes, style};
use kuva::render::color::Color;
use kuva::render::render::{Primitive, Scene, TextAnchor};

/// Length of a curve sample, px: one full cycle of the longest dashes.
const SWATCH: f64 = 30.0;
/// Height of a row, font size and mean letter width, px.
const ROW: f64 = 16.0;
const LETTERS: u32 = 10;
const LETTER: f64 = 5.6;
/// Gap between a sample and its name, and between two entries, px.
const GAP: f64 = 5.0;
const APART: f64 = 18.0;

/// The sample shown next to a name.
#[derive(Clone, Copy, PartialEq)]
enum Swatch {
    Cell(usize),
    Line(Style),
}

/// Draws the legend below the panels and enlarges the picture accordingly.
pub(super) fn below(figure: &Figure, scene: &mut Scene) {
    let entries = entries(figure);
    let width = |name: &str| SWATCH + GAP + LETTER * name.chars().count() as f64;
    let mut rows: Vec<(f64, Vec<(Swatch, &str)>)> = Vec::new();
    for (swatch, name) in entries {
        match rows.last_mut() {
            Some((length, row)) if *length + APART + width(name) < scene.width => {
                *length += APART + width(name);
                row.push((swatch, name));
            }
            _ => rows.push((width(name), vec![(swatch, name)])),
        }
    }
    for (length, row) in rows {
        let mut x = 0.5 * (scene.width - length);
        let y = scene.height + 0.5 * ROW;
        for (swatch, name) in row {
            draw(swatch, x, y, scene);
            let (x_text, content) = (x + SWATCH + GAP, name.to_string());
            scene.add(Primitive::Text {
                x: x_text,
                y: y + 0.35 * f64::from(LETTERS),
                content,
                size: LETTERS,
                anchor: TextAnchor::Start,
                rotate: None,
                bold: false,
                color: None,
            });
            x += width(name) + APART;
        }
        scene.height += ROW;
    }
    scene.height += GAP;
}

fn draw(swatch: Swatch, x: f64, y: f64, scene: &mut Scene) {
    match swatch {
        Swatch::Cell(class) => scene.add(Primitive::Rect {
            x: x + 0.5 * SWATCH,
            y: y - 5.0,
            width: 0.5 * SWATCH,
            height: 10.0,
            fill: Color::from(PALE[class % PALE.len()]),
            stroke: Some(Color::from("#999999")),
            stroke_width: Some(0.5),
            opacity: None,
        }),
        Swatch::Line(style) => {
            for piece in dashes(&[(x, y), (x + SWATCH, y)], DASHES[style.dash], (1.0, 1.0)) {
                let stroke = Color::from(COLOURS[style.colour]);
                scene.add(Primitive::PolyLine { points: piece, stroke, stroke_width: STROKE, stroke_dasharray: None });
            }
        }
    }
}

/// The entries of all panels, each name once.
fn entries(figure: &Figure) -> Vec<(Swatch, &str)> {
    let mut entries: Vec<(Swatch, &str)> = Vec::new();
    for panel in &figure.panels {
        let classes = panel.map.iter().flat_map(|map| map.classes.iter().enumerate());
        let classes = classes.map(|(k, name)| (Swatch::Cell(k), name.as_str()));
        let curves = panel.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty());
        let curves = curves.map(|(place, curve)| (Swatch::Line(style(curve, place)), curve.name.as_str()));
        for entry in classes.chain(curves) {
            if !entries.iter().any(|(_, name)| *name == entry.1) {
                entries.push(entry);
            }
        }
    }
    entries
}
