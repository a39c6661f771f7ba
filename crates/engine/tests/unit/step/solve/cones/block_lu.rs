//! Tests of `step::solve::cones::block_lu`.

use stickslip_engine::internals::{BlockMatrix, BodyBlock, EliminationOrder, FREEDOMS, Six, image, product};

/// Numbers in (−1, 1), identical in every run.
fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// An unsymmetric matrix on a grid of 5×5×5 bodies, one of them immovable: the solution is the one from which the
/// right side was made, to 1e-13, as the contract of the factors requires.
#[test]
fn factors_solve_the_system_they_were_made_from() {
    let at = |x: usize, y: usize, z: usize| (x * 5 + y) * 5 + z;
    let mut pairs = Vec::new();
    for (x, y, z) in (0..125).map(|k| (k / 25, k / 5 % 5, k % 5)) {
        let next = [(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)];
        let inside = next.into_iter().filter(|(x, y, z)| *x < 5 && *y < 5 && *z < 5);
        pairs.extend(inside.map(|(a, b, c)| [at(x, y, z), at(a, b, c)]));
    }
    let mut moves = vec![true; 125];
    moves[17] = false;
    let order = EliminationOrder::new(&moves, pairs.iter().copied());
    let (mut matrix, mut next) = (BlockMatrix::identity(&order), numbers(3));
    let mut any = |size: f64| -> BodyBlock { std::array::from_fn(|_| std::array::from_fn(|_| size * next())) };
    let mut blocks: Vec<([usize; 2], BodyBlock)> = Vec::new();
    for [i, j] in pairs {
        let own = any(1.0);
        // aᵀa keeps the diagonal blocks positive.
        let turned: BodyBlock = std::array::from_fn(|r| std::array::from_fn(|c| own[c][r]));
        let square = product(&turned, &own);
        blocks.extend([([i, i], square), ([j, j], square), ([i, j], any(0.3)), ([j, i], any(0.3))]);
    }
    blocks.retain(|([i, j], _)| moves[*i] && moves[*j]);
    let mut next = numbers(5);
    let expected: Vec<Six> =
        (0..125).map(|body| std::array::from_fn(|_| if moves[body] { next() } else { 0.0 })).collect();
    let mut right = expected.clone();
    for (at, block) in &blocks {
        matrix.add(*at, block);
        let by = image(block, &expected[at[1]]);
        (0..FREEDOMS).for_each(|k| right[at[0]][k] += by[k]);
    }
    assert!(matrix.factor());
    let found = matrix.solve(&right);
    let off = found.iter().flatten().zip(expected.iter().flatten()).map(|(a, b)| (a - b).abs());
    let worst = stickslip_engine::laws::math::extremes::largest(off);
    assert!(worst < 1e-13, "{worst:e}");
    assert!(order.products() > order.count());
}
