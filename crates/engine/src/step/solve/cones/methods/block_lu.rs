//! Sparse LU factors of a matrix of 6×6 blocks, one row and column of blocks per movable body of an island.
//!
//! A block (i, j) is filled if bodies i and j share a contact. The bodies are eliminated in the order of their degrees
//! in the remaining graph (minimum degree; ties by index), without pivoting between bodies: the matrices here are the
//! identity plus contributions of contacts. The order and all sums depend only on the graph, so that the bits are the
//! same for any number of threads.

use std::collections::BTreeSet;

/// Degrees of freedom of a body.
pub const FREEDOMS: usize = 6;

/// A block, row by row.
pub type BodyBlock = [[f64; FREEDOMS]; FREEDOMS];

/// Six numbers of a body.
pub type Six = [f64; FREEDOMS];

pub(in crate::step::solve::cones) const ZERO_BLOCK: BodyBlock = [[0.0; FREEDOMS]; FREEDOMS];

/// Order of elimination and filled blocks of the factors.
#[derive(Clone, Debug)]
pub struct EliminationOrder {
    /// Place of each body in the order; `None` for a body without freedoms.
    places: Vec<Option<u32>>,
    /// Where the entries of each place begin in `later`; one more than the number of places.
    starts: Vec<usize>,
    /// Places after each place with which it shares a block of the factors, ascending.
    later: Vec<u32>,
}

impl EliminationOrder {
    /// `moves`: whether each body moves; `pairs`: bodies that share a contact.
    pub fn new(moves: &[bool], pairs: impl Iterator<Item = [usize; 2]>) -> Self {
        let mut near: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); moves.len()];
        for [i, j] in pairs.filter(|[i, j]| i != j && moves[*i] && moves[*j]) {
            near[i].insert(j as u32);
            near[j].insert(i as u32);
        }
        let movable = || (0..moves.len()).filter(|body| moves[*body]);
        let mut queue: BTreeSet<(usize, u32)> = movable().map(|body| (near[body].len(), body as u32)).collect();
        let mut places = vec![None; moves.len()];
        let mut eliminated: Vec<Vec<u32>> = Vec::with_capacity(queue.len());
        while let Some((_, body)) = queue.pop_first() {
            places[body as usize] = Some(eliminated.len() as u32);
            let rest: Vec<u32> = std::mem::take(&mut near[body as usize]).into_iter().collect();
            for i in &rest {
                let of = &mut near[*i as usize];
                queue.remove(&(of.len(), *i));
                of.remove(&body);
                of.extend(rest.iter().filter(|j| *j != i));
                queue.insert((of.len(), *i));
            }
            eliminated.push(rest);
        }
        let (mut starts, mut later) = (vec![0], Vec::new());
        for rest in eliminated {
            let from = later.len();
            later.extend(rest.into_iter().filter_map(|body| places[body as usize]));
            later[from..].sort_unstable();
            starts.push(later.len());
        }
        Self { places, starts, later }
    }

    /// Number of products of two blocks in a factorisation.
    pub fn products(&self) -> usize {
        let degree = |pair: &[usize]| pair[1] - pair[0];
        self.starts.windows(2).map(|pair| degree(pair) * (degree(pair) + 2)).sum()
    }

    /// Number of movable bodies.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Index of the block of an earlier and a later place.
    fn index(&self, early: u32, late: u32) -> Option<usize> {
        let range = self.starts[early as usize]..self.starts[early as usize + 1];
        self.later[range.clone()].binary_search(&late).ok().map(|at| range.start + at)
    }
}

/// A matrix of blocks, or its factors.
pub struct BlockMatrix<'a> {
    order: &'a EliminationOrder,
    /// Diagonal blocks; inverted once the matrix is factored.
    diagonal: Vec<BodyBlock>,
    /// Blocks (early, late) and (late, early) of each entry of `later`.
    upper: Vec<BodyBlock>,
    lower: Vec<BodyBlock>,
}

impl<'a> BlockMatrix<'a> {
    /// The identity.
    pub fn identity(order: &'a EliminationOrder) -> Self {
        let one = std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
        let zeros = vec![ZERO_BLOCK; order.later.len()];
        Self { order, diagonal: vec![one; order.count()], upper: zeros.clone(), lower: zeros }
    }

    /// Adds to the block of two bodies; nothing for a body that does not move.
    pub fn add(&mut self, [row, column]: [usize; 2], block: &BodyBlock) {
        let [Some(i), Some(j)] = [row, column].map(|body| self.order.places[body]) else { return };
        let to = match i.cmp(&j) {
            std::cmp::Ordering::Equal => Some(&mut self.diagonal[i as usize]),
            std::cmp::Ordering::Less => self.order.index(i, j).map(|at| &mut self.upper[at]),
            std::cmp::Ordering::Greater => self.order.index(j, i).map(|at| &mut self.lower[at]),
        };
        for (to, by) in to.into_iter().flatten().flatten().zip(block.iter().flatten()) {
            *to += by;
        }
    }

    /// Replaces the matrix by its factors; false if a diagonal block is singular.
    pub fn factor(&mut self) -> bool {
        let order = self.order;
        let mut places = vec![0; order.count()];
        for k in 0..order.count() {
            let Some(inverse) = inverse(&self.diagonal[k]) else { return false };
            self.diagonal[k] = inverse;
            let range = order.starts[k]..order.starts[k + 1];
            for at in range.clone() {
                self.lower[at] = product(&self.lower[at], &inverse);
            }
            let (upper, later_upper) = self.upper.split_at_mut(range.end);
            let (lower, later_lower) = self.lower.split_at_mut(range.end);
            for a in range.clone() {
                let i = order.later[a] as usize;
                subtract_product(&mut self.diagonal[i], &lower[a], &upper[a]);
                for at in order.starts[i]..order.starts[i + 1] {
                    places[order.later[at] as usize] = at - range.end;
                }
                for b in a + 1..range.end {
                    let at = places[order.later[b] as usize];
                    subtract_product(&mut later_upper[at], &lower[a], &upper[b]);
                    subtract_product(&mut later_lower[at], &lower[b], &upper[a]);
                }
            }
        }
        true
    }

    /// Solves the factored system for a right side, one entry per body; bodies that do not move get 0.
    pub fn solve(&self, right: &[Six]) -> Vec<Six> {
        let order = self.order;
        let mut x = vec![[0.0; FREEDOMS]; order.count()];
        for (place, right) in order.places.iter().zip(right) {
            place.iter().for_each(|place| x[*place as usize] = *right);
        }
        for k in 0..order.count() {
            let from = x[k];
            for at in order.starts[k]..order.starts[k + 1] {
                subtract_image(&mut x[order.later[at] as usize], &self.lower[at], &from);
            }
        }
        for k in (0..order.count()).rev() {
            let mut rest = x[k];
            for at in order.starts[k]..order.starts[k + 1] {
                subtract_image(&mut rest, &self.upper[at], &x[order.later[at] as usize]);
            }
            x[k] = image(&self.diagonal[k], &rest);
        }
        order.places.iter().map(|place| place.map_or([0.0; FREEDOMS], |place| x[place as usize])).collect()
    }
}

/// a b.
pub fn product(a: &BodyBlock, b: &BodyBlock) -> BodyBlock {
    let mut c = ZERO_BLOCK;
    for (c, a) in c.iter_mut().zip(a) {
        for (a, b) in a.iter().zip(b) {
            (0..FREEDOMS).for_each(|j| c[j] += a * b[j]);
        }
    }
    c
}

/// c − a b.
#[inline(always)]
fn subtract_product(c: &mut BodyBlock, a: &BodyBlock, b: &BodyBlock) {
    for (c, a) in c.iter_mut().zip(a) {
        for (a, b) in a.iter().zip(b) {
            (0..FREEDOMS).for_each(|j| c[j] -= a * b[j]);
        }
    }
}

/// a x.
pub fn image(a: &BodyBlock, x: &Six) -> Six {
    std::array::from_fn(|i| (0..FREEDOMS).map(|j| a[i][j] * x[j]).sum())
}

/// y − a x.
fn subtract_image(y: &mut Six, a: &BodyBlock, x: &Six) {
    let by = image(a, x);
    (0..FREEDOMS).for_each(|i| y[i] -= by[i]);
}

/// The inverse by Gauss–Jordan elimination with row pivoting; `None` if singular or not finite.
pub(in crate::step::solve::cones) fn inverse(block: &BodyBlock) -> Option<BodyBlock> {
    let mut a = *block;
    let mut b: BodyBlock = std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
    for k in 0..FREEDOMS {
        let pivot = (k + 1..FREEDOMS).fold(k, |best, i| if a[i][k].abs() > a[best][k].abs() { i } else { best });
        let size = a[pivot][k];
        if size == 0.0 || !size.is_finite() {
            return None;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        let by = 1.0 / size;
        (a[k], b[k]) = (a[k].map(|x| x * by), b[k].map(|x| x * by));
        let (row_a, row_b) = (a[k], b[k]);
        for i in (0..FREEDOMS).filter(|i| *i != k) {
            let by = a[i][k];
            (0..FREEDOMS).for_each(|j| a[i][j] -= by * row_a[j]);
            (0..FREEDOMS).for_each(|j| b[i][j] -= by * row_b[j]);
        }
    }
    Some(b)
}
