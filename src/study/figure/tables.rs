//! Tables of the paper, as SVG, PNG, CSV and Markdown.

use crate::record::state::State;
use crate::record::write_error::WriteError;
use crate::shapes::Shape;
use crate::study::trace::{StudyError, scene, trace};
use kuva::prelude::{PngBackend, SvgBackend};
use kuva::render::render::{Primitive, Scene, TextAnchor};
use std::path::{Path, PathBuf};

/// Width of a letter, height of a line and margin of a drawn table, px.
const LETTER: f64 = 7.0;
const LINE: f64 = 20.0;
const MARGIN: f64 = 8.0;

/// A table of text cells.
pub(super) struct FigureTable {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
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
            std::fs::write(&path, bytes).map_err(|e| WriteError::at(&path, e))?;
            files.push(path);
        }
        Ok(files)
    }

    /// The table as a picture: a rule above and below the header and at the end, as in print.
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

/// Table 1: K_R and Θ_s of a ball of radius R against bodies of several curvatures, K_E = 1e5 N/m, η_r = 0.3,
/// μ_s N = 12.25 N, R = 0.2 m.
pub(super) fn curvature() -> Result<FigureTable, StudyError> {
    let (k_e, eta_r, load, radius) = (1e5_f64, 0.3, 12.25, 0.2_f64);
    let row = |what: &str, kappa_j: f64, formula: &str| {
        let kappa = 0.5 * (1.0 / radius + kappa_j);
        let (k, theta) = match kappa > 0.0 {
            true => (format!("{:.4e}", eta_r * k_e / (kappa * kappa)), format!("{:.4e}", kappa * load / k_e)),
            false => ("infinite".to_string(), "0".to_string()),
        };
        vec![what.to_string(), format!("{kappa_j}"), formula.to_string(), k, theta]
    };
    Ok(FigureTable {
        header: vec!["body j", "kappa_j [1/m]", "K_R", "K_R at R = 0.2 m [N m/rad]", "Theta_s [rad]"],
        rows: vec![
            row("the same ball", 1.0 / radius, "eta_r R^2 K_E"),
            row("a plane", 0.0, "4 eta_r R^2 K_E"),
            row("a bowl of radius 2R", -0.5 / radius, "16 eta_r R^2 K_E"),
            row("its mirror surface", -1.0 / radius, "infinite: it cannot roll"),
        ],
    })
}

/// Table 7 (5): curvature, stiffness, threshold and largest torque of spin, K_E = 5e6 N/m.
pub(super) fn spin() -> Result<FigureTable, StudyError> {
    let mut rows = Vec::new();
    let curvature = |state: &State| {
        let contact = state.contacts.first()?;
        let body = state.bodies.iter().find(|body| body.mass.mass.is_finite())?;
        let n = body.q.inverse_transform_vector(&contact.frame.now.n);
        let at = body.q.inverse_transform_vector(&(contact.touch.c - body.x));
        Some(Shape::mean_curvature(&body.shape, &at, &n))
    };
    // The ball of the same volume: R = (0.02 · 0.02 · 0.05)^{1/3} m.
    let ball: [(&str, &str); 2] = [("bodies.ball.shape.radius", "0.027144176165949063"), ("friction.k_e", "5e6")];
    for (name, pose, edits) in [
        ("hertz-spin-steel-20mm", "sphere", &ball[..]),
        ("ellipsoid-spin-flat-published", "flat", &[]),
        ("ellipsoid-spin-upright-published", "upright", &[]),
    ] {
        let edits: Vec<_> = edits.iter().chain(&[("time.duration", "0.001")]).copied().collect();
        let run = trace(&scene(name, &edits)?, &[])?;
        let spin = run.last.contacts.first().map(|c| c.normal.derived.spin).unwrap_or_default();
        rows.push(vec![
            pose.to_string(),
            format!("{:.2}", curvature(&run.last).unwrap_or(f64::NAN)),
            format!("{:.4e}", spin.stiffness),
            format!("{:.4e}", spin.static_cap),
            format!("{:.4e}", spin.thresholds()[0]),
        ]);
    }
    let header = vec!["pose", "curvature [1/m]", "K_psi [N m/rad]", "Psi_s [rad]", "largest torque [N m]"];
    Ok(FigureTable { header, rows })
}
