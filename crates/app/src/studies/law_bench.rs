//! The window's law bench: a contact, its drive, the laws and their loops. A contact of the open run can be loaded
//! together with its history.

use crate::files::saving::absolute_path;
use crate::state::panels::Panels;
use crate::state::session::Session;
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use bevy::ecs::prelude::*;
use std::path::PathBuf;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::observe::quantity::component;
use stickslip_engine::observe::state::ContactView;
use stickslip_engine::observe::state::{State, observe};
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::scene::{LawFault, Scene};
use stickslip_engine::step::solve::springs::contact_state;
use stickslip_engine::world::contact::ContactKey;
use stickslip_engine::world::{CaseId, Clock};
use stickslip_lab::law_bench::contact::{Bench, SCENE};
use stickslip_lab::law_bench::drive::{BenchDrive, DrivenComponent, Wave, amplitude};
use stickslip_lab::law_bench::replay::sample_of;
use stickslip_lab::law_bench::report::{ComponentLoops, write};
use stickslip_lab::law_bench::run;

/// Steps per wave cycle.
const STEPS: f64 = 2000.0;
/// Maximum number of steps of a contact's history that are replayed, counted from the end.
const MAX_REPLAYED_STEPS: usize = 40_000;

/// User settings.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchSetting {
    /// Friction component that the drive moves.
    pub component: DrivenComponent,
    /// Waveform of the drive.
    pub wave: Wave,
    /// Amplitude relative to the FN20 law's slip threshold.
    pub reach: f64,
    /// Frequency, Hz.
    pub frequency: f64,
    /// Normal force relative to the contact's normal force.
    pub load: f64,
    /// Ids of the excluded laws.
    pub hidden: Vec<&'static str>,
    /// Laws with user-entered parameters.
    pub given: Vec<AnyLaw>,
    /// True if the drive is the contact's history instead of the wave.
    pub recorded: bool,
}

/// The bench.
#[derive(Resource)]
pub struct LawBench {
    /// The settings.
    pub setting: BenchSetting,
    /// The contact on the bench.
    pub bench: Option<Bench>,
    /// History of the contact, if it belongs to the open run.
    pub past: Option<BenchDrive>,
    /// The loops for the present settings.
    pub sheet: Option<ComponentLoops>,
    /// Laws that do not apply to the contact, and why.
    pub left_out: Vec<String>,
    /// Requests a contact of the open run with its history.
    pub wanted: Option<ContactKey>,
    /// Reason why nothing is shown.
    pub fault: Option<String>,
    made: Option<BenchSetting>,
}

impl Default for LawBench {
    fn default() -> Self {
        let scene = Scene::parse("bench", SCENE).map_err(|faults| faults.to_string());
        let bench = scene.and_then(|scene| Bench::new(&scene, None).ok_or_else(|| "no contact".to_owned()));
        let setting = BenchSetting {
            component: DrivenComponent::Slide,
            wave: Wave::Triangle,
            reach: 5.0,
            frequency: 1.0,
            load: 1.0,
            hidden: Vec::new(),
            given: Vec::new(),
            recorded: false,
        };
        Self {
            setting,
            fault: bench.as_ref().err().cloned(),
            bench: bench.ok(),
            past: None,
            sheet: None,
            left_out: Vec::new(),
            wanted: None,
            made: None,
        }
    }
}

impl LawBench {
    /// All laws that apply to the contact, with user-entered parameters, and the reasons why other laws do not apply.
    pub fn laws(&self) -> (Vec<AnyLaw>, Vec<LawFault>) {
        let Some(bench) = &self.bench else { return (Vec::new(), Vec::new()) };
        let (mut laws, mut faults) = bench.all_laws(self.setting.component);
        for law in &mut laws {
            let given = self.setting.given.iter().find(|given| given.info() == law.info());
            match given.map(|given| (given, bench.lacks(*given))) {
                Some((_, Some(fault))) => faults.push(fault),
                Some((given, None)) => *law = *given,
                None => {}
            }
        }
        (laws, faults)
    }

    /// The drive for the present settings; `None` if the bodies lack the component.
    pub fn drive(&self) -> Option<BenchDrive> {
        let bench = self.bench.as_ref().filter(|bench| bench.has(self.setting.component))?;
        let BenchSetting { component, wave, reach, frequency, load, recorded, .. } = self.setting;
        if recorded {
            return self.past.clone();
        }
        let normal = bench.normal * load;
        // `amplitude` gives five times the deflection at which the FN20 law slips.
        let reach =
            reach * amplitude(&bench.contact_state, component, normal) / stickslip_lab::law_bench::drive::AMPLITUDE;
        Some(BenchDrive::wave(wave, component, (reach, frequency), 2, normal, 1.0 / (STEPS * frequency)))
    }

    /// Runs the laws under the present settings.
    fn rerun(&mut self) {
        self.made = Some(self.setting.clone());
        self.sheet = None;
        let component = self.setting.component;
        let (Some(drive), Some(bench)) = (self.drive(), &self.bench) else {
            self.fault = Some(format!("these two bodies have no {} friction", component.name()));
            return;
        };
        let (laws, faults) = self.laws();
        self.left_out = faults.iter().map(ToString::to_string).collect();
        self.fault = None;
        let hidden = &self.setting.hidden;
        let shown = laws.into_iter().filter(|law| !hidden.contains(&law.info().id));
        let loops = shown.map(|law| run(bench, law, component, &drive)).collect();
        self.sheet = Some(ComponentLoops { component, loops });
    }

    /// Returns to the default contact; the settings stay.
    pub fn clear(&mut self) {
        let setting = BenchSetting { recorded: false, ..self.setting.clone() };
        *self = Self { setting, ..Self::default() };
    }

    /// Puts a contact on the bench.
    pub fn put(&mut self, bench: Bench, past: Option<BenchDrive>) {
        self.setting.recorded = past.is_some();
        (self.bench, self.past, self.made) = (Some(bench), past, None);
    }

    /// Writes all results into a new folder and returns its path.
    pub fn export(&self) -> String {
        let Some(sheet) = self.sheet.clone() else { return "nothing to export".to_owned() };
        let names = (1..10_000).map(|n| absolute_path(PathBuf::from(format!("law-bench-{n}"))));
        let Some(dir) = { names }.find(|dir| !dir.exists()) else {
            return "cannot export: every name law-bench-… is taken in this folder".to_owned();
        };
        match write(&[sheet], 1, &dir) {
            Ok(()) => format!("exported to {}", dir.display()),
            Err(why) => why.to_string(),
        }
    }
}

/// Share of a curve's points at either end of its loads that do not count for the range of the loads.
const OUTLIERS: f64 = 0.005;
/// Margin of that range, relative to it.
const MARGIN: f64 = 0.5;

/// Range of the loads to draw, N or N·m: that of all points of the curves, without a few that lie far beyond the others,
/// such as a peak of the dashpot in the first step.
pub fn load_range(curves: &[Vec<(f64, f64)>]) -> [f64; 2] {
    let (mut inner, mut whole) = ([0.0f64; 2], [0.0f64; 2]);
    for curve in curves {
        let mut loads: Vec<f64> = curve.iter().map(|(_, load)| *load).filter(|load| load.is_finite()).collect();
        loads.sort_by(f64::total_cmp);
        let Some(last) = loads.len().checked_sub(1) else { continue };
        let skipped = (OUTLIERS * last as f64).ceil() as usize;
        inner = [inner[0].min(loads[skipped.min(last)]), inner[1].max(loads[last - skipped.min(last)])];
        whole = [whole[0].min(loads[0]), whole[1].max(loads[last])];
    }
    let margin = MARGIN * (inner[1] - inner[0]);
    [whole[0].max(inner[0] - margin), whole[1].min(inner[1] + margin)]
}

/// A curve within a range of loads, and the points of it that are drawn at the end of the range, with their true loads.
pub fn clipped(curve: &[(f64, f64)], [low, high]: [f64; 2]) -> (Vec<[f64; 2]>, Vec<([f64; 2], f64)>) {
    let at = |(x, load): &(f64, f64)| [*x, load.clamp(low, high)];
    let beyond = curve.iter().filter(|(_, load)| *load < low || *load > high);
    (curve.iter().map(at).collect(), beyond.map(|point| (at(point), point.1)).collect())
}

/// Reruns the laws if the settings changed, while the bench is open.
pub fn refresh_bench(panels: Res<Panels>, mut bench: ResMut<LawBench>) {
    if panels.bench && bench.made.as_ref() != Some(&bench.setting) {
        bench.rerun();
    }
}

/// The slipping component, or slide by default.
pub fn slipping(contact: &ContactView) -> DrivenComponent {
    let slips = |k: usize| component(contact, k).mode == Mode::Slip && component(contact, k).spring.is_on();
    if slips(0) || !(slips(1) || slips(2) || slips(3)) {
        DrivenComponent::Slide
    } else if slips(3) {
        DrivenComponent::Spin
    } else {
        DrivenComponent::Roll
    }
}

/// Loads the requested contact with its history since the contact began, at most `MAX_REPLAYED_STEPS` steps.
pub fn fetch(world: &mut World) {
    let Some(key) = world.get_resource_mut::<LawBench>().and_then(|mut bench| bench.wanted.take()) else { return };
    let Some(scene) = world.resource::<Session>().opened.as_ref().map(|opened| opened.scene.clone()) else { return };
    if world.resource::<Past>().fixed().is_some() {
        return;
    }
    let state = world.resource::<DisplayState>().state.clone();
    let Some(contact) = state.contacts.iter().find(|contact| contact.pair.key == key) else { return };
    let Some(contact_state) = contact_state(world, contact) else { return };
    let timeline = world.resource::<Past>().timeline.clone();
    let age = (contact.pair.age as usize).min(MAX_REPLAYED_STEPS) as u64;
    let from = (state.step - age.min(state.step), state.step);
    // Re-simulating a many-body run from the contact's start would block the window.
    let many_body = is_many_body(state.bodies.len());
    let drive = (!many_body).then(|| recorded(timeline, key, from, scene.dt));
    let name = |k: u32| state.bodies.get(k as usize).map_or_else(String::new, |body| body.name.clone());
    let laws = contact.law.friction.laws;
    let bench =
        Bench { scene, laws, contact_state, normal: contact_state.at.normal, bodies: [name(key.i), name(key.j)] };
    world.resource_mut::<LawBench>().put(bench, drive.filter(|drive| !drive.samples.is_empty()));
}

/// A contact's history between two steps of a run, re-simulated in a separate world.
fn recorded(mut timeline: Timeline, key: ContactKey, (from, to): (u64, u64), dt: f64) -> BenchDrive {
    let mut world = timeline.world_at(from);
    let mut samples = Vec::new();
    while world.resource::<Clock>().step < to {
        let before = world.resource::<Clock>().step;
        timeline.step(&mut world);
        if world.resource::<Clock>().step == before {
            break;
        }
        let state: State = observe(&mut world, CaseId(0));
        let of_pair = |k: &ContactKey| (k.i, k.j) == (key.i, key.j);
        let total = state.contacts.iter().filter(|c| of_pair(&c.pair.key)).map(|c| c.normal.n).sum();
        if let Some(contact) = state.contacts.iter().find(|c| c.pair.key == key && c.pair.age > 0) {
            samples.push(sample_of(contact, total));
        }
    }
    BenchDrive { dt, samples, period: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A peak in the first step does not flatten the loop: it is drawn at the edge. A smooth curve is drawn whole.
    #[test]
    fn a_peak_does_not_flatten_a_loop() {
        let smooth: Vec<(f64, f64)> = (0..1000).map(|k| (f64::from(k), (0.01 * f64::from(k)).sin())).collect();
        let whole = load_range(std::slice::from_ref(&smooth));
        assert!(clipped(&smooth, whole).1.is_empty(), "{whole:?}");
        let mut peaked = smooth.clone();
        peaked[0].1 = 500.0;
        let range = load_range(&[peaked.clone(), smooth]);
        assert!(range[1] < 2.5 && range[0] <= -0.999, "{range:?}");
        let (drawn, beyond) = clipped(&peaked, range);
        assert_eq!((drawn[0], beyond), ([0.0, range[1]], vec![([0.0, range[1]], 500.0)]));
        assert_eq!(load_range(&[]), [0.0, 0.0]);
    }
}
