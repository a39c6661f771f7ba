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
            /// A law of another crate: [`Self::register_law`].
            Registered($crate::library::registered::Registered<$deflection>),
        }

        /// The laws of other crates.
        static REGISTRY: $crate::library::registered::Registry<$deflection> =
            $crate::library::registered::Registry::new();

        impl Default for $name {
            fn default() -> Self {
                Self::$first(<$paper>::default())
            }
        }

        impl $name {
            /// `slide`, `roll` or `spin`.
            pub const COMPONENT: &'static str = $component;

            /// Every law of this component with its defaults: the paper's first, laws of other crates last.
            pub fn all() -> Vec<Self> {
                let mut laws = Self::of_library();
                laws.extend(REGISTRY.laws().into_iter().map(Self::Registered));
                laws
            }

            fn of_library() -> Vec<Self> {
                vec![Self::default(), $(Self::$law(<$path>::default()),)*]
            }

            /// Adds a law of another crate to this component. From then on scenes, menus, studies and the command line of this
            /// process know it by its id. A law that is registered already stays as it is.
            ///
            /// # Errors
            /// The id is taken or not in lower case with hyphens, the description of the parameters does not fit them, or
            /// there are more than [`MAX_PARAMETERS`](crate::library::registered::MAX_PARAMETERS).
            pub fn register_law<L>() -> Result<(), String>
            where
                L: $crate::friction::law::Law<Deflection = $deflection> + 'static,
            {
                let known: Vec<_> = Self::of_library().iter().map(|law| law.info()).collect();
                REGISTRY.add::<L>(&known)
            }
        }

        // A step calls these for every contact: each law's own code is inlined here.
        impl $name {
            /// False if the component is switched off.
            #[inline]
            pub(crate) fn is_on(&self, contact_state: &$crate::friction::law::ContactState) -> bool {
                use $crate::friction::{any_law::DynLaw, law::Law};
                match self {
                    Self::$first(law) => Law::is_on(law, contact_state),
                    $(Self::$law(law) => Law::is_on(law, contact_state),)*
                    Self::Registered(law) => DynLaw::is_on(law, contact_state),
                }
            }

            /// Advances one step.
            #[inline]
            pub(crate) fn step(
                &self,
                contact_state: &$crate::friction::law::ContactState,
                was: &$crate::friction::element::FrictionSpring<$deflection>,
                memory: &mut $crate::friction::law::Memory,
            ) -> $crate::friction::law::Step<$deflection> {
                use $crate::friction::{any_law::DynLaw, law::Law};
                match self {
                    Self::$first(law) => Law::step(law, contact_state, was, memory),
                    $(Self::$law(law) => Law::step(law, contact_state, was, memory),)*
                    Self::Registered(law) => DynLaw::step(law, contact_state, was, memory),
                }
            }

            /// The law's loads outside its component.
            #[inline]
            pub(crate) fn coupling_load(
                &self,
                contact_state: &$crate::friction::law::ContactState,
            ) -> $crate::friction::law::CouplingLoad {
                use $crate::friction::{any_law::DynLaw, law::Law};
                match self {
                    Self::$first(law) => Law::coupling_load(law, contact_state),
                    $(Self::$law(law) => Law::coupling_load(law, contact_state),)*
                    Self::Registered(law) => DynLaw::coupling_load(law, contact_state),
                }
            }

            /// True for a law with `coupling: Implicit`.
            #[inline]
            pub fn is_implicit(&self) -> bool {
                use $crate::friction::{any_law::DynLaw, law::Law};
                match self {
                    Self::$first(law) => Law::is_implicit(law),
                    $(Self::$law(law) => Law::is_implicit(law),)*
                    Self::Registered(law) => DynLaw::is_implicit(law),
                }
            }

            /// True if the law follows the contact point over each body.
            #[inline]
            pub fn tracks_each_surface(&self) -> bool {
                use $crate::friction::{any_law::DynLaw, law::Law};
                match self {
                    Self::$first(_) => <$paper as Law>::TRACKS_EACH_SURFACE,
                    $(Self::$law(_) => <$path as Law>::TRACKS_EACH_SURFACE,)*
                    Self::Registered(law) => law.tracks_each_surface(),
                }
            }
        }

        /// The law, of whatever type.
        impl std::ops::Deref for $name {
            type Target = dyn $crate::friction::any_law::DynLaw<$deflection>;

            #[inline]
            fn deref(&self) -> &Self::Target {
                match self {
                    Self::$first(law) => law,
                    $(Self::$law(law) => law,)*
                    Self::Registered(law) => law,
                }
            }
        }

        impl std::ops::DerefMut for $name {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    Self::$first(law) => law,
                    $(Self::$law(law) => law,)*
                    Self::Registered(law) => law,
                }
            }
        }
    };
}
pub(crate) use laws;
