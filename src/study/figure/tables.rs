//! Tables of the paper, as CSV and Markdown.

use crate::record::state::State;
use crate::record::table::WriteError;
use crate::shapes::Shape;
use crate::study::trace::{StudyError, scene, trace};
use std::path::{Path, PathBuf};

/// A table of text cells.
pub struct Table {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Writes `stem.csv` and `stem.md`.
    pub fn write(&self, stem: &Path) -> Result<Vec<PathBuf>, WriteError> {
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
        let mut files = Vec::new();
        for (extension, text) in [("csv", csv), ("md", markdown)] {
            let path = stem.with_extension(extension);
            std::fs::write(&path, text).map_err(|e| WriteError::at(&path, e))?;
            files.push(path);
        }
        Ok(files)
    }
}

/// Table 1: K_R and Θ_s of a ball of radius R against bodies of several curvatures, K_E = 1e5 N/m, η_r = 0.3,
/// μ_s N = 12.25 N, R = 0.2 m.
pub fn curvature() -> Result<Table, StudyError> {
    let (k_e, eta_r, load, radius) = (1e5_f64, 0.3, 12.25, 0.2_f64);
    let row = |what: &str, kappa_j: f64, formula: &str| {
        let kappa = 0.5 * (1.0 / radius + kappa_j);
        let (k, theta) = match kappa > 0.0 {
            true => (format!("{:.4e}", eta_r * k_e / (kappa * kappa)), format!("{:.4e}", kappa * load / k_e)),
            false => ("infinite".to_string(), "0".to_string()),
        };
        vec![what.to_string(), format!("{kappa_j}"), formula.to_string(), k, theta]
    };
    Ok(Table {
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
pub fn spin() -> Result<Table, StudyError> {
    let mut rows = Vec::new();
    let curvature = |state: &State| {
        let contact = state.contacts.first()?;
        let body = state.bodies.iter().find(|body| body.mass.mass.is_finite())?;
        let n = body.q.inverse_transform_vector(&contact.frame.now.n);
        let at = body.q.inverse_transform_vector(&(contact.touch.c - body.x));
        Some(Shape::mean_curvature(&body.shape, &at, &n))
    };
    for (name, pose) in [("ellipsoid-spin-flat-published", "flat"), ("ellipsoid-spin-upright-published", "upright")] {
        let run = trace(&scene(name, &[("time.duration", "0.001")])?, &[])?;
        let spin = run.last.contacts.first().map(|c| c.normal.derived.spin).unwrap_or_default();
        rows.push(vec![
            pose.to_string(),
            format!("{:.2}", curvature(&run.last).unwrap_or(f64::NAN)),
            format!("{:.4e}", spin.stiffness),
            format!("{:.4e}", spin.static_cap),
            format!("{:.4e}", spin.stiffness * spin.static_cap),
        ]);
    }
    let header = vec!["pose", "curvature [1/m]", "K_psi [N m/rad]", "Psi_s [rad]", "largest torque [N m]"];
    Ok(Table { header, rows })
}
