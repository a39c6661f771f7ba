//! Which signs of normal and friction, and which lag of the loads, balance the momentum.

use super::intervals::Intervals;
use stickslip_engine::laws::Vec3;

/// Ratio of the error of a convention to the least error from which it is excluded.
const DECIDES: f64 = 3.0;
/// Error over g below which a balance is exact, and conventions are compared with this error.
const EXACT: f64 = 1e-9;

/// Signs and lag that balance the momentum of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conventions {
    /// Sign of the normal, +1 as declared; `None` if both signs balance.
    pub normal: Option<i8>,
    /// Sign of friction, +1 as declared; `None` if both signs balance.
    pub friction: Option<i8>,
    /// Rows by which loads stand before (negative) or after the row that the header declares; `None` if undecided.
    pub lag: Option<i8>,
    /// Root mean square error over g of the best convention.
    pub best: f64,
    /// Error of the balance of momentum under the declared convention, over g.
    pub declared: f64,
    /// That of the second best.
    pub second: f64,
}

/// What the balances say of the declared conventions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They balance, and no other does.
    Declared,
    /// Another balances better.
    Other,
    /// They balance, and so do others.
    Undecided,
}

impl Conventions {
    /// What the balance of momentum says of the declared signs and lag.
    pub fn says(&self) -> String {
        let found = match self.verdict() {
            Verdict::Declared => "the declared signs and lag balance the momentum, and no others do".to_owned(),
            Verdict::Undecided => {
                let open = [
                    (self.normal.is_none(), "sign of n"),
                    (self.friction.is_none(), "sign of F"),
                    (self.lag.is_none(), "lag"),
                ];
                let open: Vec<&str> = open.iter().filter(|(is, _)| *is).map(|(_, what)| *what).collect();
                format!("undecided: {}; constant loads show no lag, rolling without friction no sign", open.join(", "))
            }
            Verdict::Other => self.remedy().unwrap_or_default(),
        };
        format!("conventions: {found} (error {:.1e} g, second best {:.1e} g)", self.declared, self.second)
    }

    /// What the balances say of the declared conventions.
    pub fn verdict(&self) -> Verdict {
        match (self.normal, self.friction, self.lag) {
            (Some(1), Some(1), Some(0)) => Verdict::Declared,
            _ if self.differs() => Verdict::Other,
            _ => Verdict::Undecided,
        }
    }

    fn differs(&self) -> bool {
        self.normal == Some(-1) || self.friction == Some(-1) || self.lag.is_some_and(|lag| lag != 0)
    }

    /// What to change in the folder, if another convention balances better.
    pub fn remedy(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.normal == Some(-1) {
            parts.push("turn the normal: n points into the body listed first".to_owned());
        }
        if self.friction == Some(-1) {
            parts.push("turn the friction: F acts on the body listed second".to_owned());
        }
        match self.lag {
            Some(-1) => parts.push(
                "the loads act a step later than declared: `acts` is `after`, or write them a step later".to_owned(),
            ),
            Some(1) => parts.push(
                "the loads act a step earlier than declared: `acts` is `before`, or write them a step earlier"
                    .to_owned(),
            ),
            _ => {}
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

/// The conventions that balance; `None` without a body whose balance can be drawn.
pub(super) fn conventions(run: &Intervals) -> Option<Conventions> {
    if !run.has_balance() {
        return None;
    }
    let parts = Parts::new(run);
    let mut all = Vec::new();
    for normal in [1_i8, -1] {
        for friction in [1_i8, -1] {
            for lag in [-1_i8, 0, 1] {
                all.push(((normal, friction, lag), parts.error(run, normal, friction, lag)?));
            }
        }
    }
    let floor = |error: f64| if error > EXACT { error } else { EXACT };
    let declared = all.iter().find(|(of, _)| *of == (1, 1, 0)).map_or(f64::NAN, |(_, error)| *error);
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    let best = all[0].1;
    let candidates: Vec<_> =
        all.iter().filter(|(_, error)| floor(*error) < DECIDES * floor(best)).map(|(of, _)| *of).collect();
    fn common(mut values: impl Iterator<Item = i8>) -> Option<i8> {
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }
    Some(Conventions {
        normal: common(candidates.iter().map(|of| of.0)),
        friction: common(candidates.iter().map(|of| of.1)),
        lag: common(candidates.iter().map(|of| of.2)),
        best,
        declared,
        second: all[1].1,
    })
}

/// Normal and friction force on each body in each interval, as declared.
struct Parts {
    bodies: usize,
    sums: Vec<[Vec3; 2]>,
}

impl Parts {
    fn new(run: &Intervals) -> Self {
        let bodies = run.bodies.len();
        let mut sums = vec![[Vec3::zeros(); 2]; bodies * run.count()];
        for at in run.acting() {
            let on_j = [-at.contact.n * at.contact.normal, at.contact.friction_on_j.unwrap_or_default()];
            for (body, sign) in [(at.contact.i, -1.0), (at.contact.j, 1.0)] {
                let sum = &mut sums[at.interval * bodies + body as usize];
                sum[0] += on_j[0] * sign;
                sum[1] += on_j[1] * sign;
            }
        }
        Self { bodies, sums }
    }

    /// Root mean square error over g; `None` without a body that touches and whose balance can be drawn.
    fn error(&self, run: &Intervals, normal: i8, friction: i8, lag: i8) -> Option<f64> {
        let (mut sum, mut count, g) = (0.0, 0_u64, run.scale());
        for (number, body) in run.bodies.iter().enumerate() {
            let Some(mass) = body.mass else { continue };
            let of = |interval: usize| self.sums[interval * self.bodies + number];
            if (0..run.count()).all(|interval| of(interval) == [Vec3::zeros(); 2]) {
                continue;
            }
            for interval in run.first() + 1..run.count() - 1 {
                let from = (interval as i64 + i64::from(lag)) as usize;
                let [n, f] = of(from);
                let force = n * f64::from(normal) + f * f64::from(friction) + run.external(number, interval)[0];
                let a = (body.rows[interval].v - body.rows[interval - 1].v) / run.dt;
                sum += (a - run.run.header.gravity - force / mass).norm_squared();
                count += 1;
            }
        }
        (count > 0 && g > 0.0).then(|| (sum / count as f64).sqrt() / g)
    }
}
