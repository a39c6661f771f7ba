//! Reads what a writer wrote, with its signs as docs/foreign.md has them, and draws balances of it: for tests.
//!
//! On body j of a contact act −N n + F, on i the opposite.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A vector, world axes.
pub type Vector = [f64; 3];

/// A row: column name without unit, cell.
#[derive(Clone, Debug, Default)]
pub struct Row(BTreeMap<String, String>);

impl Row {
    /// The text of a cell; empty if there is no such column.
    pub fn text(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    /// The number in a cell; NaN, which no comparison passes, if it is not known.
    pub fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or(f64::NAN)
    }

    /// The vector with this name and three endings, as `n_` with x, y, z.
    pub fn vector(&self, before: &str, after: &str) -> Vector {
        ["x", "y", "z"].map(|axis| self.number(&format!("{before}{axis}{after}")))
    }

    /// The step of the row.
    pub fn step(&self) -> u64 {
        self.text("step").parse().unwrap_or(u64::MAX)
    }
}

/// A written folder.
#[derive(Clone, Debug)]
pub struct Written {
    /// `run.json`.
    pub header: Value,
    /// Rows of bodies.
    pub bodies: Vec<Row>,
    /// Rows of contacts.
    pub contacts: Vec<Row>,
}

/// Normal force, friction and all force of contacts on a body in a step, N.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loads {
    /// Number of points.
    pub points: usize,
    /// Σ N.
    pub normal: f64,
    /// Σ of the normal forces on the body.
    pub pressing: Vector,
    /// Σ of the friction on the body.
    pub friction: Vector,
    /// Σ of the moments about the centre of mass at the start of the step, and of the torques, N·m.
    pub moment: Vector,
}

impl Loads {
    /// The whole force on the body, N.
    pub fn force(&self) -> Vector {
        plus(self.pressing, 1.0, self.friction)
    }
}

impl Written {
    /// Reads a folder; the error says which file is not as it should be.
    pub fn read(dir: &Path) -> Result<Self, String> {
        let text = |name: &str| std::fs::read_to_string(dir.join(name)).map_err(|error| format!("{name}: {error}"));
        let header = serde_json::from_str(&text("run.json")?).map_err(|error| format!("run.json: {error}"))?;
        Ok(Self { header, bodies: rows(&text("bodies.csv")?)?, contacts: rows(&text("contacts.csv")?)? })
    }

    /// The row of a body in a step.
    pub fn body(&self, name: &str, step: u64) -> Option<&Row> {
        self.bodies.iter().find(|row| row.text("body") == name && row.step() == step)
    }

    /// The contacts in a step.
    pub fn points(&self, step: u64) -> impl Iterator<Item = &Row> {
        self.contacts.iter().filter(move |row| row.step() == step)
    }

    /// A number of a body in `run.json`.
    pub fn of_body(&self, name: &str, key: &str) -> &Value {
        let bodies = self.header["bodies"].as_array().map_or(&[][..], Vec::as_slice);
        bodies.iter().find(|body| body["name"] == name).map_or(&Value::Null, |body| &body[key])
    }

    /// What contacts do to a body in a step.
    pub fn loads(&self, name: &str, step: u64) -> Loads {
        let mut all = Loads::default();
        let centre = step.checked_sub(1).and_then(|last| self.body(name, last)).map(|row| row.vector("", ""));
        for row in self.points(step).filter(|row| [row.text("i"), row.text("j")].contains(&name)) {
            let sign = if row.text("i") == name { 1.0 } else { -1.0 };
            let (n, normal, friction) = (row.vector("n_", ""), row.number("N"), row.vector("F_", ""));
            let pressing = plus([0.0; 3], sign * normal, n);
            let force = plus(pressing, -sign, friction);
            let arm = plus(row.vector("c", ""), -1.0, centre.unwrap_or([f64::NAN; 3]));
            all.points += 1;
            all.normal += normal;
            all.pressing = plus(all.pressing, 1.0, pressing);
            all.friction = plus(all.friction, -sign, friction);
            all.moment = plus(all.moment, 1.0, cross(arm, force));
            all.moment = plus(all.moment, sign, row.vector("T_i_", ""));
        }
        all
    }

    /// Error of the balance of momentum of a body over the step, over its weight: (Δv/Δt − g − ΣP/m)/g.
    pub fn momentum_error(&self, name: &str, step: u64) -> f64 {
        let (Some(now), Some(last)) = (self.body(name, step), step.checked_sub(1).and_then(|k| self.body(name, k)))
        else {
            return f64::NAN;
        };
        let (mass, dt) = (number(self.of_body(name, "mass")), number(&self.header["dt"]));
        let gravity = [0, 1, 2].map(|axis| number(&self.header["gravity"][axis]));
        let change = plus(now.vector("v", ""), -1.0, last.vector("v", ""));
        let error =
            plus(plus(change.map(|part| part / dt), -1.0, gravity), -1.0 / mass, self.loads(name, step).force());
        length(error) / length(gravity)
    }

    /// Error of the balance of angular momentum about an axis along which the body is principal and does not turn but about
    /// it: I Δω/Δt − ΣM, N·m. `inertia`: about that axis, kg·m².
    pub fn turning_error(&self, name: &str, step: u64, axis: Vector, inertia: f64) -> f64 {
        let (Some(now), Some(last)) = (self.body(name, step), step.checked_sub(1).and_then(|k| self.body(name, k)))
        else {
            return f64::NAN;
        };
        let change = plus(now.vector("w", ""), -1.0, last.vector("w", ""));
        inertia * dot(change, axis) / number(&self.header["dt"]) - dot(self.loads(name, step).moment, axis)
    }
}

/// The number in a value of `run.json`; NaN if there is none.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// a + factor·b.
pub fn plus(a: Vector, factor: f64, b: Vector) -> Vector {
    [0, 1, 2].map(|axis| a[axis] + factor * b[axis])
}

/// The scalar product.
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The vector product.
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The length of a vector.
pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// The rows of a table without quoted cells.
fn rows(text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines();
    let first = lines.next().ok_or("an empty table")?;
    let names: Vec<&str> = first.split(',').map(|name| name.split(" [").next().unwrap_or_default()).collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != names.len() {
            return Err(format!("{} cells under {} columns: {line}", cells.len(), names.len()));
        }
        Ok(Row(names.iter().zip(cells).map(|(name, cell)| ((*name).to_owned(), cell.to_owned())).collect()))
    };
    lines.map(row).collect()
}
