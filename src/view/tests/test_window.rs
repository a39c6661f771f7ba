//! A headless window for tests: user input arrives as messages.

use crate::app::AppPlugin;
use crate::app::control::drive::drive;
use crate::app::files::open::open;
use crate::app::state::request::Request;
use crate::app::state::session::Opened;
use crate::app::timeline::playback::{LADDER, Playback};
use crate::scene::Scene;
use crate::step::StepPlugin;
use crate::view::input::reader::own_name;
use crate::view::render::CameraPlugin;
use crate::view::window::HandsPlugin;
use bevy::a11y::AccessibilityPlugin;
use bevy::camera::{ComputedCameraValues, RenderTargetInfo};
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::input::{ButtonState, InputPlugin};
use bevy::prelude::*;
use bevy::time::TimePlugin;
use bevy::window::{ExitCondition, PrimaryWindow, WindowEvent, WindowResolution};
use bevy_egui::egui::accesskit::{Node, NodeId, Role, TreeUpdate};
use bevy_egui::egui::{self, Pos2};
use bevy_egui::{EguiContext, EguiGlobalSettings, EguiOutput, EguiPlugin, PrimaryEguiContext};
use std::collections::BTreeMap;
use std::time::Duration;
use stickslip_lab::builtin;

/// A paused window with a scene open, without its panels.
pub(crate) fn window(name: &str) -> App {
    let mut app = App::new();
    app.add_plugins((StepPlugin, AppPlugin, CameraPlugin)).init_resource::<Time<Real>>();
    open(app.world_mut(), opened(name));
    let real_time = LADDER.iter().position(|speed| *speed == 1.0).expect("a rung");
    app.world_mut().resource_mut::<Playback>().rung = real_time;
    app
}

/// A built-in scene, ready to open.
pub(crate) fn opened(name: &str) -> Opened {
    let text = builtin::text(name).expect("a scene");
    let scene = Scene::parse(name, text).expect("no fault");
    Opened { name: name.to_owned(), file: None, text: text.to_owned(), scene }
}

/// Runs one frame, `wall` seconds after the last.
pub(crate) fn frame(app: &mut App, wall: f64) {
    app.world_mut().resource_mut::<Time<Real>>().update_with_duration(Duration::from_secs_f64(wall));
    drive(app.world_mut());
}

/// Window size, pixels.
pub(crate) const SIZE: (u32, u32) = (1400, 880);

/// The window with panels, keyboard and mouse. Requests wait until [`Desktop::drive`].
pub(crate) struct Desktop {
    /// The app.
    pub app: App,
    window: Entity,
    context: Entity,
    nodes: BTreeMap<NodeId, Node>,
    /// The node focused for screen readers.
    pub focus: Option<NodeId>,
}

impl Desktop {
    /// Opens a built-in scene at step 0.
    pub(crate) fn open(name: &str) -> Self {
        Self::sized(name, SIZE)
    }

    /// Opens a built-in scene at step 0 in a window of this size, pixels.
    pub(crate) fn sized(name: &str, size: (u32, u32)) -> Self {
        let mut app = App::new();
        let window = Window { resolution: WindowResolution::new(size.0, size.1), focused: true, ..default() };
        let plugin = WindowPlugin {
            primary_window: Some(window),
            exit_condition: ExitCondition::DontExit,
            close_when_requested: false,
            ..default()
        };
        app.add_plugins((TimePlugin, plugin, InputPlugin, StepPlugin, AccessibilityPlugin));
        app.init_resource::<Assets<Image>>().init_resource::<Assets<Shader>>().add_message::<AssetEvent<Image>>();
        app.add_plugins((EguiPlugin::default(), AppPlugin, CameraPlugin, HandsPlugin));
        app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
        let world = app.world_mut();
        let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("a window");
        let physical_size = UVec2::new(size.0, size.1);
        let computed = ComputedCameraValues {
            target_info: Some(RenderTargetInfo { physical_size, scale_factor: 1.0 }),
            ..default()
        };
        let context = world.spawn((Camera2d, Camera { computed, ..default() }, PrimaryEguiContext)).id();
        let context_of = world.get_mut::<EguiContext>(context).expect("a context");
        let ctx = context_of.into_inner().get_mut();
        ctx.enable_accesskit();
        // Without animation, a closed popup is gone in the next frame.
        ctx.all_styles_mut(|style| style.animation_time = 0.0);
        open(world, opened(name));
        let mut desktop = Self { app, window, context, nodes: BTreeMap::new(), focus: None };
        desktop.frames(3);
        desktop
    }

    /// Runs `n` frames.
    pub(crate) fn frames(&mut self, n: usize) {
        for _ in 0..n {
            self.app.update();
            let output = self.app.world().get::<EguiOutput>(self.context).expect("an output");
            if let Some(TreeUpdate { nodes, focus, .. }) = &output.platform_output.accesskit_update {
                self.nodes = nodes.iter().cloned().collect();
                self.focus = Some(*focus);
            }
        }
    }

    /// Causes of repaint requests; empty if the window can idle.
    pub(crate) fn asks_for_frames(&mut self) -> Vec<String> {
        let context = self.app.world_mut().get_mut::<EguiContext>(self.context).expect("a context");
        let ctx = context.into_inner().get_mut();
        let causes = ctx.repaint_causes().into_iter().map(|cause| cause.to_string());
        if ctx.has_requested_repaint() { causes.collect() } else { Vec::new() }
    }

    /// Carries out the pending requests, as a frame of the window would.
    pub(crate) fn drive(&mut self) {
        drive(self.app.world_mut());
        self.frames(2);
    }

    /// Pending requests.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.res::<Messages<Request>>().iter_current_update_messages().cloned().collect()
    }

    /// A resource.
    pub(crate) fn res<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    /// A resource, mutably.
    pub(crate) fn res_mut<R: Resource<Mutability = bevy::ecs::component::Mutable>>(&mut self) -> Mut<'_, R> {
        self.app.world_mut().resource_mut::<R>()
    }

    /// The window entity's component.
    pub(crate) fn window(&self) -> &Window {
        self.app.world().get::<Window>(self.window).expect("a window")
    }

    fn press(&mut self, key_code: KeyCode, down: bool) {
        let state = if down { ButtonState::Pressed } else { ButtonState::Released };
        let logical_key = logical(key_code);
        let text = None;
        let message = KeyboardInput { key_code, logical_key, state, text, repeat: false, window: self.window };
        self.app.world_mut().write_message(message);
    }

    /// Presses or releases a key.
    pub(crate) fn hold(&mut self, key: KeyCode, down: bool) {
        self.press(key, down);
        self.frames(2);
    }

    /// Strikes a key with modifiers held.
    pub(crate) fn strike(&mut self, with: &[KeyCode], key: KeyCode) {
        self.strike_all(&[(with, key)]);
    }

    /// Strikes several keys in one frame, as on a slow machine.
    pub(crate) fn strike_all(&mut self, strokes: &[(&[KeyCode], KeyCode)]) {
        for (with, key) in strokes {
            with.iter().for_each(|code| self.press(*code, true));
            self.press(*key, true);
            self.press(*key, false);
            with.iter().rev().for_each(|code| self.press(*code, false));
        }
        self.frames(2);
    }

    fn tell(&mut self, event: impl Into<WindowEvent>) {
        self.app.world_mut().write_message(event.into());
    }

    /// Moves the mouse to a position in egui points, which equal pixels at 100 %.
    pub(crate) fn point(&mut self, at: Pos2) {
        self.move_to(at);
        self.frames(2);
    }

    fn move_to(&mut self, at: Pos2) {
        let position = Vec2::new(at.x, at.y);
        let moved = CursorMoved { window: self.window, position, delta: None };
        self.app.world_mut().get_mut::<Window>(self.window).expect("a window").set_cursor_position(Some(position));
        self.app.world_mut().write_message(moved.clone());
        self.tell(moved);
    }

    fn button(&mut self, state: ButtonState) {
        let event = MouseButtonInput { button: MouseButton::Left, state, window: self.window };
        self.app.world_mut().write_message(event);
        self.tell(event);
    }

    /// Clicks at a position.
    pub(crate) fn click(&mut self, at: Pos2) {
        self.point(at);
        self.button(ButtonState::Pressed);
        self.frames(2);
        self.button(ButtonState::Released);
        self.frames(3);
    }

    /// Moves and clicks in one frame, as on a slow machine.
    pub(crate) fn dab(&mut self, at: Pos2) {
        self.move_to(at);
        self.button(ButtonState::Pressed);
        self.button(ButtonState::Released);
        self.frames(3);
    }

    /// Drags with the left button.
    pub(crate) fn drag(&mut self, from: Pos2, to: Pos2) {
        self.point(from);
        self.button(ButtonState::Pressed);
        self.frames(2);
        self.point(from + 0.5 * (to - from));
        self.point(to);
        self.button(ButtonState::Released);
        self.frames(3);
    }

    /// Turns the wheel by one notch, toward the scene or away from it.
    pub(crate) fn wheel(&mut self, y: f32) {
        let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
        self.app.world_mut().write_message(MouseWheel { unit, x: 0.0, y, window: self.window, phase });
        self.frames(2);
    }

    /// All nodes of the window exposed to screen readers.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().map(|(id, node)| (*id, node))
    }

    /// One node.
    pub(crate) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// The name of a node: its own, or the text of its label.
    pub(crate) fn name(&self, node: &Node) -> String {
        let own = own_name(node);
        let others = || {
            let labels = node.labelled_by().iter().filter_map(|id| self.nodes.get(id));
            labels.filter_map(|label| label.value().or(label.label())).collect::<Vec<_>>().join(" ")
        };
        own.unwrap_or_else(others).trim().to_owned()
    }

    /// The node with this role and name prefix.
    pub(crate) fn find(&self, role: Role, name: &str) -> Option<(NodeId, &Node)> {
        self.nodes().find(|(_, node)| node.role() == role && self.name(node).starts_with(name))
    }

    /// The centre of the node with this role and name prefix.
    pub(crate) fn middle(&self, role: Role, name: &str) -> Pos2 {
        let (_, node) = self.find(role, name).unwrap_or_else(|| panic!("no {role:?} with the name {name:?}"));
        centre(node).expect("a place")
    }
}

/// The centre of a node.
pub(crate) fn centre(node: &Node) -> Option<Pos2> {
    let bounds = node.bounds()?;
    Some(egui::pos2(0.5 * (bounds.x0 + bounds.x1) as f32, 0.5 * (bounds.y0 + bounds.y1) as f32))
}

/// The logical key on an English keyboard.
fn logical(code: KeyCode) -> Key {
    let name = format!("{code:?}");
    let letter = name.strip_prefix("Key").or(name.strip_prefix("Digit")).or(name.strip_prefix("Numpad"));
    match (code, letter) {
        (_, Some(letter)) if letter.chars().count() == 1 => Key::Character(letter.to_lowercase().into()),
        (KeyCode::Space, _) => Key::Space,
        (KeyCode::Period, _) => Key::Character(".".into()),
        (KeyCode::Comma, _) => Key::Character(",".into()),
        (KeyCode::Equal | KeyCode::NumpadAdd, _) => Key::Character("+".into()),
        (KeyCode::Minus | KeyCode::NumpadSubtract, _) => Key::Character("-".into()),
        (KeyCode::ArrowLeft, _) => Key::ArrowLeft,
        (KeyCode::ArrowRight, _) => Key::ArrowRight,
        (KeyCode::ArrowUp, _) => Key::ArrowUp,
        (KeyCode::ArrowDown, _) => Key::ArrowDown,
        (KeyCode::Home, _) => Key::Home,
        (KeyCode::End, _) => Key::End,
        (KeyCode::Backspace, _) => Key::Backspace,
        (KeyCode::Escape, _) => Key::Escape,
        (KeyCode::Enter, _) => Key::Enter,
        (KeyCode::Tab, _) => Key::Tab,
        (KeyCode::ShiftLeft, _) => Key::Shift,
        (KeyCode::ControlLeft, _) => Key::Control,
        (KeyCode::F1, _) => Key::F1,
        (KeyCode::F6, _) => Key::F6,
        (KeyCode::F11, _) => Key::F11,
        (KeyCode::F12, _) => Key::F12,
        _ => Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
    }
}
