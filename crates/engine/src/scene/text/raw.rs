//! The text of a scene file as a tree of [`Node`]s, each with its position in the text.
//!
//! The `ron` crate parses the whole text once, and later any part that [`split`] cannot cut. A node holds its slice of
//! the text and is split only on demand; nothing here knows the scene language.

use crate::scene::error::Fault;
use crate::scene::language::{BODY, Field, PAIR};
use crate::scene::{text::nesting, text::split};
use ron::value::RawValue;
use serde::de::{Deserializer, EnumAccess, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// One value of the file.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// Whole text of the file.
    text: &'a str,
    /// Text of this value, without surrounding white space and comments.
    raw: &'a str,
    /// Path of this value in the scene, as in `bodies.ball.on.velocity`; empty for the whole scene.
    path: String,
}

impl<'a> Node<'a> {
    /// Parses the single value in `text`; fails if it is not RON, or nested too deeply.
    pub fn root(text: &'a str) -> Result<Self, Fault> {
        check_nesting(text)?;
        match ron::from_str::<&RawValue>(text) {
            Ok(value) => Ok(Self { text, raw: bare(value.get_ron()), path: String::new() }),
            Err(error) => Err(syntax_fault(text, &error)),
        }
    }

    /// The labelled elements of the list in this top-level field; `None` if brackets and quotes alone do not suffice to
    /// separate them. The text, and so the result, need not be valid RON.
    pub(in crate::scene) fn unparsed_list(text: &'a str, field: &Field) -> Option<Vec<Self>> {
        let root = bare(text);
        let table = split::name(root).map_or(root, |(_, rest)| rest);
        let raw = split::value(table, field.name).ok()??;
        let list = Self { text, raw, path: field.name.to_owned() };
        Some(list.with_labels(split::parts(raw, *b"[]")?))
    }

    /// Path of this value in the scene.
    pub(in crate::scene) fn path(&self) -> &str {
        &self.path
    }

    /// Text of this value.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Byte range of this value in the text.
    pub(in crate::scene) fn span(&self) -> Range<usize> {
        self.span_of(self.raw)
    }

    /// The byte range of a slice of the text.
    pub(in crate::scene) fn span_of(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        start..(start + part.len()).min(self.text.len())
    }

    /// The path of a field or element of this node.
    pub(in crate::scene) fn path_to(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { [&self.path, name].join(".") }
    }

    fn child(&self, raw: &'a str, name: &str) -> Self {
        Self { text: self.text, raw, path: self.path_to(name) }
    }

    /// The leading name of the value and the rest: `Sphere(radius: 0.2)` gives `Sphere` and `(radius: 0.2)`, `Off`
    /// gives `Off` and nothing. `None` for a value without a name.
    pub fn variant(&self) -> Option<(&'a str, Option<Self>)> {
        let (name, rest) = match split::name(self.raw) {
            Some((name, rest)) if rest.is_empty() || rest.starts_with('(') => (name, rest),
            _ if self.raw.starts_with(['(', '[', '"', '-']) => return None,
            _ => {
                let mut reader = ron::Deserializer::from_str(self.raw).ok()?;
                (reader.deserialize_enum("", &[], Name).ok()?, bare(reader.remainder()))
            }
        };
        let rest = Some(rest).filter(|rest| !rest.is_empty());
        let rest = rest.map(|raw| Self { text: self.text, raw, path: self.path.clone() });
        Some((name, rest))
    }

    /// The value without its leading name; `None` if nothing else is left.
    pub(in crate::scene) fn payload(&self) -> Option<Self> {
        match self.variant() {
            Some((_, payload)) => payload,
            None => Some(self.clone()),
        }
    }

    /// The fields of `(name: value, ...)`, in file order.
    pub fn fields(&self) -> Option<Vec<(&'a str, Self)>> {
        Some(entries(self.raw)?.into_iter().map(|(name, value)| (name, self.child(value, name))).collect())
    }

    /// The value of a field of `(name: value, ...)`.
    pub(in crate::scene) fn field(&self, field: &Field) -> Option<Self> {
        self.fields()?.into_iter().find(|(name, _)| *name == field.name).map(|(_, value)| value)
    }

    /// The quoted text at the end of a path of fields, such as `on`, `surface`, without creating a node for each.
    pub(in crate::scene) fn text_at(&self, path: &[&Field]) -> Option<Cow<'a, str>> {
        let value = path.iter().try_fold(self.raw, |raw, field| value_of(raw, field.name));
        text_of(value?)
    }

    /// The elements of `(a, b, ...)`.
    pub fn tuple(&self) -> Option<Vec<Self>> {
        let cut = split::parts(self.raw, *b"()").filter(|parts| parts.iter().all(|part| split::field(part).is_none()));
        let elements = cut.or_else(|| {
            let mut reader = ron::Deserializer::from_str(self.raw).ok()?;
            Some(bare_all(reader.deserialize_tuple(0, Elements).ok()?))
        });
        Some(self.numbered(elements?))
    }

    /// The one value in `(value)`, at the same path.
    pub(in crate::scene) fn only(&self) -> Option<Self> {
        let mut elements = self.tuple()?;
        let only = elements.pop().filter(|_| elements.is_empty())?;
        Some(Self { path: self.path.clone(), ..only })
    }

    /// The elements of `[a, b, ...]`, labelled by their index.
    pub fn list(&self) -> Option<Vec<Self>> {
        Some(self.numbered(self.elements()?))
    }

    /// The elements of `[a, b, ...]`.
    fn elements(&self) -> Option<Vec<&'a str>> {
        split::parts(self.raw, *b"[]").or_else(|| {
            let mut reader = ron::Deserializer::from_str(self.raw).ok()?;
            Some(bare_all(reader.deserialize_seq(Elements).ok()?))
        })
    }

    fn numbered(&self, values: Vec<&'a str>) -> Vec<Self> {
        values.into_iter().enumerate().map(|(k, value)| self.child(value, &k.to_string())).collect()
    }

    /// The elements of `[a, b, ...]`, each labelled by its `name` (bodies) or `between` (pairs), otherwise by its
    /// index.
    pub(in crate::scene) fn labelled(&self) -> Option<Vec<Self>> {
        Some(self.with_labels(self.elements()?))
    }

    fn with_labels(&self, elements: Vec<&'a str>) -> Vec<Self> {
        let labelled = |(k, raw): (usize, &'a str)| {
            let element = Self { text: self.text, raw, path: String::new() };
            let label = element.label().unwrap_or_else(|| k.to_string().into());
            Self { path: self.path_to(&label), ..element }
        };
        elements.into_iter().enumerate().map(labelled).collect()
    }

    fn label(&self) -> Option<Cow<'a, str>> {
        if let Some(name) = value_of(self.raw, BODY.name.name) {
            return text_of(name).filter(|name| !name.is_empty());
        }
        match self.child(value_of(self.raw, PAIR.between.name)?, "").tuple()?.as_slice() {
            [a, b] => Some(format!("{}-{}", a.string()?, b.string()?).into()),
            _ => None,
        }
    }

    /// The value as a number, including `NaN` and `inf`, which the caller must check.
    pub fn number(&self) -> Option<f64> {
        split::number(self.raw).or_else(|| ron::from_str(self.raw).ok())
    }

    /// The value as a quoted text.
    pub fn string(&self) -> Option<String> {
        text_of(self.raw).map(Cow::into_owned)
    }

    /// The value as `true` or `false`.
    pub(in crate::scene) fn flag(&self) -> Option<bool> {
        ron::from_str(self.raw).ok()
    }

    /// The value as quoted in messages: its first line, shortened.
    pub(in crate::scene) fn quote(&self) -> String {
        format!("`{}`", shortened(self.raw))
    }
}

/// A text as messages quote it: its first line, shortened.
pub fn shortened(text: &str) -> Cow<'_, str> {
    let line = text.lines().next().unwrap_or_default();
    let end = line.char_indices().nth(40).map_or(line.len(), |(end, _)| end);
    if end < text.len() { Cow::Owned(format!("{}...", &line[..end])) } else { Cow::Borrowed(text) }
}

/// Where in `text` a fault is, as the end of a message that quotes the text by [`shortened`]; empty if that shows all of
/// it.
pub(in crate::scene) fn place_in(text: &str, fault: &Fault) -> String {
    match text.get(..fault.span.start) {
        Some(before) if shortened(text).len() != text.len() => format!(", at character {}", before.chars().count() + 1),
        _ => String::new(),
    }
}

/// Fails at the first bracket of a RON text that is nested too deeply.
pub(in crate::scene) fn check_nesting(text: &str) -> Result<(), Fault> {
    match nesting::excess_bracket(text) {
        Some(at) => {
            let message = format!("not read: {}", nesting::too_deep("brackets"));
            Err(Fault::new("", message, nesting::NESTING_REMEDY, at..at + 1))
        }
        None => Ok(()),
    }
}

/// Names and values of `(name: value, ...)`, in file order.
fn entries(raw: &str) -> Option<Vec<(&str, &str)>> {
    let cut = || -> Option<Vec<_>> { split::parts(raw, *b"()")?.into_iter().map(split::field).collect() };
    cut().or_else(|| {
        let mut reader = ron::Deserializer::from_str(raw).ok()?;
        let entries = reader.deserialize_struct("", &[], Entries).ok()?;
        Some(entries.into_iter().map(|(name, value)| (name, bare(value.get_ron()))).collect())
    })
}

/// The value of a field of `(name: value, ...)`.
pub fn value_of<'a>(raw: &'a str, name: &str) -> Option<&'a str> {
    split::value(raw, name)
        .unwrap_or_else(|_| entries(raw)?.into_iter().find(|(given, _)| *given == name).map(|(_, value)| value))
}

/// The content of a quoted text.
fn text_of(raw: &str) -> Option<Cow<'_, str>> {
    split::string(raw).map(Cow::Borrowed).or_else(|| ron::from_str(raw).ok().map(Cow::Owned))
}

/// [`bare`] of each value.
pub fn bare_all(values: Vec<&RawValue>) -> Vec<&str> {
    values.into_iter().map(|value| bare(value.get_ron())).collect()
}

/// A value, or an empty text, without surrounding white space and comments. `RawValue::trim` would parse the whole
/// value at each level of a file of megabytes, so it is called only if there may be a comment.
pub fn bare(text: &str) -> &str {
    let inner = text.trim();
    let last = inner.lines().next_back().unwrap_or_default();
    if !inner.starts_with('/') && !inner.ends_with("*/") && !last.contains("//") {
        return inner;
    }
    RawValue::from_ron(text).map_or(inner, |value| value.trim().get_ron())
}

/// Fault with the position and reason of a RON syntax error.
fn syntax_fault(text: &str, error: &ron::error::SpannedError) -> Fault {
    use ron::Error;
    let remedy = match &error.code {
        Error::ExpectedComma => "put a comma between the two entries",
        Error::SuggestRawIdentifier(_) => "write numbers with a point, as 0.25, and a comma between entries",
        Error::ExpectedMapColon => "write `name: value`",
        Error::Eof | Error::ExpectedStructLikeEnd | Error::ExpectedArrayEnd | Error::ExpectedStringEnd => {
            "close every `(`, `[` and `\"`"
        }
        Error::TrailingCharacters => "a file holds one Scene( ... ) and nothing after it",
        Error::ExceededRecursionLimit => nesting::NESTING_REMEDY,
        _ => "look for a missing comma, colon, quote or bracket here or just before",
    };
    let reason = match &error.code {
        Error::Eof => "the text ends too early".to_owned(),
        Error::ExceededRecursionLimit => nesting::too_deep("brackets"),
        Error::SuggestRawIdentifier(found) => format!("expected the name of a field, found `{found}`"),
        code => lower_first(&code.to_string()),
    };
    let start = offset(text, error.span.end.line, error.span.end.col);
    Fault::new("", format!("not valid RON: {reason}"), remedy, start..start)
}

/// The text with its first letter in lower case.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// The byte offset of a line and column, both counted from 1, the column in characters.
pub fn offset(text: &str, line: usize, column: usize) -> usize {
    let begin: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(begin..).unwrap_or_default();
    begin + rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}

/// Reads the name of an enum variant and ignores what follows.
pub struct Name;

impl<'de> Visitor<'de> for Name {
    type Value = &'de str;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Self::Value, A::Error> {
        access.variant_seed(Identifier).map(|(name, _unread)| name)
    }
}

/// Reads an identifier as a slice of the text.
struct Identifier;

impl<'de> serde::de::DeserializeSeed<'de> for Identifier {
    type Value = &'de str;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Identifier {
    type Value = &'de str;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an identifier")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(name)
    }
}

/// Collects the fields of a struct.
pub struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(&'de str, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("named fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(name) = access.next_key_seed(Identifier)? {
            entries.push((name, access.next_value()?));
        }
        Ok(entries)
    }
}

/// Collects the elements of a list or tuple.
pub struct Elements;

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("elements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = access.next_element()? {
            elements.push(element);
        }
        Ok(elements)
    }
}
