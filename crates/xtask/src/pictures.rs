//! The pictures and the film of `docs`, and those of the gallery.

use crate::{ROOT, palette, say, window_picture};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a picture is made.
enum Way {
    /// The program writes it: the arguments.
    Written(&'static [&'static str]),
    /// The window with its panels: the arguments of `open`, and the keys that are pressed and places that are clicked then.
    Window(&'static [&'static str], &'static [&'static str]),
}

/// A picture, how it is made, and what it costs.
struct DocPicture {
    name: &'static str,
    file: &'static str,
    way: Way,
    cost: &'static str,
}

const PICTURES: &[DocPicture] = &[
    DocPicture {
        name: "window",
        file: "docs/window.png",
        way: Way::Window(&["sphere-up-35", "--goto", "700"], &[]),
        cost: "ten seconds",
    },
    DocPicture { name: "start", file: "docs/look/gallery-built.png", way: Way::Window(&[], &[]), cost: "ten seconds" },
    DocPicture {
        name: "inspector",
        file: "docs/inspector.png",
        way: Way::Window(&["sphere-up-35", "--goto", "900", "--contact", "incline,ball"], &[]),
        cost: "ten seconds",
    },
    DocPicture {
        name: "lesson",
        file: "docs/lesson.png",
        way: Way::Window(&["--lesson", "brick-slips", "--predict", "19"], &["space"]),
        cost: "a minute",
    },
    DocPicture {
        name: "build-place",
        file: "docs/build-place.png",
        way: Way::Window(&[], &["click 213 160", "click 105 36", "move 690 262"]),
        cost: "half a minute",
    },
    DocPicture {
        name: "build-card",
        file: "docs/build-card.png",
        way: Way::Window(&[], &["click 213 160", "click 714 218"]),
        cost: "half a minute",
    },
    DocPicture {
        name: "build-pairs",
        file: "docs/build-pairs.png",
        way: Way::Window(
            &[],
            &["click 213 160", "drag 178 336 634 266", "drag 107 336 714 218", "click 1126 238", "click 868 160"],
        ),
        cost: "a minute",
    },
    DocPicture {
        name: "build-ghost",
        file: "docs/build-ghost.png",
        way: Way::Window(
            &[],
            &[
                "click 213 160",
                "space",
                "Home",
                "click 634 266",
                "click 1287 78",
                "3",
                "5",
                "Return",
                "space",
                "click 180 775",
                "click 638 518",
            ],
        ),
        cost: "two minutes",
    },
    DocPicture {
        name: "sphere-up-35",
        file: "docs/sphere-up-35.png",
        way: Way::Written(&["snapshot", "sphere-up-35", "--at", "0.05", "--size", "1280x800", "--out"]),
        cost: "seconds",
    },
    // Ten seconds; a test holds it below a megabyte.
    DocPicture {
        name: "film",
        file: "docs/ball.gif",
        way: Way::Written(&[
            "movie",
            "sphere-up-35",
            "--to",
            "0.2",
            "--speed",
            "0.02",
            "--fps",
            "6",
            "--size",
            "720x405",
            "--out",
        ]),
        cost: "a minute",
    },
    DocPicture {
        name: "gallery",
        file: "assets/pictures",
        way: Way::Written(&["scenes", "--pictures"]),
        cost: "two minutes; the next build embeds it",
    },
];

/// Makes these pictures, or all, with the program of this checkout; `STICKSLIP` names another.
pub(crate) fn make(names: &[String]) -> Result<(), String> {
    let unknown = |name: &&String| !PICTURES.iter().any(|picture| picture.name == **name);
    if let Some(name) = names.iter().find(unknown) {
        return Err(format!("no picture `{name}`\n{}", usage()));
    }
    let program = program()?;
    for picture in PICTURES.iter().filter(|picture| names.is_empty() || names.iter().any(|name| name == picture.name)) {
        let file = Path::new(ROOT).join(picture.file);
        match picture.way {
            Way::Written(arguments) => {
                run(Command::new(&program).args(arguments).arg(&file).envs([window_picture::ENGLISH]))?
            }
            Way::Window(open, keys) => window_picture::take(&program, open, keys, &file)?,
        }
        if file.extension().is_some_and(|end| end == "png") {
            let bytes = palette::reduce(&file)?;
            say(&format!("{}: {bytes} bytes", picture.file));
        }
    }
    Ok(())
}

/// The program: built anew, beside this one.
fn program() -> Result<PathBuf, String> {
    if let Some(program) = std::env::var_os("STICKSLIP") {
        return std::path::absolute(program).map_err(|error| format!("STICKSLIP: {error}"));
    }
    run(Command::new(env!("CARGO")).args(["build", "--locked", "--package", "stickslip"]).current_dir(ROOT))?;
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(this.with_file_name("stickslip"))
}

fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

/// What can be made.
pub(crate) fn usage() -> String {
    let rows = PICTURES.iter().map(|picture| format!("\n  {:15} {}", picture.name, picture.cost));
    format!("       cargo run -p xtask -- pictures [NAME]...\npictures:{}", rows.collect::<String>())
}
