//! Generates `docs/scene-language.md`.

use super::part::{Choice, Field, FieldTable, LanguagePart};
use super::parts;

const HEAD: &str =
    "A scene is one text file in [RON](https://github.com/ron-rs/ron). `stickslip check FILE` reports every fault \
with line, column and remedy; `--set PATH=VALUE` takes the same names, as in `--set \
bodies.ball.on.velocity=(0.0,0.8)`. Fields may be in any order; comments are `// ...` and `/* ... */`. A field without \
a default is required; a name that is not on this page is an error. Numbers are in SI units and at most 1e60 in \
magnitude; sizes are from 1e-12 to 1e9 m, coordinates within 1e9 m, angles within 1e9 degrees, and any other number \
that must be positive is at least 1e-60, like the masses and moments of inertia that follow from a density. RON has no \
editor schema; the shell completes names of scenes and laws (`stickslip completions`).

```ron
Scene(
    schema: 1,
    title: \"A ball rolls up a slope\",
    time: (dt: 1e-4, duration: 0.8),
    gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3),
    normal: Known(Weight),
    bodies: [
        (name: \"slope\", shape: Incline(degrees: 35.0)),
        (name: \"ball\", shape: Sphere(radius: 0.2), mass: 5.0, on: (surface: \"slope\", velocity: (0.0, 0.5))),
    ],
)
```
";

/// The text of the page; `command` is the command that generates it.
pub fn page(command: &str) -> String {
    let mut text = format!("# The scene language\n\nMade by `{command}`; do not edit by hand.\n\n{HEAD}");
    for part in parts() {
        match part {
            LanguagePart::FieldTable(table) => text += &table_section(table),
            LanguagePart::Choice(choice) => text += &choice_section(choice),
        }
    }
    text
}

/// The path, as `--set` addresses it.
fn place(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" Path: `{path}`.") }
}

fn table_section(table: &FieldTable) -> String {
    let mut text = format!(
        "\n## {}\n\n{}{}\n\n| field | value | unit | default | | example |\n|---|---|---|---|---|---|\n",
        table.title,
        table.about,
        place(table.path)
    );
    for Field { name, kind, unit, default, about, example } in table.fields {
        let default = if default.is_empty() { "**required**" } else { default };
        text += &format!("| `{name}` | {kind} | {unit} | {default} | {about} | `{example}` |\n");
    }
    text
}

fn choice_section(choice: &Choice) -> String {
    let place = place(choice.path.unwrap_or(""));
    let mut text = format!("\n## {}\n\n{}{place}\n\n| written | |\n|---|---|\n", choice.title, choice.about);
    for form in choice.forms {
        text += &format!("| `{}` | {} |\n", form.written, form.about);
    }
    text
}
