//! Least squares of several parameters within brackets (K. Levenberg 1944, D. W. Marquardt 1963), with derivatives from
//! differences of runs, and what the residuals say about the parameters: covariance, correlation, and which parameters
//! they cannot tell apart.
//!
//! Internally, each parameter is its position within its bracket, from 0 to 1.

use nalgebra::{DMatrix, DVector};

/// Step of the derivatives, in brackets.
const STEP: f64 = 2e-3;
/// Least and largest step of the final derivatives, in brackets; in between they are a fifth of the standard error, so
/// that neither the time step of the runs nor the curvature of the response shows.
const MIN_STEP: f64 = 2e-4;
const MAX_STEP: f64 = 1e-2;
/// A change of all parameters by less than this, in brackets, ends the search.
const CONVERGED: f64 = 1e-7;
/// Most rounds of the search from one start.
const MAX_ROUNDS: usize = 40;
/// Starts of the search per parameter, and how many of the best are followed.
const STARTS: usize = 12;
const FOLLOWED: usize = 2;
/// Smallest singular value of the derivatives, each scaled to length 1, below which a combination of parameters changes
/// nothing that was measured.
const SINGULAR: f64 = 1e-3;
/// Share in such a combination from which a parameter counts.
const SHARE: f64 = 0.1;

/// Residuals at several places, each one run: measured minus model, over the uncertainty if there is one.
pub type Residuals<'a, E> = dyn FnMut(&[Vec<f64>]) -> Result<Vec<Vec<f64>>, E> + 'a;

/// The place of least squares.
#[derive(Clone, Debug, PartialEq)]
pub struct LeastSquares {
    /// Places in the brackets.
    pub place: Vec<f64>,
    /// Residuals there.
    pub residuals: Vec<f64>,
    /// Their sum of squares.
    pub squares: f64,
    /// (JᵀJ)⁻¹ in brackets, for residuals of standard deviation 1; `None` if the parameters are not told apart.
    pub inverse: Option<DMatrix<f64>>,
    /// Parameters of the combination that changes nothing; a single one has no effect of its own.
    pub mixed: Vec<usize>,
}

/// Finds the least squares of `count` parameters.
pub fn least_squares<E>(count: usize, of: &mut Residuals<E>) -> Result<LeastSquares, E> {
    let mut starts: Vec<Vec<f64>> = vec![vec![0.5; count]];
    starts.extend((1..=STARTS * count).map(|k| (0..count).map(|axis| halton(k, axis)).collect()));
    let found = of(&starts)?;
    let mut order: Vec<usize> = (0..starts.len()).collect();
    order.sort_by(|a, b| sum(&found[*a]).total_cmp(&sum(&found[*b])));
    let mut best: Option<(Vec<f64>, Vec<f64>)> = None;
    for start in order.into_iter().take(FOLLOWED) {
        let end = descend(starts[start].clone(), found[start].clone(), of)?;
        if best.as_ref().is_none_or(|best| sum(&end.1) < sum(&best.1)) {
            best = Some(end);
        }
    }
    let (place, residuals) = best.unwrap_or_default();
    judged(place, residuals, of)
}

fn sum(residuals: &[f64]) -> f64 {
    residuals.iter().map(|r| r * r).sum()
}

/// The k-th number (from 1) of Halton's sequence along an axis: spreads evenly over 0 to 1.
fn halton(k: usize, axis: usize) -> f64 {
    const PRIMES: [usize; 8] = [2, 3, 5, 7, 11, 13, 17, 19];
    let base = PRIMES[axis % PRIMES.len()];
    let (mut rest, mut part, mut sum) = (k, 1.0, 0.0);
    while rest > 0 {
        part /= base as f64;
        sum += part * (rest % base) as f64;
        rest /= base;
    }
    sum
}

/// Levenberg and Marquardt's search from one start: the place, and the residuals there.
fn descend<E>(mut place: Vec<f64>, mut residuals: Vec<f64>, of: &mut Residuals<E>) -> Result<(Vec<f64>, Vec<f64>), E> {
    let mut damping = 1e-3;
    for _ in 0..MAX_ROUNDS {
        let slope = derivatives(&place, &residuals, &vec![STEP; place.len()], of)?;
        let (normal, pull) = (slope.transpose() * &slope, slope.transpose() * DVector::from_vec(residuals.clone()));
        let dampings = [0.1, 1.0, 10.0, 1e3].map(|factor| damping * factor);
        let tried: Vec<Vec<f64>> = dampings.iter().map(|damping| stepped(&place, &normal, &pull, *damping)).collect();
        let found = of(&tried)?;
        let best = (0..tried.len()).min_by(|a, b| sum(&found[*a]).total_cmp(&sum(&found[*b]))).unwrap_or(0);
        let is_better = sum(&found[best]) < sum(&residuals);
        if !is_better {
            if damping > 1e6 {
                break;
            }
            damping *= 1e4;
            continue;
        }
        let far = place
            .iter()
            .zip(&tried[best])
            .fold(0.0, |far, (a, b)| if (a - b).abs() > far { (a - b).abs() } else { far });
        let gain = 1.0 - sum(&found[best]) / sum(&residuals);
        (place, residuals, damping) = (tried[best].clone(), found[best].clone(), dampings[best]);
        damping = if damping < 1e-9 { 1e-9 } else { damping };
        if far < CONVERGED || gain < 1e-10 {
            break;
        }
    }
    Ok((place, residuals))
}

/// The place after a damped step against the residuals, within the brackets.
fn stepped(place: &[f64], normal: &DMatrix<f64>, pull: &DVector<f64>, damping: f64) -> Vec<f64> {
    let mut damped = normal.clone();
    let most = (0..place.len()).map(|k| normal[(k, k)]).fold(0.0, |most, x| if x > most { x } else { most });
    for k in 0..place.len() {
        // A parameter without effect stays where it is.
        damped[(k, k)] += damping * normal[(k, k)] + 1e-12 * most + f64::MIN_POSITIVE;
    }
    let step = damped.cholesky().map_or_else(|| DVector::zeros(place.len()), |factors| factors.solve(pull));
    place.iter().zip(step.iter()).map(|(at, by)| (at - by).clamp(0.0, 1.0)).collect()
}

/// Derivatives of the residuals, by central differences, one-sided at the ends of a bracket.
fn derivatives<E>(place: &[f64], residuals: &[f64], steps: &[f64], of: &mut Residuals<E>) -> Result<DMatrix<f64>, E> {
    let ends = |k: usize| [-1.0, 1.0].map(|sign| (place[k] + sign * steps[k]).clamp(0.0, 1.0));
    let moved = |k: usize, to: f64| (0..place.len()).map(|m| if m == k { to } else { place[m] }).collect::<Vec<f64>>();
    let places: Vec<Vec<f64>> = (0..place.len()).flat_map(|k| ends(k).map(|end| moved(k, end))).collect();
    let found = of(&places)?;
    Ok(DMatrix::from_fn(residuals.len(), place.len(), |row, k| {
        let [low, high] = ends(k);
        (found[2 * k + 1][row] - found[2 * k][row]) / (high - low)
    }))
}

/// What the residuals say about the parameters at the place of least squares.
fn judged<E>(place: Vec<f64>, residuals: Vec<f64>, of: &mut Residuals<E>) -> Result<LeastSquares, E> {
    let count = place.len();
    let squares = sum(&residuals);
    let mut steps = vec![STEP; count];
    let mut told = (None, Vec::new());
    for _ in 0..2 {
        let slope = derivatives(&place, &residuals, &steps, of)?;
        told = inverse(&slope);
        let Some(inverse) = &told.0 else { break };
        let scatter = squares / residuals.len().saturating_sub(count).max(1) as f64;
        for (k, step) in steps.iter_mut().enumerate() {
            *step = (0.2 * (inverse[(k, k)] * scatter).sqrt()).clamp(MIN_STEP, MAX_STEP);
        }
    }
    Ok(LeastSquares { place, residuals, squares, inverse: told.0, mixed: told.1 })
}

/// (JᵀJ)⁻¹, or the parameters of the combination that changes nothing.
fn inverse(slope: &DMatrix<f64>) -> (Option<DMatrix<f64>>, Vec<usize>) {
    let count = slope.ncols();
    let sizes: Vec<f64> = (0..count).map(|k| slope.column(k).norm()).collect();
    // NaN is no effect.
    let has_effect = |size: &f64| *size > 0.0;
    if let Some(none) = sizes.iter().position(|size| !has_effect(size)) {
        return (None, vec![none]);
    }
    let scaled = DMatrix::from_fn(slope.nrows(), count, |row, k| slope[(row, k)] / sizes[k]);
    let normal = scaled.transpose() * &scaled;
    let eigen = normal.symmetric_eigen();
    let least = eigen.eigenvalues.imin();
    let is_regular = eigen.eigenvalues[least] > SINGULAR * SINGULAR;
    if !is_regular {
        let weights = eigen.eigenvectors.column(least);
        return (None, (0..count).filter(|k| weights[*k] * weights[*k] > SHARE * SHARE).collect());
    }
    let of_scaled = &eigen.eigenvectors
        * DMatrix::from_diagonal(&eigen.eigenvalues.map(|value| 1.0 / value))
        * eigen.eigenvectors.transpose();
    (Some(DMatrix::from_fn(count, count, |a, b| of_scaled[(a, b)] / (sizes[a] * sizes[b]))), Vec::new())
}
