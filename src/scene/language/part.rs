//! What the scene language is made of.

/// A struct of the file: `( name: value, ... )`.
#[derive(Debug)]
pub(in crate::scene) struct Table {
    /// How it is written, as the heading of its section: `Sphere(...)`.
    pub title: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Where one stands in the scene of [`Table::example`], as `--set` addresses it (`bodies.ball.on`); empty for the scene
    /// itself.
    pub path: &'static str,
    /// What the example scene has there, put in before the field.
    #[cfg_attr(not(test), expect(dead_code, reason = "the test that reads every example starts from it"))]
    pub example: Example,
    /// Its fields.
    pub fields: &'static [Field],
}

/// The scene in which the examples of a table are tried: its lines of `bodies:` and an edit of `--set`.
#[derive(Clone, Copy, Debug)]
pub(in crate::scene) enum Example {
    /// A plane and a ball on it that carries its weight by Hertz contact.
    Ball,
    /// The same with a value put in first: path and RON.
    #[cfg_attr(not(test), expect(dead_code, reason = "the test that reads every example starts from it"))]
    With(&'static str, &'static str),
    /// A plane and a rigid ball on it.
    Rigid,
    /// A plane and a prism on it that moves across its axis, under the normal law `OverlapArea` with damping of rotation.
    Prism,
}

/// A field of a table.
#[derive(Debug)]
pub(in crate::scene) struct Field {
    /// Its name.
    pub name: &'static str,
    /// What is written: a number, a vector, the title of a table or choice.
    pub kind: &'static str,
    /// Unit, empty where there is none.
    pub unit: &'static str,
    /// What holds where it is left out; empty for a field that must be given.
    pub default: &'static str,
    /// Its meaning and range.
    pub about: &'static str,
    /// A value as it is written.
    pub example: &'static str,
}

/// A value that is one of several, each with a name.
#[derive(Debug)]
pub(in crate::scene) struct Choice {
    /// Heading of its section.
    pub title: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Where one stands in the example scene; `None` where its examples are tried with the fields that hold one.
    pub path: Option<&'static str>,
    /// What is put in first.
    #[cfg_attr(not(test), expect(dead_code, reason = "the test that reads every example starts from it"))]
    pub example: Example,
    /// Each as it is written, `Sphere(radius: 0.2)`, and what it is.
    pub forms: &'static [Form],
}

/// One of a choice.
#[derive(Debug)]
pub(in crate::scene) struct Form {
    /// As it is written.
    pub written: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// A table or a choice.
#[derive(Debug)]
pub(super) enum LanguagePart {
    Table(&'static Table),
    Choice(&'static Choice),
}

/// Declares tables and choices of a file, and the list of them.
macro_rules! parts {
    ($($kind:ident $name:ident { $($field:ident: $value:expr,)* })*) => {
        $(
            pub(in crate::scene) static $name: $crate::scene::language::part::$kind =
                $crate::scene::language::part::$kind { $($field: $value,)* };
        )*
        pub(super) static PARTS: &[$crate::scene::language::part::LanguagePart] =
            &[$($crate::scene::language::part::LanguagePart::$kind(&$name),)*];
    };
}

/// Fields as lines: `name: kind [unit] = default, about, example`.
macro_rules! fields {
    ($($name:literal: $kind:literal [$unit:literal] $(= $default:literal)?, $about:expr, $example:literal;)*) => {
        &[$($crate::scene::language::part::Field {
            name: $name,
            kind: $kind,
            unit: $unit,
            default: concat!($($default)?),
            about: $about,
            example: $example,
        },)*]
    };
}

/// Forms as lines: `written, about`.
macro_rules! forms {
    ($($written:literal, $about:expr;)*) => {
        &[$($crate::scene::language::part::Form { written: $written, about: $about },)*]
    };
}

pub(super) use {fields, forms, parts};
