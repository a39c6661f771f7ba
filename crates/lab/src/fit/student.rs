//! Quantiles for 95 % intervals.

/// Δχ² of a 95 % interval of one parameter: the square of the normal distribution's 97.5 % quantile, 1.959964.
pub const DELTA_CHI_SQUARE: f64 = 3.841_458_820_694_124;

/// The 97.5 % quantile of Student's t with ν ≥ 1 degrees of freedom, by bisection; relative error below 1e-12.
pub fn student_quantile(degrees: usize) -> f64 {
    let nu = degrees as f64;
    let (mut low, mut high) = (0.0, 1.0);
    while upper_tail(high, nu) > 0.025 {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if upper_tail(middle, nu) > 0.025 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// P(T > t) for t ≥ 0: half of the regularised incomplete beta function I_x(ν/2, 1/2) at x = ν/(ν + t²).
fn upper_tail(t: f64, nu: f64) -> f64 {
    0.5 * incomplete_beta(nu / (nu + t * t), 0.5 * nu, 0.5)
}

/// I_x(a, b) by its continued fraction (Abramowitz & Stegun 26.5.8), from the end at which it converges fast.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let scale = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x);
    libm::exp(scale) / (a * fraction(x, a, b))
}

/// The continued fraction 1 + d₁/(1 + d₂/(1 + …)), evaluated backwards.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TERMS: i32 = 200;
    (1..=TERMS).rev().fold(1.0, |rest, n| {
        let m = f64::from(n / 2);
        let d = if n % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        1.0 + d / rest
    })
}
