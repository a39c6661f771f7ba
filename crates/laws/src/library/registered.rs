//! Laws of other crates: after `SlideLaw::register_law::<MyLaw>()`, `MyLaw` is chosen by its id, like a law of this library.

use crate::friction::any_law::DynLaw;
use crate::friction::element::{Deflection, FrictionSpring, Spring};
use crate::friction::law::{ContactState, CouplingLoad, Law, LawInfo, Memory, Step, Weakening};
use crate::friction::parameters::FrictionParameters;
use std::any::TypeId;
use std::sync::{Mutex, PoisonError};

/// Largest number of parameters of a law of another crate.
pub const MAX_PARAMETERS: usize = 6;

/// Values of a law's own parameters; `None` takes the default that the law states.
type Numbers = [Option<f64>; MAX_PARAMETERS];

/// A law of another crate, with its parameters.
#[derive(Clone, Copy, Debug)]
pub struct Registered<V: 'static> {
    functions: &'static LawFunctions<V>,
    numbers: Numbers,
}

impl<V> PartialEq for Registered<V> {
    fn eq(&self, other: &Self) -> bool {
        self.functions.law_type == other.functions.law_type && self.numbers == other.numbers
    }
}

/// The functions of a law, each of its parameters and its arguments.
#[derive(Debug)]
struct LawFunctions<V> {
    law_type: TypeId,
    info: &'static LawInfo,
    tracks_each_surface: bool,
    knows_grain: bool,
    knows_limit: bool,
    is_on: fn(&Numbers, &ContactState) -> bool,
    step: fn(&Numbers, &ContactState, &FrictionSpring<V>, &mut Memory) -> Step<V>,
    joint_spring: fn(&Numbers, &ContactState) -> Spring,
    steady_mu: fn(&Numbers, &FrictionParameters, f64) -> Option<f64>,
    weakening: fn(&Numbers, &FrictionParameters) -> Option<Weakening>,
    own_stiffness: fn(&Numbers) -> Option<f64>,
    is_implicit: fn(&Numbers) -> bool,
    takes_stiffness: fn(&Numbers, &FrictionParameters) -> bool,
    coupling_load: fn(&Numbers, &ContactState) -> CouplingLoad,
    stored: fn(&Numbers, &ContactState, &FrictionSpring<V>, &Memory) -> f64,
}

impl<V: Deflection> LawFunctions<V> {
    fn of<L: Law<Deflection = V> + 'static>() -> Self {
        Self {
            law_type: TypeId::of::<L>(),
            info: const { &L::INFO },
            tracks_each_surface: L::TRACKS_EACH_SURFACE,
            knows_grain: L::KNOWS_GRAIN,
            knows_limit: L::KNOWS_LIMIT,
            is_on: |numbers, state| with::<L>(numbers).is_on(state),
            step: |numbers, state, was, memory| with::<L>(numbers).step(state, was, memory),
            joint_spring: |numbers, state| with::<L>(numbers).joint_spring(state),
            steady_mu: |numbers, friction, speed| with::<L>(numbers).steady_mu(friction, speed),
            weakening: |numbers, friction| with::<L>(numbers).weakening(friction),
            own_stiffness: |numbers| with::<L>(numbers).own_stiffness(),
            is_implicit: |numbers| with::<L>(numbers).is_implicit(),
            takes_stiffness: |numbers, friction| with::<L>(numbers).takes_stiffness(friction),
            coupling_load: |numbers, state| with::<L>(numbers).coupling_load(state),
            stored: |numbers, state, now, memory| with::<L>(numbers).stored(state, now, memory),
        }
    }
}

/// The law with these parameters.
fn with<L: Law>(numbers: &Numbers) -> L {
    let mut law = L::default();
    if numbers.iter().any(Option::is_some) {
        law.numbers().into_iter().zip(numbers).for_each(|(own, given)| *own = *given);
    }
    law
}

impl<V: Deflection> DynLaw<V> for Registered<V> {
    fn info(&self) -> &'static LawInfo {
        self.functions.info
    }

    fn tracks_each_surface(&self) -> bool {
        self.functions.tracks_each_surface
    }

    fn knows_grain(&self) -> bool {
        self.functions.knows_grain
    }

    fn knows_limit(&self) -> bool {
        self.functions.knows_limit
    }

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        self.numbers.iter_mut().take(self.functions.info.parameters.len()).collect()
    }

    fn is_on(&self, contact_state: &ContactState) -> bool {
        (self.functions.is_on)(&self.numbers, contact_state)
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<V>, memory: &mut Memory) -> Step<V> {
        (self.functions.step)(&self.numbers, contact_state, was, memory)
    }

    fn joint_spring(&self, contact_state: &ContactState) -> Spring {
        (self.functions.joint_spring)(&self.numbers, contact_state)
    }

    fn steady_mu(&self, friction: &FrictionParameters, speed: f64) -> Option<f64> {
        (self.functions.steady_mu)(&self.numbers, friction, speed)
    }

    fn weakening(&self, friction: &FrictionParameters) -> Option<Weakening> {
        (self.functions.weakening)(&self.numbers, friction)
    }

    fn own_stiffness(&self) -> Option<f64> {
        (self.functions.own_stiffness)(&self.numbers)
    }

    fn is_implicit(&self) -> bool {
        (self.functions.is_implicit)(&self.numbers)
    }

    fn takes_stiffness(&self, friction: &FrictionParameters) -> bool {
        (self.functions.takes_stiffness)(&self.numbers, friction)
    }

    fn coupling_load(&self, contact_state: &ContactState) -> CouplingLoad {
        (self.functions.coupling_load)(&self.numbers, contact_state)
    }

    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<V>, memory: &Memory) -> f64 {
        (self.functions.stored)(&self.numbers, contact_state, now, memory)
    }
}

/// The registered laws of one component, in the order of their registration.
#[derive(Debug)]
pub(crate) struct Registry<V: 'static>(Mutex<Vec<Registered<V>>>);

impl<V: Deflection + 'static> Registry<V> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// A copy of the list.
    pub(crate) fn laws(&self) -> Vec<Registered<V>> {
        // A thread that panicked while holding the lock can at most have added a whole law.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds the law `L`; `known`: descriptions of the laws that the component has. The error is a sentence.
    pub(crate) fn add<L: Law<Deflection = V> + 'static>(&self, known: &[&LawInfo]) -> Result<(), String> {
        let mut laws = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if laws.iter().any(|law| law.functions.law_type == TypeId::of::<L>()) {
            return Ok(());
        }
        let LawInfo { id, parameters, .. } = L::INFO;
        let is_word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        let numbers = L::default().numbers().len();
        let fault = if !id.split('-').all(is_word) {
            "an id is words of lower-case letters and digits, joined by `-`".to_owned()
        } else if laws.iter().map(|law| law.functions.info).chain(known.iter().copied()).any(|info| info.id == id) {
            "there is a law with this id already".to_owned()
        } else if parameters.len() != numbers {
            format!("it describes {} parameters and has {numbers}", parameters.len())
        } else if numbers > MAX_PARAMETERS {
            format!("it has {numbers} parameters; a law of another crate has at most {MAX_PARAMETERS}")
        } else {
            laws.push(Registered {
                functions: Box::leak(Box::new(LawFunctions::of::<L>())),
                numbers: Numbers::default(),
            });
            return Ok(());
        };
        Err(format!("the law `{id}` cannot be registered: {fault}"))
    }
}
