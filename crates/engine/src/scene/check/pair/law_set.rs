//! Sets of laws as written on a command line: `luding`, `slide=cundall-strack/roll=ConstantTorque(mu_r: 0.1)`.

use crate::laws::pair::choice::AnyLaw;
use crate::scene::Cones;
use crate::scene::check::pair::laws::parameters;
use crate::scene::check::pair::rigid;
use crate::scene::check::read::Check;
use crate::scene::error::Fault;
use crate::scene::text::nearest::advice;
use crate::scene::text::raw::{Node, place_in, shortened};

/// Name of the set that changes nothing.
const UNCHANGED: &str = "scene";
/// Syntax of a set, for messages.
const FORM: &str = "write `luding`, or `slide=cundall-strack/roll=constant-torque/spin=marshall`, or `scene` for the laws \
                    that the scene has";

/// Name of the rigid contact solver.
const SOLVER: &str = "Cones";

/// Laws for some of the components; every other component keeps the law of the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LawSet {
    /// Text of the set, as written.
    pub name: String,
    /// At most one law for each component.
    pub laws: Vec<AnyLaw>,
    /// Settings of the rigid contact solver; `None` for the settings of the scene.
    pub solver: Option<Cones>,
}

impl LawSet {
    /// Parses one set: laws joined by `/` (or `+`), each an id, or a name with parameters as in a scene file,
    /// optionally preceded by `slide=`, `roll=` or `spin=`. An id shared by several components (`fang-negrut`) applies
    /// to each of them; `scene` leaves all laws unchanged. `Cones(form: Relaxed)`, as in a scene file, sets the solver
    /// of rigid contacts.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut set = Self { name: text.trim().to_owned(), ..Self::default() };
        let twice =
            |what: String| Err(Fault::new("", format!("`{}` names two {what}", text.trim()), "keep one of them", 0..0));
        for part in outside_brackets(text, &['/', '+']).into_iter().map(str::trim) {
            if part == UNCHANGED {
                continue;
            }
            if part.split('(').next().is_some_and(|name| name.trim() == SOLVER) {
                if set.solver.replace(solver(part)?).is_some() {
                    return twice("solvers".to_owned());
                }
                continue;
            }
            for law in named(part)? {
                if set.laws.iter().any(|other| other.component() == law.component()) {
                    return twice(format!("laws of {}", law.component()));
                }
                set.laws.push(law);
            }
        }
        Ok(set)
    }

    /// True if slide, roll and spin all have laws of rigid contacts.
    pub fn is_rigid(&self) -> bool {
        self.laws.len() == 3 && self.laws.iter().all(AnyLaw::is_cone)
    }

    /// Parses several distinct sets, separated by commas.
    pub fn list(text: &str) -> Result<Vec<Self>, Fault> {
        let mut sets: Vec<Self> = Vec::new();
        for part in outside_brackets(text, &[',']) {
            let set = Self::parse(part)?;
            if sets.iter().any(|other| other.name == set.name) {
                return Err(Fault::new("", format!("`{}` is named twice", set.name), "keep one of them", 0..0));
            }
            sets.push(set);
        }
        Ok(sets)
    }
}

/// A fault in the text of a law or solver, quoted with its position.
fn within(text: &str, fault: Fault) -> Fault {
    let message = format!("`{}`: {}{}", shortened(text), fault.message, place_in(text, &fault));
    Fault::new("", message, fault.remedy, 0..0)
}

/// Parses `Cones(form: Relaxed)`.
fn solver(text: &str) -> Result<Cones, Fault> {
    let broken = |fault: Fault| within(text, fault);
    let root = Node::root(text).map_err(broken)?;
    let mut check = Check::default();
    let read = rigid::solver(&mut check, &root, Cones::default());
    match check.faults.into_iter().next() {
        Some(fault) => Err(broken(fault)),
        None => read.ok_or_else(|| Fault::new("", format!("`{text}` is not complete"), FORM, 0..0)),
    }
}

/// Laws named by one part of a set: one law, or one for each component with a law of this id.
fn named(part: &str) -> Result<Vec<AnyLaw>, Fault> {
    let (component, law) = match part.split_once('=') {
        Some((component, law)) => (Some(component.trim()), law.trim()),
        None => (None, part.trim()),
    };
    if let Some(other) = component.filter(|component| !["slide", "roll", "spin"].contains(component)) {
        let message = format!("`{other}` is not a component of friction");
        return Err(Fault::new("", message, advice(other, ["slide", "roll", "spin"], "the components are"), 0..0));
    }
    let (id, brackets) = law.split_at(law.find('(').unwrap_or(law.len()));
    let id = id.trim();
    if id.is_empty() {
        return Err(Fault::new("", "a law is missing", FORM, 0..0));
    }
    let candidates: Vec<AnyLaw> = AnyLaw::all()
        .into_iter()
        .filter(|law| component.is_none_or(|component| law.component() == component))
        .collect();
    let is_meant = |law: &&AnyLaw| law.is_named(id, component.is_some());
    let mut laws: Vec<AnyLaw> = candidates.iter().filter(is_meant).copied().collect();
    if laws.is_empty() {
        return Err(unknown(id, component, &candidates));
    }
    if !brackets.is_empty() {
        laws.iter_mut().try_for_each(|law| given(law, brackets))?;
    }
    Ok(laws)
}

fn unknown(id: &str, component: Option<&str>, candidates: &[AnyLaw]) -> Fault {
    let mut ids: Vec<&str> = candidates.iter().map(|law| law.info().id).collect();
    ids.sort_unstable();
    ids.dedup();
    let (of, kind) = component.map_or((String::new(), "the laws are".to_owned()), |component| {
        (format!("{component} "), format!("the laws of {component} are"))
    });
    let elsewhere = AnyLaw::all().into_iter().find(|law| law.is_named(id, false));
    let message = match elsewhere {
        Some(law) => format!("`{id}` is a law of {}", law.component()),
        None => format!("there is no {of}law `{id}`"),
    };
    Fault::new("", message, advice(id, ids, &kind), 0..0)
}

/// Reads the parameters of a law, such as `(mu_r: 0.1)`.
fn given(law: &mut AnyLaw, brackets: &str) -> Result<(), Fault> {
    let text = format!("{}{brackets}", law.name_in_scenes());
    let broken = |fault: Fault| within(&text, fault);
    let root = Node::root(&text).map_err(broken)?;
    let Some((_, Some(payload))) = root.variant() else {
        let remedy = format!("write it like `{}(...)`", law.name_in_scenes());
        return Err(Fault::new("", format!("`{text}` is not a law with its parameters"), remedy, 0..0));
    };
    let mut check = Check::default();
    let read = parameters(&mut check, &payload, law);
    match check.faults.into_iter().next() {
        Some(fault) => Err(broken(fault)),
        None => read.ok_or_else(|| Fault::new("", format!("`{text}` is not complete"), FORM, 0..0)),
    }
}

/// Splits a text at the separators outside all brackets.
fn outside_brackets<'a>(text: &'a str, separators: &[char]) -> Vec<&'a str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_i32, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && separators.contains(&letter) => {
                parts.push(&text[from..at]);
                from = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}
