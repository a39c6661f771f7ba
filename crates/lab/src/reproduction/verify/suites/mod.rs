//! The verification suites of other programs, as scenes compared with closed forms and published values.
//!
//! | here | suites |
//! |---|---|
//! | `drops` | MFIX-DEM, DEM01 to DEM03 |
//! | `slip` | MFIX DEM04; Chrono SMC's sliding box |
//! | `oblique` | MFIX DEM05; Chung & Ooi 2011, tests 4 to 8; Thornton, Cummins & Cleary 2013 |
//! | `normal` | Chung & Ooi 2011, tests 1 to 3 (also Kratos); linear springs (LSD); MercuryDPM's Hertz contact |
//! | `tangential` | Schäfer, Dippel & Wolf 1996; Mindlin 1949; Mindlin & Deresiewicz 1953 |
//! | `rolling` | Ai et al. 2011; PFC `rrlinear`; Chrono SMC; Kratos 12 |
//! | `spinning` | Chrono SMC; Marshall 2009; Lubkin 1951; MercuryDPM's roll and torsion springs (Luding 2008) |
//!
//! A row agrees with the suite within a stated tolerance, or is a value that a law here does not share by its definition; it
//! then agrees with the closed form of the law. `docs/suites.md` has all rows.

mod comparison;
mod drops;
mod normal;
mod oblique;
mod rolling;
mod scene;
mod slip;
mod spinning;
mod tangential;

use super::case::Case;

/// The cases of the suites.
pub(super) static CASES: &[Case] = &[
    Case {
        seconds: 2.6,
        id: "suites-mfix-fall",
        title: "Suites of others: MFIX DEM01, a ball on a spring",
        run: drops::fall,
    },
    Case {
        seconds: 3.1,
        id: "suites-mfix-bounces",
        title: "Suites of others: MFIX DEM02, a ball bounces",
        run: drops::bounces,
    },
    Case {
        seconds: 1.3,
        id: "suites-mfix-stack",
        title: "Suites of others: MFIX DEM03, two balls between walls",
        run: drops::stacked,
    },
    Case {
        seconds: 3.3,
        id: "suites-mfix-slip",
        title: "Suites of others: MFIX DEM04, slip to rolling",
        run: slip::ball,
    },
    Case {
        seconds: 0.8,
        id: "suites-mfix-oblique",
        title: "Suites of others: MFIX DEM05, oblique impacts",
        run: oblique::mfix,
    },
    Case {
        seconds: 0.3,
        id: "suites-chung-elastic",
        title: "Suites of others: Chung & Ooi 2011, tests 1 and 2, elastic impacts",
        run: normal::elastic,
    },
    Case {
        seconds: 0.6,
        id: "suites-chung-damped",
        title: "Suites of others: Chung & Ooi 2011, test 3, damped impacts",
        run: normal::damped,
    },
    Case {
        seconds: 0.6,
        id: "suites-chung-angles",
        title: "Suites of others: Chung & Ooi 2011, test 4, angles of impact",
        run: oblique::angles,
    },
    Case {
        seconds: 0.5,
        id: "suites-chung-recoil",
        title: "Suites of others: Chung & Ooi 2011, test 5, tangential speeds",
        run: oblique::recoil,
    },
    Case {
        seconds: 1.5,
        id: "suites-chung-turning",
        title: "Suites of others: Chung & Ooi 2011, test 6, a rotating ball lands",
        run: oblique::turning,
    },
    Case {
        seconds: 0.7,
        id: "suites-chung-two-balls",
        title: "Suites of others: Chung & Ooi 2011, tests 7 and 8, rotating balls meet",
        run: oblique::two_balls,
    },
    Case {
        seconds: 0.7,
        id: "suites-thornton",
        title: "Suites of others: Thornton 2013, surface velocity",
        run: oblique::thornton,
    },
    Case {
        seconds: 1.0,
        id: "suites-linear-springs",
        title: "Suites of others: restitution of linear springs, MercuryDPM's Hertz contact",
        run: normal::linear,
    },
    Case {
        seconds: 0.6,
        id: "suites-schaefer",
        title: "Suites of others: Schaefer 1996, tangential restitution without slip",
        run: tangential::no_slip,
    },
    Case {
        seconds: 0.2,
        id: "suites-mindlin",
        title: "Suites of others: Mindlin & Deresiewicz 1953, loops and energies",
        run: tangential::loops,
    },
    Case {
        seconds: 1.5,
        id: "suites-chrono-box",
        title: "Suites of others: Chrono, stopping distance of a box",
        run: slip::box_stops,
    },
    Case {
        seconds: 1.4,
        id: "suites-ai-stops",
        title: "Suites of others: Ai 2011 and Chrono, a ball rolls to rest",
        run: rolling::stops,
    },
    Case {
        seconds: 2.4,
        id: "suites-ai-slopes",
        title: "Suites of others: Ai 2011 and PFC, a ball on slopes",
        run: rolling::slopes,
    },
    Case {
        seconds: 0.5,
        id: "suites-kratos",
        title: "Suites of others: Kratos 12, a ball rolls to rest",
        run: rolling::kratos,
    },
    Case {
        seconds: 0.7,
        id: "suites-chrono-spin",
        title: "Suites of others: Chrono, a ball spins to rest",
        run: spinning::stops,
    },
    Case {
        seconds: 0.6,
        id: "suites-patches",
        title: "Suites of others: Marshall and Lubkin, spin on an elastic patch",
        run: spinning::patches,
    },
    Case {
        seconds: 0.1,
        id: "suites-mercury",
        title: "Suites of others: MercuryDPM, springs of rolling and torsion",
        run: spinning::swings,
    },
];
