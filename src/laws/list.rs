//! The macro that names the laws of a component: a law is one file of this folder and one line in `laws/mod.rs`.

/// Declares the laws of one component: a module of this folder and the type in it, a line each.
macro_rules! laws {
    ($(#[$doc:meta])* $name:ident for $component:literal, $deflection:ty, paper: $card:path;
     $($module:ident :: $law:ident,)*) => {
        $(pub mod $module;)*

        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[allow(missing_docs, reason = "each variant is the law of that name, documented there")]
        pub enum $name {
            /// The paper's own.
            #[default]
            FangNegrut,
            $($law($module::$law),)*
        }

        impl $name {
            /// `slide`, `roll` or `spin`.
            pub const COMPONENT: &'static str = $component;

            /// Every law of this component with its defaults, the paper's first.
            pub fn all() -> Vec<Self> {
                vec![Self::FangNegrut, $(Self::$law($module::$law::default()),)*]
            }

            /// What a user should know of it.
            pub fn card(&self) -> &'static $crate::laws::law::Card {
                use $crate::laws::law::{Card, Law};
                match self {
                    Self::FangNegrut => &$card,
                    $(Self::$law(_) => { const CARD: Card = <$module::$law as Law>::CARD; &CARD })*
                }
            }

            /// Its own parameters in the order of the card; `None` takes the default stated there.
            pub fn numbers(&mut self) -> Vec<&mut Option<f64>> {
                match self {
                    Self::FangNegrut => Vec::new(),
                    $(Self::$law(law) => $crate::laws::law::Law::numbers(law),)*
                }
            }

            /// One step and the loads outside the component; `None` for the paper's law, which
            /// [`fang_negrut`] has.
            fn step(
                &self,
                site: &$crate::laws::law::ContactState,
                was: &$crate::laws::element::FrictionSpring<$deflection>,
                memory: &mut $crate::laws::law::Memory,
            ) -> Option<($crate::laws::law::Step<$deflection>, $crate::laws::law::CouplingLoad)> {
                use $crate::laws::law::Law;
                match self {
                    Self::FangNegrut => None,
                    $(Self::$law(law) => Some((law.step(site, was, memory), law.aside(site))),)*
                }
            }

            /// Energy that its spring would give back, J; `None` for the paper's law.
            fn stored(
                &self,
                site: &$crate::laws::law::ContactState,
                now: &$crate::laws::element::FrictionSpring<$deflection>,
                memory: &$crate::laws::law::Memory,
            ) -> Option<f64> {
                use $crate::laws::law::Law;
                match self {
                    Self::FangNegrut => None,
                    $(Self::$law(law) => Some(law.stored(site, now, memory)),)*
                }
            }
        }
    };
}
pub(super) use laws;
