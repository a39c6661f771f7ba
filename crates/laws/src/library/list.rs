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
