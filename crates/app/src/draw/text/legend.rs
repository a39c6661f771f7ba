//! Rows of the legend: the meaning of each colour and shape, and the value of a scale bar.

use crate::draw::overlay::items::{ArcQuantity, DrawList, Head, Role};
use crate::draw::overlay::overlays::Overlays;
use crate::draw::scale::Scales;
use crate::draw::text::format::short;
use crate::texts::{tr, tr_with};

/// One row of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendRow {
    /// Colour.
    pub role: Role,
    /// Shape of the arrow; `None` for a line.
    pub head: Option<Head>,
    /// Description.
    pub name: &'static str,
    /// Value of the scale bar, if the row's arrows are drawn to scale.
    pub bar: Option<String>,
    /// The overlay that a click on the row turns off or on.
    pub switch: Option<LegendSwitch>,
    /// True if that overlay is off.
    pub is_off: bool,
}

/// An overlay that a row of the legend turns off and on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegendSwitch {
    /// Friction forces.
    Friction,
    /// Velocities.
    Velocity,
    /// Angular velocities.
    Turning,
    /// Roll and spin torques.
    Torques,
    /// Normal forces.
    Normal,
    /// Contact frames.
    ContactFrame,
    /// Axes of the bodies.
    BodyFrame,
    /// Discs of the modes.
    Discs,
}

impl LegendSwitch {
    /// Where the overlay is stored.
    pub fn flag(self, on: &mut Overlays) -> &mut bool {
        match self {
            Self::Friction => &mut on.friction,
            Self::Velocity => &mut on.velocity,
            Self::Turning => &mut on.turning,
            Self::Torques => &mut on.torques,
            Self::Normal => &mut on.normal,
            Self::ContactFrame => &mut on.contact_frame,
            Self::BodyFrame => &mut on.body_frame,
            Self::Discs => &mut on.discs,
        }
    }
}

/// Key of the text of the row of the discs.
pub const DISCS: &str = "legend-discs";

/// Largest number of rows of the window's legend.
pub const MAX_ROWS: usize = 4;

/// The rows for what is drawn, the most important first. The rows of velocity and friction stay while these overlays are
/// on, so that the legend does not change its size when a body comes to rest.
pub fn rows(list: &DrawList, on: &Overlays, scales: &Scales, is_many_body: bool) -> Vec<LegendRow> {
    let has = |role: Role| list.arrows.iter().any(|a| a.role == role);
    let bar = |value: f64, unit: &str| (value > 0.0).then(|| format!("{} {unit}", short(value)));
    let mut rows = Vec::new();
    let mut row = |role, head, name, bar, switch| {
        rows.push(LegendRow { role, head: Some(head), name, bar, switch, is_off: false });
    };
    use LegendSwitch::{BodyFrame, ContactFrame, Friction, Normal, Torques, Turning, Velocity};
    if on.friction && scales.force > 0.0 && (has(Role::Friction) || !is_many_body) {
        row(Role::Friction, Head::Double, tr("legend-friction"), bar(scales.force, "N"), Some(Friction));
    }
    if on.velocity && scales.velocity > 0.0 {
        row(Role::Velocity, Head::Open, tr("legend-velocity"), bar(scales.velocity, "m/s"), Some(Velocity));
    }
    if has(Role::Pull) {
        row(Role::Pull, Head::Thick, tr("legend-pull"), bar(scales.force, "N"), None);
    }
    if has(Role::Normal) {
        row(Role::Normal, Head::Thick, tr("legend-normal"), bar(scales.normal, "N"), Some(Normal));
    }
    let arcs = |of: ArcQuantity| list.arcs.iter().any(|arc| arc.of == of);
    if arcs(ArcQuantity::Roll) {
        row(Role::Friction, Head::Double, tr("legend-roll"), bar(scales.roll, "N·m").map(quarter), Some(Torques));
    }
    if arcs(ArcQuantity::Spin) {
        row(Role::Friction, Head::Double, tr("legend-spin"), bar(scales.spin, "N·m").map(quarter), Some(Torques));
    }
    if arcs(ArcQuantity::AngularVelocity) {
        row(Role::Velocity, Head::Open, "ω", bar(scales.turning, "rad/s").map(quarter), Some(Turning));
    }
    if has(Role::Contact) {
        row(Role::Contact, Head::Thin, tr("legend-frame"), None, Some(ContactFrame));
    }
    if has(Role::Body) {
        row(Role::Body, Head::Thick, tr("legend-axes"), None, Some(BodyFrame));
    }
    if has(Role::Past) {
        row(Role::Past, Head::Thin, tr("legend-previous"), None, None);
    }
    let line = LegendRow { role: Role::Pull, head: None, name: "", bar: None, switch: None, is_off: false };
    if list.lines.iter().any(|line| line.role == Role::Pull) {
        rows.push(LegendRow { role: Role::Pull, name: tr("legend-spring"), ..line.clone() });
    }
    if !list.unsolved.bars.is_empty() {
        rows.insert(0, LegendRow { role: Role::Unsolved, name: tr("legend-unsolved"), ..line.clone() });
    }
    if list.lines.iter().any(|line| line.role == Role::Contact) {
        rows.push(LegendRow { role: Role::Contact, name: tr("legend-paths"), ..line.clone() });
    }
    rows
}

/// The rows that bring back the overlays that are off, of those that a scene opens with.
pub fn rows_off(on: &Overlays) -> Vec<LegendRow> {
    use LegendSwitch::{ContactFrame, Discs, Friction, Velocity};
    let mut on = *on;
    [
        (Friction, Role::Friction, Head::Double, "legend-friction"),
        (Discs, Role::Friction, Head::Double, DISCS),
        (Velocity, Role::Velocity, Head::Open, "legend-velocity"),
        (ContactFrame, Role::Contact, Head::Thin, "legend-frame"),
    ]
    .into_iter()
    .filter(|(switch, ..)| !*switch.flag(&mut on))
    .map(|(switch, role, head, key)| LegendRow {
        role,
        head: Some(head),
        name: tr(key),
        bar: None,
        switch: Some(switch),
        is_off: true,
    })
    .collect()
}

/// The largest number of rows, of the `most` that there are, with which `fits` says that the legend has a place; `None`
/// if it has none with a single row.
pub fn rows_that_fit(most: usize, fits: impl FnMut(&usize) -> bool) -> Option<usize> {
    (1..=most.min(MAX_ROWS)).rev().find(fits)
}

/// Formats the scale of an arc.
fn quarter(value: String) -> String {
    format!("{}: {value}", tr("legend-quarter"))
}

/// First letter of the scale of an arc, in every language.
const ARC: char = '¼';
impl LegendRow {
    /// True for an arc, false for an arrow.
    pub fn is_bent(&self) -> bool {
        self.bar.as_ref().is_some_and(|bar| bar.starts_with(ARC))
    }

    pub fn text(&self) -> String {
        match &self.bar {
            Some(bar) if self.is_bent() => format!("{}, {bar}", self.name),
            Some(bar) => tr_with("legend-bar", [("name", self.name.into()), ("bar", bar.as_str().into())]),
            None => self.name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of velocity and friction are there at rest, but not while their overlay is off. Friction is called that, with
    /// springs or rigid contacts.
    #[test]
    fn a_row_goes_with_its_overlay() {
        let scales = Scales { length: 0.1, force: 10.0, velocity: 0.5, ..Scales::default() };
        let names = |on: &Overlays| -> Vec<&str> {
            rows(&DrawList::default(), on, &scales, false).iter().map(|row| row.name).collect()
        };
        let on = Overlays::default();
        assert_eq!(names(&on), ["friction", "velocity"]);
        assert_eq!(names(&Overlays { velocity: false, ..on }), ["friction"]);
        assert_eq!(names(&Overlays { friction: false, ..on }), ["velocity"]);
    }

    /// What a scene opens with and is off has a pale row, whose switch turns it on again; all others none.
    #[test]
    fn an_overlay_that_is_off_can_be_brought_back() {
        let names = |on: &Overlays| -> Vec<&str> { rows_off(on).iter().map(|row| row.name).collect() };
        assert_eq!(names(&Overlays::default()), [""; 0]);
        let off =
            Overlays { friction: false, discs: false, velocity: false, contact_frame: false, ..Overlays::default() };
        assert_eq!(
            names(&off),
            ["friction", "sticks (static) · slips (kinetic) · open", "velocity", "contact frame n, u, w"]
        );
        let mut on = off;
        for row in rows_off(&off) {
            let switch = row.switch.expect("a switch");
            assert!(row.is_off && !*switch.flag(&mut on), "{}", row.name);
            *switch.flag(&mut on) = true;
        }
        assert_eq!(names(&on), [""; 0]);
    }

    /// Four rows at most, fewer where more would lie on a body; friction is the last to go.
    #[test]
    fn the_legend_has_as_many_rows_as_fit_up_to_four() {
        assert_eq!(rows_that_fit(9, |_| true), Some(4));
        assert_eq!(rows_that_fit(9, |rows| *rows <= 2), Some(2));
        assert_eq!(rows_that_fit(1, |_| true), Some(1));
        assert_eq!(rows_that_fit(9, |_| false), None);
        let scales = Scales { force: 10.0, velocity: 1.0, ..Scales::default() };
        let rows = rows(&DrawList::default(), &Overlays::default(), &scales, false);
        assert_eq!((rows[0].role, rows[0].text()), (Role::Friction, "friction, this length: 10 N".to_owned()));
    }
}
