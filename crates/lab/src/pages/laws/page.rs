//! `docs/laws.md`, and the description of each law printed by `stickslip laws`.

use super::Measured;
use super::appendix::appendix;
use std::path::Path;
use stickslip_engine::laws::pair::choice::AnyLaw;

/// Differences below this are rounding.
const ROUNDING: f64 = 1e-9;

/// Description of a law for users, as plain lines.
pub fn card(law: &AnyLaw) -> String {
    let card = law.info();
    let mut text = format!("{} ({}): {}\n", card.id, law.component(), card.name);
    text += &format!("  law      {}\n  source   {}\n  notes    {}\n", card.formula, card.source, card.notes);
    text += &format!("  columns  {}\n  write    laws: ({}: {law})\n", card.columns, law.component());
    for parameter in card.parameters {
        let unit = if parameter.unit == "1" { String::new() } else { format!(" [{}]", parameter.unit) };
        text += &format!("  {:10} {}{unit}; default {}\n", parameter.name, parameter.meaning, parameter.default);
    }
    text
}

const HEAD: &str = "A law is chosen per component, for all pairs or for one pair, in the scene file:

```ron
friction: ( ..., laws: (slide: \"cundall-strack\", roll: ConstantTorque(mu_r: 0.1), spin: \"marshall\") ),
```

by `--set friction.laws.roll=ConstantTorque(mu_r: 0.1)`, or in the window while it runs. The default is the paper's \
law (`fang-negrut`). Parameters not given follow from the five basic ones as stated. When the law of an existing \
contact is changed, the deflection is transferred if both laws have one (S and ξ, Θ, Ψ); otherwise the component \
starts undeformed. A law that needs data missing from the scene (an overlap, Young's modulus) is an error that names \
the remedy. `complementarity` is for rigid contacts (`normal: Rigid`), where a solver finds the loads of all contacts \
together; it is not measured alone. `dae` also has a solver (docs/dae.md), which is active in the scenes measured below.

n points into body i; every load opposes its motion; R_eff = 1/(κ_i + κ_j). A roll law for the pair as a whole gives \
     the two bodies equal and opposite torques; they share its angle in proportion to their curvature.

## Measured

A ball of 5 kg and 0.2 m (mu_s 0.25, mu_k 0.2, K_E 1e5 N/m, eta_r 0.3, eta_psi 0.006, E 2 MPa, nu 0.3), step 1e-4 s, \
the law alone with its defaults (`mindlin-tsuji` with alpha 0.48). *Creep*: motion from 20 s to 100 s under half the \
load that the paper's law holds (for spin, half of its small torque). *Chatter*: sign changes of the load per second, \
20 s after the ball was launched on level ground. *Overshoot*: how far the ball recoils as it stops. *Energy error*: \
largest residual of the energy account as a fraction of the initial energy. *Pair*: change of the angular momentum of \
two balls colliding in free space. *Frame*: the largest velocity difference between a scene and the rotated scene, for \
a ball on a slope and for one that lands. *Order*: the bodies exchanged in the file. Differences below 1e-9 are \
rounding and count as `yes`.
";

const OVER_SPEED: &str =
    "Coefficient of friction of the laws that depend on speed or rest, with their defaults and mu_s \
0.25, mu_k 0.2: in steady sliding at a given speed, and the largest value in sliding at 1 mm/s after a rest. \
`rate-state` has no static friction, but grows with the logarithm of speed and of rest; its own mu_0 is 0.6. Where \
friction falls with speed, sliding on a soft spring squeals: for `stribeck` and `lugre` up to about v_s, for \
`rate-state` with b > a at every speed, on a spring softer than N(b - a)/D_c (1 + m V^2/(N a D_c)).

![Friction over speed, and where it makes a block squeal](figures/squeal-map.png)

*Left: friction coefficient over \
speed, for `stribeck` with v_s 0.05 m/s and a growth of 0.05 s/m, for the others with their defaults. Right: a block \
that starts stuck to a belt, as in the scene `belt-squeals`; the lines are those of a rigid block* \
([SVG](figures/squeal-map.svg))
";

/// The text of `docs/laws.md`; `page` is its path, `over_speed` the tables of friction over speed and rest.
pub fn page(page: &Path, measured: &[(AnyLaw, Measured)], over_speed: &str) -> String {
    let mut text = format!(
        "# The friction laws\n\nMade by `stickslip laws --report {}`; do not edit by hand.\n\n{HEAD}",
        page.display()
    );
    for component in ["slide", "roll", "spin"] {
        let unit = if component == "spin" { "rad" } else { "m" };
        text += &format!(
            "\n### {}\n\n| law | creep [{unit}] | chatter [1/s] | overshoot [{unit}] | energy error | keeps the pair's \
             angular momentum | frame-indifferent | order of bodies does not matter |\n|---|---|---|---|---|---|---|---|\n",
            component[..1].to_uppercase() + &component[1..]
        );
        for (law, m) in measured.iter().filter(|(law, _)| law.component() == component) {
            text += &format!(
                "| `{}` | {} | {} | {} | {} | {} | {} | {} |\n",
                law.info().id,
                short(m.creep),
                m.chatter,
                short(m.overshoot),
                short(m.energy_error),
                verdict(m.pair),
                verdict(m.turned),
                verdict(m.exchanged)
            );
        }
    }
    text += &format!("\n## Friction over speed and rest\n\n{OVER_SPEED}\n{over_speed}");
    text +=
        "\n## Appendix A of the paper\n\nThe models discussed by Fang & Negrut 2020, with their reference numbers.\n\n";
    text += &appendix();
    text += "\n## The laws\n";
    for law in AnyLaw::all() {
        text += &section(&law);
    }
    text
}

fn section(law: &AnyLaw) -> String {
    let card = law.info();
    let mut text = format!("\n### `{}` ({}): {}\n\n", card.id, law.component(), card.name);
    text += &format!("{}\n\n*{}* {}\n\nColumns: {}\n", card.formula, card.source, card.notes, card.columns);
    if !card.parameters.is_empty() {
        text += "\n| parameter | | unit | default |\n|---|---|---|---|\n";
    }
    for parameter in card.parameters {
        let (name, meaning, unit, default) = (parameter.name, parameter.meaning, parameter.unit, parameter.default);
        text += &format!("| `{name}` | {meaning} | {unit} | {default} |\n");
    }
    text
}

fn verdict(difference: f64) -> String {
    if difference < ROUNDING { "yes".to_string() } else { format!("no ({})", short(difference)) }
}

/// Formats two digits; rounding is labelled as such.
fn short(x: f64) -> String {
    if x < ROUNDING { "< 1e-9".to_string() } else { format!("{x:.1e}") }
}
