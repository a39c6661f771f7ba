//! The friction models of the paper's Appendix A, reference by reference, and the corresponding laws of the program.

/// A model of the appendix.
pub struct AppendixModel {
    /// Section of the appendix.
    pub section: &'static str,
    /// Numbers in the paper's list of references.
    pub references: &'static str,
    /// Description in the appendix.
    pub description: &'static str,
    /// The corresponding laws, as written in a scene file.
    pub laws: &'static [&'static str],
    /// Part of the model that is not implemented, and why.
    pub missing: &'static str,
}

/// The models of Appendix A in order.
pub const APPENDIX: &[AppendixModel] = &[
    AppendixModel {
        section: "A.1",
        references: "16",
        description: "Mindlin and Deresiewicz: tangential stiffness from the loading history, eleven scenarios",
        laws: &["mindlin-deresiewicz"],
        missing: "the list of the eleven scenarios: the appendix does not print it, and no freely available text that \
             does was found; the law covers loading, unloading and reloading under a constant, rising or falling N by \
             the four cases of [18], and forgets the outer one of nested loops",
    },
    AppendixModel {
        section: "A.1",
        references: "17",
        description: "the same in two scenarios",
        laws: &["mindlin-incremental"],
        missing: "",
    },
    AppendixModel {
        section: "A.1",
        references: "18",
        description: "the same in four scenarios",
        laws: &["mindlin-deresiewicz"],
        missing: "",
    },
    AppendixModel {
        section: "A.1",
        references: "2",
        description: "Cundall and Strack: linear spring and dashpot, spring capped",
        laws: &["cundall-strack"],
        missing: "",
    },
    AppendixModel {
        section: "A.1",
        references: "22",
        description: "stiffness from Hertz contact (5), damping as in the normal direction (6)",
        laws: &["mindlin-tsuji"],
        missing: "",
    },
    AppendixModel {
        section: "A.1",
        references: "27",
        description: "test force with static and kinetic coefficient",
        laws: &["luding"],
        missing: "",
    },
    AppendixModel {
        section: "A.2",
        references: "31",
        description: "micropolar media: a linear roll spring with a cutoff",
        laws: &["SpringDashpot(eta: 0.0)"],
        missing: "values of its stiffness and cutoff: the appendix does not give them; `stiffness` and `mu_r` set them, else \
                  they are those of [38]",
    },
    AppendixModel {
        section: "A.2",
        references: "32",
        description: "complementarity for roll friction",
        laws: &["complementarity"],
        missing: "",
    },
    AppendixModel {
        section: "A.2",
        references: "18",
        description: "rolling as a change of the tangential displacement with the contact area",
        laws: &[],
        missing: "all of it: the appendix gives no equation for how the changing contact area moves the displacement, \
             and no freely available text of the source was found",
    },
    AppendixModel {
        section: "A.2",
        references: "33, 10",
        description: "constant torque opposing the relative angular velocity (7), (8)",
        laws: &["constant-torque"],
        missing: "",
    },
    AppendixModel {
        section: "A.2",
        references: "38",
        description: "torsional spring and dashpot in two dimensions",
        laws: &["spring-dashpot"],
        missing: "",
    },
    AppendixModel {
        section: "A.2",
        references: "43, 44, 45",
        description: "relative angular velocity split into roll and spin (9), (10), roll by spring and dashpot",
        laws: &["spring-dashpot"],
        missing: "",
    },
    AppendixModel {
        section: "A.2",
        references: "27",
        description: "objective rolling velocity, pseudo-force, opposite torques",
        laws: &["luding-roll"],
        missing: "",
    },
    AppendixModel {
        section: "A.3",
        references: "46",
        description: "critical spin torque 3π/16 μ F_n a of elastic spheres",
        laws: &["lubkin"],
        missing: "",
    },
    AppendixModel {
        section: "A.3",
        references: "47, 48",
        description: "the same for viscoelastic material",
        laws: &[],
        missing: "all of it: the appendix gives neither the viscous part of the torque nor its parameters, and only \
             abstracts of the sources are freely available; without viscosity it is `lubkin`",
    },
    AppendixModel {
        section: "A.3",
        references: "49, 50",
        description: "spin spring and dashpot (11) with the cap 2/3 μ F_n a",
        laws: &["marshall"],
        missing: "",
    },
    AppendixModel {
        section: "A.3",
        references: "44",
        description: "the same with the spring's angle accumulated as a vector along n (10)",
        laws: &[],
        missing: "all of it: the appendix does not say what happens to the part of the vector that leaves n as n \
                  rotates (it is carried along, dropped, or acts as a roll torque), nor which values the \"almost \
                  identical\" parameters have; while n keeps its direction it is `marshall`",
    },
    AppendixModel {
        section: "A.3",
        references: "51, 27",
        description: "spin velocity on R_eff, pseudo-force",
        laws: &["luding-spin"],
        missing: "",
    },
];

/// The table of models, as Markdown.
pub(crate) fn appendix() -> String {
    let mut text = "| section | reference | model | law here | not here |\n|---|---|---|---|---|\n".to_string();
    for model in APPENDIX {
        let laws: Vec<String> = model.laws.iter().map(|law| format!("`{law}`")).collect();
        let laws = if laws.is_empty() { "none".to_string() } else { laws.join(", ") };
        let AppendixModel { section, references, description, missing, .. } = model;
        text += &format!("| {section} | [{references}] | {description} | {laws} | {missing} |\n");
    }
    text
}
