//! `stickslip export --to lammps`: the input deck, the data file and a copy of the scene.

use super::map::atoms::{AtomRole, AtomType, Atoms, is_wall};
use super::map::body_pair::Side;
use super::map::walls::{RegionWall, numbers};
use super::map::words;
use super::report::{DeckError, Inexpressible, InexpressibleParts, Losses};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::BufWriter;
use std::path::Path;
use stickslip_engine::files::WriteError;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::record::build::build;
use stickslip_engine::record::folder::{ResultFolder, ResultKind};
use stickslip_engine::scene::Scene;

/// File name of the deck.
pub const DECK: &str = "in.scene";
/// File name of the data file.
const DATA: &str = "data.scene";
/// File name of the copy of the scene, which `stickslip import` needs.
pub const SCENE: &str = "scene.ron";
/// Maximum number of groups in LAMMPS, one of which is `all`.
const MAX_GROUPS: usize = 31;
/// Skin of the neighbour lists over the radius of the smallest ball.
const SKIN: f64 = 0.3;
/// Columns of the dump of contacts: the two atoms; normal force on the first, N; tangential force on the first, N;
/// rolling pseudo force, N; twisting torque on the first about d, N·m; d, from the second atom to the first, m.
const LOCAL_COLUMNS: [&str; 15] =
    ["i", "j", "fx", "fy", "fz", "ftx", "fty", "ftz", "frx", "fry", "frz", "twist", "dx", "dy", "dz"];
/// Coefficients for a pair of types whose balls never touch; LAMMPS requires some.
const NEVER_MEET: &str = "hooke 1.0 0.0 tangential linear_nohistory 0.0 0.0";
/// Losses of every deck.
const ALWAYS_LOST: [&str; 3] = [
    "integrator: velocity Verlet, here semi-implicit Euler; the runs agree to first order in the step",
    "modes and histories: LAMMPS prints the loads of a contact, not its springs and whether they stick or slip",
    "wall contacts: LAMMPS prints their force, not their roll and spin torques",
];

/// Summary of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedDeck {
    /// Number of balls.
    pub atoms: usize,
    /// Number of atom types.
    pub types: usize,
    /// Number of walls.
    pub walls: usize,
    /// Number of steps of the whole run.
    pub steps: u64,
    /// Features of the scene that LAMMPS does not reproduce, one sentence each.
    pub lost: Losses,
}

/// Writes `in.scene`, `data.scene` and `scene.ron` into `dir`, which is created if missing.
///
/// - `text`: the text of the scene, settings included
/// - `every`: steps between two frames of the dumps
pub fn export(scene: &Scene, text: &str, every: u64, dir: &Path) -> Result<ExportedDeck, DeckError> {
    let mut lost = Losses::default();
    ALWAYS_LOST.iter().for_each(|loss| lost.add(*loss));
    let mut faults: Vec<Inexpressible> = scene.pulls.iter().map(|pull| pull_fault(scene, pull.body)).collect();
    let atoms = Atoms::new(scene, &mut faults, &mut lost);
    let mut walls = Vec::new();
    for (index, body) in scene.bodies.iter().enumerate().filter(|(_, body)| is_wall(body)) {
        match RegionWall::new(index, body) {
            Ok(wall) => walls.push(wall),
            Err(fault) => faults.push(fault),
        }
    }
    if atoms.all.is_empty() && faults.is_empty() {
        faults.push(Inexpressible::new("the scene", "it has no ball", "add a body with `shape: Sphere(..)`"));
    }
    let contacts = ContactCommands::new(scene, &atoms, &walls, &mut faults, &mut lost);
    if !faults.is_empty() {
        return Err(InexpressibleParts(faults).into());
    }
    let steps = (scene.duration / scene.dt).round() as u64;
    let deck = Deck { scene, text, atoms: &atoms, walls: &walls, contacts: &contacts, lost: &lost, steps, every };
    let mut folder = ResultFolder::begin(dir, ResultKind::Export)?;
    folder.write(SCENE, text.as_bytes())?;
    write_data(&mut folder, scene, &atoms)?;
    folder.write(DECK, deck.text().as_bytes())?;
    Ok(ExportedDeck { atoms: atoms.all.len(), types: atoms.types.len(), walls: walls.len(), steps, lost })
}

fn pull_fault(scene: &Scene, body: usize) -> Inexpressible {
    let name = scene.bodies.get(body).map_or("", |body| body.name.as_str());
    Inexpressible::new(
        format!("the pull on `{name}`"),
        "the deck has no springs and forces on bodies",
        "leave out `pulls`",
    )
}

/// The commands with the coefficients of all pairs that can touch.
struct ContactCommands {
    /// `pair_coeff` lines.
    pairs: String,
    /// `group` lines.
    groups: String,
    /// `fix wall/gran/region` lines.
    fixes: String,
    /// Name of each wall fix, with the id of its wall.
    walls: Vec<(String, usize)>,
}

impl ContactCommands {
    fn new<'a>(
        scene: &Scene,
        atoms: &Atoms<'a>,
        walls: &[RegionWall],
        faults: &mut Vec<Inexpressible>,
        lost: &mut Losses,
    ) -> Self {
        let side = |of: &AtomType<'a>| Side { body: of.body, mass: of.mass, curvature: 1.0 / of.radius };
        let sides: Vec<Side> = atoms.types.iter().map(side).collect();
        let mut found = Self { pairs: String::new(), groups: String::new(), fixes: String::new(), walls: Vec::new() };
        let mut groups = Groups { all: atoms.types.len(), ..Groups::default() };
        for (i, one) in sides.iter().enumerate() {
            for (j, other) in sides.iter().enumerate().skip(i) {
                let words = match words(scene, [*one, *other], lost) {
                    Ok(words) => words,
                    Err(_) if !atoms.can_meet(i, j) => NEVER_MEET.to_owned(),
                    Err(fault) => {
                        faults.push(fault);
                        continue;
                    }
                };
                _ = writeln!(found.pairs, "pair_coeff {} {} {words}", i + 1, j + 1);
            }
        }
        for wall in walls {
            let mut of_words: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (kind, ball) in (1..).zip(&sides) {
                match words(scene, [*ball, wall.side()], lost) {
                    Ok(words) => of_words.entry(words).or_default().push(kind),
                    Err(fault) => faults.push(fault),
                }
            }
            for (k, (words, types)) in of_words.into_iter().enumerate() {
                let (id, group) = (wall.id, groups.name_of(types));
                let name = format!("wall_{id}_{k}");
                _ = writeln!(
                    found.fixes,
                    "fix {name} {group} wall/gran/region granular {words} region wall_{id} contacts"
                );
                found.walls.push((name, id));
            }
        }
        for (role, name) in
            [(AtomRole::Free, "free"), (AtomRole::Translating, "translating"), (AtomRole::Frozen, "frozen")]
        {
            let types = atoms.with_role(role);
            if !types.is_empty() {
                let (style, group) = (integrator(role), groups.name_of(types));
                _ = writeln!(found.fixes, "fix {name} {group} {style}");
            }
        }
        if groups.named.len() > MAX_GROUPS {
            faults.push(Inexpressible::new(
                "the scene",
                format!("its walls meet {} different groups of balls, LAMMPS has {MAX_GROUPS}", groups.named.len()),
                "use fewer different pair rules between balls and walls",
            ));
        }
        found.groups = groups.commands();
        found
    }
}

fn integrator(role: AtomRole) -> &'static str {
    match role {
        AtomRole::Free => "nve/sphere",
        AtomRole::Translating => "nve",
        AtomRole::Frozen => "freeze",
    }
}

/// Groups of atom types: a group for each distinct set of types.
#[derive(Default)]
struct Groups {
    /// Number of types.
    all: usize,
    named: Vec<Vec<usize>>,
}

impl Groups {
    fn name_of(&mut self, types: Vec<usize>) -> String {
        if types.len() == self.all {
            return "all".to_owned();
        }
        let at = self.named.iter().position(|named| *named == types).unwrap_or_else(|| {
            self.named.push(types);
            self.named.len() - 1
        });
        format!("types_{}", at + 1)
    }

    fn commands(&self) -> String {
        let line = |(number, types): (usize, &Vec<usize>)| {
            let types: Vec<String> = types.iter().map(ToString::to_string).collect();
            format!("group types_{number} type {}\n", types.join(" "))
        };
        (1..).zip(&self.named).map(line).collect()
    }
}

/// The data from which the deck is written.
struct Deck<'a> {
    scene: &'a Scene,
    text: &'a str,
    atoms: &'a Atoms<'a>,
    walls: &'a [RegionWall<'a>],
    contacts: &'a ContactCommands,
    lost: &'a Losses,
    steps: u64,
    every: u64,
}

impl Deck<'_> {
    fn text(&self) -> String {
        self.head() + &self.set_up() + &self.dumps()
    }

    fn head(&self) -> String {
        let Self { scene, text, atoms, .. } = self;
        let mut head = format!("# {}\n", scene.title.replace(['\n', '\r'], " "));
        _ = writeln!(
            head,
            "# made by stickslip {} from a scene with the hash {}",
            build(),
            stickslip_engine::scene::hash(text)
        );
        head += "# in this folder, run: lmp -in in.scene, or on 8 ranks: mpirun -np 8 lmp -in in.scene\n\
                 # frames for `stickslip import`: every ${every} steps, as in lmp -in in.scene -var every 1000\n#\n\
                 # an atom is the body of the same number in scene.ron, counted from 1; its type is one of\n";
        for (number, of) in (1..).zip(&atoms.types) {
            _ = writeln!(
                head,
                "#   {number}: as `{}`, {}",
                of.body.name.replace(['\n', '\r'], " "),
                integrator(of.role)
            );
        }
        for wall in self.walls {
            _ = writeln!(head, "#   wall_{} is `{}`", wall.id, wall.body.name.replace(['\n', '\r'], " "));
        }
        head += "#\n# Not carried over to LAMMPS:\n";
        for loss in self.lost.all() {
            _ = writeln!(head, "# - {loss}");
        }
        head + "\n"
    }

    fn set_up(&self) -> String {
        let Self { scene, atoms, contacts, .. } = self;
        let [smallest, _] = atoms.radii();
        let mut deck = format!(
            "units si\natom_style sphere\nboundary m m m\nnewton off\ncomm_modify vel yes\nread_data {DATA}\n\
             neighbor {:?} bin\nneigh_modify delay 0 every 1 check yes\n\npair_style granular\n{}\n",
            SKIN * smallest,
            contacts.pairs
        );
        self.walls.iter().for_each(|wall| deck += &wall.commands);
        deck += &contacts.groups;
        deck += &contacts.fixes;
        let g = scene.gravity;
        if g != Vec3::zeros() {
            _ = writeln!(deck, "fix gravity all gravity {:?} vector {}", g.norm(), numbers(&g));
        }
        _ = writeln!(deck, "timestep {:?}\n", scene.dt);
        deck
    }

    fn dumps(&self) -> String {
        let mut columns = String::from("id type radius mass x y z vx vy vz omegax omegay omegaz");
        let mut names = String::new();
        for (name, id) in &self.contacts.walls {
            for (k, axis) in (2..).zip(["x", "y", "z"]) {
                _ = write!(columns, " f_{name}[{k}]");
                _ = write!(names, " colname f_{name}[{k}] wall_{id}_f{axis}");
            }
        }
        let local = ["c_ids[1]", "c_ids[2]"].map(str::to_owned).into_iter();
        let local: Vec<String> = local.chain((1..=13).map(|k| format!("c_loads[{k}]"))).collect();
        let named: Vec<String> =
            local.iter().zip(LOCAL_COLUMNS).map(|(from, to)| format!(" colname {from} {to}")).collect();
        format!(
            "variable every index {every}\n\
             compute ids all property/local patom1 patom2 cutoff radius\n\
             compute loads all pair/local fx fy fz p1 p2 p3 p5 p6 p7 p9 p10 p11 p12 cutoff radius\n\
             dump bodies all custom ${{every}} dump.bodies {columns}\n\
             dump_modify bodies sort id format float %.17g time yes{names}\n\
             dump contacts all local ${{every}} dump.contacts {}\n\
             dump_modify contacts format float %.17g time yes{}\n\
             thermo_modify lost error\nthermo {every}\nrun {}\n",
            local.join(" "),
            named.concat(),
            self.steps,
            every = self.every,
        )
    }
}

/// Streams the data file, which may have millions of lines.
fn write_data(folder: &mut ResultFolder, scene: &Scene, atoms: &Atoms) -> Result<(), WriteError> {
    let mut file = BufWriter::new(folder.create(DATA)?);
    let path = file.get_ref().path().to_path_buf();
    let error = |why: std::io::Error| WriteError::at(&path, why);
    write_atoms(&mut file, scene, atoms).map_err(error)?;
    file.into_inner().map_err(|why| WriteError::at(&path, why.error()))?.finish()
}

fn write_atoms(file: &mut impl std::io::Write, scene: &Scene, atoms: &Atoms) -> std::io::Result<()> {
    let [_, margin] = atoms.radii();
    writeln!(file, "# {}\n", scene.title.replace(['\n', '\r'], " "))?;
    writeln!(file, "{} atoms\n{} atom types\n", atoms.all.len(), atoms.types.len())?;
    for (k, axis) in ["x", "y", "z"].iter().enumerate() {
        let along = || atoms.all.iter().map(|atom| atom.body.position[k]);
        let (low, high) = (smallest(along()) - 2.0 * margin, largest(along()) + 2.0 * margin);
        writeln!(file, "{low:?} {high:?} {axis}lo {axis}hi")?;
    }
    writeln!(file, "\nAtoms # sphere\n")?;
    for atom in &atoms.all {
        let (diameter, density) = (2.0 * atom.radius, atom.density());
        writeln!(file, "{} {} {diameter:?} {density:?} {}", atom.id, atom.kind + 1, numbers(&atom.body.position))?;
    }
    writeln!(file, "\nVelocities\n")?;
    for atom in &atoms.all {
        let body = atom.body;
        writeln!(file, "{} {} {}", atom.id, numbers(&body.velocity), numbers(&body.angular_velocity))?;
    }
    Ok(())
}
