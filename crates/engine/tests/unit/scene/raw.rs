//! Tests of `scene::raw`.

use crate::builtin;
use serde::de::Deserializer;
use stickslip_engine::internals::{Elements, Entries, Name, Node, bare, bare_all, value_of};

/// Splits a value recursively and compares with the parser alone; returns the number of values compared.
fn compare(raw: &str) -> usize {
    let reader = || ron::Deserializer::from_str(raw).unwrap();
    let fields = reader().deserialize_struct("", &[], Entries).ok();
    let fields: Option<Vec<_>> =
        fields.map(|all| all.into_iter().map(|(name, value)| (name, bare(value.get_ron()))).collect());
    let tuple = reader().deserialize_tuple(0, Elements).ok().map(bare_all);
    let list = reader().deserialize_seq(Elements).ok().map(bare_all);
    let node = Node::root(raw).unwrap();
    let raws = |nodes: Vec<Node>| nodes.iter().map(|node| node.raw().to_owned()).collect::<Vec<_>>();
    let found = node.fields().map(|all| all.into_iter().map(|(name, node)| (name, node.raw())).collect::<Vec<_>>());
    assert_eq!(found, fields, "{raw}");
    for (name, _) in fields.iter().flatten() {
        let first = fields.iter().flatten().find(|(given, _)| given == name).map(|(_, value)| *value);
        assert_eq!(value_of(raw, name), first, "{name} of {raw}");
    }
    assert_eq!(
        node.tuple().map(raws).as_deref(),
        tuple.as_ref().map(|all| all.iter().map(|s| s.to_string()).collect::<Vec<_>>()).as_deref(),
        "{raw}"
    );
    assert_eq!(
        node.list().map(raws).as_deref(),
        list.as_ref().map(|all| all.iter().map(|s| s.to_string()).collect::<Vec<_>>()).as_deref(),
        "{raw}"
    );
    assert_eq!(node.number().map(f64::to_bits), ron::from_str::<f64>(raw).ok().map(f64::to_bits), "{raw}");
    assert_eq!(node.string(), ron::from_str::<String>(raw).ok(), "{raw}");
    let mut named = reader();
    let name = named.deserialize_enum("", &[], Name).ok().map(|name| (name, bare(named.remainder())));
    assert_eq!(node.variant().map(|(name, rest)| (name, rest.map_or("", |rest| rest.raw()))), name, "{raw}");
    let inside = fields.unwrap_or_default().into_iter().map(|(_, value)| value);
    let inside = inside.chain(tuple.or(list).unwrap_or_default()).chain(name.map(|(_, rest)| rest));
    1 + inside.filter(|part| !part.is_empty()).map(compare).sum::<usize>()
}

/// Splitting by brackets, commas and quotes gives the same parts as the parser.
#[test]
fn every_value_of_every_scene_is_cut_as_the_parser_cuts_it() {
    let mut texts: Vec<String> = builtin::all().into_iter().map(|(_, text)| text.to_owned()).collect();
    let edited = |text: &String| stickslip_engine::scene::set(text, "title", "\"a title, (edited)\"").unwrap();
    texts.extend(texts.iter().map(edited).collect::<Vec<_>>());
    texts.push("(a /* , */ : 1, // (\n b: \"// \\\" (\", c: r#\"\"(\"#, d: '\"', e: Some(1.0), f: [(), {\"k\": 2}], g: -inf, r#h: N( /* ) */ x: 1, ), i: true,)".into());
    let compared: usize = texts.iter().map(|text| compare(Node::root(text).unwrap().raw())).sum();
    assert!(compared > 1000, "{compared} values");
}
