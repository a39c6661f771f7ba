//! Tests of `pages::quantities`.

use std::collections::BTreeMap;
use stickslip_engine::observe::quantity::named::NamedQuantity;
use stickslip_engine::observe::quantity::{Quantity, QuantityEntry, Subject, SubjectKind, all, groups, rows, table};
use stickslip_engine::observe::state::State;
use stickslip_engine::record::rows::{
    BODY_COLUMNS, BODY_KEY, CONTACT_COLUMNS, CONTACT_KEY, PULL_COLUMNS, WORLD_COLUMNS, WORLD_KEY, columns,
};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_lab::builtin;
use stickslip_lab::compare::plot::{QUANTITIES, label};
use stickslip_lab::internals::Keep;
use stickslip_lab::lessons::expression::{Expression, WORDS};

fn slipping_brick() -> State {
    let scene = Scene::parse("brick", builtin::text("brick-slips").expect("a scene")).expect("no fault");
    let mut simulation = Simulation::with_energy_ledger(&scene);
    simulation.steps(300);
    simulation.state()
}

/// One subject of each kind, and the text that follows its quantities in an expression.
fn subjects(state: &State) -> [(Subject, &'static str); 3] {
    let contact = Subject::Contact(state.contacts[0].pair.key);
    [(Subject::World, ""), (Subject::Body(1), "(brick)"), (contact, "(incline, brick)")]
}

/// Every quantity has the same value in lessons, sweeps and comparisons as in the inspector and the plots, and is
/// available in each of them.
#[test]
fn every_quantity_is_everywhere_under_its_name() {
    let state = slipping_brick();
    for (of, brackets) in subjects(&state) {
        let listed: Vec<QuantityEntry> = of.kind().entries().collect();
        let plotted: Vec<Quantity> = all(of).collect();
        assert_eq!(plotted.len(), listed.len());
        // The table begins with two header lines.
        assert_eq!(table(of, &state).lines().count(), 2 + listed.len(), "the table of the inspector");
        let grouped = groups(&of).into_iter().flat_map(|group| rows(&of).iter().filter(move |r| r.group == group));
        assert_eq!(grouped.map(|row| row.parts.len()).sum::<usize>(), listed.len(), "the rows of the inspector");
        for (entry, quantity) in listed.iter().zip(plotted) {
            let (text, value) = (format!("{}{brackets}", entry.name()), quantity.value(&state));
            let found = Expression::parse(&text).unwrap_or_else(|why| panic!("{why}")).value(&state);
            match found {
                Ok(found) => assert_eq!(found.to_bits(), value.to_bits(), "{text} in a lesson"),
                Err(why) => assert!(value.is_nan() && why.contains("has no value"), "{text} in a lesson: {why}"),
            }
            let keep: Keep = ron::from_str(&format!("quantity(\"{text}\")")).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(keep.columns().len(), 1, "{text} in a sweep");
            assert!(keep.columns()[0].0.ends_with(&entry.header()), "{:?}", keep.columns());
            let curve = NamedQuantity::parse(&text, Some("brick")).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(curve.value(&state).to_bits(), value.to_bits(), "{text} in a comparison");
            if of.kind() != SubjectKind::Contact {
                let alone = NamedQuantity::parse(&entry.name(), Some("brick")).unwrap_or_else(|why| panic!("{why}"));
                assert_eq!(alone, curve, "{text} of the body that is compared");
            }
        }
    }
}

/// Every name is one word of an expression, unambiguous on its own, and differs from the plain words of lessons.
#[test]
fn names_are_words_and_stand_once() {
    for kind in SubjectKind::ALL {
        let mut names: Vec<String> = kind.entries().map(|entry| entry.name()).collect();
        for name in &names {
            let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            assert!(is_word && name.starts_with(|c: char| c.is_ascii_alphabetic()), "{name}");
            assert!(!["time", "atan", "and", "t", "step"].contains(&name.as_str()), "{name}");
            assert!(!WORDS.iter().any(|(word, _)| word == name), "{name}");
        }
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "a name of {kind:?} occurs twice");
    }
    for entry in SubjectKind::World.entries() {
        assert!(
            SubjectKind::Body.entry(&entry.name()).is_none(),
            "{} belongs to the world and to a body",
            entry.name()
        );
    }
    for (word, name) in WORDS {
        assert!(SubjectKind::Body.entry(name).is_some(), "{word}");
    }
}

/// Every header that names a quantity has the unit listed for the quantity, in SI and in one spelling.
#[test]
fn no_unit_stands_in_two_spellings() {
    let mut units: BTreeMap<String, String> = BTreeMap::new();
    for (kind, entry) in SubjectKind::ALL.into_iter().flat_map(|kind| kind.entries().map(move |e| (kind, e))) {
        let known = ["", "1", "m", "s", "s²", "kg", "rad", "N", "J", "°", "steps"];
        let unit = entry.row.unit;
        assert!(unit.split(['·', '/']).all(|part| known.contains(&part)), "{kind:?} {}: {unit}", entry.name());
        units.insert(format!("{kind:?} {}", entry.name()), entry.plain_unit());
    }
    let keeps = r#"[class("b"), velocity("b"), angular_velocity("b"), position("b"), quantity("Troll(b)")]"#;
    let keeps: Vec<Keep> = ron::from_str(keeps).expect("what a sweep keeps");
    let of_sweep = keeps.iter().flat_map(Keep::columns).map(|(name, kind)| (name.replace("b ", ""), kind));
    let tables = [
        (SubjectKind::Body, columns(&BODY_KEY[3..], &BODY_COLUMNS)),
        (SubjectKind::Contact, columns(&CONTACT_KEY[5..], &CONTACT_COLUMNS)),
        (SubjectKind::World, columns(&WORLD_KEY[2..], &WORLD_COLUMNS)),
        (SubjectKind::Body, of_sweep.collect()),
    ];
    for (kind, columns) in tables {
        for (header, _) in columns {
            let (name, unit) = header.split_once(" [").unwrap_or((&header, ""));
            let expected = units.get(&format!("{kind:?} {name}")).unwrap_or_else(|| panic!("no quantity {name}"));
            assert_eq!(unit.trim_end_matches(']'), expected, "{header}");
        }
    }
    for quantity in QUANTITIES {
        assert!(quantity.label().ends_with(&format!(" [{}]", quantity.entry.plain_unit())), "{}", quantity.label());
    }
    // A pull is not a body, but its force has the unit of the force on a body.
    let force = PULL_COLUMNS.iter().find(|column| column.name.starts_with("F_x")).expect("a column");
    assert_eq!(force.name, format!("F_x [{}]", units["Body Fx"]));
}

/// Column names and their order in files never change.
#[test]
fn the_headers_of_files_and_figures_are_what_they_were() {
    let header = |key, quantities| {
        let columns: Vec<String> = columns(key, quantities).into_iter().map(|(name, _)| name).collect();
        columns.join(",")
    };
    assert_eq!(
        header(BODY_KEY, &BODY_COLUMNS),
        "t [s],step,body,x [m],y [m],z [m],qw,qx,qy,qz,vx [m/s],vy [m/s],vz [m/s],wx [rad/s],wy [rad/s],wz [rad/s]"
    );
    assert_eq!(
        header(WORLD_KEY, &WORLD_COLUMNS),
        "t [s],step,E [J],E_com [J],E_diff [J],E_rot [J],coordination,mechanical_coordination,sliding_share,\
         fabric_anisotropy"
    );
    assert_eq!(
        header(CONTACT_KEY, &CONTACT_COLUMNS),
        "t [s],step,i,j,feature,cx [m],cy [m],cz [m],n_x,n_y,n_z,u_x,u_y,u_z,w_x,w_y,w_z,N [N],overlap [m],slide_mode,\
         S_u [m],S_w [m],dS_u [m],dS_w [m],E_u [N],E_w [N],D_u [N],D_w [N],F_x [N],F_y [N],F_z [N],roll_mode_i,\
         Theta_i_u [rad],Theta_i_w [rad],roll_mode_j,Theta_j_u [rad],Theta_j_w [rad],Troll_i_x [N m],Troll_i_y [N m],\
         Troll_i_z [N m],Troll_j_x [N m],Troll_j_y [N m],Troll_j_z [N m],TrollE_i_x [N m],TrollE_i_y [N m],\
         TrollE_i_z [N m],TrollD_i_x [N m],TrollD_i_y [N m],TrollD_i_z [N m],TrollE_j_x [N m],TrollE_j_y [N m],\
         TrollE_j_z [N m],TrollD_j_x [N m],TrollD_j_y [N m],TrollD_j_z [N m],spin_mode,Psi [rad],Tspin_E [N m],\
         Tspin_D [N m],psi [rad],p_i_u [m],p_i_w [m],p_j_u [m],p_j_w [m],kappa_i [1/m],kappa_j [1/m],slip [m],lambda,\
         load_n_x,load_n_y,load_n_z,arm_i_x [m],arm_i_y [m],arm_i_z [m],arm_j_x [m],arm_j_y [m],arm_j_z [m]"
    );
    let labels: Vec<String> = QUANTITIES.iter().map(|quantity| label(&quantity.entry)).collect();
    assert_eq!(
        labels.join(";"),
        "x [m];y [m];z [m];|v| [m/s];v_x [m/s];v_y [m/s];v_z [m/s];|ω| [rad/s];ω_x [rad/s];ω_y [rad/s];ω_z [rad/s];\
         |F| [N];F_x [N];F_y [N];F_z [N];|T_roll| [N m];T_roll,x [N m];T_roll,y [N m];T_roll,z [N m];|T_spin| [N m];\
         E_kin [J];W_diss [J];ΔE [J]"
    );
}

#[test]
fn a_name_that_is_none_gets_the_nearest_one() {
    let state = slipping_brick();
    for (text, expected) in [
        ("touchs(brick)", "did you mean `touches`?"),
        ("kapa_i(incline, brick)", "did you mean `kappa_i`?"),
        ("residuall", "there is no quantity `residuall`; `stickslip quantities` lists them"),
        ("v", "`v` needs a body; write v(body)"),
        ("E(brick)", "`E` is a quantity of the world; write E"),
        ("N(brick)", "`N` is a quantity of a contact; write N(body, body)"),
        ("N(a, b, c)", "`c` is not the number of a contact point"),
        ("N(a, b, 1, 2)", "too many names"),
        ("v(brick", "the bracket is not closed"),
    ] {
        let error = NamedQuantity::parse(text, None).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let curve = NamedQuantity::parse("trave", Some("brick")).expect_err("no name").to_string();
    assert!(curve.contains("did you mean `travel`?"), "{curve}");
    // Bodies in either order; each point by its feature; a separated pair has no contact.
    let value = |text: &str| NamedQuantity::parse(text, None).expect("a quantity").value(&state);
    assert_eq!(value("N(brick, incline)"), state.contacts[0].normal.n);
    let last = state.contacts.last().expect("a contact");
    assert_eq!(value(&format!("N(incline, brick, {})", last.pair.key.feature)), last.normal.n);
    assert!(state.contacts.len() == 4 && value("N(incline, brick, 99)").is_nan() && value("v(nobody)").is_nan());
}
