//! The audit of the imported run that is open, made in the background: its findings, for a panel, the bar and the timeline.

use crate::state::session::Session;
use bevy::ecs::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task, TaskPool};
use std::sync::Arc;
use stickslip_engine::scene::{PlayedRun, Scene};
use stickslip_lab::audit::{Audit, AuditInput, CheckId, audit};

/// The audit of the open run.
#[derive(Resource, Default)]
pub struct RunAudit {
    /// What was found, the findings with the steps of the window; `None` for a run of this program, and while the audit is
    /// made.
    pub found: Option<Audit>,
    of: Option<Arc<PlayedRun>>,
    work: Option<Task<Audit>>,
}

impl RunAudit {
    /// True while an audit is made.
    pub fn is_working(&self) -> bool {
        self.work.is_some()
    }

    /// True while an imported run is open, which has loads and no laws.
    pub fn is_of_another_engine(&self) -> bool {
        self.of.is_some()
    }

    /// True if the engine tells the friction of all points of a pair together, which the file shares out among them.
    pub fn shares_friction(&self) -> bool {
        let told = self.of.as_ref().and_then(|run| run.header.settings.get("friction")?.as_str());
        told.is_some_and(|told| told.starts_with("per manifold"))
    }

    /// True if sliding friction between two bodies fits a pyramid along the engine's tangents.
    pub fn is_pyramid(&self, names: [&str; 2]) -> bool {
        let findings = self.found.iter().flat_map(|audit| &audit.findings);
        findings.filter(|finding| finding.check == CheckId::A5).any(|finding| [&*finding.i, &*finding.j] == names)
    }

    /// Begins the audit of the run that a scene plays, if another was audited before.
    fn follow(&mut self, scene: Option<&Scene>) {
        let played = scene.and_then(|scene| scene.played.as_ref());
        let is_known = match (&self.of, played) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if is_known {
            return;
        }
        *self = Self { of: played.cloned(), ..Self::default() };
        if let (Some(run), Some(scene)) = (played, scene) {
            let input = AuditInput::new(Arc::clone(run), scene);
            self.work = Some(AsyncComputeTaskPool::get_or_init(TaskPool::new).spawn(async move { of_frames(&input) }));
        }
    }

    /// Takes the audit over once it is made.
    fn collect(&mut self) {
        if let Some(found) = self.work.as_mut().and_then(check_ready) {
            (self.found, self.work) = (Some(found), None);
        }
    }
}

/// The audit of a run, its findings with the number of the frame in place of the step as the engine counts.
fn of_frames(input: &AuditInput) -> Audit {
    let mut found = audit(input);
    for finding in &mut found.findings {
        finding.step = input.run.frames.partition_point(|frame| frame.step < finding.step) as u64;
    }
    found
}

/// Audits each imported run that is opened.
pub fn follow_audit(session: Res<Session>, mut audit: ResMut<RunAudit>) {
    let scene = session.opened.as_ref().map(|opened| &opened.scene);
    let audit = audit.bypass_change_detection();
    audit.follow(scene);
    audit.collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::scene::{HeaderBody, PlayedBody, PlayedFrame, RunHeader};
    use stickslip_lab::interop::run_folder::recording;

    /// A ball in free fall, one row every 10 steps of the engine, that loses 1 m/s from frame 30 on: momentum differs there,
    /// and the finding has the number of the frame.
    fn run() -> PlayedRun {
        let ball = HeaderBody { name: "ball".into(), mass: Some(1.0), inertia: None, ..HeaderBody::default() };
        let gravity = stickslip_engine::laws::Vec3::new(0.0, 0.0, -9.81);
        let header = RunHeader { dt: 1e-3, every: 10, gravity, bodies: vec![ball], ..RunHeader::default() };
        let frame = |k: u64| {
            let t = 0.01 * k as f64;
            let lost = if k >= 30 { 1.0 } else { 0.0 };
            let v = stickslip_engine::laws::Vec3::new(0.0, 0.0, -9.81 * t - lost);
            let x = stickslip_engine::laws::Vec3::new(0.0, 0.0, 10.0 - 4.905 * t * t - lost * (t - 0.3).max(0.0));
            let velocity = Some([v, stickslip_engine::laws::Vec3::zeros()]);
            let body =
                PlayedBody { body: 0, x, q: stickslip_engine::laws::Rotation::identity(), velocity, external: None };
            PlayedFrame { step: 10 * k, bodies: vec![body], contacts: Vec::new() }
        };
        PlayedRun { header, frames: (0..60).map(frame).collect() }
    }

    #[test]
    fn an_imported_run_is_audited_once_with_the_steps_of_the_window() {
        let recording = recording("falls", run()).unwrap_or_else(|faults| panic!("{faults}"));
        let scene = recording.checked_scene().unwrap_or_else(|faults| panic!("{faults}"));
        let mut audit = RunAudit::default();
        audit.follow(Some(&scene));
        while audit.is_working() {
            audit.collect();
            std::thread::yield_now();
        }
        let findings = &audit.found.as_ref().expect("an audit").findings;
        let momentum = findings.iter().find(|finding| finding.check == CheckId::A1).expect("momentum differs");
        assert!((29..=31).contains(&momentum.step), "{findings:?}");
        audit.follow(Some(&scene));
        assert!(audit.found.is_some() && !audit.is_working(), "it is not made again");
        audit.follow(None);
        assert!(audit.found.is_none());
    }
}
