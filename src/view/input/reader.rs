//! Screen-reader support (AccessKit): control names, a description of the scene, and the reader's actions.

use crate::app::edits::describe::describe_state;
use crate::app::timeline::display_state::DisplayState;
use crate::texts::{tr, tr_with};
use bevy::a11y::ActionRequest;
use bevy::prelude::*;
use bevy_egui::egui::accesskit::{Action, Node, NodeId, Role, TreeUpdate};
use bevy_egui::egui::{self, Id, Rect, Response};
use bevy_egui::{EguiInput, EguiOutput, PrimaryEguiContext};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// Anything thinner is an edge, points.
const EDGE: f64 = 8.0;
/// Anything thinner is an axis, points.
const AXIS: f64 = 60.0;

/// Names a control.
pub(crate) fn named(response: Response, name: &str) -> Response {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
    response
}

/// Exposes a custom-painted control as an image with this name.
pub(crate) fn picture(response: &Response, name: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Image);
        node.set_label(name);
    });
}

/// Exposes a custom-painted control as a slider; returns the number of steps to move, from the arrow keys while
/// focused or from the screen reader.
pub(crate) fn slider(response: &Response, name: &str, value: f64, range: RangeInclusive<f64>) -> i64 {
    let ctx = &response.ctx;
    ctx.accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Slider);
        node.set_label(name);
        node.set_numeric_value(value);
        node.set_min_numeric_value(*range.start());
        node.set_max_numeric_value(*range.end());
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
    });
    let asked = |action| ctx.input(|input| input.num_accesskit_action_requests(response.id, action)) as i64;
    let mut steps = asked(Action::Increment) - asked(Action::Decrement);
    if response.has_focus() {
        let arrows = egui::EventFilter { horizontal_arrows: true, ..Default::default() };
        ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        let struck = |key| ctx.input(|input| input.num_presses(key)) as i64;
        steps += struck(egui::Key::ArrowRight) - struck(egui::Key::ArrowLeft);
    }
    steps
}

/// Describes the scene to the screen reader.
pub(crate) fn scene(ctx: &egui::Context, area: Rect, title: &str, shown: &DisplayState) {
    ctx.accesskit_node_builder(Id::new("scene view"), |node| {
        node.set_role(Role::Canvas);
        node.set_label(tr_with("scene-name", [("title", title.into())]));
        node.set_value(describe_state(shown));
        node.set_bounds(bounds(area));
    });
}

/// Exposes what is painted over the scene, and takes no press of its own, as an image with this name.
pub(crate) fn painted(ctx: &egui::Context, id: Id, area: Rect, name: &str) {
    ctx.accesskit_node_builder(id, |node| {
        node.set_role(Role::Image);
        node.set_label(name);
        node.set_bounds(bounds(area));
    });
}

fn bounds(area: Rect) -> egui::accesskit::Rect {
    let [[x0, y0], [x1, y1]] = [area.min, area.max].map(|corner| [corner.x.into(), corner.y.into()]);
    egui::accesskit::Rect { x0, y0, x1, y1 }
}

/// Names unnamed nodes from what precedes them: a field from its slider or label, an edge, a scroll bar.
pub(crate) fn fill(update: &mut TreeUpdate) {
    let place: HashMap<NodeId, usize> = update.nodes.iter().enumerate().map(|(n, (id, _))| (*id, n)).collect();
    let families: Vec<Vec<usize>> = update
        .nodes
        .iter()
        .map(|(_, node)| node.children().iter().filter_map(|id| place.get(id).copied()).collect())
        .collect();
    for family in families {
        for (k, n) in family.iter().enumerate() {
            let node = &update.nodes[*n].1;
            if !is_nameless(node) {
                continue;
            }
            let near = |at: Option<usize>| at.and_then(|at| family.get(at)).map(|at| &update.nodes[*at].1);
            let (before, after) = (near(k.checked_sub(1)), near(Some(k + 1)));
            if let (Role::Unknown, Some(place)) = (node.role(), node.bounds()) {
                // Unnamed nodes: panel edges and plot axes, which can only be dragged.
                let (role, name) = match place.width().min(place.height()) {
                    ..=EDGE => (Role::Splitter, tr("scene-edge")),
                    ..=AXIS if !node.supports_action(Action::Click) => (Role::Image, tr("scene-axis")),
                    ..=AXIS if place.width() > 5.0 * place.height() => (Role::TitleBar, tr("scene-window")),
                    _ => continue,
                };
                let node = &mut update.nodes[*n].1;
                node.set_role(role);
                node.set_label(name);
                continue;
            }
            let text = match node.role() {
                Role::Splitter => Some(tr("scene-edge").to_owned()),
                Role::ScrollBar => Some(tr("scene-scroll").to_owned()),
                Role::Slider => after.filter(|node| node.role() == Role::SpinButton).and_then(own_name),
                Role::SpinButton | Role::ComboBox | Role::TextInput => before
                    .filter(|node| matches!(node.role(), Role::Label | Role::Slider))
                    .and_then(own_name)
                    .or_else(|| node.placeholder().map(str::to_owned)),
                _ => None,
            };
            if let Some(text) = text {
                update.nodes[*n].1.set_label(text);
            }
        }
    }
}

fn is_nameless(node: &Node) -> bool {
    node.labelled_by().is_empty() && node.role() != Role::Label && own_name(node).is_none()
}

/// The text of a label, or the name of any other node.
pub(crate) fn own_name(node: &Node) -> Option<String> {
    let text = if node.role() == Role::Label { node.value().or(node.label()) } else { node.label() };
    text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Fills in missing names before each frame is sent to the screen reader.
pub(crate) fn fill_names(mut outputs: Query<&mut EguiOutput>) {
    for mut output in &mut outputs {
        if let Some(update) = &mut output.platform_output.accesskit_update {
            fill(update);
        }
    }
}

/// Forwards the screen reader's actions: press a button, move a slider, focus a field.
pub(crate) fn act(
    mut requests: MessageReader<ActionRequest>,
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
) {
    for request in requests.read() {
        for mut input in &mut inputs {
            input.events.push(egui::Event::AccessKitActionRequest(request.0.clone()));
        }
    }
}
