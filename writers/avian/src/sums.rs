//! Impulses of contacts, summed over the substeps of a step.

use avian3d::dynamics::solver::constraint_graph::ConstraintGraph;
use avian3d::dynamics::solver::contact::{ContactConstraint, ContactConstraintPoint};
use avian3d::math::{Scalar, Vector};

/// Impulses at a point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PointSum {
    /// Σ of the normal impulses on body 2, N·s.
    pub(crate) normal: Scalar,
    /// Σ of the friction impulses on body 2, N·s.
    pub(crate) friction: Vector,
    /// What the point's constraint held when it was last looked at.
    last: (Scalar, Vector),
}

/// The constraints of a step, in the order in which the solver keeps them.
pub(crate) fn constraints(graph: &ConstraintGraph) -> impl Iterator<Item = &ContactConstraint> {
    graph.colors.iter().flat_map(|color| &color.contact_constraints)
}

/// Normal and friction impulse that a point's constraint holds, on body 2.
fn held(constraint: &ContactConstraint, point: &ContactConstraintPoint) -> (Scalar, Vector) {
    let [first, second] = constraint.tangent_directions();
    let tangent = point.tangent_part.as_ref().map(|part| part.impulse).unwrap_or_default();
    (point.normal_part.impulse, first * tangent.x + second * tangent.y)
}

/// Begins the sums of a step, before its first substep.
pub(crate) fn begin(graph: &ConstraintGraph, sums: &mut Vec<PointSum>) {
    sums.clear();
    for constraint in constraints(graph) {
        let point = |point| PointSum { last: held(constraint, point), ..PointSum::default() };
        sums.extend(constraint.points.iter().map(point));
    }
}

/// Adds a substep, after its last solve. `kept`: the coefficient of warm starting. A substep begins by applying that part
/// of what the constraint holds, and ends having applied the difference to what it holds then.
pub(crate) fn add(graph: &ConstraintGraph, kept: Scalar, sums: &mut [PointSum]) {
    for_each(graph, sums, |constraint, point, sum| {
        let (normal, friction) = held(constraint, point);
        sum.normal += normal - (1.0 - kept) * sum.last.0;
        sum.friction += friction - sum.last.1 * (1.0 - kept);
        sum.last = (normal, friction);
    });
}

/// Adds the impulses of restitution, which follow the last substep.
pub(crate) fn add_restitution(graph: &ConstraintGraph, sums: &mut [PointSum]) {
    for_each(graph, sums, |constraint, point, sum| sum.normal += held(constraint, point).0 - sum.last.0);
}

fn for_each(
    graph: &ConstraintGraph,
    sums: &mut [PointSum],
    mut act: impl FnMut(&ContactConstraint, &ContactConstraintPoint, &mut PointSum),
) {
    let points =
        constraints(graph).flat_map(|constraint| constraint.points.iter().map(move |point| (constraint, point)));
    points.zip(sums).for_each(|((constraint, point), sum)| act(constraint, point, sum));
}
