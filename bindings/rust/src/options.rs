//! How to do an operation.

use core::ffi::{c_int, c_uint, c_void};
use core::ptr;

use rand_core::TryCryptoRng;

use crate::ffi;
use crate::memory::Block;

/// A function that hashes the message before it is signed, for sets that have
/// [`Features::prehash`](crate::Features::prehash).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
#[repr(u32)]
pub enum Prehash {
    Sha2_224 = ffi::NEOSIG_PREHASH_SHA2_224,
    Sha2_256 = ffi::NEOSIG_PREHASH_SHA2_256,
    Sha2_384 = ffi::NEOSIG_PREHASH_SHA2_384,
    Sha2_512 = ffi::NEOSIG_PREHASH_SHA2_512,
    Sha2_512_224 = ffi::NEOSIG_PREHASH_SHA2_512_224,
    Sha2_512_256 = ffi::NEOSIG_PREHASH_SHA2_512_256,
    Sha3_224 = ffi::NEOSIG_PREHASH_SHA3_224,
    Sha3_256 = ffi::NEOSIG_PREHASH_SHA3_256,
    Sha3_384 = ffi::NEOSIG_PREHASH_SHA3_384,
    Sha3_512 = ffi::NEOSIG_PREHASH_SHA3_512,
    Shake128 = ffi::NEOSIG_PREHASH_SHAKE128,
    Shake256 = ffi::NEOSIG_PREHASH_SHAKE256,
}

/// The operating system's generator of random bytes.
#[derive(Clone, Copy, Debug)]
pub enum Os {}

/// Where random bytes come from: [`Os`], or any generator of `rand_core` that is fit for secrets.
pub trait Random: sealed::Random {}

impl Random for Os {}
impl<R: TryCryptoRng> Random for R {}

pub(crate) mod sealed {
    pub trait Random {
        /// What C calls with a pointer to the generator.
        const FILL: Option<crate::ffi::neosig_random>;
    }
}

impl sealed::Random for Os {
    const FILL: Option<ffi::neosig_random> = None;
}

impl<R: TryCryptoRng> sealed::Random for R {
    const FILL: Option<ffi::neosig_random> = Some(fill::<R>);
}

/// # Safety
/// `state` is a generator that nobody else uses during the call, and `out` has room for `bytes`.
unsafe extern "C" fn fill<R: TryCryptoRng>(state: *mut c_void, out: *mut u8, bytes: usize) -> c_int {
    // SAFETY: Options::raw gives C this function together with a pointer to the R that Options has borrowed.
    let generator = unsafe { &mut *state.cast::<R>() };
    // Rust's slices hold no bytes that nobody has written.
    // SAFETY: the caller's promise.
    let out = unsafe {
        ptr::write_bytes(out, 0, bytes);
        core::slice::from_raw_parts_mut(out, bytes)
    };
    c_int::from(generator.try_fill_bytes(out).is_err())
}

/// How to do an operation. A set that lacks what is asked for answers
/// [`Error::Unsupported`](crate::Error::Unsupported).
///
/// ```
/// # #[cfg(all(feature = "ml-dsa", not(feature = "verify-only")))] {
/// use neosig::{MlDsa65, Options, Prehash, SigningKey};
///
/// let key = SigningKey::generate(MlDsa65)?;
/// let options = || Options::new().context(b"mail").prehash(Prehash::Sha2_512);
/// let signature = key.sign_with(b"a message", options())?;
/// key.verifying_key().verify_with(b"a message", &signature, options())?;
/// # }
/// # Ok::<(), neosig::Error>(())
/// ```
#[derive(Debug)]
pub struct Options<'a, R = Os> {
    flags: c_uint,
    prehash: ffi::neosig_prehash,
    context: &'a [u8],
    random: Option<&'a mut R>,
    workspace: Option<&'a mut [Block]>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl Options<'_> {
    /// The operating system's random bytes, no context, no pre-hash, memory that the library allocates.
    #[must_use]
    pub const fn new() -> Self {
        Options { flags: 0, prehash: ffi::NEOSIG_PREHASH_NONE, context: &[], random: None, workspace: None }
    }
}

impl<'a, R> Options<'a, R> {
    /// At most 255 bytes that signer and verifier must name alike.
    #[must_use]
    pub fn context(self, context: &'a [u8]) -> Self {
        Options { context, ..self }
    }

    /// Signs or verifies a hash of the message.
    #[must_use]
    pub fn prehash(self, function: Prehash) -> Self {
        Options { prehash: function as ffi::neosig_prehash, ..self }
    }

    /// The message is its own digest, by this function.
    #[must_use]
    pub fn digest(self, function: Prehash) -> Self {
        self.prehash(function).flag(ffi::NEOSIG_DIGEST)
    }

    /// The message is the 64 bytes of ML-DSA's mu ([`VerifyingKey::mu`](crate::VerifyingKey::mu)).
    #[must_use]
    pub fn external_mu(self) -> Self {
        self.flag(ffi::NEOSIG_EXTERNAL_MU)
    }

    /// The specification's internal interface, for its test vectors.
    #[must_use]
    pub fn internal(self) -> Self {
        self.flag(ffi::NEOSIG_INTERNAL)
    }

    /// Draws no random bytes for the signature.
    #[must_use]
    pub fn deterministic(self) -> Self {
        self.flag(ffi::NEOSIG_DETERMINISTIC)
    }

    /// Makes a signature twice, and returns it if both are the same. This finds every fault that changes one of the
    /// two. Only sets with [`Features::fault_checks`](crate::Features::fault_checks) have this.
    #[must_use]
    pub fn sign_twice(self) -> Self {
        self.flag(ffi::NEOSIG_SIGN_TWICE)
    }

    /// Verifies a signature before it is returned. This costs far less than [`Options::sign_twice`], and finds few
    /// of the faults that help to forge.
    #[must_use]
    pub fn verify_signed(self) -> Self {
        self.flag(ffi::NEOSIG_VERIFY_SIGNED)
    }

    /// Makes keys of broken and withdrawn sets, too.
    #[must_use]
    pub fn allow_insecure(self) -> Self {
        self.flag(ffi::NEOSIG_ALLOW_INSECURE)
    }

    /// The least workspace in place of the most speed, where a scheme offers the choice.
    #[must_use]
    pub fn low_memory(self) -> Self {
        self.flag(ffi::NEOSIG_LOW_MEMORY)
    }

    /// Takes random bytes from this generator. A generator that panics ends the process.
    #[must_use]
    pub fn random<G: TryCryptoRng>(self, generator: &'a mut G) -> Options<'a, G> {
        Options {
            flags: self.flags,
            prehash: self.prehash,
            context: self.context,
            random: Some(generator),
            workspace: self.workspace,
        }
    }

    /// Works in this memory, so that the library allocates none.
    /// [`Algorithm::workspace_bytes`](crate::Algorithm::workspace_bytes) says how much an operation needs. What was
    /// secret in it is wiped.
    #[must_use]
    pub fn workspace(self, workspace: &'a mut [Block]) -> Self {
        Options { workspace: Some(workspace), ..self }
    }

    fn flag(self, flag: c_uint) -> Self {
        Options { flags: self.flags | flag, ..self }
    }
}

impl<R: Random> Options<'_, R> {
    /// For C, while `self` is borrowed.
    pub(crate) fn raw(&mut self) -> ffi::neosig_options {
        let (random, random_state) = match &mut self.random {
            Some(generator) => (R::FILL, ptr::from_mut::<R>(*generator).cast()),
            None => (None, ptr::null_mut()),
        };
        let (workspace, workspace_bytes) = match &mut self.workspace {
            Some(blocks) => (blocks.as_mut_ptr().cast(), size_of_val::<[Block]>(&**blocks)),
            None => (ptr::null_mut(), 0),
        };
        ffi::neosig_options {
            size: size_of::<ffi::neosig_options>(),
            flags: self.flags,
            prehash: self.prehash,
            context: self.context.as_ptr(),
            context_bytes: self.context.len(),
            random,
            random_state,
            workspace,
            workspace_bytes,
            run: None,
            run_state: ptr::null_mut(),
        }
    }

    /// For what draws no random bytes, and may outlive the borrow of the generator's type.
    pub(crate) fn without_random(&mut self) -> ffi::neosig_options {
        ffi::neosig_options { random: None, random_state: ptr::null_mut(), ..self.raw() }
    }
}
