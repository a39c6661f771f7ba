//! `friction:` of the scene or of a pair.

use super::part::Example::{Ball, With};
use super::part::{fields, forms, parts};

parts! {
    Table FRICTION {
        title: "friction",
        about: "The five basic parameters, and whatever derived value is given instead. In a pair every field may be left out.",
        path: "friction",
        example: Ball,
        fields: fields! {
            "mu_s": "number" [""], "μ_s, static coefficient, ≥ mu_k; 0 is a pair without friction.", "0.3";
            "mu_k": "number" [""], "μ_k, kinetic coefficient, ≥ 0.", "0.15";
            "mu": "number" [""] = "mu_s = mu_k", "μ, ≥ 0: the one coefficient of rigid contacts and of the slide law `dae`, instead of `mu_s` and `mu_k`.", "0.5";
            "rho": "number" ["m"] = "0", "ρ, ≥ 0: of rigid contacts the limit of roll torque over N.", "2e-3";
            "sigma": "number" ["m"] = "0", "σ, ≥ 0: of rigid contacts the limit of spin torque over N.", "1e-3";
            "k_e": "number" ["N/m"], "K_E, tangential stiffness, > 0; left out where no law takes one.", "2e5";
            "eta_r": "number" [""] = "0", "η_r, roll friction, ≥ 0; 0 switches it off, whatever else is given.", "0.3";
            "eta_e": "number" [""] = "by `eta_r`", "η_e, ≥ 0: stiffness of roll over that of slide (section 3.2); instead of `eta_r`.", "0.147";
            "eta_theta": "number" [""] = "1", "η_θ, > 0: threshold of roll over κμN/K_E; beside `eta_e`.", "0.7";
            "spin": "spin" [""] = "Off", "Spin friction.", "Hertz";
            "slide_damping": "slide damping" [""] = "Ratio(1.0)", "K_D; a ratio is of `2√(m K_E)`.", "Ratio(0.5)";
            "roll_damping": "damping" [""] = "Ratio(1.0)", "D_R; a ratio is of `2√(I K_R)`.", "Ratio(0.5)";
            "spin_damping": "damping" [""] = "Ratio(1.0)", "D_ψ; a ratio is of `2√(I K_ψ)`.", "Ratio(0.5)";
            "slide": "Given(...)" [""] = "by the basic parameters", "Derived values of slide, given instead.",
                "Given(stiffness: 2e5)";
            "roll": "Given(...)" [""] = "by the basic parameters", "Derived values of roll, given instead.",
                "Given(stiffness: 1600.0, threshold: Kappa(0.5))";
            "start": "start" [""] = "stick", "Modes at birth.", "(slide: stick, spin: slip)";
            "saturated": "true or false" [""] = "false", "All components at birth `saturated`.", "true";
            "history": "history" [""] = "0", "Micro-deflections at birth.", "(slide: (1e-5, 0.0))";
            "damping_in_slip": "true or false" [""] = "false", "Damping acts in slip too.", "true";
            "laws": "laws" [""] = "the paper's", "Which law each component has.", "(slide: \"cundall-strack\")";
        },
    }

    Choice SPIN {
        title: "spin",
        about: "The stiffness and threshold of spin friction.",
        path: Some("friction.spin"),
        example: Ball,
        forms: forms! {
            "Off", "No spin friction.";
            "Heuristic(eta_psi: 0.006, curvature: 5.0)", "`K_ψ = η_ψ K_E/𝒦²`, threshold `𝒦 μN/K_E`.";
            "Hertz", "`K_ψ = ½ a² K_E`, threshold `μN/(K_E a)`, a the contact radius.";
            "Given(stiffness: 0.018, threshold: Kappa(5.0))", "Both given.";
        },
    }

    Table HEURISTIC {
        title: "Heuristic(...)",
        about: "Spin friction by a number and a curvature.",
        path: "friction.spin",
        example: With("friction.spin", "Heuristic(eta_psi: 0.01, curvature: 3.0)"),
        fields: fields! {
            "eta_psi": "number" [""], "η_ψ, ≥ 0.", "0.006";
            "curvature": "number" ["1/m"], "𝒦, > 0; of a ball 1/R.", "5.0";
        },
    }

    Table GIVEN {
        title: "Given(...)",
        about: "Derived values of one component, given instead; what is left out follows from the basic parameters. Of spin \
                `stiffness` (or `curve`) and `threshold` must be given.",
        path: "friction.roll",
        example: With("friction.roll", "Given(threshold: Kappa(0.5))"),
        fields: fields! {
            "stiffness": "number" ["N/m or N·m/rad"] = "by the basic parameters", "> 0.", "1600.0";
            "curve": "[(d, load), ...]" ["m and N, or rad and N·m"] = "a straight line",
                "Load by micro-deflection, from (0, 0), rising, instead of a stiffness.", "[(0.0, 0.0), (1e-4, 0.5), (4e-4, 0.9)]";
            "slip_curve": "[(d, load), ...]" ["m and N, or rad and N·m"] = "as in stick",
                "The same of the load in slip; beside `curve` or `stiffness`, which are then of stick alone.",
                "[(0.0, 0.0), (1e-4, 0.4), (4e-4, 0.8)]";
            "threshold": "threshold" [""] = "by the basic parameters", "Micro-deflection at which it slips.", "Kappa(0.5)";
            "damping": "damping" [""] = "as outside", "Dashpot in stick.", "Coefficient(25.298)";
            "damping_curve": "[(rate, load), ...]" ["m/s and N, or rad/s and N·m"] = "a straight line",
                "Load of the dashpot by rate, from (0, 0), nowhere falling, instead of `damping`.",
                "[(0.0, 0.0), (0.1, 2.0), (1.0, 2.0)]";
        },
    }

    Choice THRESHOLD {
        title: "threshold",
        about: "The largest micro-deflection, for μ = μ_s in stick and μ_k in slip.",
        path: Some("friction.roll.threshold"),
        example: With("friction.roll", "Given(stiffness: 100.0)"),
        forms: forms! {
            "PerLoad(5e-6)", "This times μN: m/N, or rad/N.";
            "Kappa(0.5)", "This times μN/K_E: a curvature in 1/m for roll and spin.";
        },
    }

    Choice DAMPING {
        title: "damping",
        about: "A dashpot.",
        path: Some("friction.roll_damping"),
        example: Ball,
        forms: forms! {
            "Ratio(1.0)", "Part of the critical damping, ≥ 0.";
            "Coefficient(25.0)", "N·s/m, or N·m·s/rad; ≥ 0.";
        },
    }

    Choice SLIDE_DAMPING {
        title: "slide damping",
        about: "The dashpot of slide. In stick it comes on top of the spring, which alone is capped (third assumption of section 3 \
                of the paper): the friction of a fast first touch may be greater than μ_s N. `Capped` holds it there.",
        path: Some("friction.slide_damping"),
        example: Ball,
        forms: forms! {
            "Ratio(1.0)", "Part of the critical damping, ≥ 0.";
            "Coefficient(25.0)", "N·s/m, ≥ 0.";
            "Capped(Ratio(1.0))", "The same, cut where spring and dashpot together would exceed μ_s N.";
        },
    }

    Table START {
        title: "start",
        about: "The modes in which a contact is born.",
        path: "friction.start",
        example: With("friction.start", "(slide: slip)"),
        fields: fields! {
            "slide": "first mode" [""] = "stick", "Slide.", "slip";
            "roll": "first mode" [""] = "stick", "Roll of both bodies.", "slip";
            "spin": "first mode" [""] = "stick", "Spin.", "saturated";
        },
    }

    Choice MODES {
        title: "first mode",
        about: "How a component begins.",
        path: Some("friction.start.slide"),
        example: With("friction.start", "(slide: slip)"),
        forms: forms! {
            "stick", "In static friction with its first history.";
            "slip", "In kinetic friction with its first history.";
            "saturated", "In kinetic friction at its cap along the first increment, and without a load in the first step.";
        },
    }

    Table HISTORY {
        title: "history",
        about: "Micro-deflections at birth, in the contact frame (u, w).",
        path: "friction.history",
        example: With("friction.history", "(spin: 0.0)"),
        fields: fields! {
            "slide": "(u, w)" ["m"] = "0", "S.", "(1e-5, 0.0)";
            "roll_i": "(u, w)" ["rad"] = "0", "Θ of body i.", "(0.0, 1e-4)";
            "roll_j": "(u, w)" ["rad"] = "0", "Θ of body j.", "(0.0, 1e-4)";
            "spin": "number" ["rad"] = "0", "Ψ.", "1e-4";
        },
    }

    Table LAWS {
        title: "laws",
        about: "The law of each component: its id in quotes, or its name with parameters in brackets. docs/laws.md has them all \
                (`stickslip laws` lists them).",
        path: "friction.laws",
        example: With("friction.laws", "(slide: \"luding\")"),
        fields: fields! {
            "slide": "law" [""] = "the paper's", "Law of slide.", "CundallStrack(mu: 0.3)";
            "roll": "law" [""] = "the paper's", "Law of roll.", "ConstantTorque(mu_r: 0.1)";
            "spin": "law" [""] = "the paper's", "Law of spin.", "\"marshall\"";
        },
    }
}
