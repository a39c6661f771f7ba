//! `docs/laws.md` and the cards of `stickslip laws`.

use super::Measured;
use super::appendix::appendix;
use crate::laws::choice::AnyLaw;
use std::path::Path;

/// Differences below this are rounding.
const ROUNDING: f64 = 1e-9;

/// Description of a law for users, as plain lines.
pub(crate) fn card(law: &AnyLaw) -> String {
    let card = law.card();
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

by `--set friction.laws.roll=ConstantTorque(mu_r: 0.1)`, or in the window while it runs. What is not named is the \
paper's law (`fang-negrut`). Parameters not given follow from the five basic ones as stated. When a law is changed \
while a contact lives, a deflection goes over to the new law if both have one (S and ξ, Θ, Ψ); to and from a law \
without memory the component begins anew. A law that needs more than the scene tells (an overlap, Young's modulus) is \
an error with its remedy. `complementarity` is of rigid contacts (`normal: Rigid`), where a solver finds the loads of all \
contacts together; it is not measured alone. `dae` has a solver too (docs/dae.md), which works in the scenes measured below.

n points into body i; every load opposes its motion; R_eff = 1/(κ_i + κ_j). A roll law that sees the pair alone gives \
both bodies opposite torques of one size; the bodies share its angle in proportion to their curvature.

## Measured

A ball of 5 kg and 0.2 m (mu_s 0.25, mu_k 0.2, K_E 1e5 N/m, eta_r 0.3, eta_psi 0.006, E 2 MPa, nu 0.3), step 1e-4 s, \
the law alone with its defaults (`mindlin-tsuji` with alpha 0.48). *Creep*: motion from 20 s to 100 s under half the load \
that the paper's law holds (for spin also half of its small torque). *Chatter*: changes of sign of the load per second, \
of the ball 20 s after it was set going on level ground. *Overshoot*: how far it comes back as it stops. *Energy error*: largest \
residual of the energy account as a part of the first energy. *Pair*: change of the angular momentum of two balls that \
meet in free space. *Frame*: a turned scene against the scene. *Order*: the bodies exchanged in the file. What is below \
1e-9 is rounding: a `yes` where a difference is asked for.
";

/// The text of the page.
pub(crate) fn page(page: &Path, measured: &[(AnyLaw, Measured)]) -> String {
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
                law.card().id,
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
    text += "\n## Appendix A of the paper\n\nThe models that Fang & Negrut 2020 discuss, with their numbers of reference.\n\n";
    text += &appendix();
    text += "\n## The laws\n";
    for law in AnyLaw::all() {
        text += &section(&law);
    }
    text
}

fn section(law: &AnyLaw) -> String {
    let card = law.card();
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
