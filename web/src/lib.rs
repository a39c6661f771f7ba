//! stickslip as a page: the window on its canvas, and what a browser does in the system's place.
//!
//! `index.html` calls the functions here, and hears of the app by its object `stickslipPage`. Addresses are read and
//! made by [`address`], files held by [`files`].
#![cfg(target_arch = "wasm32")]

use bevy::app::{App, Last, Plugin, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::window::{FileDragAndDrop, PrimaryWindow};
use bevy::winit::{EventLoopProxy, EventLoopProxyWrapper, WinitUserEvent};
use std::cell::{OnceCell, RefCell};
use stickslip::app::files::address::{self, AddressPart};
use stickslip::app::state::page_clipboard;
use stickslip::app::state::panels::BrowseFiles;
use stickslip::app::state::request::{FileRequest, Request};
use stickslip::app::{AppStart, Place};
use stickslip::lab::builtin;
use stickslip::prelude::*;
use stickslip::record::hash::{WorldHash, state_hash};
use stickslip::texts::choose_at_start;
use stickslip::{files, view};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The first pictures are drawn.
    #[wasm_bindgen(js_namespace = stickslipPage)]
    fn drawn();
    /// The reader receives a file.
    #[wasm_bindgen(js_namespace = stickslipPage)]
    fn download(name: &str, bytes: &[u8]);
    /// Puts a text on the clipboard.
    #[wasm_bindgen(js_namespace = stickslipPage)]
    fn copy(text: &str);
    /// The reader wants to choose a file.
    #[wasm_bindgen(js_namespace = stickslipPage)]
    fn choose();
    /// Another scene or lesson is open; names and values in turn.
    #[wasm_bindgen(js_namespace = stickslipPage)]
    fn opened(parts: Vec<String>);
    /// The outcome of this lesson was judged.
    #[wasm_bindgen(js_namespace = stickslipPage)]
    fn judged(lesson: &str);
    /// The answer to [`ask_link`]: names and values in turn, or why there is no link.
    #[wasm_bindgen(js_namespace = stickslipPage)]
    fn linked(parts: Vec<String>, why: &str);
    /// The answer to [`ask_state`]: the step shown, and the hash of its state.
    #[wasm_bindgen(js_namespace = stickslipPage)]
    fn state(step: f64, hash: &str);
}

/// What the page wants of the app.
enum Wish {
    Visit(Vec<AddressPart>),
    Open(String),
    Paste,
    Link,
    State,
}

thread_local! {
    static WISHES: RefCell<Vec<Wish>> = const { RefCell::new(Vec::new()) };
    static WAKE: OnceCell<EventLoopProxy<WinitUserEvent>> = const { OnceCell::new() };
}

/// Queues a wish and wakes the app if it rests.
fn wish(wish: Wish) {
    WISHES.with_borrow_mut(|wishes| wishes.push(wish));
    WAKE.with(|wake| {
        if let Some(wake) = wake.get() {
            // It fails once the app has ended, when nobody is there to grant the wish either.
            let _ = wake.send_event(WinitUserEvent::WakeUp);
        }
    });
}

/// Names and values in turn, as pairs.
fn pairs(parts: Vec<String>) -> Vec<AddressPart> {
    let mut parts = parts.into_iter();
    std::iter::from_fn(|| Some((parts.next()?, parts.next()?))).collect()
}

fn flat(parts: Vec<AddressPart>) -> Vec<String> {
    parts.into_iter().flat_map(|(name, value)| [name, value]).collect()
}

/// Opens the window at an address: names and values in turn. An address that is wrong is told in the window.
#[wasm_bindgen]
pub fn begin(parts: Vec<String>) {
    console_error_panic_hook::set_once();
    stickslip::name_build();
    choose_at_start(None);
    let found = address::read(&pairs(parts));
    let (start, place) = found.unwrap_or_else(|why| (AppStart::Faults(why), Place::default()));
    let mut app = view::app(place);
    view::begin(&mut app, start);
    app.add_plugins(PagePlugin).run();
}

/// Goes to an address.
#[wasm_bindgen]
pub fn visit(parts: Vec<String>) {
    wish(Wish::Visit(pairs(parts)));
}

/// Opens a file of the reader's: a scene, a recording, or a table of reference curves.
#[wasm_bindgen]
pub fn open_file(name: String, bytes: Vec<u8>) {
    files::upload(&name, bytes);
    wish(Wish::Open(name));
}

/// Pastes a text into the field with the focus.
#[wasm_bindgen]
pub fn paste(text: &str) {
    page_clipboard::paste(text);
    wish(Wish::Paste);
}

/// Asks for the address of what is open, with its changed values.
#[wasm_bindgen]
pub fn ask_link() {
    wish(Wish::Link);
}

/// Asks for the state shown.
#[wasm_bindgen]
pub fn ask_state() {
    wish(Wish::State);
}

/// The hash of a built-in scene's state after this many steps, 16 hex digits, as `stickslip run` prints it.
#[wasm_bindgen]
pub fn hash_after(name: &str, steps: u32) -> Result<String, String> {
    let text = builtin::text(name).ok_or_else(|| format!("there is no scene {name}"))?;
    let scene = Scene::parse(name, text).map_err(|faults| faults.to_string())?;
    let mut simulation = Simulation::new(&scene);
    simulation.steps(u64::from(steps));
    Ok(format!("{:016x}", state_hash(&simulation.state())))
}

/// Carries out the page's requests, and sends it what the app made.
struct PagePlugin;

impl Plugin for PagePlugin {
    fn build(&self, app: &mut App) {
        let wake = EventLoopProxy::clone(app.world().resource::<EventLoopProxyWrapper>());
        WAKE.with(|cell| {
            cell.get_or_init(|| wake);
        });
        app.add_systems(PreUpdate, grant).add_systems(Last, tell);
    }
}

fn grant(world: &mut World) {
    for wish in WISHES.take() {
        match wish {
            Wish::Visit(parts) => address::visit(world, &parts),
            Wish::Open(name) => open(world, name),
            Wish::Paste => stroke_v(world),
            Wish::Link => match address::link(world) {
                Ok(parts) => linked(flat(parts), ""),
                Err(why) => linked(Vec::new(), &why),
            },
            Wish::State => {
                let step = world.resource::<Clock>().step;
                let hash = WorldHash::new(world).compute(world);
                state(step as f64, &format!("{hash:016x}"));
            }
        }
    }
}

fn window(world: &mut World) -> Option<Entity> {
    world.query_filtered::<Entity, With<PrimaryWindow>>().iter(world).next()
}

/// Opens a file that was chosen or dropped: a table as if dropped on the window, since it may hold curves for the plots.
/// The faults of any other are shown until they are dismissed.
fn open(world: &mut World, name: String) {
    if !name.ends_with(".csv") {
        world.write_message(Request::File(FileRequest::Open(name.into())));
    } else if let Some(window) = window(world) {
        world.write_message(FileDragAndDrop::DroppedFile { window, path_buf: name.into() });
    }
}

/// The V of Ctrl + V, which the page held back until it had the text.
fn stroke_v(world: &mut World) {
    let Some(window) = window(world) else { return };
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let (key_code, logical_key) = (KeyCode::KeyV, Key::Character("v".into()));
        world.write_message(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
    }
}

/// Pictures before the page takes its cover away: fonts and materials arrive in the first.
const COVERED: u32 = 3;

fn tell(world: &mut World, mut pictures: Local<u32>, mut last: Local<(Option<AddressPart>, Option<String>)>) {
    if *pictures < COVERED {
        *pictures += 1;
        if *pictures == COVERED {
            drawn();
        }
    }
    if world.resource_mut::<Messages<BrowseFiles>>().drain().count() > 0 {
        choose();
    }
    files::downloads().into_iter().for_each(|file| download(&file.name, &file.bytes));
    if let Some(text) = page_clipboard::copied() {
        copy(&text);
    }
    let now = (address::open_part(world), address::judged_lesson(world));
    if now.0 != last.0 {
        opened(flat(now.0.iter().cloned().collect()));
    }
    if let (true, Some(lesson)) = (now.1 != last.1, &now.1) {
        judged(lesson);
    }
    *last = now;
}
