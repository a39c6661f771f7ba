//! Changes of resources as messages: a panel reads a resource and sends what to change in it.
//!
//! Panels run one after another and all read the state at the start of the frame. Their changes are applied together
//! after the last panel, each resource's in the order in which they were sent, so that a redraw shows them.

use bevy::app::App;
use bevy::ecs::component::Mutable;
use bevy::ecs::message::MessageWriter;
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::ecs::system::SystemParam;
use std::ops::Deref;

/// A change of a resource, applied once.
#[derive(Message)]
pub struct Change<R: Resource>(Box<dyn FnOnce(&mut R) + Send + Sync>);

/// Applies the pending changes.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ApplyChanges;

/// System parameter of a panel: a resource to read, and the messages that change it.
#[derive(SystemParam)]
pub struct Binding<'w, R: Resource> {
    value: Res<'w, R>,
    changes: MessageWriter<'w, Change<R>>,
}

impl<R: Resource> Deref for Binding<'_, R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.value
    }
}

impl<R: Resource> Binding<'_, R> {
    /// Requests a change.
    pub fn change(&mut self, change: impl FnOnce(&mut R) + Send + Sync + 'static) {
        self.changes.write(Change(Box::new(change)));
    }

    /// Binds a part of the resource to a widget, which edits a copy; if it differs afterwards, the part is set to it.
    /// Returns what the widget returns. For small resources: it copies the whole.
    pub fn bind<T: Clone + PartialEq + Send + Sync + 'static, O>(
        &mut self,
        part: impl Fn(&mut R) -> &mut T + Send + Sync + 'static,
        widget: impl FnOnce(&mut T) -> O,
    ) -> O
    where
        R: Clone,
    {
        let old = part(&mut R::clone(self)).clone();
        let mut new = old.clone();
        let output = widget(&mut new);
        if new != old {
            self.change(move |value| *part(value) = new);
        }
        output
    }
}

/// Registers resources that panels change.
pub trait AddChanges {
    /// Lets [`apply`] carry out the changes of this resource.
    fn add_changes<R: Resource<Mutability = Mutable>>(&mut self) -> &mut Self;
}

impl AddChanges for App {
    fn add_changes<R: Resource<Mutability = Mutable>>(&mut self) -> &mut Self {
        // Not `add_message`, which drops old messages: a change is kept until it is applied.
        self.init_resource::<Messages<Change<R>>>().add_systems(ApplyChanges, apply_to::<R>)
    }
}

/// Applies the pending changes of all registered resources.
pub fn apply(world: &mut World) {
    world.run_schedule(ApplyChanges);
}

/// Applies the pending changes of one resource, in order; without any, the resource is not marked as changed.
fn apply_to<R: Resource<Mutability = Mutable>>(mut changes: ResMut<Messages<Change<R>>>, mut value: ResMut<R>) {
    changes.drain().for_each(|Change(change)| change(&mut value));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Clone, Debug, Default, PartialEq)]
    struct Form {
        name: String,
        size: u32,
    }

    /// An app with three panels in a row; each reads the form as it was before the first of them.
    fn app(sends: fn(Binding<Form>)) -> App {
        let mut app = App::new();
        app.init_resource::<Form>().init_resource::<Marked>().add_changes::<Form>();
        app.add_systems(bevy::app::Update, (sends, sends, sends, apply, mark).chain());
        app
    }

    /// True if the last frame marked the form as changed.
    #[derive(Resource, Default)]
    struct Marked(bool);

    fn mark(form: Res<Form>, mut marked: ResMut<Marked>) {
        marked.0 = form.is_changed();
    }

    #[test]
    fn changes_are_applied_in_order_in_the_frame_that_sent_them() {
        let mut app = app(|mut form| {
            assert_eq!((form.name.len() as u32, form.size % 3), (form.size, 0), "in the middle of a frame");
            form.change(|form| form.size += 1);
            form.change(|form| form.name += &form.size.to_string());
        });
        app.update();
        assert_eq!(*app.world().resource::<Form>(), Form { name: "123".to_owned(), size: 3 });
        app.update();
        assert_eq!(*app.world().resource::<Form>(), Form { name: "123456".to_owned(), size: 6 });
    }

    /// Two widgets of one frame edit different fields; neither resets the other's.
    #[test]
    fn changes_of_different_parts_survive_each_other() {
        let mut app = app(|mut form| {
            let length = form.bind(
                |form| &mut form.name,
                |name| {
                    name.push('a');
                    name.len()
                },
            );
            assert_eq!(length, form.name.len() + 1);
            form.bind(|form| &mut form.size, |size| *size = 7);
        });
        app.update();
        assert_eq!(*app.world().resource::<Form>(), Form { name: "a".to_owned(), size: 7 });
    }

    #[test]
    fn an_untouched_widget_changes_nothing() {
        let mut app = app(|mut form| form.bind(|form| &mut form.size, |size| *size = *size * 2 / 2));
        app.update();
        assert!(app.world().resource::<Marked>().0, "it was just made");
        app.update();
        assert!(!app.world().resource::<Marked>().0);
        app.world_mut().write_message(Change::<Form>(Box::new(|form| form.size = 1)));
        app.update();
        assert!(app.world().resource::<Marked>().0);
        app.update();
        assert!(!app.world().resource::<Marked>().0, "applied once");
    }
}
