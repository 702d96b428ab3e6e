//! What the library answers when a call fails.

use core::ffi::CStr;
use core::fmt;

use crate::ffi;

/// The errors of the C library. A call that fails leaves nothing of a secret behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Error {
    /// The signature does not verify: it is forged, altered, of a wrong length or not canonical.
    Signature = ffi::NEOSIG_ERR_SIGNATURE,
    /// A value is outside of what the function documents.
    Argument = ffi::NEOSIG_ERR_ARGUMENT,
    /// A key, seed, digest or buffer has the wrong length for this algorithm.
    Length = ffi::NEOSIG_ERR_LENGTH,
    /// A key of the right length is not a valid encoding, or two keys do not belong together.
    Key = ffi::NEOSIG_ERR_KEY,
    /// The algorithm has no such feature, or the library does not know what a file holds.
    Unsupported = ffi::NEOSIG_ERR_UNSUPPORTED,
    /// The set is broken or withdrawn, and [`Options::allow_insecure`](crate::Options::allow_insecure) was not given.
    Insecure = ffi::NEOSIG_ERR_INSECURE,
    /// The random generator failed, or there is none.
    Random = ffi::NEOSIG_ERR_RANDOM,
    /// The library could not allocate memory.
    Memory = ffi::NEOSIG_ERR_MEMORY,
    /// The caller's workspace, or memory for a prepared key, is too small.
    Workspace = ffi::NEOSIG_ERR_WORKSPACE,
    /// A stream was used after an error had ended it.
    State = ffi::NEOSIG_ERR_STATE,
    /// Signing or making a key gave up after the specification's limit of attempts.
    Attempts = ffi::NEOSIG_ERR_ATTEMPTS,
    /// The environment variable `NEOSIG_BACKEND` or [`backend::select`](crate::backend::select) names a backend that is
    /// not in this build, or that this CPU cannot run.
    Backend = ffi::NEOSIG_ERR_BACKEND,
    /// A protected key needs a passphrase, or another passphrase.
    Passphrase = ffi::NEOSIG_ERR_PASSPHRASE,
    /// A fault while signing ([`Options::sign_twice`](crate::Options::sign_twice),
    /// [`Options::verify_signed`](crate::Options::verify_signed)).
    Fault = ffi::NEOSIG_ERR_FAULT,
}

impl Error {
    const ALL: [(Error, &'static str); 14] = [
        (Error::Signature, "NEOSIG_ERR_SIGNATURE"),
        (Error::Argument, "NEOSIG_ERR_ARGUMENT"),
        (Error::Length, "NEOSIG_ERR_LENGTH"),
        (Error::Key, "NEOSIG_ERR_KEY"),
        (Error::Unsupported, "NEOSIG_ERR_UNSUPPORTED"),
        (Error::Insecure, "NEOSIG_ERR_INSECURE"),
        (Error::Random, "NEOSIG_ERR_RANDOM"),
        (Error::Memory, "NEOSIG_ERR_MEMORY"),
        (Error::Workspace, "NEOSIG_ERR_WORKSPACE"),
        (Error::State, "NEOSIG_ERR_STATE"),
        (Error::Attempts, "NEOSIG_ERR_ATTEMPTS"),
        (Error::Backend, "NEOSIG_ERR_BACKEND"),
        (Error::Passphrase, "NEOSIG_ERR_PASSPHRASE"),
        (Error::Fault, "NEOSIG_ERR_FAULT"),
    ];

    /// The error's name in the C library, such as `NEOSIG_ERR_KEY`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize - 1].1
    }

    /// All errors.
    pub fn all() -> impl Iterator<Item = Error> {
        Self::ALL.into_iter().map(|(error, _)| error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: neosig_strerror returns a constant string, never NULL.
        let sentence = unsafe { CStr::from_ptr(ffi::neosig_strerror(*self as ffi::neosig_error)) };
        f.write_str(sentence.to_str().unwrap_or(self.name()))
    }
}

impl core::error::Error for Error {}

impl From<Error> for signature::Error {
    #[cfg(feature = "alloc")]
    fn from(error: Error) -> Self {
        Self::from_source(error)
    }

    #[cfg(not(feature = "alloc"))]
    fn from(_: Error) -> Self {
        Self::new()
    }
}

/// The answer of a function of C. A number that this crate does not know, of a newer library, is
/// [`Unsupported`](Error::Unsupported).
pub(crate) fn check(answer: ffi::neosig_error) -> Result<(), Error> {
    match answer {
        ffi::NEOSIG_OK => Ok(()),
        number => Err(Error::ALL.get(number as usize - 1).map_or(Error::Unsupported, |entry| entry.0)),
    }
}
