//! Tables as SVG, PNG, CSV and Markdown.

use crate::trace::{StudyError, first_fault, moving_body, scene, trace};
use kuva::prelude::{PngBackend, SvgBackend};
use kuva::render::render::{Primitive, Scene, TextAnchor};
use std::path::{Path, PathBuf};
use stickslip_engine::files::{WriteError, write_whole};
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::scene::Scene as Setup;
use stickslip_engine::shapes::Shape;

/// Letter width, line height and margin of a drawn table, px.
const LETTER: f64 = 7.0;
const LINE: f64 = 20.0;
const MARGIN: f64 = 8.0;

/// A table of text cells.
pub(super) struct FigureTable {
    /// Heading of each column.
    pub(super) header: Vec<&'static str>,
    /// Cells of each row.
    pub(super) rows: Vec<Vec<String>>,
}

impl FigureTable {
    /// Writes `stem.svg`, `stem.png`, `stem.csv` and `stem.md`.
    pub(super) fn write(&self, stem: &Path) -> Result<Vec<PathBuf>, WriteError> {
        let rows = || std::iter::once(self.header.iter().map(ToString::to_string).collect()).chain(self.rows.clone());
        let quoted = |row: Vec<String>| {
            row.iter()
                .map(|c| if c.contains(',') { format!("\"{c}\"") } else { c.clone() })
                .collect::<Vec<_>>()
                .join(",")
        };
        let csv: String = rows().map(|row| quoted(row) + "\n").collect();
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let rule: Vec<String> = self.header.iter().map(|_| "---".to_string()).collect();
        let header: Vec<String> = self.header.iter().map(ToString::to_string).collect();
        let markdown: String =
            line(&header) + &line(&rule) + &self.rows.iter().map(|row| line(row)).collect::<String>();
        let drawn = self.drawn();
        let png = PngBackend::new().with_scale(300.0 / 96.0).render_scene(&drawn);
        let png = png.map_err(|why| WriteError::at(&stem.with_extension("png"), why))?;
        let svg = SvgBackend::new().render_scene(&drawn);
        let mut files = Vec::new();
        for (extension, bytes) in
            [("svg", svg.into_bytes()), ("png", png), ("csv", csv.into_bytes()), ("md", markdown.into_bytes())]
        {
            let path = stem.with_extension(extension);
            write_whole(&path, &bytes)?;
            files.push(path);
        }
        Ok(files)
    }

    /// The table as a picture, with rules above and below the header and at the end.
    fn drawn(&self) -> Scene {
        let header: Vec<String> = self.header.iter().map(ToString::to_string).collect();
        let lines = || std::iter::once(&header).chain(&self.rows);
        let widest =
            |k: usize| lines().filter_map(|row| row.get(k)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let mut left = vec![MARGIN];
        for k in 0..header.len() {
            left.push(left[k] + widest(k) as f64 * LETTER + 2.0 * MARGIN);
        }
        let width = left[header.len()];
        let height = 2.0 * MARGIN + LINE * (self.rows.len() + 1) as f64;
        let mut scene = Scene::new(width, height);
        scene.background_color = Some("white".into());
        scene.font_family = Some("DejaVu Sans, sans-serif".into());
        for (row, cells) in lines().enumerate() {
            for (x, content) in left.iter().zip(cells) {
                scene.add(Primitive::Text {
                    x: *x,
                    y: MARGIN + LINE * (row as f64 + 0.68),
                    content: content.clone(),
                    size: 11,
                    anchor: TextAnchor::Start,
                    rotate: None,
                    bold: row == 0,
                    color: None,
                });
            }
        }
        for y in [MARGIN, MARGIN + LINE, height - MARGIN] {
            let (x1, x2) = (0.5 * MARGIN, width - 0.5 * MARGIN);
            let stroke = "black".into();
            scene.add(Primitive::Line { x1, y1: y, x2, y2: y, stroke, stroke_width: 1.0, stroke_dasharray: None });
        }
        scene
    }
}

/// The text of a scene with a ball of R = 0.2 m pressed with N = 49 N on a fixed body j of `shape`; `apart` is the
/// distance of the centres, m.
fn pressed(shape: &str, apart: f64) -> String {
    format!(
        "Scene(schema: 1, title: \"A ball on {shape}\", time: (dt: 1e-4, duration: 1e-3), gravity: (0.0, 0.0, -9.8), \
         friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3, spin: Off, slide_damping: Uncapped(Ratio(1.0)), \
         roll_damping: Uncapped(Ratio(1.0))), normal: Known(Force(49.0)), bodies: [\
         (name: \"ball\", shape: Sphere(radius: 0.2), mass: 5.0, position: (0.0, 0.0, {apart:?})), \
         (name: \"j\", shape: {shape}, motion: Fixed, position: (0.0, 0.0, 0.0))])"
    )
}

/// Table 1: K_R and Θ_s of a ball of R = 0.2 m against bodies of several curvatures, read from the contacts of a run;
/// K_E = 1e5 N/m, η_r = 0.3, μ_s N = 12.25 N. The pin is a ball of 1 µm, so that its contact is finite.
pub(super) fn curvature() -> Result<FigureTable, StudyError> {
    let mut rows = Vec::new();
    for (name, shape, apart, paper) in [
        ("tip of a pin (1 µm)", "Sphere(radius: 1e-6)", 0.200001, ["∞", "0", "∞"]),
        ("identical ball", "Sphere(radius: 0.2)", 0.4, ["κ_i", "η_r R² K_E", "μ_s N/(R K_E)"]),
        ("plane", "Plane", 0.2, ["0", "4 η_r R² K_E", "μ_s N/(2 R K_E)"]),
        ("bowl of radius 2R", "Bowl(radius: 0.4)", -0.2, ["", "", ""]),
        ("bowl of radius 1.001 R", "Bowl(radius: 0.2002)", -0.0002, ["", "", ""]),
        ("mirror (bowl of radius R)", "Bowl(radius: 0.2)", -1e-9, ["−κ_i", "∞", "0"]),
    ] {
        let text = pressed(shape, apart);
        let scene = Setup::parse(name, &text).map_err(|faults| StudyError::new(name, first_fault(&faults)))?;
        let run = trace(&scene, &[])?;
        let contact = only_contact(&run.last, name)?;
        let roll = &contact.normal.derived.roll_i;
        let cells = match roll.stiffness > 0.0 {
            true => [format!("{:.4e}", roll.stiffness), format!("{:.4e}", roll.static_cap)],
            false => ["off: cannot roll", "off"].map(String::from),
        };
        let [kappa, stiffness, threshold] = paper.map(String::from);
        let [here, cap] = cells;
        let kappa_here = format!("{}", (1e3 * contact.paths.kappa_j).round() / 1e3);
        rows.push(vec![name.into(), kappa, kappa_here, stiffness, here, threshold, cap]);
    }
    let header = vec!["body j", "κ_j", "here [1/m]", "K_R", "here [N m/rad]", "Θ_s", "here [rad]"];
    Ok(FigureTable { header, rows })
}

/// The first contact of a state; an error if there is none.
fn only_contact<'a>(state: &'a State, scene: &str) -> Result<&'a ContactView, StudyError> {
    state.contacts.first().ok_or_else(|| StudyError::new(scene, "the bodies do not touch"))
}

/// Table 7 (5): curvature, stiffness, threshold and largest torque of spin; K_E = 5e6 N/m.
pub(super) fn spin() -> Result<FigureTable, StudyError> {
    let mut rows = Vec::new();
    let curvature = |state: &State, contact: &ContactView| {
        let body = moving_body(state)?;
        let n = body.q.inverse_transform_vector(&contact.frame.now.n);
        let at = body.q.inverse_transform_vector(&(contact.touch.c - body.x));
        Some(Shape::mean_curvature(&body.shape, &at, &n))
    };
    // The ball has the ellipsoid's volume: R = (0.02 · 0.02 · 0.05)^{1/3} m.
    let ball: [(&str, &str); 2] = [("bodies.ball.shape.radius", "0.027144176165949063"), ("friction.k_e", "5e6")];
    for (name, pose, edits) in [
        ("hertz-spin-steel-20mm", "sphere", &ball[..]),
        ("ellipsoid-spin-flat-published", "flat", &[]),
        ("ellipsoid-spin-upright-published", "upright", &[]),
    ] {
        let edits: Vec<_> = edits.iter().chain(&[("time.duration", "0.001")]).copied().collect();
        let run = trace(&scene(name, &edits)?, &[])?;
        let contact = only_contact(&run.last, name)?;
        let spin = &contact.normal.derived.spin;
        let curvature = curvature(&run.last, contact).ok_or_else(|| StudyError::new(name, "no body moves"))?;
        rows.push(vec![
            pose.to_string(),
            format!("{curvature:.2}"),
            format!("{:.4e}", spin.stiffness),
            format!("{:.4e}", spin.static_cap),
            format!("{:.4e}", spin.thresholds()[0]),
        ]);
    }
    let header = vec!["pose", "curvature [1/m]", "K_ψ [N m/rad]", "Ψ_s [rad]", "largest torque [N m]"];
    Ok(FigureTable { header, rows })
}
