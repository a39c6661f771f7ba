//! The table of a schedule in the panel: entered with the mouse, applied as one edit, refused if it is wrong.

use crate::app::hand::body_form::BodyForm;
use crate::app::hand::schedule_draft::ScheduleDraft;
use crate::app::state::inspect::{Inspect, Tab};
use crate::laws::motion::schedule::Schedule;
use crate::step::edits::{Edit, QueueEdit};
use crate::view::tests::test_window::{Desktop, centre};
use bevy::prelude::*;
use bevy_egui::egui::accesskit::Role;

fn edits(desktop: &Desktop) -> Vec<Edit> {
    desktop.res::<Messages<QueueEdit>>().iter_current_update_messages().map(|edit| edit.0.clone()).collect()
}

fn click(desktop: &mut Desktop, name: &str) {
    let place = desktop.nodes().filter(|(_, node)| desktop.name(node) == name).find_map(|(_, node)| centre(node));
    let place = place.unwrap_or_else(|| panic!("no {name}"));
    desktop.click(place);
}

#[test]
fn a_table_is_entered_and_applied() {
    // High enough that the whole panel is on the screen.
    let mut desktop = Desktop::sized("block-on-a-spring", (1600, 2400));
    desktop.res_mut::<Inspect>().tab = Tab::Tune;
    desktop.frames(3);
    click(&mut desktop, "Schedules: factors over time");
    click(&mut desktop, "Add row");
    click(&mut desktop, "Add row");
    let rows: Vec<_> = desktop.res::<BodyForm>().schedules.iter().map(|draft| draft.rows.clone()).collect();
    assert_eq!(rows, [[[0.0, 1.0], [1.0, 1.0]]]);
    assert!(edits(&desktop).is_empty(), "not yet applied");
    let field = desktop.find(Role::SpinButton, "spring 1 on block, row 2: time, s");
    assert_eq!(field.and_then(|(_, node)| node.numeric_value()), Some(1.0));
    click(&mut desktop, "Apply table");
    let schedule = Schedule::new(&[[0.0, 1.0], [1.0, 1.0]]).expect("a table");
    assert_eq!(edits(&desktop), [Edit::Schedule { body: 1, pull: Some(0), schedule }]);
    assert!(desktop.res::<BodyForm>().schedules.is_empty());

    // Times that fall: the reason is shown, and nothing can be applied.
    let mut desktop = Desktop::sized("block-on-a-spring", (1600, 2400));
    desktop.res_mut::<Inspect>().tab = Tab::Tune;
    desktop.frames(3);
    click(&mut desktop, "Schedules: factors over time");
    let mut draft = ScheduleDraft::new(1, Some(0), Schedule::default());
    draft.rows = vec![[2.0, 1.0], [1.0, 0.0]];
    desktop.res_mut::<BodyForm>().schedules.push(draft);
    desktop.frames(3);
    assert!(desktop.find(Role::Label, "row 2 (1 s): the times of a schedule must not fall").is_some());
    assert!(desktop.find(Role::Button, "Apply table").expect("a button").1.is_disabled());
    click(&mut desktop, "Apply table");
    assert!(edits(&desktop).is_empty() && !desktop.res::<BodyForm>().schedules.is_empty());
    click(&mut desktop, "Discard");
    assert!(desktop.res::<BodyForm>().schedules.is_empty());
}
