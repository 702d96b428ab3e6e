//! The parameter sets that the library has.

use core::ffi::{CStr, c_char, c_uint};
use core::{fmt, hash, ptr};

use crate::error::check;
use crate::options::Random;
use crate::{Error, Options, ffi};

/// One parameter set of one scheme, chosen when the program runs. Sizes are in bytes.
///
/// ```
/// use neosig::Algorithm;
///
/// let algorithm = Algorithm::find("ML-DSA-65").expect("a set of this build");
/// assert_eq!((algorithm.name(), algorithm.level()), ("ml-dsa-65", 3));
/// ```
#[derive(Clone, Copy)]
pub struct Algorithm(&'static ffi::neosig_alg);

// SAFETY: the library's rows and what they point to are constants.
unsafe impl Send for Algorithm {}
// SAFETY: as above.
unsafe impl Sync for Algorithm {}

/// What is known of a set today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Status {
    /// The set is standardised: use it.
    Standard,
    /// The set is in a running standardisation.
    Candidate,
    /// A successor replaces the set.
    Superseded,
    /// The designers gave the set up or replaced it, or nobody ever proposed it.
    Withdrawn,
    /// Somebody carried out an attack, on this set or on a smaller set of its kind.
    Broken,
}

/// What a set can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Features {
    /// Context strings.
    pub context: bool,
    /// Signing without random bytes, on request.
    pub deterministic: bool,
    /// Signing with random bytes, the default where present.
    pub hedged: bool,
    /// Pre-hash modes.
    pub prehash: bool,
    /// The message may be the 64 bytes of mu.
    pub external_mu: bool,
    /// Signing reads the message twice: no stream signs, unless by a pre-hash.
    pub reads_twice: bool,
    /// [`Options::sign_twice`](crate::Options::sign_twice) and
    /// [`Options::verify_signed`](crate::Options::verify_signed).
    pub fault_checks: bool,
}

/// The version of a scheme that a set follows. A date is a year, a month or a day, as exactly as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Specification {
    /// The version's name or number.
    pub version: &'static str,
    /// When it was published.
    pub date: &'static str,
    /// The standard, or the code, with its commit, that gives the same answers.
    pub source: &'static str,
    /// When it was last compared with what its authors publish.
    pub compared: &'static str,
    /// What they have published since, if anything is known.
    pub newer: Option<&'static str>,
}

/// The best attack on a set that is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Attack {
    /// It costs about 2^bits or less. `None`: less than the level asks, but no number is published.
    pub bits: Option<u32>,
    /// When it was published.
    pub date: &'static str,
    /// Where, and what it does.
    pub paper: &'static str,
}

/// What needs a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
#[repr(u32)]
pub enum Operation {
    Keypair = ffi::NEOSIG_OP_KEYPAIR,
    Sign = ffi::NEOSIG_OP_SIGN,
    Verify = ffi::NEOSIG_OP_VERIFY,
    PrepareSign = ffi::NEOSIG_OP_PREPARE_SIGN,
    PrepareVerify = ffi::NEOSIG_OP_PREPARE_VERIFY,
    SignPrepared = ffi::NEOSIG_OP_SIGN_PREPARED,
    VerifyPrepared = ffi::NEOSIG_OP_VERIFY_PREPARED,
}

/// A constant string of the library; empty for NULL.
///
/// # Safety
/// `text` is NULL, or a string that lives as long as the program.
pub(crate) unsafe fn text(text: *const c_char) -> &'static str {
    // SAFETY: the caller's promise.
    if text.is_null() { "" } else { unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("") }
}

/// Calls a function with a string as C has them. No name of the library is as long as the buffer.
pub(crate) fn with_c_string<T>(name: &str, call: impl FnOnce(*const c_char) -> T) -> Option<T> {
    let mut buffer = [0u8; 128];
    buffer.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
    CStr::from_bytes_with_nul(buffer.get(..=name.len())?).ok().map(|c| call(c.as_ptr()))
}

impl Algorithm {
    /// The algorithm of a row of the library.
    ///
    /// # Safety
    /// `row` is NULL or was given by the library.
    #[must_use]
    pub unsafe fn from_raw(row: *const ffi::neosig_alg) -> Option<Self> {
        // SAFETY: a row of the library is a constant; NULL becomes None.
        unsafe { row.as_ref() }.map(Algorithm)
    }

    /// The library's row.
    #[must_use]
    pub fn as_raw(self) -> *const ffi::neosig_alg {
        self.0
    }

    /// The algorithm of this name. Upper and lower case are the same, and `-`, `_` and spaces do not count. The
    /// designers' own spellings are found, too.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        // SAFETY: a string that ends with NUL; the answer is NULL or a row.
        with_c_string(name, |name| unsafe { Self::from_raw(ffi::neosig_alg_find(name)) })?
    }

    /// The algorithm whose keys have this object identifier, in dotted decimal.
    #[must_use]
    pub fn by_oid(dotted: &str) -> Option<Self> {
        // SAFETY: as in find.
        with_c_string(dotted, |dotted| unsafe { Self::from_raw(ffi::neosig_alg_by_oid(dotted)) })?
    }

    /// All algorithms of this build, in the library's order.
    pub fn all() -> impl Iterator<Item = Algorithm> {
        // SAFETY: neosig_alg_at takes any number, and its answer is NULL or a row.
        (0..unsafe { ffi::neosig_alg_count() }).filter_map(|i| unsafe { Self::from_raw(ffi::neosig_alg_at(i)) })
    }

    /// The set's name, such as `ml-dsa-65`.
    #[must_use]
    pub fn name(self) -> &'static str {
        // SAFETY: strings of a row are constants, here and below.
        unsafe { text(self.0.name) }
    }

    /// The scheme's name, such as `ml-dsa`.
    #[must_use]
    pub fn scheme(self) -> &'static str {
        // SAFETY: as in name.
        unsafe { text(self.0.scheme) }
    }

    /// NIST's security level that the designers claim: 1, 2, 3 or 5.
    #[must_use]
    pub fn level(self) -> u32 {
        self.0.level
    }

    /// What is known of the set today.
    #[must_use]
    pub fn status(self) -> Status {
        match self.0.status {
            ffi::NEOSIG_STANDARD => Status::Standard,
            ffi::NEOSIG_CANDIDATE => Status::Candidate,
            ffi::NEOSIG_SUPERSEDED => Status::Superseded,
            ffi::NEOSIG_WITHDRAWN => Status::Withdrawn,
            _ => Status::Broken,
        }
    }

    /// Year and month in which the status began.
    #[must_use]
    pub fn status_since(self) -> &'static str {
        // SAFETY: as in name.
        unsafe { text(self.0.status_since) }
    }

    /// The papers or the standard that the status is from.
    #[must_use]
    pub fn status_citation(self) -> &'static str {
        // SAFETY: as in name.
        unsafe { text(self.0.status_citation) }
    }

    /// The object identifier of the set's keys, in dotted decimal.
    #[must_use]
    pub fn oid(self) -> &'static str {
        // SAFETY: as in name.
        unsafe { text(self.0.oid) }
    }

    /// Size of a public key.
    #[must_use]
    pub fn public_key_bytes(self) -> usize {
        self.0.public_key_bytes
    }

    /// Size of a secret key.
    #[must_use]
    pub fn secret_key_bytes(self) -> usize {
        self.0.secret_key_bytes
    }

    /// Size of a signature: exact, or the maximum where signatures vary in length.
    #[must_use]
    pub fn signature_bytes(self) -> usize {
        self.0.signature_bytes
    }

    /// Size of the seed that makes a key pair.
    #[must_use]
    pub fn seed_bytes(self) -> usize {
        self.0.seed_bytes
    }

    /// What the set can do.
    #[must_use]
    pub fn features(self) -> Features {
        let has = |bit| self.0.features & bit != 0;
        Features {
            context: has(ffi::NEOSIG_HAS_CONTEXT),
            deterministic: has(ffi::NEOSIG_HAS_DETERMINISTIC),
            hedged: has(ffi::NEOSIG_HAS_HEDGED),
            prehash: has(ffi::NEOSIG_HAS_PREHASH),
            external_mu: has(ffi::NEOSIG_HAS_EXTERNAL_MU),
            reads_twice: has(ffi::NEOSIG_READS_TWICE),
            fault_checks: has(ffi::NEOSIG_HAS_FAULT_CHECKS),
        }
    }

    /// The version of the scheme that the set follows.
    #[must_use]
    pub fn specification(self) -> Specification {
        // SAFETY: every row has a specification, and all of it is constant.
        unsafe {
            let s = &*self.0.specification;
            Specification {
                version: text(s.version),
                date: text(s.date),
                source: text(s.source),
                compared: text(s.compared),
                newer: (!s.newer.is_null()).then(|| text(s.newer)),
            }
        }
    }

    /// The best published attack that costs less than the designers say.
    #[must_use]
    pub fn attack(self) -> Option<Attack> {
        // SAFETY: NULL or a constant.
        unsafe {
            self.0.attack.as_ref().map(|a| Attack {
                bits: (a.bits != 0).then_some(a.bits),
                date: text(a.date),
                paper: text(a.paper),
            })
        }
    }

    /// The workspace that an operation needs.
    #[must_use]
    pub fn workspace_bytes(self, operation: Operation, low_memory: bool) -> usize {
        let flags = if low_memory { ffi::NEOSIG_LOW_MEMORY } else { 0 };
        // SAFETY: a row of the library.
        unsafe { ffi::neosig_workspace_bytes(self.0, operation as c_uint, flags) }
    }

    /// The memory of a prepared key for verifying.
    #[must_use]
    pub fn prepared_verifying_key_bytes(self) -> usize {
        // SAFETY: a row of the library.
        unsafe { ffi::neosig_prepared_bytes(self.0, 0) }
    }

    /// The memory of a prepared key for signing.
    #[must_use]
    pub fn prepared_signing_key_bytes(self) -> usize {
        // SAFETY: a row of the library.
        unsafe { ffi::neosig_prepared_bytes(self.0, 1) }
    }
}

/// A slice's address and length for C. An empty slice has an address, too.
pub(crate) fn parts(bytes: &[u8]) -> (*const u8, usize) {
    (bytes.as_ptr(), bytes.len())
}

/// Whether bytes are as many as an algorithm's row says. If not: [`Error::Length`].
pub(crate) fn sized(bytes: &[u8], wanted: usize) -> Result<(), Error> {
    if bytes.len() == wanted { Ok(()) } else { Err(Error::Length) }
}

/// Operations on bytes, for programs that bring all memory themselves. Keys as types are `SigningKey` and
/// [`VerifyingKey`](crate::VerifyingKey).
impl Algorithm {
    /// Makes a key pair.
    #[cfg(not(feature = "verify-only"))]
    pub fn generate_into<R: Random>(
        self,
        public_key: &mut [u8],
        secret_key: &mut [u8],
        mut options: Options<'_, R>,
    ) -> Result<(), Error> {
        sized(public_key, self.public_key_bytes())?;
        sized(secret_key, self.secret_key_bytes())?;
        // SAFETY: the buffers have the row's sizes.
        check(unsafe { ffi::neosig_keypair(self.0, public_key.as_mut_ptr(), secret_key.as_mut_ptr(), &options.raw()) })
    }

    /// Makes the key pair of a seed. Most seeds make no key pair of HAWK: [`Error::Attempts`].
    #[cfg(not(feature = "verify-only"))]
    pub fn generate_from_seed_into<R: Random>(
        self,
        public_key: &mut [u8],
        secret_key: &mut [u8],
        seed: &[u8],
        mut options: Options<'_, R>,
    ) -> Result<(), Error> {
        sized(public_key, self.public_key_bytes())?;
        sized(secret_key, self.secret_key_bytes())?;
        let (seed, seed_bytes) = parts(seed);
        // SAFETY: the buffers have the row's sizes.
        check(unsafe {
            ffi::neosig_keypair_from_seed(
                self.0,
                public_key.as_mut_ptr(),
                secret_key.as_mut_ptr(),
                seed,
                seed_bytes,
                &options.raw(),
            )
        })
    }

    /// The public key that belongs to a secret key, whose parts are compared with one another. The secret keys of
    /// `rainbow-*-circumzenithal` do not determine it: [`Error::Unsupported`].
    #[cfg(not(feature = "verify-only"))]
    pub fn public_key_into<R: Random>(
        self,
        public_key: &mut [u8],
        secret_key: &[u8],
        mut options: Options<'_, R>,
    ) -> Result<(), Error> {
        sized(public_key, self.public_key_bytes())?;
        let (secret, secret_bytes) = parts(secret_key);
        // SAFETY: the buffer has the row's size.
        check(unsafe { ffi::neosig_public_key(self.0, public_key.as_mut_ptr(), secret, secret_bytes, &options.raw()) })
    }

    /// Whether a secret key is one, and the public key is its own. If not: [`Error::Key`].
    #[cfg(not(feature = "verify-only"))]
    pub fn check_pair<R: Random>(
        self,
        public_key: &[u8],
        secret_key: &[u8],
        mut options: Options<'_, R>,
    ) -> Result<(), Error> {
        let ((public, public_bytes), (secret, secret_bytes)) = (parts(public_key), parts(secret_key));
        // SAFETY: slices by address and length.
        check(unsafe { ffi::neosig_check_keypair(self.0, public, public_bytes, secret, secret_bytes, &options.raw()) })
    }

    /// Signs into a buffer of [`signature_bytes`](Self::signature_bytes), and returns the signature's length.
    #[cfg(not(feature = "verify-only"))]
    pub fn sign_into<R: Random>(
        self,
        signature: &mut [u8],
        message: &[u8],
        secret_key: &[u8],
        mut options: Options<'_, R>,
    ) -> Result<usize, Error> {
        sized(signature, self.signature_bytes())?;
        let mut bytes = 0;
        let ((message, message_bytes), (secret, secret_bytes)) = (parts(message), parts(secret_key));
        // SAFETY: the buffer has the row's size.
        check(unsafe {
            ffi::neosig_sign(
                self.0,
                signature.as_mut_ptr(),
                &mut bytes,
                message,
                message_bytes,
                secret,
                secret_bytes,
                &options.raw(),
            )
        })?;
        Ok(bytes)
    }

    /// Verifies a signature. If it is not one: [`Error::Signature`].
    pub fn verify<R: Random>(
        self,
        signature: &[u8],
        message: &[u8],
        public_key: &[u8],
        mut options: Options<'_, R>,
    ) -> Result<(), Error> {
        let ((signature, signature_bytes), (message, message_bytes)) = (parts(signature), parts(message));
        let (public, public_bytes) = parts(public_key);
        // SAFETY: slices by address and length.
        check(unsafe {
            ffi::neosig_verify(
                self.0,
                signature,
                signature_bytes,
                message,
                message_bytes,
                public,
                public_bytes,
                &options.raw(),
            )
        })
    }

    /// The 64 bytes of ML-DSA in which public key, context and message end ([`Options::external_mu`]).
    pub fn mu<R: Random>(
        self,
        message: &[u8],
        public_key: &[u8],
        mut options: Options<'_, R>,
    ) -> Result<[u8; 64], Error> {
        let mut mu = [0; 64];
        let ((message, message_bytes), (public, public_bytes)) = (parts(message), parts(public_key));
        // SAFETY: mu has 64 bytes.
        check(unsafe {
            ffi::neosig_mu(self.0, mu.as_mut_ptr(), message, message_bytes, public, public_bytes, &options.raw())
        })?;
        Ok(mu)
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for Algorithm {}

impl hash::Hash for Algorithm {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        ptr::hash(self.0, state);
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Algorithm({})", self.name())
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
