//! One number in several places of the window has the same digits.

use crate::app::plots::graphs::Graphs;
use crate::app::state::inspect::Inspect;
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::observe::quantity::{Quantity, Subject};
use crate::view::tests::test_window::Desktop;
use bevy_egui::egui::accesskit::Node;

/// Seeks to a step, over as many frames as it takes.
fn seek(desktop: &mut Desktop, step: u64) {
    desktop.app.world_mut().write_message(Request::Time(TimeRequest::Seek(step)));
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

/// The value in the line of the box that begins with `start`, without the mode in brackets.
fn in_box(desktop: &Desktop, start: &str) -> String {
    let blocks = &desktop.res::<DisplayState>().list.blocks;
    let mut values = blocks.iter().flat_map(|block| &block.lines).filter_map(|(_, text)| text.strip_prefix(start));
    let value = values.next().expect("a line of the box");
    value.split(" (").next().unwrap_or_default().to_owned()
}

/// The brick touches at four points: box and inspector have their sum, the inspector also the point's share.
#[test]
fn box_and_inspector_agree_on_a_face() {
    let mut desktop = Desktop::open("brick-damped");
    let key = desktop.res::<DisplayState>().state.contacts[1].pair.key;
    desktop.res_mut::<Inspect>().pick(key);
    for step in [60, 900] {
        seek(&mut desktop, step);
        for (symbol, start) in [("friction ", "friction on brick from incline: "), ("N = ", "N = ")] {
            let inspected = told(&desktop, start);
            let [whole, point] = inspected.split(" · ").take(2).collect::<Vec<_>>()[..] else { panic!("{inspected}") };
            assert_eq!(in_box(&desktop, symbol), whole, "{symbol} at step {step}");
            // The line may be wrapped.
            assert!(point.starts_with("this"), "{inspected}");
        }
    }
}

/// One plot, or seven, in a window of 1280 by 720: each is at least 120 points high.
#[test]
fn plots_are_never_low() {
    let mut desktop = Desktop::sized("sphere-up-35", (1280, 720));
    for symbol in ["x", "ω", "F_n"] {
        let quantity =
            Quantity::find(Subject::Body(1), symbol, "| |").or(Quantity::find(Subject::Body(1), symbol, "z"));
        desktop.res_mut::<Graphs>().add(quantity.expect("a row"));
    }
    desktop.frames(3);
    let heights = |desktop: &Desktop| -> Vec<f64> {
        let plots = desktop.nodes().filter(|(_, node)| desktop.name(node).starts_with("plot of "));
        plots.filter_map(|(_, node)| node.bounds()).map(|rect| rect.y1 - rect.y0).collect()
    };
    assert!(heights(&desktop).len() == 1 && heights(&desktop)[0] >= 120.0, "{:?}", heights(&desktop));
    desktop.res_mut::<Graphs>().large = None;
    desktop.frames(3);
    let heights = heights(&desktop);
    assert!(heights.len() == 7 && heights.iter().all(|height| *height >= 120.0), "{heights:?}");
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
        let in_box = in_box(&desktop, "friction ");
        let inspected = told(&desktop, "friction on ball from incline: ");
        let plotted = told(&desktop, "plot of |F| [N] of ball, now ").split(' ').next().unwrap_or_default().to_owned();
        assert_eq!(in_box, inspected, "step {step}");
        assert_eq!(in_box, format!("{plotted} N"), "step {step}");
        assert!(step > 2 || (force - slide.elastic.norm()).abs() > 0.1 * force, "the damper bears {force} N");
    }
}
