//! Mindlin's friction between elastic spheres under a constant normal force, and the energy it loses in a cycle.

/// Mindlin's friction force in the first loading to displacement `xi`, m, with initial stiffness `k0`, N/m, and cap μN,
/// N (R. D. Mindlin, J. Appl. Mech. 16 (1949) 259): μN (1 − (1 − 2 k0 ξ/(3 μN))^{3/2}).
pub fn mindlin_load(xi: f64, k0: f64, cap: f64) -> f64 {
    let left = 1.0 - 2.0 * k0 * xi / (3.0 * cap);
    if left <= 0.0 { cap } else { cap * (1.0 - left * left.sqrt()) }
}

/// The displacement at which a first loading reaches `load`, m; inverse of [`mindlin_load`].
pub fn mindlin_displacement(load: f64, k0: f64, cap: f64) -> f64 {
    1.5 * cap / k0 * (1.0 - libm::pow(1.0 - load / cap, 2.0 / 3.0))
}

/// Energy lost in a cycle between ±`peak`, J (R. D. Mindlin, H. Deresiewicz, J. Appl. Mech. 20 (1953) 327):
/// 36/5 (μN)²/k0 (1 − y^{5/3} − 5/6 (1 − y)(1 + y^{2/3})), y = 1 − peak/μN.
pub fn mindlin_loss(peak: f64, k0: f64, cap: f64) -> f64 {
    let y = 1.0 - peak / cap;
    let loop_area = 1.0 - libm::pow(y, 5.0 / 3.0) - 5.0 / 6.0 * (1.0 - y) * (1.0 + libm::pow(y, 2.0 / 3.0));
    7.2 * cap * cap / k0 * loop_area
}
