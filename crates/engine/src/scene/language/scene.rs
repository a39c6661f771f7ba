//! The scene itself, time, pairs, normal force and external springs.

use super::part::Example::{Ball, Prism, Rigid, With};
use super::part::parts;

parts! {
    table SCENE: SceneFields {
        title: "Scene(...)",
        about: "The whole file. Units are SI throughout; angles are in rad unless a name ends in `degrees`; the \
             world's z points up.",
        path: "",
        example: Ball,
        fields: {
            schema: "1" [""], "Version of this language.", "1";
            title: "text" [""], "One line: what the scene shows.", "\"A ball that rolls\"";
            about: "text" [""] = "empty", "Source, question, what to expect.", "\"after section 4.3\"";
            time: "time" [""], "Time step and duration.", "(dt: 1e-4, duration: 0.5)";
            gravity: "(x, y, z)" ["m/s²"], "Gravitational acceleration, world.", "(0.0, 0.0, -9.8)";
            friction: "friction" [""], "Friction of all pairs except those in `pairs`.",
                "(mu_s: 0.25, mu_k: 0.2, k_e: 1e5)";
            normal: "normal" [""], "Normal force of all pairs except those in `pairs`.", "Hertz(restitution: 0.4)";
            solver: "solver" [""] = "Cones()", "How rigid contacts are solved; others ignore it.",
                "Cones(tolerance: 1e-8)";
            pairs: "[pair, ...]" [""] = "none", "Rules for pairs of bodies or materials.",
                "[(between: (\"ball\", \"ground\"), friction: (mu_s: 0.4))]";
            bodies: "[body, ...]" [""], "The bodies; body i of a contact is the one listed first.",
                "[(name: \"ground\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 2e6, \
                 poisson_ratio: 0.3, on: (surface: \"ground\"))]";
            pulls: "[pull, ...]" [""] = "none", "External springs and forces, each on one body.",
                "[(body: \"ball\", stiffness: 50.0, velocity: (0.0, 0.05, 0.0))]";
            edits: "[edit, ...]" [""] = "none", "Changes at given times of the run.",
                "[(at: 0.2, set: \"friction.mu_k\", to: 0.1)]";
        }
    }

    table EDIT: EditFields {
        title: "edit",
        about: "Replaces a value of the scene from a given time on. `set` is a path below `friction`, `pairs.….friction`, \
             `gravity` or `solver`, as `--set` takes it. The scene must be valid after every edit. \
             Edits at the same time act in the order of the file. `bodies.NAME.velocity`, `.angular_velocity`, \
             `.position` and `.rotation` set the state of a body that loads can move, in the world's axes; for a \
             `fill`, that of all its bodies, except for the position. Setting a velocity keeps the contacts and their \
             histories; moving or turning a body discards them, and its contacts at the new place start without \
             history; springs and forces of `pulls` stay. Under `Known`, the part of a set velocity along the contact \
             normals is suppressed. The energy budget counts the work as that of an edit.",
        path: "edits.0",
        example: With("edits", "[(at: 0.1, set: \"friction.mu_k\", to: 0.1)]"),
        fields: {
            at: "number" ["s"], "Time from which the value holds, 0 to the duration; takes effect in the first step at \
                 or after it.", "0.25";
            set: "text" [""], "Path of the value: `friction.mu_k`, `bodies.ball.velocity`, ...", "\"friction.mu_k\"";
            to: "value" [""], "The value, as written in the file: `0.05`, `(0.0, 1.0, 0.0)`, ...", "0.05";
        }
    }

    table TIME: TimeFields {
        title: "time",
        about: "Time step and duration of the run.",
        path: "time",
        example: Ball,
        fields: {
            dt: "number" ["s"] = "1e-4", "Time step, > 0.", "5e-5";
            duration: "number" ["s"], "Simulated time, at least one step.", "2.0";
        }
    }

    table PAIR: PairFields {
        title: "pair",
        about: "A rule for two bodies or materials; fields left out are inherited from the scene.",
        path: "pairs.0",
        example: With("pairs", "[(between: (\"ball\", \"ground\"), friction: (mu_s: 0.4))]"),
        fields: {
            between: "(text, text)" [""], "Names of bodies or materials, in any order.", "(\"ground\", \"ball\")";
            friction: "friction" [""] = "the scene's", "Only fields that differ from the scene's friction.",
                "(mu_s: 0.3, mu_k: 0.1)";
            normal: "normal" [""] = "the scene's", "Normal force of the pair.", "Hooke(k_n: 1e6)";
        }
    }

    choice NORMAL {
        title: "normal",
        about: "The normal force N of a contact; never negative without `tension`.",
        path: Some("normal"),
        example: Ball,
        forms: {
            "Known(Weight)", "N supports the weight (`m g·n` on one plane); motion along the normal is suppressed.";
            "Hooke(k_n: 1e7, damping: Ratio(0.1))", "A linear spring and dashpot on the overlap.";
            "Hertz(restitution: 0.4)", "Hertz contact of elastic bodies, which need `youngs_modulus` and \
                 `poisson_ratio`.";
            "OverlapArea(young: 1e7, damping: 0.5)", "For coplanar prisms, and planes: a force proportional to the \
                 overlap area.";
            "Rigid", "No overlap: N is the constraint force. Friction then has `mu`, `rho` and `sigma`.";
            "Rigid(restitution: 0.3)", "The same, with impacts that bounce.";
        }
    }

    table RIGID: RigidFields {
        title: "Rigid(...)",
        about: "Rigid bodies; the parentheses may be omitted.",
        path: "normal",
        example: Rigid,
        fields: {
            restitution: "number" [""] = "0", "Coefficient of restitution in [0, 1], by the rule of `solver.impact`.", "0.3";
            threshold: "number" ["m/s"] = "0.01 √(g size)", "Impacts slower than this do not bounce, ≥ 0; size of the \
                 smaller body.", "0.05";
        }
    }

    choice SOLVER {
        title: "solver",
        about: "The solver of rigid contacts.",
        path: Some("solver"),
        example: Rigid,
        forms: {
            "Cones(form: Relaxed)", "Friction cones: slide, roll and spin (Tasora & Anitescu).";
        }
    }

    table CONES: ConesFields {
        title: "Cones(...)",
        about: "All fields may be omitted.",
        path: "solver",
        example: Rigid,
        fields: {
            form: "form" [""] = "Exact", "Which equations are solved.", "Relaxed";
            method: "method" [""] = "Auto", "How they are solved.", "GaussSeidel";
            tolerance: "number" ["m/s"] = "1e-9", "Largest residual of a converged step, > 0; if omitted, \
                 5e-5 gΔt with more than 16 movable bodies and 0.005 gΔt with more than 64.", "1e-8";
            max_iterations: "number" [""] = "1000", "Maximum passes over the contacts of an island per step; a whole \
                 number ≥ 1.", "200";
            warm_start: "true or false" [""] = "true", "Each step starts from the impulses of the last one.", "false";
            impact: "impact" [""] = "Energetic", "What a coefficient of restitution means.", "Newton";
        }
    }

    choice CONE_IMPACT {
        title: "impact",
        about: "Meaning of the coefficient of restitution of `Rigid(restitution: e)` when friction acts too.",
        path: Some("solver.impact"),
        example: Rigid,
        forms: {
            "Energetic", "e² is the energy that the normal impulse gives back over the energy it absorbed (Stronge): \
                 no impact gains energy.";
            "Newton", "e is the rebound speed over the impact speed: an oblique impact with friction may gain energy.";
        }
    }

    choice CONE_FORM {
        title: "form",
        about: "Which equations hold between impulses and velocities.",
        path: Some("solver.form"),
        example: Rigid,
        forms: {
            "Exact", "Coulomb's law: a body that slides, rolls or spins stays on its support.";
            "Relaxed", "The convex form of Tasora & Anitescu: motion lifts the contact by `(μ‖V‖ + ρ‖W‖ + σ|W_n|) Δt`.";
        }
    }

    choice CONE_METHOD {
        title: "method",
        about: "How the equations of an island of connected contacts are solved.",
        path: Some("solver.method"),
        example: Rigid,
        forms: {
            "Auto", "Gauss-Seidel sweeps; where they converge slowly, `Newton` up to 12 contacts, sparse Newton steps beyond.";
            "GaussSeidel", "One contact after another, in the order of their keys.";
            "Apgd", "Accelerated projected gradient descent.";
            "Newton", "Semismooth Newton steps with the full matrix.";
        }
    }

    choice KNOWN {
        title: "Known(...)",
        about: "A prescribed normal force that does not come from an overlap.",
        path: None,
        example: Ball,
        forms: {
            "Weight", "The force that supports the weight.";
            "Force(40.1)", "This force, N, at least 0.";
        }
    }

    table HOOKE: HookeFields {
        title: "Hooke(...)",
        about: "`N = k_n δ + c_n δ̇`, δ the overlap. Give either `damping` or `restitution`, not both.",
        path: "normal",
        example: With("normal", "Hooke(k_n: 1e6)"),
        fields: {
            k_n: "number" ["N/m"], "Stiffness, > 0.", "1e6";
            damping: "damping" [""] = "Ratio(0.0)", "c_n; a ratio is of `2√(m_eff k_n)`.", "Ratio(0.1)";
            restitution: "number" [""] = "none", "Ratio of speeds after and before a collision, in [0, 1]; 0 is \
                 critical damping, which leaves e^-2; determines c_n exactly.", "0.6";
            tension: "true or false" [""] = "false", "N may be negative while the bodies overlap, as in the \
                 spring-dashpot of many programs; friction is then 0.", "true";
        }
    }

    table HERTZ: HertzFields {
        title: "Hertz(...)",
        about: "`N = 4/3 E_eff √R_eff δ^(3/2) + c δ̇`.",
        path: "normal",
        example: Ball,
        fields: {
            restitution: "number" [""], "Ratio of speeds after and before a collision, in [0, 1]; 0 is critical damping, \
                 which leaves e^-2.", "0.5";
            damping: "Hertz damping" [""] = "Exact", "How c follows from the restitution.", "Published";
            tension: "true or false" [""] = "false", "N may be negative while the bodies overlap; friction is then 0. \
                 `Exact` and `Published` are then the same.", "true";
        }
    }

    table OVERLAP_AREA: OverlapAreaFields {
        title: "OverlapArea(...)",
        about: "`N = (k A + γ √(k m_eff) Ȧ)/l`, A the overlap area of two prisms, or of a prism and a plane \
             (docs/dae.md); `k = young h`, h the common length along the prisms' axis. Prisms move in the plane normal \
             to their axis: `Planar`.",
        path: "normal",
        example: Prism,
        fields: {
            young: "number" ["Pa"], "Y, Young's modulus in the plane, > 0.", "1e7";
            damping: "number" [""] = "0", "γ, ≥ 0: damping over √(k m_eff).", "0.5";
            length: "number" ["m"] = "4 r_i r_j/(r_i + r_j)",
                "l, > 0; r is √(area of the polygon/π), and l is 2r against an immovable body.", "0.1";
            rotation: "rotation" [""] = "none", "Rocking damping.", "(damping: 0.5)";
        }
    }

    table ROTATION_DAMPING: RotationDampingFields {
        title: "rotation",
        about: "Conditional damping of rotation: it never reverses a rotation.",
        path: "normal.rotation",
        example: Prism,
        fields: {
            damping: "number" [""], "γ_t, ≥ 0: rocking decays at about `γ_t √(k m_eff) w²/(8 I)`, w the width of the \
                 contact.", "0.5";
            follow: "true or false" [""] = "true", "Damps towards the N-weighted mean angular velocity of the \
                 touching bodies; otherwise towards 0.", "false";
        }
    }

    choice HERTZ_DAMPING {
        title: "Hertz damping",
        about: "How the damping of a Hertz contact follows from its restitution e.",
        path: Some("normal.damping"),
        example: Ball,
        forms: {
            "Exact", "Two free bodies separate at e times their approach speed.";
            "Published", "`c = −2√(5/6) β √(S_n m_eff)`, `β = ln e/√(ln² e + π²)`, the paper's section 4.6 and most \
                 programs: without `tension`, bodies rebound too fast, at 0.63 for e = 0.6 and 0.33 for 0.2.";
        }
    }

    table PULL: PullFields {
        title: "pull",
        about: "A spring and dashpot between a point of a body and an anchor, which may move. With `rest_length` or \
             `only_tension` the load acts along the line between the ends, with the tension `k (l − l₀) + c dl/dt`: a spring \
             with a length, or a rope. With `to`, a spring or rope to another body; with `force`, a force (both below).",
        path: "pulls.0",
        example: With("pulls", "[(body: \"ball\", stiffness: 50.0)]"),
        fields: {
            body: "text" [""], "The body that is pulled; it must be able to move.", "\"ball\"";
            at: "(x, y, z)" ["m"] = "its centre", "Point of the body, in the body's axes.", "(0.0, 0.0, 0.1)";
            stiffness: "number" ["N/m"], "Stiffness, > 0.", "100.0";
            damping: "damping" [""] = "Coefficient(0.0)", "Dashpot; a ratio is of `2√(m k)`.", "Ratio(0.1)";
            rest_length: "number" ["m"] = "0; with `only_tension` the initial distance of the ends", "l₀, the distance of \
                 the ends without load, ≥ 0.", "0.3";
            only_tension: "true or false" [""] = "false", "A rope: no load up to l₀, and it never pushes.", "true";
            anchor: "(x, y, z)" ["m"] = "initial position of the point", "The other end at t = 0, in the world.",
                "(0.0, 0.5, 0.1)";
            velocity: "(x, y, z)" ["m/s"] = "0", "Velocity of the anchor.", "(0.0, 0.05, 0.0)";
            schedule: "[(t, factor), ...]" ["s, 1"] = "1", "Factor on `velocity` over time, as for a driven body.",
                "[(1.0, 1.0), (1.0, 10.0)]";
        }
    }

    table LINK: LinkFields {
        title: "pull with `to`",
        about: "A spring and dashpot between two bodies, or a rope. Its load acts along the line between the ends, with the \
             tension `k (l − l₀) + c dl/dt`, on both.",
        path: "pulls.0",
        example: With("pulls", "[(body: \"ball\", to: \"ground\", stiffness: 50.0)]"),
        fields: {
            body: "text" [""], "The body at one end; it must be able to move.", "\"ball\"";
            at: "(x, y, z)" ["m"] = "its centre", "Point of the body, in the body's axes.", "(0.0, 0.0, 0.1)";
            to: "text" [""], "The body at the other end, which may be fixed.", "\"ground\"";
            to_at: "(x, y, z)" ["m"] = "its centre", "Point of that body, in its axes.", "(0.0, 0.0, 0.0)";
            rest_length: "number" ["m"] = "the initial distance of the ends", "l₀, the distance of the ends without load, \
                 ≥ 0.", "0.3";
            only_tension: "true or false" [""] = "false", "A rope: no load up to l₀, and it never pushes.", "true";
            stiffness: "number" ["N/m"], "Stiffness, > 0.", "100.0";
            damping: "damping" [""] = "Coefficient(0.0)", "Dashpot; a ratio is of `2√(m k)`, between two bodies that move \
                 with m = m₁ m₂/(m₁ + m₂).", "Ratio(0.1)";
        }
    }

    table FORCE: ForceFields {
        title: "pull with `force`",
        about: "A force on a body: `force + rate t`.",
        path: "pulls.0",
        example: With("pulls", "[(body: \"ball\", force: (0.0, 1.0, 0.0))]"),
        fields: {
            body: "text" [""], "The body that is pulled; it must be able to move.", "\"ball\"";
            force: "(x, y, z)" ["N"], "The force at t = 0, in the world.", "(0.0, 2.0, 0.0)";
            rate: "(x, y, z)" ["N/s"] = "0", "Its rate of growth.", "(0.0, 0.5, 0.0)";
            at: "(x, y, z)" ["m"] = "its centre", "Point of application, from the centre of mass.",
                "(0.0, 0.0, -0.04)";
            axes: "axes" [""] = "Body", "The axes of `at`.", "World";
            schedule: "[(t, factor), ...]" ["s, 1"] = "1", "Factor on the force over time, as for a driven body.",
                "[(0.0, 0.0), (1.0, 1.0)]";
        }
    }

    choice PULL_AXES {
        title: "axes",
        about: "The axes in which the point of application of a force is fixed.",
        path: Some("pulls.0.axes"),
        example: With("pulls", "[(body: \"ball\", force: (0.0, 1.0, 0.0))]"),
        forms: {
            "Body", "The point rotates with the body.";
            "World", "The point moves with the body but does not rotate: a thread unwinding from a spool.";
        }
    }
}
