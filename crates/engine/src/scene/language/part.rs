//! The elements of the scene language.

/// A struct of the file: `( name: value, ... )`.
#[derive(Debug)]
pub struct FieldTable {
    /// Syntax of the part, as the heading of its section: `Sphere(...)`.
    pub title: &'static str,
    /// Description in a sentence or two.
    pub about: &'static str,
    /// Path in the scene of [`FieldTable::example`], as `--set` addresses it (`bodies.ball.on`); empty for the scene
    /// itself.
    pub path: &'static str,
    /// The value to set at this path before testing a field.
    pub example: Example,
    /// Fields in page order.
    pub fields: &'static [&'static Field],
}

/// The scene in which a table's examples are tested: its lines of `bodies:` and an edit as by `--set`.
#[derive(Clone, Copy, Debug)]
pub enum Example {
    /// A plane and a ball on it, pressed by its weight with a Hertz contact.
    Ball,
    /// A further example with a value set first: path and RON.
    With(&'static str, &'static str),
    /// A plane and a rigid ball on it.
    Rigid,
    /// A plane and a prism on it that moves normal to its axis, under the normal law `OverlapArea` with damping of
    /// rotation.
    Prism,
}

/// A field of a table.
#[derive(Debug)]
pub struct Field {
    /// Name of the field.
    pub name: &'static str,
    /// The kind of value: a number, a vector, the title of a table or choice.
    pub kind: &'static str,
    /// Unit, empty where there is none.
    pub unit: &'static str,
    /// The default in words; empty for a required field.
    pub default: &'static str,
    /// Meaning and range of the field.
    pub about: &'static str,
    /// An example value.
    pub example: &'static str,
}

/// A value with several named variants.
#[derive(Debug)]
pub struct Choice {
    /// Heading of its section.
    pub title: &'static str,
    /// Description in a sentence or two.
    pub about: &'static str,
    /// Path in the example scene; `None` if its examples are tested through the fields that use it.
    pub path: Option<&'static str>,
    /// The value to set first.
    pub example: Example,
    /// Each variant, `Sphere(radius: 0.2)`, with its description.
    pub forms: &'static [Form],
}

/// One variant of a choice.
#[derive(Debug)]
pub struct Form {
    /// Syntax of the choice.
    pub written: &'static str,
    /// Description in a sentence or two.
    pub about: &'static str,
}

/// A table or a choice.
#[derive(Debug)]
pub enum LanguagePart {
    /// A struct of the file.
    FieldTable(&'static FieldTable),
    /// A value with several variants.
    Choice(&'static Choice),
}

/// Declares the tables and choices of a file of the language, and the list of them.
macro_rules! parts {
    ($($kind:ident $name:ident $(: $fields:ident)? { $($body:tt)* })*) => {
        $($crate::scene::language::part::$kind! { $name $(: $fields)? { $($body)* } })*

        pub(super) static PARTS: &[$crate::scene::language::part::LanguagePart] =
            &[$($crate::scene::language::part::listed!($kind $name),)*];
    };
}

/// Declares a table once: the struct of its fields, by which the reader addresses them, and its one value. A line of
/// `fields` is `name: kind [unit] = default, about, example`; without a default the field is required.
macro_rules! table {
    (
        $table:ident: $fields:ident {
            title: $title:literal,
            about: $about:literal,
            path: $path:literal,
            example: $example:expr,
            fields: {
                $($name:ident: $kind:literal [$unit:literal] $(= $default:literal)?, $doc:literal, $sample:literal;)*
            }
        }
    ) => {
        #[doc = concat!("The table `", $title, "` and its fields.")]
        #[derive(Debug)]
        pub(in crate::scene) struct $fields {
            /// The table.
            pub table: $crate::scene::language::part::FieldTable,
            $(
                #[doc = $doc]
                pub $name: $crate::scene::language::part::Field,
            )*
        }

        pub(in crate::scene) static $table: $fields = $fields {
            table: $crate::scene::language::part::FieldTable {
                title: $title,
                about: $about,
                path: $path,
                example: $example,
                fields: &[$(&$table.$name,)*],
            },
            $($name: $crate::scene::language::part::Field {
                name: stringify!($name),
                kind: $kind,
                unit: $unit,
                default: concat!($($default)?),
                about: $doc,
                example: $sample,
            },)*
        };
    };
}

/// Declares a choice. A line of `forms` is `written, about`.
macro_rules! choice {
    (
        $choice:ident {
            title: $title:literal,
            about: $about:literal,
            path: $path:expr,
            example: $example:expr,
            forms: { $($written:literal, $doc:literal;)* }
        }
    ) => {
        pub(in crate::scene) static $choice: $crate::scene::language::part::Choice =
            $crate::scene::language::part::Choice {
                title: $title,
                about: $about,
                path: $path,
                example: $example,
                forms: &[$($crate::scene::language::part::Form { written: $written, about: $doc },)*],
            };
    };
}

/// A table or a choice as an entry of the list.
macro_rules! listed {
    (table $table:ident) => {
        $crate::scene::language::part::LanguagePart::FieldTable(&$table.table)
    };
    (choice $choice:ident) => {
        $crate::scene::language::part::LanguagePart::Choice(&$choice)
    };
}

pub(super) use {choice, listed, parts, table};
