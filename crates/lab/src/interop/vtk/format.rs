//! VTK XML PolyData as text.

/// A numeric array as XML; `text` is empty for a step without contacts.
pub(super) fn data_array(name: &str, kind: &str, components: usize, text: &str) -> String {
    format!(
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"ascii\">\n{text}</DataArray>\n"
    )
}

pub(super) fn counts(name: &str, of: impl Iterator<Item = u64>) -> String {
    data_array(name, "Int64", 1, &of.map(|n| format!("{n}\n")).collect::<String>())
}
