//! The macro that lists the laws of a component: adding a law takes one file in this folder and one line in
//! `laws/mod.rs`.

/// Declares the laws of one component, one line each: a module of this folder and the type in it.
macro_rules! laws {
    ($(#[$doc:meta])* $name:ident for $component:literal, $deflection:ty, by default $first:ident($paper:path);
     $($module:ident :: $law:ident,)*) => {
        $(pub mod $module;)*

        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "each variant is the law of that name, documented there")]
        pub enum $name {
            $first($paper),
            $($law($module::$law),)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$first(<$paper>::default())
            }
        }

        impl $name {
            /// `slide`, `roll` or `spin`.
            pub const COMPONENT: &'static str = $component;

            /// Every law of this component with its defaults, the paper's first.
            pub fn all() -> Vec<Self> {
                vec![Self::default(), $(Self::$law($module::$law::default()),)*]
            }

            /// The law's description for users.
            pub fn info(&self) -> &'static $crate::laws::law::LawInfo {
                use $crate::laws::law::{LawInfo, Law};
                match self {
                    Self::$first(_) => { const INFO: LawInfo = <$paper as Law>::INFO; &INFO }
                    $(Self::$law(_) => { const INFO: LawInfo = <$module::$law as Law>::INFO; &INFO })*
                }
            }

            /// The law's own parameters, in the order of `LawInfo::parameters`; `None` takes the default stated there.
            pub fn numbers(&mut self) -> Vec<&mut Option<f64>> {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(law) => law.numbers(),
                    $(Self::$law(law) => law.numbers(),)*
                }
            }

            /// True if the law follows the contact point over each body:
            /// [`OF_EACH_BODY`](crate::laws::law::Law::OF_EACH_BODY).
            pub(crate) fn is_of_each_body(&self) -> bool {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(_) => <$paper as Law>::OF_EACH_BODY,
                    $(Self::$law(_) => <$module::$law as Law>::OF_EACH_BODY,)*
                }
            }

            /// True if the law knows a grain: [`KNOWS_GRAIN`](crate::laws::law::Law::KNOWS_GRAIN).
            pub fn knows_grain(&self) -> bool {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(_) => <$paper as Law>::KNOWS_GRAIN,
                    $(Self::$law(_) => <$module::$law as Law>::KNOWS_GRAIN,)*
                }
            }

            /// True if the law knows a limit surface: [`KNOWS_LIMIT`](crate::laws::law::Law::KNOWS_LIMIT).
            pub fn knows_limit(&self) -> bool {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(_) => <$paper as Law>::KNOWS_LIMIT,
                    $(Self::$law(_) => <$module::$law as Law>::KNOWS_LIMIT,)*
                }
            }

            /// The spring of a law that knows a limit surface.
            pub fn joint_spring(&self, contact_state: &$crate::laws::law::ContactState) -> $crate::laws::element::Spring {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(law) => law.joint_spring(contact_state),
                    $(Self::$law(law) => law.joint_spring(contact_state),)*
                }
            }

            /// The coefficient of friction in steady sliding at `speed`, m/s, of a slide law under which it depends on speed.
            pub fn steady_mu(
                &self,
                friction: &$crate::laws::parameters::FrictionParameters,
                speed: f64,
            ) -> Option<f64> {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(law) => law.steady_mu(friction, speed),
                    $(Self::$law(law) => law.steady_mu(friction, speed),)*
                }
            }

            /// False if the component is switched off.
            fn is_on(&self, contact_state: &$crate::laws::law::ContactState) -> bool {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(law) => law.is_on(contact_state),
                    $(Self::$law(law) => law.is_on(contact_state),)*
                }
            }

            /// Advances one step.
            fn step(
                &self,
                contact_state: &$crate::laws::law::ContactState,
                was: &$crate::laws::element::FrictionSpring<$deflection>,
                memory: &mut $crate::laws::law::Memory,
            ) -> $crate::laws::law::Step<$deflection> {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(law) => law.step(contact_state, was, memory),
                    $(Self::$law(law) => law.step(contact_state, was, memory),)*
                }
            }

            /// The law's loads outside its component.
            fn coupling_load(&self, contact_state: &$crate::laws::law::ContactState) -> $crate::laws::law::CouplingLoad {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(law) => law.coupling_load(contact_state),
                    $(Self::$law(law) => law.coupling_load(contact_state),)*
                }
            }

            /// Recoverable energy of the law's spring, J.
            fn stored(
                &self,
                contact_state: &$crate::laws::law::ContactState,
                now: &$crate::laws::element::FrictionSpring<$deflection>,
                memory: &$crate::laws::law::Memory,
            ) -> f64 {
                use $crate::laws::law::Law;
                match self {
                    Self::$first(law) => law.stored(contact_state, now, memory),
                    $(Self::$law(law) => law.stored(contact_state, now, memory),)*
                }
            }
        }
    };
}
pub(super) use laws;
