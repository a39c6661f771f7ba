//! The scene itself, time, pairs, normal force and external springs.

use super::part::Example::{Ball, Prism, Rigid, With};
use super::part::{fields, forms, parts};

parts! {
    Table SCENE {
        title: "Scene(...)",
        about: "The whole file. Units are SI throughout; angles are in rad but where a name ends in `degrees`; the world's z \
                points up.",
        path: "",
        example: Ball,
        fields: fields! {
            "schema": "1" [""], "Version of this language.", "1";
            "title": "text" [""], "One line that says what is to be seen.", "\"A ball that rolls\"";
            "about": "text" [""] = "empty", "More about it: source, question, what to expect.", "\"after section 4.3\"";
            "time": "time" [""], "Step and duration.", "(dt: 1e-4, duration: 0.5)";
            "gravity": "(x, y, z)" ["m/s²"], "Acceleration of free fall in the world.", "(0.0, 0.0, -9.8)";
            "friction": "friction" [""], "Friction of all pairs but those that `pairs` names.",
                "(mu_s: 0.25, mu_k: 0.2, k_e: 1e5)";
            "normal": "normal" [""], "Normal force of all pairs but those that `pairs` names.", "Hertz(restitution: 0.4)";
            "solver": "solver" [""] = "Cones()", "How rigid contacts are solved; others take no notice.",
                "Cones(tolerance: 1e-8)";
            "pairs": "[pair, ...]" [""] = "none", "Rules for pairs of bodies or materials.",
                "[(between: (\"ball\", \"ground\"), friction: (mu_s: 0.4))]";
            "bodies": "[body, ...]" [""], "The bodies; of a contact, the one that stands first is body i.",
                "[(name: \"ground\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 2e6, \
                 poisson_ratio: 0.3, on: (surface: \"ground\"))]";
            "pulls": "[pull, ...]" [""] = "none", "Springs and forces from outside, each on one body.",
                "[(body: \"ball\", stiffness: 50.0, velocity: (0.0, 0.05, 0.0))]";
        },
    }

    Table TIME {
        title: "time",
        about: "Step and length of the run.",
        path: "time",
        example: Ball,
        fields: fields! {
            "dt": "number" ["s"] = "1e-4", "Step, > 0.", "5e-5";
            "duration": "number" ["s"], "Length of a run, at least a step.", "2.0";
        },
    }

    Table PAIR {
        title: "pair",
        about: "A rule for two bodies or materials; what it does not give is as in the scene.",
        path: "pairs.0",
        example: With("pairs", "[(between: (\"ball\", \"ground\"), friction: (mu_s: 0.4))]"),
        fields: fields! {
            "between": "(text, text)" [""], "Names of bodies or materials, in any order.", "(\"ground\", \"ball\")";
            "friction": "friction" [""] = "the scene's", "Only what differs from the scene's friction.", "(mu_s: 0.3, mu_k: 0.1)";
            "normal": "normal" [""] = "the scene's", "Normal force of the pair.", "Hooke(k_n: 1e6)";
        },
    }

    Choice NORMAL {
        title: "normal",
        about: "The normal force N of a contact, never negative.",
        path: Some("normal"),
        example: Ball,
        forms: forms! {
            "Known(Weight)", "N is the support that the weight needs (`m g·n` on one plane); the normal motion is held.";
            "Hooke(k_n: 1e7, damping: Ratio(0.1))", "A linear spring and dashpot on the overlap.";
            "Hertz(restitution: 0.4)", "Elastic bodies after Hertz; they need `youngs_modulus` and `poisson_ratio`.";
            "OverlapArea(young: 1e7, damping: 0.5)", "Prisms that lie in one plane, and planes: a force by the area of their overlap.";
            "Rigid", "No overlap: N is what that takes. Friction then has `mu`, `rho` and `sigma`.";
            "Rigid(restitution: 0.3)", "The same with bounces.";
        },
    }

    Table RIGID {
        title: "Rigid(...)",
        about: "Rigid bodies; the brackets may be left out.",
        path: "normal",
        example: Rigid,
        fields: fields! {
            "restitution": "number" [""] = "0", "Speed after over speed before an impact, in [0, 1].", "0.3";
            "threshold": "number" ["m/s"] = "1e-2", "A slower approach does not bounce, ≥ 0.", "0.05";
        },
    }

    Choice SOLVER {
        title: "solver",
        about: "The solver of rigid contacts.",
        path: Some("solver"),
        example: Rigid,
        forms: forms! {
            "Cones(form: Relaxed)", "Friction cones: slide, roll and spin (Tasora & Anitescu).";
        },
    }

    Table CONES {
        title: "Cones(...)",
        about: "All of it may be left out.",
        path: "solver",
        example: Rigid,
        fields: fields! {
            "form": "form" [""] = "Exact", "Which equations.", "Relaxed";
            "method": "method" [""] = "Auto", "How they are solved.", "GaussSeidel";
            "tolerance": "number" ["m/s"] = "1e-9", "Largest residual of a solved step, > 0.", "1e-8";
            "max_iterations": "number" [""] = "1000", "Passes over the contacts of an island in a step, at most; a whole number ≥ 1.", "200";
            "warm_start": "true or false" [""] = "true", "A step starts from the impulses of the last one.", "false";
        },
    }

    Choice CONE_FORM {
        title: "form",
        about: "Which equations hold between impulses and velocities.",
        path: Some("solver.form"),
        example: Rigid,
        forms: forms! {
            "Exact", "Coulomb's law: a body that slides, rolls or spins stays on its support.";
            "Relaxed", "The convex form of the source: motion lifts the contact by `(μ‖V‖ + ρ‖W‖ + σ|W_n|) Δt`.";
        },
    }

    Choice CONE_METHOD {
        title: "method",
        about: "How the equations of the contacts that hang together are solved.",
        path: Some("solver.method"),
        example: Rigid,
        forms: forms! {
            "Auto", "Sweeps; where those are slow, `Newton` up to 64 contacts, `Apgd` beyond.";
            "GaussSeidel", "Contact after contact, in the order of their keys.";
            "Apgd", "Accelerated projected gradient descent.";
            "Newton", "Semismooth Newton steps with the whole matrix.";
        },
    }

    Choice KNOWN {
        title: "Known(...)",
        about: "A normal force that friction sees and that no overlap makes.",
        path: None,
        example: Ball,
        forms: forms! {
            "Weight", "The support that the weight needs.";
            "Force(40.1)", "This force in N, at least 0.";
        },
    }

    Table HOOKE {
        title: "Hooke(...)",
        about: "`N = k_n δ + c_n δ̇`, δ the overlap. `damping` and `restitution` exclude each other.",
        path: "normal",
        example: With("normal", "Hooke(k_n: 1e6)"),
        fields: fields! {
            "k_n": "number" ["N/m"], "Stiffness, > 0.", "1e6";
            "damping": "damping" [""] = "Ratio(0.0)", "c_n; a ratio is of `2√(m_eff k_n)`.", "Ratio(0.1)";
            "restitution": "number" [""] = "none", "Ratio of speeds after and before a collision, in (0, 1]; gives c_n exactly.", "0.6";
        },
    }

    Table HERTZ {
        title: "Hertz(...)",
        about: "`N = 4/3 E_eff √R_eff δ^(3/2) + c δ̇`.",
        path: "normal",
        example: Ball,
        fields: fields! {
            "restitution": "number" [""], "Ratio of speeds after and before a collision, in (0, 1].", "0.5";
            "damping": "Hertz damping" [""] = "Published", "How c follows from the restitution.", "Exact";
        },
    }

    Table OVERLAP_AREA {
        title: "OverlapArea(...)",
        about: "`N = (k A + γ √(k m_eff) Ȧ)/l`, A the area in which two prisms, or a prism and a plane, overlap (docs/dae.md); `k = young h`, h the \
                length along the prisms' axis that both have. Prisms move in the plane across their axis: `Planar`.",
        path: "normal",
        example: Prism,
        fields: fields! {
            "young": "number" ["Pa"], "Y, Young's modulus in the plane, > 0.", "1e7";
            "damping": "number" [""] = "0", "γ, ≥ 0: damping over √(k m_eff).", "0.5";
            "length": "number" ["m"] = "4 r_i r_j/(r_i + r_j)", "l, > 0; r is √(area of the polygon/π), and l is 2r against a body that cannot be moved.", "0.1";
            "rotation": "rotation" [""] = "none", "Damping of rocking.", "(damping: 0.5)";
        },
    }

    Table ROTATION_DAMPING {
        title: "rotation",
        about: "Conditional damping of rotation: it never turns a body the other way.",
        path: "normal.rotation",
        example: Prism,
        fields: fields! {
            "damping": "number" [""], "γ_t, ≥ 0: rocking decays at about `γ_t √(k m_eff) w²/(8 I)`, w the width of the contact.", "0.5";
            "follow": "true or false" [""] = "true", "It damps to the angular velocity of the bodies that it touches, weighted by N; else to 0.", "false";
        },
    }

    Choice HERTZ_DAMPING {
        title: "Hertz damping",
        about: "The damping of a Hertz contact by its restitution e.",
        path: Some("normal.damping"),
        example: Ball,
        forms: forms! {
            "Published", "`c = −2√(5/6) β √(S_n m_eff)`, `β = ln e/√(ln² e + π²)`: what most programs have; bounces a little too high.";
            "Exact", "The ratio that gives e exactly.";
        },
    }

    Table PULL {
        title: "pull",
        about: "A spring and dashpot between a point of a body and an anchor that may move; or, with `force`, a force (below).",
        path: "pulls.0",
        example: With("pulls", "[(body: \"ball\", stiffness: 50.0)]"),
        fields: fields! {
            "body": "text" [""], "The body that is pulled; it must be able to move.", "\"ball\"";
            "at": "(x, y, z)" ["m"] = "its centre", "Point of the body, in the body's axes.", "(0.0, 0.0, 0.1)";
            "stiffness": "number" ["N/m"], "Stiffness, > 0.", "100.0";
            "damping": "damping" [""] = "Coefficient(0.0)", "Dashpot; a ratio is of `2√(m k)`.", "Ratio(0.1)";
            "anchor": "(x, y, z)" ["m"] = "where the point is at first", "The other end at t = 0, in the world.", "(0.0, 0.5, 0.1)";
            "velocity": "(x, y, z)" ["m/s"] = "0", "Velocity of the anchor.", "(0.0, 0.05, 0.0)";
        },
    }

    Table FORCE {
        title: "pull with `force`",
        about: "A force on a body: `force + rate t`.",
        path: "pulls.0",
        example: With("pulls", "[(body: \"ball\", force: (0.0, 1.0, 0.0))]"),
        fields: fields! {
            "body": "text" [""], "The body that is pulled; it must be able to move.", "\"ball\"";
            "force": "(x, y, z)" ["N"], "The force at t = 0, in the world.", "(0.0, 2.0, 0.0)";
            "rate": "(x, y, z)" ["N/s"] = "0", "Its growth.", "(0.0, 0.5, 0.0)";
            "at": "(x, y, z)" ["m"] = "its centre", "Where it acts, from the centre of mass.", "(0.0, 0.0, -0.04)";
            "axes": "axes" [""] = "Body", "The axes of `at`.", "World";
        },
    }

    Choice PULL_AXES {
        title: "axes",
        about: "The axes in which the point of action of a force is fixed.",
        path: Some("pulls.0.axes"),
        example: With("pulls", "[(body: \"ball\", force: (0.0, 1.0, 0.0))]"),
        forms: forms! {
            "Body", "A point of the body: it turns with it.";
            "World", "It moves with the body and does not turn: a thread that unwinds from a spool.";
        },
    }
}
