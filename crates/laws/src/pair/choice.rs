//! Selects the slide, roll and spin laws, and applies the three together at one contact point.

use crate::friction::element::{Deflection, FrictionSpring, Mode, Start};
use crate::friction::law::{
    ContactState, CouplingLoad, Law, LawInfo, Memory, Needs, NormalForceKind, Parameter, Remembers, Step,
};
use crate::friction::limit::limit_surface::LimitSurface;
use crate::friction::parameters::{Derived, FrictionParameters, SpinModel};
use crate::friction::plane_turn::PlaneTurn;
use crate::library::fang_negrut;
use crate::pair::coupled_limit::joint_step;
use crate::{RollLaw, SlideLaw, SpinLaw, Vec2};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Friction between two bodies: the laws and their parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Friction {
    /// The laws of slide, roll and spin.
    pub laws: Laws,
    /// Friction parameters; `Friction` dereferences to them.
    pub parameters: FrictionParameters,
}

impl Friction {
    /// True if all three laws are the paper's with linear springs and dashpots, without a grain or a limit surface, the
    /// only case that the SIMD kernels implement.
    #[inline]
    pub fn is_linear_paper(&self) -> bool {
        self.laws.is_paper() && !self.has_curves() && self.is_isotropic() && self.limit == LimitSurface::Independent
    }

    /// Copies this friction with other coefficients μ_s and μ_k.
    pub fn with_mu(&self, mu: [f64; 2]) -> Self {
        Self { parameters: self.parameters.with_mu(mu), ..*self }
    }
}

impl Deref for Friction {
    type Target = FrictionParameters;

    #[inline(always)]
    fn deref(&self) -> &FrictionParameters {
        &self.parameters
    }
}

impl DerefMut for Friction {
    fn deref_mut(&mut self) -> &mut FrictionParameters {
        &mut self.parameters
    }
}

/// One law for each component.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Laws {
    /// Slide.
    pub slide: SlideLaw,
    /// Roll.
    pub roll: RollLaw,
    /// Spin.
    pub spin: SpinLaw,
}

/// A law for any component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyLaw {
    /// A slide law.
    Slide(SlideLaw),
    /// A roll law.
    Roll(RollLaw),
    /// A spin law.
    Spin(SpinLaw),
}

impl Laws {
    /// True if all three laws are the paper's.
    #[inline]
    pub fn is_paper(&self) -> bool {
        matches!(
            self,
            Self { slide: SlideLaw::FangNegrut(_), roll: RollLaw::FangNegrut(_), spin: SpinLaw::FangNegrut(_) }
        )
    }

    /// Replaces the law of the given law's component.
    pub fn set(&mut self, law: AnyLaw) {
        match law {
            AnyLaw::Slide(law) => self.slide = law,
            AnyLaw::Roll(law) => self.roll = law,
            AnyLaw::Spin(law) => self.spin = law,
        }
    }

    /// The three laws.
    pub fn each(&self) -> [AnyLaw; 3] {
        [AnyLaw::Slide(self.slide), AnyLaw::Roll(self.roll), AnyLaw::Spin(self.spin)]
    }

    /// Parses law ids such as `luding+luding-roll`; components not named get the paper's law. The error is an id that
    /// is unknown or that names a component a second time.
    pub fn from_ids(text: &str) -> Result<Self, String> {
        let mut laws = Self::default();
        let mut taken: Vec<&str> = Vec::new();
        for id in text.split('+').map(str::trim).filter(|id| *id != "fang-negrut") {
            let named: Vec<AnyLaw> = AnyLaw::all().into_iter().filter(|law| law.info().id == id).collect();
            if named.is_empty() || named.iter().any(|law| taken.contains(&law.component())) {
                return Err(id.to_string());
            }
            for law in named {
                taken.push(law.component());
                laws.set(law);
            }
        }
        Ok(laws)
    }

    /// The law ids joined by `+`, such as `luding+luding-roll`; `fang-negrut` if all three are the paper's.
    pub fn ids(&self) -> String {
        let mut ids: Vec<&str> =
            self.each().iter().map(|law| law.info().id).filter(|id| *id != "fang-negrut").collect();
        ids.dedup();
        if ids.is_empty() { "fang-negrut".to_string() } else { ids.join("+") }
    }
}

impl AnyLaw {
    /// Every law with default parameters, ordered slide, roll, spin; the paper's law comes first in each component.
    pub fn all() -> Vec<Self> {
        let slide = SlideLaw::all().into_iter().map(Self::Slide);
        let roll = RollLaw::all().into_iter().map(Self::Roll);
        slide.chain(roll).chain(SpinLaw::all().into_iter().map(Self::Spin)).collect()
    }

    /// The laws of one component.
    pub fn for_component(component: &str) -> Vec<Self> {
        Self::all().into_iter().filter(|law| law.component() == component).collect()
    }

    /// `slide`, `roll` or `spin`.
    pub fn component(&self) -> &'static str {
        match self {
            Self::Slide(_) => SlideLaw::COMPONENT,
            Self::Roll(_) => RollLaw::COMPONENT,
            Self::Spin(_) => SpinLaw::COMPONENT,
        }
    }

    /// The law's description for users.
    pub fn info(&self) -> &'static LawInfo {
        match self {
            Self::Slide(law) => law.info(),
            Self::Roll(law) => law.info(),
            Self::Spin(law) => law.info(),
        }
    }

    /// The law's own parameters, in the order of [`LawInfo::parameters`].
    pub fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        match self {
            Self::Slide(law) => law.numbers(),
            Self::Roll(law) => law.numbers(),
            Self::Spin(law) => law.numbers(),
        }
    }

    /// The law's name in scene files: the id `constant-torque` becomes `ConstantTorque`.
    pub fn name_in_scenes(&self) -> String {
        let big = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        self.info().id.split('-').map(big).collect()
    }

    /// True if `written` names this law: its id or its name in scenes. Where the component is known, `roll: Dae` is
    /// `dae-roll`.
    pub fn is_named(&self, written: &str, is_component_known: bool) -> bool {
        let is_one = |written: &str| self.info().id == written || self.name_in_scenes() == written;
        let suffix = self.component();
        let big = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        is_one(written)
            || is_component_known
                && (is_one(&format!("{written}-{suffix}")) || is_one(&format!("{written}{}", big(suffix))))
    }

    /// What the law needs but the pair does not provide, and the remedy; `None` if nothing is missing.
    ///
    /// - `normal_force_kind`: how the normal force is determined
    /// - `elastic`: one of the bodies has elastic constants
    pub fn lacks(
        mut self,
        friction: &FrictionParameters,
        normal_force_kind: NormalForceKind,
        elastic: bool,
    ) -> Option<[String; 2]> {
        if let Some(fault) = self.lacks_rigidity(friction, normal_force_kind) {
            return Some(fault);
        }
        let known = normal_force_kind != NormalForceKind::Overlap;
        let LawInfo { id, needs, parameters, .. } = *self.info();
        let given = match self {
            Self::Slide(_) => &friction.slide_given,
            Self::Roll(_) => &friction.roll_given,
            Self::Spin(_) => &friction.spin_given,
        };
        if given.has_tables() && id != fang_negrut::FangNegrutSlide::INFO.id {
            let component = self.component();
            let which = if given.curves.is_some() { "load curve" } else { "damping curve" };
            return Some([
                format!("`{id}` cannot use the {which} of {component}"),
                format!("remove the curve, or use `fang-negrut` for {component}"),
            ]);
        }
        if let Some(fault) = self.lacks_coupling(friction, normal_force_kind) {
            return Some(fault);
        }
        let numbers = self.numbers();
        let is_given = |k: usize| numbers.get(k).is_some_and(|number| number.is_some());
        let own = parameters.first().map_or("", |parameter| parameter.name);
        let give_moduli = "give one of the bodies `youngs_modulus` and `poisson_ratio`";
        let [what, remedy] = match needs {
            Needs::EtaR if friction.roll.eta_e() == 0.0 && !is_given(0) => [
                format!("`{id}` has no coefficient: there is no eta_r from which {own} would follow"),
                format!("write `{}({own}: 0.1)`, or give an eta_r above 0", self.name_in_scenes()),
            ],
            Needs::SpinModel if friction.spin == SpinModel::Off && !is_given(0) => [
                format!("`{id}` has no coefficient: there is no spin model from which it would follow"),
                format!("write `{}({own}: 0.01)`, or give `spin:` a model", self.name_in_scenes()),
            ],
            Needs::Overlap if known && !elastic => [
                format!("`{id}` needs the overlap, which rigid bodies under a known normal force do not have"),
                format!("{give_moduli}, or use `Hooke` or `Hertz` for `normal`"),
            ],
            Needs::Shear { .. } if !elastic => {
                [format!("`{id}` needs Young's modulus and Poisson ratio"), give_moduli.to_string()]
            }
            Needs::Shear { damping } if known && !is_given(damping) => [
                format!("`{id}` takes its damping from the normal force law, and a known normal force has none"),
                format!("write `{}(alpha: 0.48)`, which corresponds to a restitution of 0.5", self.name_in_scenes()),
            ],
            _ => return None,
        };
        Some([what, remedy])
    }

    /// True if `new` can take over this law's history; otherwise the component restarts with an empty history.
    pub fn hands_over_to(&self, new: &Self) -> bool {
        let remembers = |law: &Self| law.info().remembers == Remembers::Deflection;
        self.component() == new.component() && remembers(self) && remembers(new)
    }
}

/// Formats as in a scene file: `ConstantTorque(mu_r: 0.1)`, or the quoted id if every parameter has its default.
impl fmt::Display for AnyLaw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut law = *self;
        let written = |(parameter, value): (&Parameter, &mut Option<f64>)| {
            value.map(|value| format!("{}: {}", parameter.name, parameter.form.written(value)))
        };
        let given: Vec<String> = self.info().parameters.iter().zip(law.numbers()).filter_map(written).collect();
        if given.is_empty() {
            write!(f, "\"{}\"", self.info().id)
        } else {
            write!(f, "{}({})", self.name_in_scenes(), given.join(", "))
        }
    }
}

impl SlideLaw {
    /// The slide load at the end of a step under the free slip of `contact_state`, for a law with implicit coupling, from
    /// the deflection at its beginning.
    pub fn coupled(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        self.step(contact_state, was, memory)
    }
}

/// Memory of the three laws in addition to the deflections of slide, roll and spin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memories {
    /// Memory of the slide law.
    pub slide: Memory,
    /// Memory of the roll law.
    pub roll: Memory,
    /// Memory of the spin law.
    pub spin: Memory,
}

/// Memory and loads of one contact point. A roll law that sees only the pair has one deflection, the relative rolling
/// angle: body b stores the fraction κ_b/(κ_i + κ_j) of it, and both bodies carry the same load.
#[derive(Debug)]
pub struct FrictionState<'a> {
    /// Slide.
    pub slide: &'a mut FrictionSpring<Vec2>,
    /// Roll of body i.
    pub roll_i: &'a mut FrictionSpring<Vec2>,
    /// Roll of body j.
    pub roll_j: &'a mut FrictionSpring<Vec2>,
    /// Spin.
    pub spin: &'a mut FrictionSpring<f64>,
    /// Memory of the laws in addition to the springs.
    pub memories: &'a mut Memories,
}

impl FrictionState<'_> {
    /// Advances one step under these laws; returns this step's springs and which of slide, roll and spin are on.
    pub fn advance(&mut self, laws: &Laws, contact_state: &ContactState) -> (Derived, [bool; 3]) {
        let Self { slide, roll_i, roll_j, spin, memories } = self;
        let back = PlaneTurn::by(-0.5 * contact_state.by.psi);
        let mut springs = Derived::default();
        // A reaction found by a solver also applies on flat faces.
        let is_constraint = matches!(laws.roll, RollLaw::ComplementarityRoll(_) | RollLaw::DaeRoll(_));
        let can_roll = contact_state.radius > 0.0 || contact_state.reaction.is_some() && is_constraint;
        let on = [
            laws.slide.is_on(contact_state),
            can_roll && laws.roll.is_on(contact_state),
            laws.spin.is_on(contact_state),
        ];
        let mut coupling = CouplingLoad::default();
        let each = laws.slide.tracks_each_surface();
        let was = back.of_pair(each).component(slide);
        let joint =
            (on[0] && on[2]).then(|| joint_step((&laws.slide, &laws.spin), contact_state, (&was, spin))).flatten();
        let (slides, spins) = joint.unzip();

        if on[0] {
            let step = slides.unwrap_or_else(|| laws.slide.step(contact_state, &was, back.memory(&mut memories.slide)));
            springs.slide = step.spring;
            slide.take(contact_state.slid(each), step);
            coupling.add(&laws.slide.coupling_load(contact_state));
        } else {
            slide.release();
        }
        if on[1] {
            let steps = roll_steps(&laws.roll, contact_state, [roll_i, roll_j], back, &mut memories.roll);
            (springs.roll_i, springs.roll_j) = (steps[0].spring, steps[1].spring);
            for (body, (part, step)) in [&mut *roll_i, &mut *roll_j].into_iter().zip(steps).enumerate() {
                part.take(ContactState { body, ..*contact_state }.rolled(laws.roll.tracks_each_surface()), step);
            }
            coupling.add(&laws.roll.coupling_load(contact_state));
        } else {
            [roll_i, roll_j].into_iter().for_each(|part| part.release());
        }
        if on[2] {
            let step = spins.unwrap_or_else(|| laws.spin.step(contact_state, spin, &mut memories.spin));
            springs.spin = step.spring;
            spin.take(contact_state.spun(laws.spin.tracks_each_surface()), step);
            coupling.add(&laws.spin.coupling_load(contact_state));
        } else {
            spin.release();
        }
        self.couple(contact_state, on, &coupling);
        (springs, on)
    }

    /// Adds the loads that laws exert outside their own component. If the component acted on is switched off, its
    /// increment becomes the motion these loads oppose, so that the energy account includes their work.
    fn couple(&mut self, contact_state: &ContactState, [_, rolls, spins]: [bool; 3], coupling: &CouplingLoad) {
        if *coupling == CouplingLoad::default() {
            return;
        }
        let shares = match contact_state.radius > 0.0 {
            true => contact_state.curvatures.map(|kappa| kappa * contact_state.radius),
            false => [0.5; 2],
        };
        for (part, share) in [&mut *self.roll_i, &mut *self.roll_j].into_iter().zip(shares) {
            if !rolls {
                part.increment = contact_state.by.roll * (contact_state.dt * share);
            }
            part.damping += coupling.roll;
        }
        if !spins {
            self.spin.increment = contact_state.spun(false);
        }
        self.spin.damping += coupling.spin;
    }

    /// Switches the laws from `old` to `new`: a deflection is kept if both laws remember one; otherwise the component
    /// restarts.
    pub fn change(&mut self, old: &Laws, new: &Laws) {
        let [slide, roll, spin] = [0, 1, 2].map(|k| (old.each()[k], new.each()[k]));
        if slide.0 != slide.1 {
            self.memories.slide = Memory::default();
            hand_over(self.slide, slide);
        }
        if roll.0 != roll.1 {
            self.memories.roll = Memory::default();
            hand_over(self.roll_i, roll);
            hand_over(self.roll_j, roll);
        }
        if spin.0 != spin.1 {
            self.memories.spin = Memory::default();
            hand_over(self.spin, spin);
        }
    }

    /// Recoverable spring energy, J: slide, roll, spin.
    pub fn stored(&self, laws: &Laws, contact_state: &ContactState) -> [f64; 3] {
        let roll = |part: &FrictionSpring<Vec2>| laws.roll.stored(contact_state, part, &self.memories.roll);
        [
            laws.slide.stored(contact_state, self.slide, &self.memories.slide),
            if laws.roll.tracks_each_surface() {
                roll(self.roll_i) + roll(self.roll_j)
            } else {
                roll(&together([self.roll_i, self.roll_j]))
            },
            laws.spin.stored(contact_state, self.spin, &self.memories.spin),
        ]
    }
}

/// Combines the two bodies' shares into the pair's single roll deflection.
fn together([i, j]: [&FrictionSpring<Vec2>; 2]) -> FrictionSpring<Vec2> {
    FrictionSpring { history: i.history + j.history, ..*i }
}

/// One roll step for each body: along the body's own path, or the body's share of the pair's single roll.
fn roll_steps(
    law: &RollLaw,
    contact_state: &ContactState,
    was: [&FrictionSpring<Vec2>; 2],
    back: PlaneTurn,
    memory: &mut Memory,
) -> [Step<Vec2>; 2] {
    if law.tracks_each_surface() {
        return [0, 1].map(|body| law.step(&ContactState { body, ..*contact_state }, was[body], memory));
    }
    let step = law.step(contact_state, &back.component(&together(was)), back.memory(memory));
    contact_state.curvatures.map(|kappa| Step { history: step.history * (kappa * contact_state.radius), ..step })
}

fn hand_over<V: Deflection>(part: &mut FrictionSpring<V>, (old, new): (AnyLaw, AnyLaw)) {
    part.saturate = false;
    if !old.hands_over_to(&new) {
        *part = new.info().initial(Start::In(Mode::Stick), V::ZERO);
    }
}

impl LawInfo {
    /// The component of a new contact under this law; a law without memory slips from the start.
    fn initial<V: Deflection>(&self, start: Start, history: V) -> FrictionSpring<V> {
        match (self.remembers, start) {
            (Remembers::Nothing, _) => FrictionSpring::new(Start::In(Mode::Slip), V::ZERO),
            (Remembers::Deflection, Start::Saturated) if self.id != fang_negrut::FangNegrutSlide::INFO.id => {
                FrictionSpring::new(Start::In(Mode::Slip), history)
            }
            (Remembers::Deflection, start) => FrictionSpring::new(start, history),
        }
    }
}

/// Slide, roll of i, roll of j, and spin of a new contact point.
pub type InitialSprings = (FrictionSpring<Vec2>, FrictionSpring<Vec2>, FrictionSpring<Vec2>, FrictionSpring<f64>);

impl Laws {
    /// The components of a new contact point.
    pub fn initial(&self, friction: &FrictionParameters) -> InitialSprings {
        let first = &friction.history;
        let roll = self.roll.info();
        (
            self.slide.info().initial(friction.slide_given.start, first.slide),
            roll.initial(friction.roll_given.start, first.roll_i),
            roll.initial(friction.roll_given.start, first.roll_j),
            self.spin.info().initial(friction.spin_given.start, first.spin),
        )
    }
}

impl CouplingLoad {
    fn add(&mut self, other: &Self) {
        self.roll += other.roll;
        self.spin += other.spin;
    }
}

impl<V: Deflection> FrictionSpring<V> {
    /// Stores the outcome of a law's step.
    fn take(&mut self, increment: V, step: Step<V>) {
        self.mode_age = if step.mode == self.mode { self.mode_age + 1 } else { 0 };
        (self.mode, self.saturate) = (step.mode, step.saturate);
        (self.increment, self.history) = (increment, step.history);
        (self.elastic, self.damping) = (step.elastic, step.damping);
    }
}
