//! `docs/quantities.md`: every quantity of the program, and the files that contain it.

use crate::interop::vtk::arrays_of;
use crate::lessons::expression::WORDS;
use stickslip_engine::observe::quantity::{QuantityEntry, QuantityKind, QuantityRow, SubjectKind};
use stickslip_engine::record::rows::table_columns;

const HEAD: &str = "Every number of a state has one name, one unit and one definition. The inspector and the plots of \
     the window show them all; every other output is a selection from this list:

| where | how to refer to a quantity |
|---|---|
| `bodies.csv`, `contacts.csv`, `world.csv`, Parquet | marked CSV below, vectors by their components; the header is the name with its unit, `vx [m/s]`, `Troll_i_x [N m]`. They \
follow the key of a row: t, step; body or i, j, feature |
| `stickslip export --to vtk` | marked VTK, with the name of the array |
| `stickslip compare --plot` | `v,Fx,E`: of the body of `--body`, and of the world; `v(ball)` of another body, `N(incline, ball)` of a contact |
| sweeps | `keep: [quantity(\"Fn(ball)\"), quantity(\"N(incline, ball)\"), quantity(\"rigid_contacts\")]`; NaN where a case has none |
| lessons | `slips(brick) and Fn(brick) > 5`, `E`; a quantity without a value is an error |

`z(grain-*)` is the mean over all bodies whose names begin with `grain-`. The bodies of a contact may be given in either order; with several points, `N(floor, box, 2)` is the one whose \
feature is 2, `N(floor, box)` the first. Except for kinetic energies, the energies of the world and the sums of a \
contact (`sum_...`, `stored_...`, `lost_...`) exist only where an energy account is kept: in the window and in \
`compare`, not in sweeps. Components x, y, z are in the world frame, u and w in the contact frame; a name without an \
axis is the magnitude of the vector.
";

/// The text of `docs/quantities.md`; `command` is the command that makes it.
pub fn page(command: &str) -> String {
    let mut text = format!("# Quantities\n\nMade by `{command}`; do not edit by hand.\n\n{HEAD}");
    for (kind, title) in
        [(SubjectKind::Body, "Of a body"), (SubjectKind::Contact, "Of a contact"), (SubjectKind::World, "Of the world")]
    {
        text += &format!("\n## {title}\n\n| name | symbol | unit | what it is | in files |\n|---|---|---|---|---|\n");
        for row in kind.rows() {
            text += &line(kind, row);
        }
    }
    let words: Vec<String> = WORDS.iter().map(|(word, name)| format!("`{word}` is `{name}`")).collect();
    text + &format!("\nLessons also accept plain words for some quantities of a body: {}.\n", words.join(", "))
}

fn line(kind: SubjectKind, row: &'static QuantityRow) -> String {
    let entries: Vec<QuantityEntry> = row.parts.iter().map(|part| QuantityEntry { row, part }).collect();
    let names: Vec<String> = entries.iter().map(|entry| format!("`{}`", entry.name())).collect();
    let written = match row.parts[0].kind {
        QuantityKind::Words(words) => format!("; in tables {}", words.join(", ")),
        QuantityKind::Optional => "; empty in tables if there is none".to_owned(),
        QuantityKind::Number | QuantityKind::Component | QuantityKind::Count => String::new(),
    };
    let in_csv =
        table_columns(kind).iter().any(|column| entries.iter().any(|entry| entry.part.name == column.part.name));
    let csv = in_csv.then(|| "CSV".to_owned());
    let vtk = arrays_of(kind, row.parts[0].name).map(|array| format!("VTK `{array}`"));
    let files: Vec<String> = csv.into_iter().chain(vtk).collect();
    // A bar in a cell would end the table cell.
    let cells = [
        names.join(" "),
        row.symbol.replace('|', "\\|"),
        row.unit.to_owned(),
        row.about.replace('|', "\\|") + &written,
    ];
    format!("| {} | {} |\n", cells.join(" | "), files.join(", "))
}
