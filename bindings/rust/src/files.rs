//! Keys as files: PEM and DER, plain or under a passphrase.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ffi::{CStr, c_uint};
use core::{fmt, mem, ptr, slice};

use crate::algorithm::parts;
use crate::error::check;
use crate::{Algorithm, Error, ParameterSet, VerifyingKey, ffi};

/// Why a key was not read: an [`Error`], and what is wrong with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    error: Error,
    wrong: String,
}

impl FileError {
    /// The error's kind.
    #[must_use]
    pub fn kind(&self) -> Error {
        self.error
    }
}

impl From<Error> for FileError {
    fn from(error: Error) -> Self {
        FileError { error, wrong: String::new() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.wrong.is_empty() { self.error.fmt(f) } else { write!(f, "the key {}", self.wrong) }
    }
}

impl core::error::Error for FileError {}

/// A key of C's with no members.
fn empty() -> ffi::neosig_key {
    // SAFETY: a structure of C of which all zeros is a value.
    unsafe { mem::zeroed() }
}

/// A key of C's, which is wiped and freed when it is dropped.
pub(crate) struct Released(pub(crate) ffi::neosig_key);

impl Drop for Released {
    fn drop(&mut self) {
        // SAFETY: zeros, or what C filled.
        unsafe { ffi::neosig_key_release(&mut self.0) }
    }
}

/// Bytes of a member of a key, if it is there.
///
/// # Safety
/// `member` is NULL or has this many bytes, and lives as long as the answer.
unsafe fn member<'a>(member: *const u8, bytes: usize) -> Option<&'a [u8]> {
    // SAFETY: the caller's promise.
    (!member.is_null()).then(|| unsafe { slice::from_raw_parts(member, bytes) })
}

impl Released {
    pub(crate) fn new() -> Self {
        Released(empty())
    }

    fn read(kind: ffi::neosig_key_kind, text: &[u8], passphrase: Option<&[u8]>) -> Result<Self, FileError> {
        let mut key = Self::new();
        let (word, word_bytes) = passphrase.map_or((ptr::null(), 0), parts);
        // SAFETY: slices by address and length.
        let answer = unsafe {
            ffi::neosig_key_read(&mut key.0, kind, text.as_ptr().cast(), text.len(), word.cast(), word_bytes)
        };
        match check(answer) {
            Ok(()) => Ok(key),
            Err(error) => {
                // SAFETY: C ends it with NUL.
                let wrong = unsafe { CStr::from_ptr(key.0.wrong.as_ptr()) };
                Err(FileError { error, wrong: wrong.to_string_lossy().into_owned() })
            }
        }
    }

    /// The key's set, unless it is not of this type.
    fn set<P: ParameterSet>(&self) -> Result<P, FileError> {
        // SAFETY: a key that was read or made has its row.
        let algorithm = unsafe { Algorithm::from_raw(self.0.alg) }.ok_or(Error::Key)?;
        P::of(algorithm).ok_or_else(|| FileError {
            error: Error::Unsupported,
            wrong: "is of ".to_string() + algorithm.name() + ", which is not the set that is wanted",
        })
    }

    fn verifying_key<P: ParameterSet>(&self, set: P) -> Result<VerifyingKey<P>, Error> {
        // SAFETY: members have the sizes of the row.
        let public = unsafe { member(self.0.public_key, set.algorithm().public_key_bytes()) };
        VerifyingKey::from_bytes(set, public.ok_or(Error::Unsupported)?)
    }
}

impl<P: ParameterSet> VerifyingKey<P> {
    /// Reads a SubjectPublicKeyInfo in PEM or DER.
    pub fn read(file: impl AsRef<[u8]>) -> Result<Self, FileError> {
        let key = Released::read(ffi::NEOSIG_KEY_PUBLIC, file.as_ref(), None)?;
        Ok(key.verifying_key(key.set()?)?)
    }

    /// The key as PEM, with the label `PUBLIC KEY`.
    pub fn to_pem(&self) -> Result<String, Error> {
        String::from_utf8(self.write(0)?).map_err(|_| Error::Key)
    }

    /// The key as a SubjectPublicKeyInfo.
    pub fn to_der(&self) -> Result<Vec<u8>, Error> {
        self.write(ffi::NEOSIG_KEY_DER)
    }

    fn write(&self, flags: c_uint) -> Result<Vec<u8>, Error> {
        let (alg, public_key) = (self.set.algorithm().as_raw(), self.as_ref().as_ptr().cast_mut());
        let key = ffi::neosig_key { alg, public_key, ..empty() };
        let format = ffi::neosig_key_format { flags, ..plain() };
        // SAFETY: C reads the key, whose members are this one's.
        unsafe { written(&key, ffi::NEOSIG_KEY_PUBLIC, &format) }
    }

    /// The SHA-256 of the key's SubjectPublicKeyInfo, for people to compare.
    pub fn fingerprint(&self) -> Result<[u8; 32], Error> {
        let mut fingerprint = [0; 32];
        let public = self.as_ref();
        // SAFETY: a slice by address and length, and 32 bytes.
        check(unsafe {
            ffi::neosig_fingerprint(
                self.set.algorithm().as_raw(),
                public.as_ptr(),
                public.len(),
                fingerprint.as_mut_ptr(),
            )
        })?;
        Ok(fingerprint)
    }
}

/// PEM, not protected.
fn plain() -> ffi::neosig_key_format {
    ffi::neosig_key_format {
        flags: 0,
        passphrase: ptr::null(),
        passphrase_bytes: 0,
        kdf: ffi::NEOSIG_KDF_SCRYPT,
        cost: 0,
        random: None,
        random_state: ptr::null_mut(),
    }
}

/// What C writes of a key.
///
/// # Safety
/// The key's members are NULL or have the sizes of its row, and the format is one.
unsafe fn written(
    key: &ffi::neosig_key,
    kind: ffi::neosig_key_kind,
    format: &ffi::neosig_key_format,
) -> Result<Vec<u8>, Error> {
    let (mut text, mut bytes) = (ptr::null_mut(), 0);
    // SAFETY: the caller's promise; C allocates the text, and this frees it.
    unsafe {
        check(ffi::neosig_key_write(&mut text, &mut bytes, key, kind, format))?;
        let copy = slice::from_raw_parts(text, bytes).to_vec();
        ffi::neosig_key_free(text.cast(), bytes);
        Ok(copy)
    }
}

#[cfg(not(feature = "verify-only"))]
mod secret {
    use super::*;
    use crate::SigningKey;
    use crate::memory::Secret;
    use core::ffi::c_ulong;
    use zeroize::Zeroizing;

    /// Which of RFC 9881's forms an ML-DSA key has in its file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u32)]
    pub enum Form {
        /// The seed where it is known, the expanded key where it is not.
        Seed = 0,
        /// The expanded key.
        Expanded = ffi::NEOSIG_KEY_EXPANDED,
        /// The seed and the expanded key.
        Both = ffi::NEOSIG_KEY_BOTH,
    }

    /// What makes a key of a passphrase.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    #[repr(u32)]
    pub enum Kdf {
        Scrypt = ffi::NEOSIG_KDF_SCRYPT,
        Pbkdf2 = ffi::NEOSIG_KDF_PBKDF2,
    }

    /// How to write a secret key. The default is not protected, and an ML-DSA key is its seed where that is known.
    ///
    /// ```
    /// # #[cfg(feature = "ml-dsa")] {
    /// use neosig::{Algorithm, KeyFormat, MlDsa65, SigningKey};
    ///
    /// let key = SigningKey::generate(MlDsa65)?;
    /// let file = key.to_pem(&KeyFormat::new().passphrase(b"correct horse").cost(1024))?;
    /// let read = SigningKey::<Algorithm>::read(&*file, Some(b"correct horse")).unwrap();
    /// assert_eq!(read.as_bytes(), key.as_bytes());
    /// # }
    /// # Ok::<(), neosig::Error>(())
    /// ```
    #[derive(Clone, Copy)]
    pub struct KeyFormat<'a> {
        flags: c_uint,
        passphrase: Option<&'a [u8]>,
        kdf: Kdf,
        cost: c_ulong,
    }

    impl<'a> KeyFormat<'a> {
        /// Not protected.
        #[must_use]
        pub const fn new() -> Self {
            KeyFormat { flags: 0, passphrase: None, kdf: Kdf::Scrypt, cost: 0 }
        }

        /// Under a passphrase. An empty one is an error without [`empty_passphrase`](Self::empty_passphrase).
        #[must_use]
        pub fn passphrase(self, passphrase: &'a [u8]) -> Self {
            KeyFormat { passphrase: Some(passphrase), ..self }
        }

        /// An empty passphrase, which protects nothing, is meant.
        #[must_use]
        pub fn empty_passphrase(self) -> Self {
            self.flag(ffi::NEOSIG_KEY_EMPTY_PASSPHRASE)
        }

        /// What makes a key of the passphrase. The default is scrypt.
        #[must_use]
        pub fn kdf(self, kdf: Kdf) -> Self {
            KeyFormat { kdf, ..self }
        }

        /// scrypt's N, or PBKDF2's iterations.
        #[must_use]
        pub fn cost(self, cost: u32) -> Self {
            KeyFormat { cost: c_ulong::from(cost), ..self }
        }

        /// The form of an ML-DSA key.
        #[must_use]
        pub fn form(self, form: Form) -> Self {
            self.flag(form as c_uint)
        }

        /// With the public key beside the secret key: version 2 of PKCS #8.
        #[must_use]
        pub fn with_public_key(self) -> Self {
            self.flag(ffi::NEOSIG_KEY_WITH_PUBLIC)
        }

        fn flag(self, flag: c_uint) -> Self {
            KeyFormat { flags: self.flags | flag, ..self }
        }

        fn raw(&self) -> ffi::neosig_key_format {
            let (passphrase, passphrase_bytes) = self.passphrase.map_or((ptr::null(), 0), parts);
            ffi::neosig_key_format {
                flags: self.flags,
                passphrase: passphrase.cast(),
                passphrase_bytes,
                kdf: self.kdf as ffi::neosig_key_kdf,
                cost: self.cost,
                ..plain()
            }
        }
    }

    impl Default for KeyFormat<'_> {
        fn default() -> Self {
            Self::new()
        }
    }

    impl fmt::Debug for KeyFormat<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("KeyFormat")
        }
    }

    impl Released {
        pub(crate) fn signing_key<P: ParameterSet>(&self, set: P) -> Result<SigningKey<P>, Error> {
            let algorithm = set.algorithm();
            // SAFETY: members have the sizes of the row.
            let (secret, seed) = unsafe {
                (member(self.0.secret_key, algorithm.secret_key_bytes()), member(self.0.seed, algorithm.seed_bytes()))
            };
            let key = SigningKey::of(self.verifying_key(set)?, secret.ok_or(Error::Key)?);
            Ok(SigningKey { seed: seed.map(Secret::copied), ..key })
        }
    }

    impl<P: ParameterSet> SigningKey<P> {
        /// Reads PKCS #8 in PEM or DER, under a passphrase or not. A key of `rainbow-*-circumzenithal` must have its
        /// public key beside it: [`Error::Unsupported`].
        pub fn read(file: impl AsRef<[u8]>, passphrase: Option<&[u8]>) -> Result<Self, FileError> {
            let key = Released::read(ffi::NEOSIG_KEY_SECRET, file.as_ref(), passphrase)?;
            Ok(key.signing_key(key.set()?)?)
        }

        /// The key as PEM, with the label `PRIVATE KEY` or `ENCRYPTED PRIVATE KEY`.
        pub fn to_pem(&self, format: &KeyFormat<'_>) -> Result<Zeroizing<String>, Error> {
            String::from_utf8(self.write(format.raw())?).map(Zeroizing::new).map_err(|_| Error::Key)
        }

        /// The key as PKCS #8 in DER.
        pub fn to_der(&self, format: &KeyFormat<'_>) -> Result<Zeroizing<Vec<u8>>, Error> {
            self.write(format.flag(ffi::NEOSIG_KEY_DER).raw()).map(Zeroizing::new)
        }

        fn write(&self, format: ffi::neosig_key_format) -> Result<Vec<u8>, Error> {
            let key = ffi::neosig_key {
                alg: self.set().algorithm().as_raw(),
                public_key: self.public.as_ref().as_ptr().cast_mut(),
                secret_key: self.as_bytes().as_ref().as_ptr().cast_mut(),
                seed: self.seed().map_or(ptr::null_mut(), |seed| seed.as_ref().as_ptr().cast_mut()),
                ..empty()
            };
            // SAFETY: C reads the key, whose members are this one's.
            unsafe { written(&key, ffi::NEOSIG_KEY_SECRET, &format) }
        }
    }
}

#[cfg(not(feature = "verify-only"))]
pub use secret::{Form, Kdf, KeyFormat};
