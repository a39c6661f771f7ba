//! The macro that lists the laws of a component: adding a law takes one file in the folder of its component, and two lines in
//! the folder's `mod.rs`.

/// Declares the laws of one component, the default first.
macro_rules! laws {
    ($(#[$doc:meta])* $name:ident for $component:literal, $deflection:ty;
     $first:ident($paper:path), $($law:ident($path:path),)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "each variant is the law of that name, documented there")]
        pub enum $name {
            $first($paper),
            $($law($path),)*
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
                vec![Self::default(), $(Self::$law(<$path>::default()),)*]
            }

            /// The law's description for users.
            pub fn info(&self) -> &'static $crate::friction::law::LawInfo {
                use $crate::friction::law::{LawInfo, Law};
                match self {
                    Self::$first(_) => { const INFO: LawInfo = <$paper as Law>::INFO; &INFO }
                    $(Self::$law(_) => { const INFO: LawInfo = <$path as Law>::INFO; &INFO })*
                }
            }

            /// The law's own parameters, in the order of `LawInfo::parameters`; `None` takes the default stated there.
            pub fn numbers(&mut self) -> Vec<&mut Option<f64>> {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(law) => law.numbers(),
                    $(Self::$law(law) => law.numbers(),)*
                }
            }

            /// True if the law follows the contact point over each body:
            /// [`TRACKS_EACH_SURFACE`](crate::friction::law::Law::TRACKS_EACH_SURFACE).
            pub fn tracks_each_surface(&self) -> bool {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(_) => <$paper as Law>::TRACKS_EACH_SURFACE,
                    $(Self::$law(_) => <$path as Law>::TRACKS_EACH_SURFACE,)*
                }
            }

            /// True if the law knows a grain: [`KNOWS_GRAIN`](crate::friction::law::Law::KNOWS_GRAIN).
            pub fn knows_grain(&self) -> bool {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(_) => <$paper as Law>::KNOWS_GRAIN,
                    $(Self::$law(_) => <$path as Law>::KNOWS_GRAIN,)*
                }
            }

            /// True if the law knows a limit surface: [`KNOWS_LIMIT`](crate::friction::law::Law::KNOWS_LIMIT).
            pub fn knows_limit(&self) -> bool {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(_) => <$paper as Law>::KNOWS_LIMIT,
                    $(Self::$law(_) => <$path as Law>::KNOWS_LIMIT,)*
                }
            }

            /// The spring of a law that knows a limit surface.
            pub fn joint_spring(&self, contact_state: &$crate::friction::law::ContactState) -> $crate::friction::element::Spring {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(law) => law.joint_spring(contact_state),
                    $(Self::$law(law) => law.joint_spring(contact_state),)*
                }
            }

            /// The coefficient of friction in steady sliding at `speed`, m/s, of a slide law under which it depends on speed.
            pub fn steady_mu(
                &self,
                friction: &$crate::friction::parameters::FrictionParameters,
                speed: f64,
            ) -> Option<f64> {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(law) => law.steady_mu(friction, speed),
                    $(Self::$law(law) => law.steady_mu(friction, speed),)*
                }
            }

            /// False if the component is switched off.
            pub(crate) fn is_on(&self, contact_state: &$crate::friction::law::ContactState) -> bool {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(law) => law.is_on(contact_state),
                    $(Self::$law(law) => law.is_on(contact_state),)*
                }
            }

            /// Advances one step.
            pub(crate) fn step(
                &self,
                contact_state: &$crate::friction::law::ContactState,
                was: &$crate::friction::element::FrictionSpring<$deflection>,
                memory: &mut $crate::friction::law::Memory,
            ) -> $crate::friction::law::Step<$deflection> {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(law) => law.step(contact_state, was, memory),
                    $(Self::$law(law) => law.step(contact_state, was, memory),)*
                }
            }

            /// The law's loads outside its component.
            pub(crate) fn coupling_load(&self, contact_state: &$crate::friction::law::ContactState) -> $crate::friction::law::CouplingLoad {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(law) => law.coupling_load(contact_state),
                    $(Self::$law(law) => law.coupling_load(contact_state),)*
                }
            }

            /// Recoverable energy of the law's spring, J.
            pub(crate) fn stored(
                &self,
                contact_state: &$crate::friction::law::ContactState,
                now: &$crate::friction::element::FrictionSpring<$deflection>,
                memory: &$crate::friction::law::Memory,
            ) -> f64 {
                use $crate::friction::law::Law;
                match self {
                    Self::$first(law) => law.stored(contact_state, now, memory),
                    $(Self::$law(law) => law.stored(contact_state, now, memory),)*
                }
            }
        }
    };
}
pub(crate) use laws;
