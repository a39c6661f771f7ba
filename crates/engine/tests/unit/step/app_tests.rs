//! What another app may read and write between steps, and what the step refuses.

use crate::builtin;
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use std::collections::BTreeSet;
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::laws::{SlideLaw, Vec3};
use stickslip_engine::record::hash::WorldHash;
use stickslip_engine::scene::{Elastic, NormalLaw, Scene};
use stickslip_engine::shapes::Shape;
use stickslip_engine::step::contacts::table::ContactTable;
use stickslip_engine::step::edits::{Edit, QueueEdit};
use stickslip_engine::step::events::{ContactEvent, ContactEventKind};
use stickslip_engine::step::read::Contacts;
use stickslip_engine::step::snapshot::Snapshot;
use stickslip_engine::step::spawn::{self, RigidBody};
use stickslip_engine::step::{Outcome, StepPlugin, run};
use stickslip_engine::world::Cases;
use stickslip_engine::world::body::{BodyShape, ElasticMaterial, Mass, Pose};
use stickslip_engine::world::contact::{ContactHistory, ContactPair, StepMotion, Touching};
use stickslip_engine::world::contact_view::ContactView;

/// A floor and a ball of 2 kg on it that moves along y, under this normal law, after `steps` steps.
fn on_floor(normal: NormalLaw, steps: u64) -> (App, [Entity; 2]) {
    let mut app = App::new();
    app.add_plugins(StepPlugin).add_message::<ContactEvent>();
    let world = app.world_mut();
    world.resource_mut::<Cases>().0[0].normal = normal;
    let floor = world.spawn(RigidBody::fixed("floor", Shape::Plane).bundle()).id();
    let ball = RigidBody::new("ball", Shape::Sphere { radius: 0.1 }, 2.0).at(Vec3::new(0.0, 0.0, 0.0999));
    let elastic = Elastic { youngs_modulus: 1e7, poisson_ratio: 0.3 };
    let ball = world.spawn(ball.elastic(elastic).moving(Vec3::y(), Vec3::zeros()).bundle()).id();
    run(world, steps);
    (app, [floor, ball])
}

fn contact(app: &mut App) -> ContactView {
    let first = |contacts: Contacts| contacts.iter().next();
    app.world_mut().run_system_once(first).expect("a system").expect("a contact")
}

fn stopped(app: &App) -> Option<String> {
    app.world().resource::<Outcome>().stopped.clone()
}

fn slot(app: &mut App) -> Entity {
    app.world_mut().query_filtered::<Entity, With<Touching>>().single(app.world()).expect("a contact")
}

/// A world with this sample, and with its hash.
fn sample(name: &str) -> World {
    let mut app = App::new();
    app.add_plugins(StepPlugin);
    let mut world = std::mem::take(app.world_mut());
    spawn::load(&mut world, &Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault"));
    WorldHash::enable(&mut world);
    world
}

#[derive(Component)]
struct Painted;

#[derive(Component)]
#[component(storage = "SparseSet")]
struct Noted;

/// A component of another app took a contact out of the table, and it was stepped no longer.
#[test]
fn a_foreign_component_on_a_contact_is_refused() {
    let (mut app, [_, ball]) = on_floor(NormalLaw::KnownWeight, 10);
    let slot = slot(&mut app);
    app.world_mut().entity_mut(slot).insert(Noted);
    run(app.world_mut(), 10);
    assert_eq!((stopped(&app), contact(&mut app).pair.age), (None, 19), "one apart from the table is harmless");
    let other = RigidBody::new("other", Shape::Sphere { radius: 0.1 }, 1.0).at(Vec3::new(1.0, 0.0, 0.0999));
    app.world_mut().spawn(other.bundle());
    run(app.world_mut(), 10);
    let before = *app.world().get::<Pose>(ball).expect("a pose");
    app.world_mut().entity_mut(slot).insert(Painted);
    run(app.world_mut(), 10);
    let why = stopped(&app).expect("a refusal");
    assert!(why.contains(&format!("entity {slot} of contact 0-1 point 0 carries the component")), "{why}");
    assert!(why.contains("by its `ContactKey`"), "{why}");
    assert_eq!(*app.world().get::<Pose>(ball).expect("a pose"), before, "nothing moved");
}

/// A component on every contact keeps them in one table, until a list has more of them.
#[test]
fn a_foreign_component_is_refused_when_contacts_are_added() {
    let (mut app, _) = on_floor(NormalLaw::KnownWeight, 10);
    let slot = slot(&mut app);
    app.world_mut().entity_mut(slot).insert(Painted);
    run(app.world_mut(), 10);
    assert_eq!((stopped(&app), contact(&mut app).pair.age), (None, 19));
    let cube = RigidBody::new("cube", Shape::Box { half_extents: Vec3::repeat(0.1) }, 1.0);
    app.world_mut().spawn(cube.at(Vec3::new(1.0, 0.0, 0.0999)).bundle());
    run(app.world_mut(), 10);
    assert!(stopped(&app).is_some_and(|why| why.contains("of contact 0-1 point 0 carries the component")));
}

/// Slots that are despawned are found anew.
#[test]
fn a_despawned_contact_begins_again() {
    let (mut app, _) = on_floor(NormalLaw::KnownWeight, 10);
    let slot = slot(&mut app);
    app.world_mut().despawn(slot);
    run(app.world_mut(), 3);
    assert_eq!((stopped(&app), contact(&mut app).pair.age), (None, 2));
}

/// Mass, elastic constants and shape had no effect on contacts until something else made a new list of pairs.
#[test]
fn what_defines_a_body_may_be_inserted_anew() {
    let (mut app, [_, ball]) = on_floor(NormalLaw::KnownWeight, 10);
    let Mass { mass, inertia } = *app.world().get::<Mass>(ball).expect("a mass");
    assert!((contact(&mut app).normal.n - 2.0 * 9.81).abs() < 1e-12);
    app.world_mut().entity_mut(ball).insert(Mass { mass: 2.0 * mass, inertia: inertia * 2.0 });
    run(app.world_mut(), 1);
    let heavy = contact(&mut app);
    assert!((heavy.normal.n - 4.0 * 9.81).abs() < 1e-12, "{} N", heavy.normal.n);
    assert_eq!(heavy.pair.age, 10, "the contact goes on");

    let (mut app, [_, ball]) = on_floor(NormalLaw::Hertz { damping_ratio: 0.0, tension: false }, 1);
    let soft = contact(&mut app);
    let elastic = Elastic { youngs_modulus: 2e7, poisson_ratio: 0.3 };
    app.world_mut().entity_mut(ball).insert(ElasticMaterial(Some(elastic)));
    run(app.world_mut(), 1);
    let hard = contact(&mut app);
    let ratio = hard.normal.n / soft.normal.n * libm::pow(soft.touch.overlap / hard.touch.overlap, 1.5);
    assert!((ratio - 2.0).abs() < 1e-9, "{ratio}");

    app.world_mut().entity_mut(ball).insert(BodyShape(Shape::Sphere { radius: 0.2 }));
    run(app.world_mut(), 1);
    let large = contact(&mut app);
    assert!((large.touch.overlap - hard.touch.overlap - 0.1).abs() < 1e-3, "{} m", large.touch.overlap);
    assert_eq!(large.pair.age, 0, "it begins anew");
}

/// A shape with faces gets its features: the box stood on the corners of the old one.
#[test]
fn another_shape_has_its_own_features() {
    let half = |edge: f64| Shape::Box { half_extents: Vec3::new(0.1, 0.1, edge) };
    let mut app = App::new();
    app.add_plugins(StepPlugin);
    let world = app.world_mut();
    world.spawn(RigidBody::fixed("floor", Shape::Plane).bundle());
    world.spawn(RigidBody::fixed("table", half(0.1)).at(Vec3::new(0.0, 0.0, 0.1)).bundle());
    let brick = world.spawn(RigidBody::new("brick", half(0.1), 1.0).at(Vec3::new(0.0, 0.0, 0.2999)).bundle()).id();
    run(world, 2);
    let deepest = |world: &mut World| {
        stickslip_engine::step::read::contacts(world, |key| key.j == 2).iter().map(|c| c.touch.overlap).sum::<f64>()
    };
    let before = deepest(world);
    world.entity_mut(brick).insert(BodyShape(half(0.15)));
    run(world, 1);
    assert!((deepest(world) - before - 4.0 * 0.05).abs() < 1e-3, "{} m", deepest(world));
}

/// The scene's rules had no effect until something else made a new list of pairs.
#[test]
fn the_rules_may_be_written() {
    let (mut app, _) = on_floor(NormalLaw::KnownWeight, 10);
    app.world_mut().resource_mut::<Cases>().0[0].friction.parameters.mu_k = 0.1;
    run(app.world_mut(), 1);
    let slide = contact(&mut app).normal.derived.slide;
    assert!((slide.kinetic_cap - 0.1 * 2.0 * 9.81 / slide.stiffness).abs() < 1e-12 * slide.kinetic_cap, "{slide:?}");
    app.world_mut().resource_mut::<Cases>().0[0].normal = NormalLaw::KnownForce(5.0);
    run(app.world_mut(), 2);
    let pressed = contact(&mut app);
    assert_eq!((pressed.normal.n, pressed.pair.age), (5.0, 1), "another kind of force begins another contact");
}

/// A law that is written into the rules converts the histories as the edit does.
#[test]
fn a_written_law_is_an_edited_one() {
    let law = SlideLaw::all().into_iter().find(|law| law.info().id == "cundall-strack").expect("a law");
    let hash = |write: fn(&mut World, SlideLaw)| {
        let mut world = sample("heap");
        run(&mut world, 300);
        write(&mut world, law);
        run(&mut world, 20);
        assert_eq!(world.resource::<Outcome>().stopped, None);
        WorldHash::now(&mut world)
    };
    let edited = hash(|world, law| {
        world.write_message(QueueEdit(Edit::Law { rule: None, law: AnyLaw::Slide(law) }));
    });
    let written = hash(|world, law| world.resource_mut::<Cases>().0[0].friction.laws.slide = law);
    assert_eq!(edited, written);
    assert_ne!(edited, hash(|_, _| ()));
}

/// The step hid its writes: a system that copies poses had to copy all in every frame.
#[test]
fn moved_bodies_are_changed() {
    let (mut app, [_, ball]) = on_floor(NormalLaw::KnownWeight, 1);
    let mut changed = app.world_mut().query_filtered::<Entity, Changed<Pose>>();
    app.world_mut().clear_trackers();
    assert_eq!(changed.iter(app.world()).count(), 0);
    run(app.world_mut(), 1);
    assert_eq!(changed.iter(app.world()).collect::<Vec<_>>(), [ball], "the floor is fixed");
}

/// Events name the bodies, and contacts are found by them.
#[test]
fn contacts_and_events_name_their_bodies() {
    let (mut app, [floor, ball]) = on_floor(NormalLaw::KnownWeight, 50);
    let other = app.world_mut().spawn(RigidBody::new("other", Shape::Sphere { radius: 0.1 }, 1.0).bundle()).id();
    let count = move |contacts: Contacts| {
        let of = [floor, ball, other].map(|body| contacts.of(body).count());
        (of, contacts.between(ball, floor).count(), contacts.between(floor, other).count())
    };
    assert_eq!(app.world_mut().run_system_once(count).expect("a system"), ([1, 1, 0], 1, 0));
    app.world_mut().despawn(ball);
    app.world_mut().despawn(other);
    run(app.world_mut(), 1);
    let events: Vec<ContactEvent> = app.world_mut().resource_mut::<Messages<ContactEvent>>().drain().collect();
    assert!(events.iter().all(|event| event.bodies == [floor, ball]), "{events:?}");
    assert_eq!(events.first().map(|event| event.kind), Some(ContactEventKind::Begin));
    assert!(events.iter().any(|event| matches!(event.kind, ContactEventKind::Changed { .. })), "{events:?}");
    assert_eq!(events.last().map(|event| event.kind), Some(ContactEventKind::End));
}

/// The contacts that are marked, and those that touch.
fn marked(world: &mut World) -> [BTreeSet<Entity>; 2] {
    let marked = world.query_filtered::<Entity, With<Touching>>().iter(world).collect();
    let pairs = world.query::<(Entity, &ContactPair)>();
    let touching = { pairs }.iter(world).filter(|(_, pair)| pair.touches()).map(|(entity, _)| entity).collect();
    [marked, touching]
}

/// A plain query met pairs that do not touch: contacts that do are marked, whatever happens to them.
#[test]
fn contacts_that_touch_are_marked() {
    for name in ["heap", "dae-pour"] {
        let mut world = sample(name);
        let mut counts = BTreeSet::new();
        let mut check = |world: &mut World, when: &str| {
            let [marked, touching] = marked(world);
            assert_eq!(marked, touching, "{name}, {when}");
            counts.insert(marked.len());
        };
        for round in 0..400 {
            run(&mut world, 4);
            check(&mut world, &format!("round {round}"));
        }
        let there = Snapshot::take(&mut world, None);
        world.write_message(QueueEdit(Edit::Delete { body: 3 }));
        run(&mut world, 1);
        check(&mut world, "deleted");
        run(&mut world, 100);
        there.restore(&mut world);
        check(&mut world, "restored");
        assert!(counts.len() > 3 && world.resource::<ContactTable>().rows > counts.len(), "{name}: {counts:?}");
    }
}

/// Named fields are where the rows of numbers are: on whole cache lines, without a gap.
#[test]
fn the_numbers_of_a_contact_fill_its_cache_lines() {
    assert_eq!((size_of::<ContactHistory>(), align_of::<ContactHistory>()), (128, 64));
    assert_eq!((size_of::<StepMotion>(), align_of::<StepMotion>()), (64, 64));
    assert_eq!(size_of::<ContactPair>(), 20);
    let rows: [[f64; 8]; 2] = std::array::from_fn(|row| std::array::from_fn(|k| (8 * row + k) as f64));
    let history = ContactHistory::from_rows(&rows);
    assert_eq!((history.numbers(), history.u.z, history.spin), (rows, 8.0, 15.0));
    let motion = StepMotion::from_row(rows[0]);
    assert_eq!((motion.numbers(), motion.psi, motion.share), (rows[0], 4.0, 7.0));
}
