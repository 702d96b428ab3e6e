//! Parameter sets as types.

use core::fmt::Debug;

use crate::Algorithm;
use crate::memory::Store;

/// What a key is of: an [`Algorithm`] that is chosen when the program runs, or a type such as `MlDsa65`, whose sizes
/// are known when the program is compiled. Only this crate has such types, so that their sizes are the library's.
pub trait ParameterSet: Copy + Eq + Debug + Send + Sync + 'static + sealed::ParameterSet {
    /// Bytes of a public key.
    type PublicKey: Store;
    /// Bytes of a secret key.
    type SecretKey: Store;
    /// Bytes of a signature, the most that it can have.
    type Signature: Store;
    /// Bytes of a seed.
    type Seed: Store;

    /// The set as the library has it.
    fn algorithm(self) -> Algorithm;

    /// This type's value for an algorithm, if it has one.
    fn of(algorithm: Algorithm) -> Option<Self>;
}

/// A set with sizes that are known at compile time.
pub trait FixedSet: ParameterSet + Default {
    /// The set's name, such as `ml-dsa-65`.
    const NAME: &'static str;
    /// Size of a public key.
    const PUBLIC_KEY_BYTES: usize;
    /// Size of a secret key.
    const SECRET_KEY_BYTES: usize;
    /// Size of a signature: exact, or the maximum where signatures vary in length.
    const SIGNATURE_BYTES: usize;
    /// Size of the seed that makes a key pair.
    const SEED_BYTES: usize;
}

pub(crate) mod sealed {
    pub trait ParameterSet {
        /// The most bytes of a signature, where the type says it.
        const SIGNATURE_ROOM: Option<usize>;
    }
}

#[cfg(feature = "alloc")]
impl sealed::ParameterSet for Algorithm {
    const SIGNATURE_ROOM: Option<usize> = None;
}

#[cfg(feature = "alloc")]
impl ParameterSet for Algorithm {
    type PublicKey = crate::memory::Boxed<[u8]>;
    type SecretKey = crate::memory::Boxed<[u8]>;
    type Signature = crate::memory::Boxed<[u8]>;
    type Seed = crate::memory::Boxed<[u8]>;

    fn algorithm(self) -> Algorithm {
        self
    }

    fn of(algorithm: Algorithm) -> Option<Self> {
        Some(algorithm)
    }
}

/// Keys are large, and moving them on the heap leaves no copies of secrets behind.
#[cfg(feature = "alloc")]
pub(crate) type Key<const N: usize> = crate::memory::Boxed<[u8; N]>;
#[cfg(not(feature = "alloc"))]
pub(crate) type Key<const N: usize> = crate::memory::Inline<N>;

/// Rows of `sets.rs`: type, feature, name, and the sizes of public key, secret key, signature and seed.
macro_rules! sets {
    ($($set:ident $feature:literal $name:literal
       $public:literal $secret:literal $signature:literal $seed:literal;)*) => {
        $(
            #[doc = concat!("The parameter set `", $name, "`.")]
            #[cfg(feature = $feature)]
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub struct $set;

            #[cfg(feature = $feature)]
            impl $crate::set::sealed::ParameterSet for $set {
                const SIGNATURE_ROOM: Option<usize> = Some($signature);
            }

            #[cfg(feature = $feature)]
            impl $crate::ParameterSet for $set {
                type PublicKey = $crate::set::Key<$public>;
                type SecretKey = $crate::set::Key<$secret>;
                type Signature = $crate::memory::Inline<$signature>;
                type Seed = $crate::set::Key<$seed>;

                fn algorithm(self) -> $crate::Algorithm {
                    static ROW: $crate::set::Row = $crate::set::Row::new();
                    ROW.find::<Self>()
                }

                fn of(algorithm: $crate::Algorithm) -> Option<Self> {
                    (algorithm.name() == $name).then_some($set)
                }
            }

            #[cfg(feature = $feature)]
            impl $crate::FixedSet for $set {
                const NAME: &'static str = $name;
                const PUBLIC_KEY_BYTES: usize = $public;
                const SECRET_KEY_BYTES: usize = $secret;
                const SIGNATURE_BYTES: usize = $signature;
                const SEED_BYTES: usize = $seed;
            }
        )*

        /// The sets as types, each with its sizes: what the library's rows must say.
        #[cfg(test)]
        #[allow(dead_code)]
        pub(crate) const FIXED: &[(&str, [usize; 4])] = &[$(
            #[cfg(feature = $feature)]
            ($name, [$public, $secret, $signature, $seed]),
        )*];
    };
}
pub(crate) use sets;

/// A row of the library that was looked up already.
pub(crate) struct Row(core::sync::atomic::AtomicPtr<crate::ffi::neosig_alg>);

impl Row {
    pub(crate) const fn new() -> Self {
        Row(core::sync::atomic::AtomicPtr::new(core::ptr::null_mut()))
    }

    /// The row of a set, which must have the sizes of its type. Only a library that is not this crate's own can have
    /// others (`NEOSIG_LIB_DIR`).
    pub(crate) fn find<P: FixedSet>(&self) -> Algorithm {
        use core::sync::atomic::Ordering::Relaxed;
        // SAFETY: NULL, or a row that the library gave below.
        if let Some(algorithm) = unsafe { Algorithm::from_raw(self.0.load(Relaxed)) } {
            return algorithm;
        }
        let Some(algorithm) = Algorithm::find(P::NAME) else { panic!("the library has no {}", P::NAME) };
        let sizes = [
            algorithm.public_key_bytes(),
            algorithm.secret_key_bytes(),
            algorithm.signature_bytes(),
            algorithm.seed_bytes(),
        ];
        let mine = [P::PUBLIC_KEY_BYTES, P::SECRET_KEY_BYTES, P::SIGNATURE_BYTES, P::SEED_BYTES];
        assert!(sizes == mine, "the library's {} has the sizes {sizes:?}, not {mine:?}", P::NAME);
        self.0.store(algorithm.as_raw().cast_mut(), Relaxed);
        algorithm
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::FIXED;

    #[test]
    fn types_are_the_rows_of_the_library() {
        let rows: std::vec::Vec<_> = Algorithm::all()
            .map(|a| (a.name(), [a.public_key_bytes(), a.secret_key_bytes(), a.signature_bytes(), a.seed_bytes()]))
            .collect();
        assert_eq!(rows, FIXED);
    }

    /// Another size is noticed before anything is written.
    #[test]
    #[cfg(feature = "ml-dsa")]
    #[should_panic(expected = "has the sizes")]
    fn a_type_of_another_size_is_refused() {
        sets! {
            Planted "ml-dsa" "ml-dsa-44" 1312 2560 2421 32;
        }
        Planted.algorithm();
    }
}
