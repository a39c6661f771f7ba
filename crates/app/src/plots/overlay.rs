//! Reference curves: data from an experiment, a paper or another program, drawn dashed over a plot, and the deviation
//! of the run from them.

use std::path::Path;
use stickslip_engine::observe::quantity::Quantity;
use stickslip_engine::observe::state::State;

/// A reference curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// File name.
    pub name: String,
    /// Names of the file and of the two columns.
    pub about: String,
    /// Points of the curve, in file order.
    pub points: Vec<[f64; 2]>,
}

/// Accepted column names for this quantity: `v_y`, `vy`, and the name used in exported tables.
fn names(of: Option<&Quantity>) -> Vec<String> {
    let Some(of) = of else { return vec!["t".to_owned(), "time".to_owned()] };
    let symbol = of.symbol();
    vec![symbol.clone(), symbol.replace('_', "").replace('ω', "w"), of.entry().name()]
}

/// The cells of a line, split at `comma`, without surrounding blanks and quotes.
fn cells(line: &str, comma: char) -> Vec<String> {
    line.split(comma).map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
}

/// The column with one of these names; units are ignored.
fn column(heads: &[String], names: &[String]) -> Option<usize> {
    let bare = |head: &String| head.split('[').next().unwrap_or("").trim().to_lowercase();
    names.iter().find_map(|name| heads.iter().position(|head| bare(head) == name.to_lowercase()))
}

impl Overlay {
    /// Reads the curve of `y` over `x` (time if `None`) from a table: its only two columns, or those named after the
    /// quantities. If there is a `body` column, only the rows of that body are used. An error names file and line.
    pub fn parse(name: &str, text: &str, x: Option<&Quantity>, y: &Quantity, state: &State) -> Result<Self, String> {
        let comma = ['\t', ';', ','].into_iter().find(|c| text.lines().next().is_some_and(|line| line.contains(*c)));
        let comma =
            comma.ok_or_else(|| format!("{name}:1: no columns: separate them with commas, semicolons or tabs"))?;
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).peekable();
        let first = lines.peek().map(|(_, line)| cells(line, comma)).unwrap_or_default();
        let has_heads = first.iter().any(|cell| cell.parse::<f64>().is_err());
        if has_heads {
            lines.next();
        }
        let (names_x, names_y) = (names(x), names(Some(y)));
        let [at_x, at_y] = match (column(&first, &names_x), column(&first, &names_y)) {
            (Some(x), Some(y)) if has_heads => [x, y],
            _ if first.len() == 2 => [0, 1],
            _ => {
                let (x, y) = (&names_x[0], &names_y[0]);
                let heads = if has_heads { first.join(", ") } else { format!("{} unnamed columns", first.len()) };
                return Err(format!(
                    "{name}:1: the columns are {heads}; name the wanted ones {x} and {y}, or keep only two columns"
                ));
            }
        };
        let whose = column(&first, &["body".to_owned()]).map(|at| (at, y.of.name(state)));
        let mut points = Vec::new();
        for (number, line) in lines {
            let row = cells(line, comma);
            if whose.as_ref().is_some_and(|(at, body)| row.get(*at) != Some(body)) {
                continue;
            }
            let cell = |at: usize| {
                let cell = row.get(at).map_or("", String::as_str);
                cell.parse::<f64>().map_err(|_| format!("{name}:{}: `{cell}` is not a number", number + 1))
            };
            points.push([cell(at_x)?, cell(at_y)?]);
        }
        if points.len() < 2 {
            return Err(format!("{name}: a curve needs at least two points, this file has {}", points.len()));
        }
        let head = |at: usize| if has_heads { first[at].clone() } else { format!("column {}", at + 1) };
        let about = format!("{name}, {} over {}", head(at_y), head(at_x));
        let name = Path::new(name).file_name().map_or(name.to_owned(), |file| file.to_string_lossy().into_owned());
        Ok(Self { name, about, points })
    }

    /// Interpolated value at `x`; if several segments cross `x`, the value nearest to `near`. `None` out of range.
    fn at(&self, x: f64, near: f64) -> Option<f64> {
        let pieces = self.points.windows(2).filter(|p| (p[0][0] - x) * (p[1][0] - x) <= 0.0);
        let values = pieces.map(|p| {
            let wide = p[1][0] - p[0][0];
            let part = if wide == 0.0 { 0.0 } else { (x - p[0][0]) / wide };
            p[0][1] + part * (p[1][1] - p[0][1])
        });
        values.filter(|y| y.is_finite()).min_by(|a, b| (a - near).abs().total_cmp(&(b - near).abs()))
    }

    /// Error of a run's last point against the curve, and the largest error, in percent of the curve's range; `None`
    /// where they do not overlap.
    pub fn error(&self, run: &[[f64; 2]]) -> Option<[f64; 2]> {
        let values = || self.points.iter().map(|p| p[1]).filter(|y| y.is_finite());
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        let range = (high - low).max(f64::MIN_POSITIVE);
        let every = run.len().div_ceil(MAX_COMPARED_POINTS).max(1);
        let last = run.len().checked_sub(1)?;
        let differs = |p: &[f64; 2]| Some(100.0 * (p[1] - self.at(p[0], p[1])?) / range);
        let compared = run.iter().enumerate().filter(|(k, _)| k.is_multiple_of(every) || *k == last);
        let worst = compared.filter_map(|(_, p)| differs(p)).map(f64::abs).reduce(f64::max)?;
        Some([differs(&run[last]).unwrap_or(f64::NAN), worst])
    }
}

/// Maximum number of run points compared per frame.
const MAX_COMPARED_POINTS: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::observe::quantity::Subject;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn state() -> State {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        Simulation::new(&scene).state()
    }

    fn read(text: &str, symbol: &str, part: &str) -> Result<Overlay, String> {
        let y = Quantity::find(Subject::Body(1), symbol, part).expect("a row");
        Overlay::parse("c.csv", text, None, &y, &state())
    }

    #[test]
    fn columns_are_found_by_name_or_are_the_only_two() {
        let two = read("0;1\n1;3\n", "v", "| |").expect("a curve");
        assert_eq!(two.points, [[0.0, 1.0], [1.0, 3.0]]);
        let table = "t [s],step,body,vx [m/s],vy [m/s]\n0,0,ball,7,1\n0,0,incline,9,9\n1,1,ball,8,2\n";
        assert_eq!(read(table, "v", "y").expect("a curve").points, [[0.0, 1.0], [1.0, 2.0]]);
        assert!(read(table, "T_roll", "y").expect_err("no column").contains("name the wanted ones t and T_roll_y"));
        assert_eq!(read("t,v\n0,a\n1,2", "v", "y").expect_err("no number"), "c.csv:2: `a` is not a number");
    }

    /// A run 0.5 above a curve from 0 to 10 is 5 % off; outside the curve nothing is compared.
    #[test]
    fn the_error_is_a_part_of_the_range() {
        let curve = read("0,0\n1,10\n", "v", "y").expect("a curve");
        let [now, worst] = curve.error(&[[0.1, 2.0], [0.5, 5.5]]).expect("common points");
        assert!((now - 5.0).abs() < 1e-12 && (worst - 10.0).abs() < 1e-12, "{now} {worst}");
        assert_eq!(curve.error(&[[2.0, 1.0]]), None);
    }
}
