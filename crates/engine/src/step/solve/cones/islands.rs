//! Islands: contacts connected through movable bodies, each island a separate problem.

use super::contact::RigidContact;
use super::methods::problem::{ConeRow, Problem};
use crate::laws::friction::limit::cones::{ConeForm, Rows};
use crate::step::solve::solver_body::SolverBody;

/// A rigid contact at the beginning of the step, not yet assigned to an island.
pub(super) struct Gathered<'a> {
    /// The contact and the rows of its bodies.
    pub(super) contact: RigidContact<'a>,
    /// Whether bodies i and j are movable.
    pub(super) moves: [bool; 2],
    /// The solver's data, with the bodies not yet numbered.
    pub(super) row: ConeRow,
    /// Impulses to start from, scaled.
    pub(super) start: Rows,
    /// Size of the smaller body, m.
    pub(super) size: f64,
}

/// Contacts that are solved together.
pub(super) struct Island<'a> {
    /// Rows, bodies and velocities of the island.
    pub(super) problem: Problem,
    /// Impulses to start from, scaled, one per contact.
    pub(super) start: Vec<Rows>,
    /// Size of the smaller body of each contact, m.
    pub(super) sizes: Vec<f64>,
    /// Contacts of the island; contacts of one pair are consecutive.
    pub(super) contacts: Vec<RigidContact<'a>>,
    /// Rows of the island's bodies in the list of bodies.
    pub(super) bodies: Vec<u32>,
    /// Number of the case.
    pub(super) case: u32,
}

/// Union–find forest of connected bodies.
struct Forest(Vec<u32>);

impl Forest {
    fn root(&mut self, mut body: u32) -> u32 {
        while self.0[body as usize] != body {
            // Path halving.
            let above = self.0[self.0[body as usize] as usize];
            self.0[body as usize] = above;
            body = above;
        }
        body
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        self.0[high as usize] = low;
    }
}

/// Splits the contacts, which come in the order of their keys, into islands, in the order of their first contacts.
/// `form`: form of the equations, and gΔt, m/s, of a case; `count`: number of bodies; `body`: returns the body in a row.
pub(super) fn islands<'a>(
    form: impl Fn(u32) -> (ConeForm, f64),
    contacts: Vec<Gathered<'a>>,
    count: usize,
    body: impl Fn(u32) -> SolverBody,
) -> Vec<Island<'a>> {
    let mut forest = Forest((0..count as u32).collect());
    for contact in &contacts {
        if contact.moves == [true; 2] {
            let [i, j] = contact.contact.bodies;
            forest.join(i, j);
        }
    }
    const NONE: u32 = u32::MAX;
    let (mut island_of, mut place_of) = (vec![NONE; count], vec![(NONE, 0); count]);
    let mut islands: Vec<Island> = Vec::new();
    for contact in contacts {
        let [i, j] = contact.contact.bodies;
        let root = forest.root(if contact.moves[0] { i } else { j }) as usize;
        if island_of[root] == NONE {
            island_of[root] = islands.len() as u32;
            let case = body(root as u32).case;
            let (form, kick) = form(case);
            let problem = Problem { form, kick, masses: Vec::new(), free: Vec::new(), rows: Vec::new() };
            let (start, sizes, contacts, bodies) = Default::default();
            islands.push(Island { problem, start, sizes, contacts, bodies, case });
        }
        let number = island_of[root];
        let island = &mut islands[number as usize];
        // An immovable body gets a place in each island that touches it.
        let bodies = contact.contact.bodies.map(|row| {
            let place = &mut place_of[row as usize];
            if place.0 != number {
                *place = (number, island.bodies.len());
                let SolverBody { mass, free, .. } = body(row);
                island.problem.masses.push(mass);
                island.problem.free.push(free);
                island.bodies.push(row);
            }
            place.1
        });
        island.problem.rows.push(ConeRow { bodies, ..contact.row });
        island.start.push(contact.start);
        island.sizes.push(contact.size);
        island.contacts.push(contact.contact);
    }
    islands
}
