//! Tests of `laws::math::lanes`.

use fearless_simd::{Level, Simd, SimdInto, dispatch, f64x4};
use stickslip_laws::friction::element::Spring;
use stickslip_laws::friction::frame::transported;
use stickslip_laws::friction::normal::hertz_force;
use stickslip_laws::math::lanes::Lanes;
use stickslip_laws::math::number::{Number, V2, V3, WIDTH, Wide, each};
use stickslip_laws::math::turning::{Turn, angle, arcsine_ratio};

/// Numbers in a narrow vector.
const HALF: usize = WIDTH / 2;

/// Exercises the operations of the laws on nine numbers of one contact.
#[inline(always)]
fn laws<N: Number>([a, b, c, d, e, f, g, h, x]: [N; 9]) -> [N; 9] {
    let (n0, n, u0) = (V3 { x: a, y: b, z: c }, V3 { x: d, y: e, z: f }, V3 { x: g, y: h, z: x });
    let u = transported(u0, n0, n);
    let turned = Turn { sine: n * x, cosine: a }.apply(u0);
    let spring = Spring { stiffness: a, static_cap: b.abs(), kinetic_cap: b.abs() * 0.5, damping: c };
    let (slips, saturate) = (a.is_below(b), c.is_below(d) & e.is_below(f));
    let (along, drive) = (V2 { u: a, w: x }, V2 { u: d, w: e });
    let (stretched, saturated, slips) = spring.stretched(along, V2 { u: g, w: h }, drive, slips, saturate);
    let given = a.where_or(saturated, b).where_or(slips, c);
    let force = hertz_force([b, c], x * x, d, false);
    [u.x, u.y, u.z, turned.y, angle(g, h), arcsine_ratio(x * x), stretched.u, given, force]
}

/// [`laws`] of the contacts `from` and after in lanes, contact by contact.
#[inline(always)]
fn found<S: Simd, N: Lanes<S, W>, const W: usize>(simd: S, contacts: &[[f64; 9]; WIDTH], from: usize) -> [[f64; W]; 9] {
    let at = |k: usize| N::each(|lane| contacts[from + lane][k]).simd_into(simd);
    laws::<N>([at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)]).map(N::numbers)
}

/// Rows of eight numbers after [`Lanes::columns`] and [`Lanes::rows`].
#[inline(always)]
fn there_and_back<S: Simd, N: Lanes<S, W>, const W: usize>(simd: S, rows: &[[f64; WIDTH]; WIDTH]) -> Vec<[f64; WIDTH]> {
    let columns = N::columns(simd, |k| rows[k]);
    for (k, column) in columns.iter().enumerate() {
        assert_eq!(column.numbers(), N::each(|lane| rows[lane][k]), "column {k}");
    }
    N::rows(columns).map(<[f64; WIDTH]>::from).to_vec()
}

/// Small and large angles, stick, slip and saturated starts, in any combination: each lane matches the single
/// contact bit for bit.
#[test]
fn a_lane_has_the_bits_of_one_number() {
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    for round in 0..500 {
        let size = if round % 2 == 0 { 1.0 } else { 1e-3 };
        let contacts: [[f64; 9]; WIDTH] = each(|_| [0.0; 9]).map(|row| row.map(|_| random() * size));
        for level in [Level::new(), Level::baseline()] {
            let eight = dispatch!(level, simd => found::<_, Wide<_>, WIDTH>(simd, &contacts, 0));
            let halves =
                [0, HALF].map(|from| dispatch!(level, simd => found::<_, f64x4<_>, HALF>(simd, &contacts, from)));
            for (lane, contact) in contacts.iter().enumerate() {
                for (k, expected) in laws(*contact).into_iter().enumerate() {
                    for got in [eight[k][lane], halves[lane / HALF][k][lane % HALF]] {
                        let same = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
                        assert!(same, "{level:?}, number {k} of {contact:?}: {got:e}, alone {expected:e}");
                    }
                }
            }
        }
    }
}

#[test]
fn rows_become_columns_and_back() {
    let rows = each(|row| each(|k| (WIDTH * row + k) as f64));
    for level in [Level::new(), Level::baseline()] {
        let eight = dispatch!(level, simd => there_and_back::<_, Wide<_>, WIDTH>(simd, &rows));
        let half = dispatch!(level, simd => there_and_back::<_, f64x4<_>, HALF>(simd, &rows));
        assert_eq!((&eight[..], &half[..]), (&rows[..], &rows[..HALF]), "{level:?}");
    }
}
