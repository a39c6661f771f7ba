//! Loads found by a solver, in the disks of their limits, for example of a rigid contact: (γ_u, γ_w)/Δt within μN,
//! (τ_u, τ_w)/Δt within ρN, and τ_n/Δt within ±σN. A load inside its disk sticks, a load on the rim slips. Geometry
//! only; painted elsewhere.

use crate::draw::overlay::limit_curve;
use crate::draw::text::format::quantity;
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::limit::anisotropy::LimitEllipse;
use stickslip_engine::laws::friction::limit::cones::PARTS;
use stickslip_engine::observe::quantity::{component, cone};
use stickslip_engine::observe::state::ContactView;

/// Maximum distance of a drawn load from the centre, radii: a reduced limit only applies from the next step on.
const MAX_RADII: f64 = 1.12;

/// Slide, roll or spin load that a solver has found, and its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadDisk {
    /// Component name.
    pub name: &'static str,
    /// Symbol of the limit.
    pub symbol: &'static str,
    /// Load on body i along u and w, N or N·m; for spin, the component about n in the first entry.
    pub load: Vec2,
    /// Limit of the load, which is the radius of the disk, N or N·m.
    pub limit: f64,
    /// Unit of load and limit.
    pub unit: &'static str,
    /// The limit of a slide load that differs along and across a grain, N; its larger half axis is the radius.
    pub ellipse: Option<LimitEllipse>,
    /// Mode found by the solver.
    pub mode: Mode,
    /// Unit direction of body i's slip relative to body j; friction opposes it.
    pub motion: Option<Vec2>,
}

impl LoadDisk {
    /// Disks of a contact's limited components, in the order slide, roll, spin; none before the solver has run.
    pub fn all(contact: &ContactView) -> Vec<Self> {
        let Some(reaction) = &contact.reaction else { return Vec::new() };
        let names = [("slide", "μN", "N"), ("roll", "ρN", "N·m"), ("spin", "σN", "N·m")];
        let part = |rows: &[f64; 6], k: usize| {
            let rows = &rows[PARTS[k].clone()];
            Vec2::new(rows[0], rows.get(1).copied().unwrap_or(0.0))
        };
        let coupled = contact.law.friction.laws.coupled();
        // A slide load under `dae` has its gauge.
        let limit = |(k, of_cone): (usize, f64)| match k > 0 && coupled[k] {
            true => component(contact, [0, 1, 3][k]).limits[1],
            false => of_cone * contact.normal.n,
        };
        let limits = cone(contact).into_iter().enumerate().map(limit).zip(names).enumerate();
        let limits = limits.filter(|(_, (limit, _))| *limit > 0.0);
        limits
            .map(|(k, (limit, (name, symbol, unit)))| {
                let (mode, motion) = (reaction.modes[k], part(&reaction.motion, k));
                let ellipse = limit_curve::ellipse(contact).filter(|_| k == 0);
                let limit = ellipse.map_or(limit, |of| if of.axes[0] > of.axes[1] { of.axes[0] } else { of.axes[1] });
                Self {
                    name,
                    symbol,
                    load: part(&reaction.load, k),
                    limit,
                    ellipse,
                    unit,
                    mode,
                    motion: motion.try_normalize(0.0).filter(|_| mode == Mode::Slip),
                }
            })
            .collect()
    }

    /// True for a scalar load: drawn as a bar rather than a disk.
    pub fn is_bar(&self) -> bool {
        self.name == "spin"
    }

    /// Points of the rim of the disk, of radius 1; an ellipse where the limit differs along and across a grain.
    pub fn rim(&self) -> Option<Vec<Vec2>> {
        let limit = self.ellipse.filter(|_| self.limit > 0.0)?;
        Some(limit_curve::rim(&limit).into_iter().map(|point| point / self.limit).collect())
    }

    /// Load relative to its limit; 0 for an open contact.
    pub fn used(&self) -> f64 {
        if let Some(limit) = self.ellipse.filter(|_| self.limit > 0.0) {
            return limit.gauge(&self.load);
        }
        if self.limit > 0.0 { self.load.norm() / self.limit } else { 0.0 }
    }

    /// Position of the load in the unit disk, along u and w; at most `MAX_RADII` from the centre.
    pub fn place(&self) -> Vec2 {
        if self.limit <= 0.0 {
            return Vec2::zeros();
        }
        let used = self.used();
        self.load / self.limit * if used > MAX_RADII { MAX_RADII / used } else { 1.0 }
    }

    /// Describes load, limit and mode, with body names.
    pub fn describe(&self, names: &[String; 2]) -> String {
        let (load, limit) = (quantity(self.load.norm(), self.unit), quantity(self.limit, self.unit));
        let LoadDisk { name, symbol, unit, mode, .. } = self;
        let parts = match self.is_bar() {
            true => format!("about n {}", quantity(self.load.x, unit)),
            false => format!("u {}, w {}", quantity(self.load.x, unit), quantity(self.load.y, unit)),
        };
        let verdict = match mode {
            Mode::Stick if self.used() < 1.0 - 1e-6 => "below the limit: sticks".to_owned(),
            Mode::Stick => "at the limit, without motion: sticks".to_owned(),
            Mode::Slip => {
                format!("at the limit: slips; the thin arrow is the motion of {} relative to {}", names[0], names[1])
            }
            Mode::Open => "the contact is open".to_owned(),
        };
        format!("{name}: {load} of {symbol} = {limit} on {} in the last step ({parts})\n{verdict}", names[0])
    }
}

/// Number of load-carrying contact points between the bodies of a contact.
pub fn points_of_face(contacts: &[ContactView], contact: &ContactView) -> usize {
    let bodies = |of: &ContactView| (of.pair.key.case, of.pair.key.i, of.pair.key.j);
    contacts.iter().filter(|other| bodies(other) == bodies(contact) && other.normal.n > 0.0).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    /// A ball of R = 0.1 m and 1 kg on level ground after a step of 1e-2 s.
    fn disks(friction: &str, motion: &str) -> Vec<LoadDisk> {
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (dt: 1e-2, duration: 1.0), gravity: (0.0, 0.0, -9.81),
             friction: ({friction}), normal: Rigid, bodies: [(name: \"ground\", shape: Plane),
             (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1), {motion})])"
        );
        let mut simulation = Simulation::new(&Scene::parse("t", &text).expect("no fault"));
        assert_eq!(LoadDisk::all(&simulation.state().contacts[0]), [], "nothing was solved yet");
        simulation.step();
        LoadDisk::all(&simulation.state().contacts[0])
    }

    /// Slides along +y at 5 m/s under μ = 0.2 and spins at 10 rad/s under σ = 2 mm: loads μN and σN on the rims.
    /// Rolling friction opposes the incipient rolling with ρN.
    #[test]
    fn loads_of_a_ball_that_slips_lie_on_the_rims() {
        let motion = "velocity: (0.0, 5.0, 0.0), angular_velocity: (0.0, 0.0, 10.0)";
        let disks = disks("mu: 0.2, rho: 1e-3, sigma: 2e-3", motion);
        let limits = [0.2, 1e-3, 2e-3].map(|limit| limit * 9.81);
        assert_eq!(disks.len(), 3);
        for (disk, limit) in disks.iter().zip(limits) {
            assert!((disk.limit - limit).abs() < 1e-9 * limit, "{disk:?}");
            assert!((disk.used() - 1.0).abs() < 1e-9, "{disk:?}");
            assert_eq!(disk.mode, Mode::Slip, "{disk:?}");
            // Friction opposes the motion.
            let motion = disk.motion.expect("it slips");
            assert!((disk.load.normalize() + motion).norm() < 1e-6, "{disk:?}");
            let at = disk.place();
            assert!((at.norm() - 1.0).abs() < 1e-9, "{at:?}");
        }
        assert!(disks[2].is_bar() && disks[2].load.y == 0.0);
    }

    /// A ball at rest carries only N: all loads are in the middle. A limit of 0 has no disk.
    #[test]
    fn loads_of_a_ball_at_rest_lie_in_the_middle() {
        let disks = disks("mu: 0.5, sigma: 2e-3", "velocity: (0.0, 0.0, 0.0)");
        assert_eq!(disks.iter().map(|disk| disk.name).collect::<Vec<_>>(), ["slide", "spin"]);
        for disk in &disks {
            assert_eq!((disk.mode, disk.motion), (Mode::Stick, None));
            let at = disk.place();
            assert!(at.norm() < 1e-9, "{at:?}");
        }
    }

    /// A load of half the limit lies halfway to the rim; a load beyond the limit stays close to the rim.
    #[test]
    fn a_load_has_its_place_in_the_disk() {
        let [u, w] = [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)];
        let disk = |load: Vec2, limit: f64| LoadDisk {
            name: "slide",
            symbol: "μN",
            load,
            limit,
            unit: "N",
            mode: Mode::Stick,
            ellipse: None,
            motion: None,
        };
        for (load, limit, place) in
            [(u, 2.0, u * 0.5), (w, 2.0, w * 0.5), (u * 9.0, 1.0, u * MAX_RADII), (u, 0.0, Vec2::zeros())]
        {
            let at = disk(load, limit).place();
            assert!((at - place).norm() < 1e-12, "{at:?} for {place:?}");
        }
    }
}
