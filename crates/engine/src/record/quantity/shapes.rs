//! Declares rows of the list of quantities by the shape of their values: a number, a vector in the world, a vector in
//! the tangent plane. Each takes group, symbol, name, description, unit and the function that reads the value.

/// Row with these parts: sign, name, kind and reader of each.
macro_rules! row {
    ($group:ident, $symbol:expr, $about:expr, $unit:expr, $($sign:literal $name:expr, $kind:expr, $read:expr;)+) => {
        $crate::record::quantity::QuantityRow {
            group: $crate::record::quantity::Group::$group,
            symbol: $symbol,
            about: $about,
            unit: $unit,
            parts: &[
                $($crate::record::quantity::QuantityPart { sign: $sign, name: $name, kind: $kind, read: $read },)+
            ],
        }
    };
}

/// Row of a single number; the kind is `Number` unless given before the reader.
macro_rules! number {
    ($group:ident, $symbol:expr, $name:expr, $about:expr, $unit:expr, $read:expr) => {
        $crate::record::quantity::shapes::number!(
            $group, $symbol, $name, $about, $unit, $crate::record::quantity::QuantityKind::Number, $read
        )
    };
    ($group:ident, $symbol:expr, $name:expr, $about:expr, $unit:expr, $kind:expr, $read:expr) => {
        $crate::record::quantity::shapes::row!($group, $symbol, $about, $unit, "" $name, $kind, $read;)
    };
}

/// Row of a world vector: x, y, z, named by a stem and the axis; with `stem | name` also the magnitude, of this name.
macro_rules! world {
    ($group:ident, $symbol:expr, $stem:literal $(| $size:literal)?, $about:expr, $unit:expr, $of:expr) => {
        $crate::record::quantity::shapes::row!(
            $group, $symbol, $about, $unit,
            "x" concat!($stem, "x"), $crate::record::quantity::QuantityKind::Component, |at| $of(at).x;
            "y" concat!($stem, "y"), $crate::record::quantity::QuantityKind::Component, |at| $of(at).y;
            "z" concat!($stem, "z"), $crate::record::quantity::QuantityKind::Component, |at| $of(at).z;
            $("| |" $size, $crate::record::quantity::QuantityKind::Number, |at| $of(at).norm();)?
        )
    };
}

/// Row of a world vector: x, y, z and the magnitude, which has the name of the stem.
macro_rules! vector {
    ($group:ident, $symbol:expr, $stem:literal, $about:expr, $unit:expr, $of:expr) => {
        $crate::record::quantity::shapes::world!($group, $symbol, $stem | $stem, $about, $unit, $of)
    };
}

/// Row of a vector in the tangent plane: u, w and the magnitude, which has the name.
macro_rules! tangent {
    ($group:ident, $symbol:expr, $name:expr, $about:expr, $unit:expr, $of:expr) => {
        $crate::record::quantity::shapes::row!(
            $group, $symbol, $about, $unit,
            "u" concat!($name, "_u"), $crate::record::quantity::QuantityKind::Component, |at| $of(at).x;
            "w" concat!($name, "_w"), $crate::record::quantity::QuantityKind::Component, |at| $of(at).y;
            "| |" $name, $crate::record::quantity::QuantityKind::Number, |at| $of(at).norm();
        )
    };
}

pub(super) use {number, row, tangent, vector, world};
