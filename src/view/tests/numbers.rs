//! One number in several places of the window has the same digits.

use crate::app::display_state::DisplayState;
use crate::app::inspect::Inspect;
use crate::app::past::Past;
use crate::app::session::Request;
use crate::view::tests::test_window::Desktop;
use bevy_egui::egui::accesskit::Node;

/// Seeks to a step, over as many frames as it takes.
fn seek(desktop: &mut Desktop, step: u64) {
    desktop.app.world_mut().write_message(Request::Seek(step));
    desktop.drive();
    while desktop.res::<Past>().goal.is_some() {
        desktop.drive();
    }
}

/// The text after `start` of the first text on screen that begins with it.
fn told(desktop: &Desktop, start: &str) -> String {
    let text = |node: &Node| node.value().or(node.label()).unwrap_or_default().to_owned();
    let found = desktop.nodes().find_map(|(_, node)| Some(text(node).strip_prefix(start)?.to_owned()));
    found.unwrap_or_else(|| panic!("nothing begins with {start}"))
}

/// The friction of the ball in the box beside it, in the inspector and in its plot: while it rolls, damping bears a part
/// of it.
#[test]
fn box_inspector_and_plot_show_one_friction() {
    let mut desktop = Desktop::open("sphere-up-35");
    let key = desktop.res::<DisplayState>().state.contacts[0].pair.key;
    desktop.res_mut::<Inspect>().pick(key);
    for step in [2, 100, 520, 700] {
        seek(&mut desktop, step);
        let shown = desktop.res::<DisplayState>();
        let (force, slide) = (shown.state.contacts[0].loads.friction_on_j.norm(), &shown.state.contacts[0].slide.0);
        let texts = shown.list.blocks.iter().flat_map(|block| &block.lines).map(|(_, text)| text);
        let in_box = texts.filter(|text| text.starts_with("friction (")).find_map(|text| text.split(" = ").nth(1));
        let in_box = in_box.expect("a friction force").to_owned();
        let inspected = told(&desktop, "friction on ball from incline: ");
        let plotted = told(&desktop, "plot of |F| [N] of ball, now ").split(' ').next().unwrap_or_default().to_owned();
        assert_eq!(in_box, inspected, "step {step}");
        assert_eq!(in_box, format!("{plotted} N"), "step {step}");
        assert!(step > 2 || (force - slide.elastic.norm()).abs() > 0.1 * force, "the damper bears {force} N");
    }
}
