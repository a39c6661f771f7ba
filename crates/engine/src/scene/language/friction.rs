//! `friction:` of the scene or of a pair.

use super::part::Example::{Ball, With};
use super::part::parts;

parts! {
    table FRICTION: FrictionFields {
        title: "friction",
        about: "The five basic parameters, and derived values given in their place. In a pair, every field may be \
             omitted.",
        path: "friction",
        example: Ball,
        fields: {
            mu_s: "number" [""], "μ_s, static coefficient, ≥ mu_k; 0 means no friction.", "0.3";
            mu_k: "number" [""], "μ_k, kinetic coefficient, ≥ 0.", "0.15";
            mu: "number" [""] = "mu_s = mu_k", "μ, ≥ 0: both coefficients at once, instead of `mu_s` and `mu_k`; rigid \
                 contacts have only this one.", "0.5";
            rho: "number" ["m"] = "0", "ρ, ≥ 0: largest roll torque of a rigid contact over N.", "2e-3";
            sigma: "number" ["m"] = "0", "σ, ≥ 0: largest spin torque of a rigid contact over N.", "1e-3";
            k_e: "number" ["N/m"], "K_E, tangential stiffness, > 0; omit it where no law uses one.", "2e5";
            eta_r: "number" [""] = "0", "η_r, roll friction, ≥ 0; 0 turns it off, whatever else is given.", "0.3";
            eta_e: "number" [""] = "by `eta_r`", "η_e, ≥ 0: ratio of roll to slide stiffness (section 3.2); instead \
                 of `eta_r`.", "0.147";
            eta_theta: "number" [""] = "1", "η_θ, > 0: ratio of the roll threshold to κμN/K_E; with `eta_e`.", "0.7";
            mu_r: "number" [""] = "2 eta_r mu_k", "μ_r, ≥ 0: roll resistance as other programs give it, μ_r R_eff N in slip \
                 (section 4.3); instead of `eta_r`, which becomes μ_r/(2 μ_k).", "0.1";
            spin: "spin" [""] = "Off", "Spin friction.", "Hertz";
            slide_damping: "friction damping" [""] = "Ratio(1.0)", "K_D; a ratio is of `2√(m K_E)`.", "Ratio(0.5)";
            roll_damping: "friction damping" [""] = "Ratio(1.0)", "D_R; a ratio is of `2√(I K_R)`.", "Ratio(0.5)";
            spin_damping: "friction damping" [""] = "Ratio(1.0)", "D_ψ; a ratio is of `2√(I K_ψ)`.", "Ratio(0.5)";
            slide: "Given(...)" [""] = "by the basic parameters", "Derived values of slide, given directly.",
                "Given(stiffness: 2e5)";
            roll: "Given(...)" [""] = "by the basic parameters", "Derived values of roll, given directly.",
                "Given(stiffness: 1600.0, threshold: Kappa(0.5))";
            start: "start" [""] = "stick", "Modes of a new contact.", "(slide: stick, spin: slip)";
            saturated: "true or false" [""] = "false", "All components of a new contact start `saturated`.", "true";
            history: "history" [""] = "0", "Micro-deflections of a new contact.", "(slide: (1e-5, 0.0))";
            damping_in_slip: "true or false" [""] = "false", "Damping also acts in slip, beyond the cap.", "true";
            laws: "laws" [""] = "the paper's", "The law of each component.", "(slide: \"cundall-strack\")";
            across: "across" [""] = "as along it", "Slide friction across the `grain` of one of the two bodies; `mu_s`, \
                 `mu_k` and `mu` hold along it.", "(mu_s: 0.2, mu_k: 0.1)";
            grain_rule: "grain rule" [""] = "Associated", "How a slide force beyond its elliptical limit is reduced to \
                 it; with `across`.", "Collinear";
            limit: "limit" [""] = "Independent", "How slide and spin limit each other.", "Disk(radius: 0.1)";
        }
    }

    choice SPIN {
        title: "spin",
        about: "The stiffness and threshold of spin friction.",
        path: Some("friction.spin"),
        example: Ball,
        forms: {
            "Off", "No spin friction.";
            "Heuristic(eta_psi: 0.006, curvature: 5.0)", "`K_ψ = η_ψ K_E/𝒦²`, threshold `𝒦 μN/K_E`.";
            "Hertz", "`K_ψ = ½ a² K_E`, threshold `μN/(K_E a)`, a the contact radius.";
            "Given(stiffness: 0.018, threshold: Kappa(5.0))", "Both given directly.";
        }
    }

    table HEURISTIC: HeuristicFields {
        title: "Heuristic(...)",
        about: "Spin friction from a coefficient and a curvature.",
        path: "friction.spin",
        example: With("friction.spin", "Heuristic(eta_psi: 0.01, curvature: 3.0)"),
        fields: {
            eta_psi: "number" [""], "η_ψ, ≥ 0.", "0.006";
            curvature: "number" ["1/m"], "𝒦, > 0; 1/R for a ball.", "5.0";
        }
    }

    table GIVEN: GivenFields {
        title: "Given(...)",
        about: "Derived values of one component, given directly; omitted ones follow from the basic parameters. \
             For spin, `stiffness` (or `curve`) and `threshold` are required.",
        path: "friction.roll",
        example: With("friction.roll", "Given(threshold: Kappa(0.5))"),
        fields: {
            stiffness: "number" ["N/m or N·m/rad"] = "by the basic parameters", "> 0.", "1600.0";
            curve: "[(d, load), ...]" ["m and N, or rad and N·m"] = "a straight line",
                "Load against micro-deflection, increasing from (0, 0), instead of a stiffness.",
                    "[(0.0, 0.0), (1e-4, 0.5), (4e-4, 0.9)]";
            slip_curve: "[(d, load), ...]" ["m and N, or rad and N·m"] = "as in stick",
                "The same for the load in slip, together with a `curve` or `stiffness`, which then applies to stick \
                     only.",
                "[(0.0, 0.0), (1e-4, 0.4), (4e-4, 0.8)]";
            threshold: "threshold" [""] = "by the basic parameters", "Micro-deflection at which slip begins.",
                "Kappa(0.5)";
            damping: "friction damping" [""] = "as in `friction`", "Dashpot in stick.", "Coefficient(25.298)";
            damping_curve: "[(rate, load), ...]" ["m/s and N, or rad/s and N·m"] = "a straight line",
                "Dashpot load against rate, non-decreasing from (0, 0), instead of `damping`; in `Uncapped(...)` also beyond \
                    the cap.",
                "[(0.0, 0.0), (0.1, 2.0), (1.0, 2.0)]";
        }
    }

    choice THRESHOLD {
        title: "threshold",
        about: "The largest micro-deflection, with μ = μ_s in stick and μ_k in slip.",
        path: Some("friction.roll.threshold"),
        example: With("friction.roll", "Given(stiffness: 100.0)"),
        forms: {
            "PerLoad(5e-6)", "This times μN: m/N, or rad/N.";
            "Kappa(0.5)", "This times μN/K_E: a curvature in 1/m for roll and spin.";
        }
    }

    choice DAMPING {
        title: "damping",
        about: "A dashpot.",
        path: Some("friction.roll_damping"),
        example: Ball,
        forms: {
            "Ratio(1.0)", "Fraction of critical damping, ≥ 0.";
            "Coefficient(25.0)", "N·s/m, or N·m·s/rad; ≥ 0.";
        }
    }

    choice FRICTION_DAMPING {
        title: "friction damping",
        about: "The dashpot beside the spring of slide, roll or spin. In stick it adds to the spring, and both together \
             stay within the static cap.",
        path: Some("friction.slide_damping"),
        example: Ball,
        forms: {
            "Ratio(1.0)", "Fraction of critical damping, ≥ 0.";
            "Coefficient(25.0)", "N·s/m, or N·m·s/rad; ≥ 0.";
            "Uncapped(Ratio(1.0))", "The same beyond the cap, which then limits the spring alone, as the paper assumes \
                 (section 3, third assumption): in a fast first contact, friction may far exceed μ_s N.";
            "Capped(Ratio(1.0))", "The same as `Ratio(1.0)`.";
        }
    }

    table START: StartFields {
        title: "start",
        about: "The initial modes of a contact.",
        path: "friction.start",
        example: With("friction.start", "(slide: slip)"),
        fields: {
            slide: "first mode" [""] = "stick", "Slide.", "slip";
            roll: "first mode" [""] = "stick", "Roll of both bodies.", "slip";
            spin: "first mode" [""] = "stick", "Spin.", "saturated";
        }
    }

    table ACROSS: AcrossFields {
        title: "across",
        about: "Slide friction across the grain: force components f₁ along and f₂ across obey `(f₁/μ₁)² + (f₂/μ₂)² ≤ N²`. \
             For the slide laws `fang-negrut`, `cundall-strack` and `complementarity`.",
        path: "friction.across",
        example: Ball,
        fields: {
            mu_s: "number" [""], "μ_s across the grain, ≥ mu_k.", "0.3";
            mu_k: "number" [""], "μ_k across the grain, ≥ 0.", "0.05";
            mu: "number" [""] = "mu_s = mu_k", "μ across the grain, ≥ 0: both at once, instead of `mu_s` and `mu_k`; \
                 rigid contacts have only this one.",
                "0.1";
        }
    }

    choice GRAIN_RULE {
        title: "grain rule",
        about: "The point of the ellipse to which a slide force beyond it is reduced.",
        path: Some("friction.grain_rule"),
        example: With("friction.across", "(mu_s: 0.2, mu_k: 0.1)"),
        forms: {
            "Associated", "The nearest point: a body that slides obliquely turns towards the smaller coefficient. \
                 Rigid contacts support only this rule.";
            "Collinear", "The point in the direction of the force: friction opposes the motion.";
        }
    }

    choice LIMIT {
        title: "limit",
        about: "How slide and spin limit each other: a contact that spins slides more easily. Springs need \
             `fang-negrut` or `cundall-strack` for slide and `fang-negrut` for spin. `Disk` and `Hertz` are for one contact \
             point; the points of a face limit each other by themselves.",
        path: None,
        example: Ball,
        forms: {
            "Independent", "Not at all.";
            "Ellipsoid", "The sum of the squares of slide force and spin torque (for rigid contacts also roll torque), \
                 each over its limit, is at most 1. For rigid contacts this is MuJoCo's elliptic cone.";
            "Disk(radius: 0.1)", "As a disk under uniform pressure: `K_ψ = ½ a² K_E`, largest spin torque ⅔ μNa; without \
                 `spin`.";
            "Hertz", "As a Hertz contact of radius a: `K_ψ = ½ a² K_E`, largest spin torque (3π/16) μNa; without `spin`.";
        }
    }

    table DISK_LIMIT: DiskLimitFields {
        title: "Disk(...)",
        about: "The limit surface of a disk under uniform pressure.",
        path: "friction.limit",
        example: With("friction.limit", "Disk(radius: 0.1)"),
        fields: {
            radius: "number" ["m"], "a, > 0.", "0.05";
        }
    }

    choice MODES {
        title: "first mode",
        about: "How a component starts.",
        path: Some("friction.start.slide"),
        example: With("friction.start", "(slide: slip)"),
        forms: {
            "stick", "In static friction, with its initial history.";
            "slip", "In kinetic friction, with its initial history.";
            "saturated", "In kinetic friction, at its cap along the first increment, with no load before it.";
        }
    }

    table HISTORY: HistoryFields {
        title: "history",
        about: "Initial micro-deflections, in the contact frame (u, w).",
        path: "friction.history",
        example: With("friction.history", "(spin: 0.0)"),
        fields: {
            slide: "(u, w)" ["m"] = "0", "S.", "(1e-5, 0.0)";
            roll_i: "(u, w)" ["rad"] = "0", "Θ of body i.", "(0.0, 1e-4)";
            roll_j: "(u, w)" ["rad"] = "0", "Θ of body j.", "(0.0, 1e-4)";
            spin: "number" ["rad"] = "0", "Ψ.", "1e-4";
        }
    }

    table LAWS: LawsFields {
        title: "laws",
        about: "The law of each component: its id in quotes, or its name with parameters in brackets. All are in \
             docs/laws.md (`stickslip laws` lists them).",
        path: "friction.laws",
        example: With("friction.laws", "(slide: \"luding\")"),
        fields: {
            slide: "law" [""] = "the paper's", "Slide law.", "CundallStrack(mu: 0.3)";
            roll: "law" [""] = "the paper's", "Roll law.", "ConstantTorque(mu_r: 0.1)";
            spin: "law" [""] = "the paper's", "Spin law.", "\"marshall\"";
        }
    }
}
