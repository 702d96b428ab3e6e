//! Secret keys, signing.

use core::fmt;
use core::marker::PhantomData;

use crate::algorithm::{parts, sized};
use crate::error::check;
use crate::memory::{self, Block, Room, Secret, Store};
use crate::options::{Os, Random};
use crate::verifying::StreamMemory;
use crate::{Error, Options, ParameterSet, Signature, VerifyingKey, ffi};

/// A secret key with its public key. It is wiped when it is dropped.
///
/// ```
/// use neosig::{MlDsa65, SigningKey};
///
/// let key = SigningKey::generate(MlDsa65)?;
/// let signature = key.sign(b"a message")?;
/// key.verifying_key().verify(b"a message", &signature)?;
/// # Ok::<(), neosig::Error>(())
/// ```
#[derive(Clone)]
pub struct SigningKey<P: ParameterSet> {
    pub(crate) public: VerifyingKey<P>,
    pub(crate) secret: Secret<P::SecretKey>,
    pub(crate) seed: Option<Secret<P::Seed>>,
}

impl<P: ParameterSet> SigningKey<P> {
    /// Makes a key of the operating system's random bytes. A broken or withdrawn set: [`Error::Insecure`].
    pub fn generate(set: P) -> Result<Self, Error> {
        Self::generate_with(set, Options::new())
    }

    /// Makes a key with a generator of the caller's, or of a set that is not secure.
    #[cfg(feature = "alloc")]
    pub fn generate_with<R: Random>(set: P, mut options: Options<'_, R>) -> Result<Self, Error> {
        // What makes keys for files knows ML-DSA's seed.
        let mut made = crate::files::Released::new();
        // SAFETY: a structure for C to fill; a seed of NULL asks for random bytes.
        check(unsafe {
            ffi::neosig_key_make(&mut made.0, set.algorithm().as_raw(), core::ptr::null(), &options.raw())
        })?;
        made.signing_key(set)
    }

    /// Makes a key with a generator of the caller's, or of a set that is not secure.
    #[cfg(not(feature = "alloc"))]
    pub fn generate_with<R: Random>(set: P, options: Options<'_, R>) -> Result<Self, Error> {
        let mut key = Self::zeroed(set);
        let (public, secret) = (key.public.bytes.get_mut().as_mut(), key.secret.0.get_mut().as_mut());
        set.algorithm().generate_into(public, secret, options)?;
        Ok(key)
    }

    /// The key of a seed, [`seed_bytes`](crate::Algorithm::seed_bytes) long. Most seeds make no key of HAWK:
    /// [`Error::Attempts`].
    pub fn from_seed(set: P, seed: &[u8]) -> Result<Self, Error> {
        Self::from_seed_with(set, seed, Options::new())
    }

    /// The key of a seed, also of a set that is not secure.
    pub fn from_seed_with<R: Random>(set: P, seed: &[u8], options: Options<'_, R>) -> Result<Self, Error> {
        let mut key = Self::zeroed(set);
        let (public, secret) = (key.public.bytes.get_mut().as_mut(), key.secret.0.get_mut().as_mut());
        set.algorithm().generate_from_seed_into(public, secret, seed, options)?;
        key.seed = Some(Secret::copied(seed));
        Ok(key)
    }

    /// The key of a secret key's bytes, of which the public key is computed. The secret keys of
    /// `rainbow-*-circumzenithal` do not determine it: [`Error::Unsupported`]. A damaged key: [`Error::Key`].
    pub fn from_bytes(set: P, secret: &[u8]) -> Result<Self, Error> {
        sized(secret, set.algorithm().secret_key_bytes())?;
        let mut public = VerifyingKey::zeroed(set);
        set.algorithm().public_key_into(public.bytes.get_mut().as_mut(), secret, Options::new())?;
        Ok(Self::of(public, secret))
    }

    /// The key of a secret key's bytes and its public key. If they do not belong together: [`Error::Key`].
    pub fn from_pair(secret: &[u8], public: VerifyingKey<P>) -> Result<Self, Error> {
        let algorithm = public.set.algorithm();
        sized(secret, algorithm.secret_key_bytes())?;
        algorithm.check_pair(public.as_ref(), secret, Options::new())?;
        Ok(Self::of(public, secret))
    }

    /// A key of its parts. The secret key is copied to where it stays: an array that moves leaves its bytes behind.
    pub(crate) fn of(public: VerifyingKey<P>, secret: &[u8]) -> Self {
        let mut key = SigningKey { public, secret: Secret(memory::zeroed(secret.len())), seed: None };
        key.secret.0.get_mut().as_mut().copy_from_slice(secret);
        key
    }

    fn zeroed(set: P) -> Self {
        let secret = Secret(memory::zeroed(set.algorithm().secret_key_bytes()));
        SigningKey { public: VerifyingKey::zeroed(set), secret, seed: None }
    }

    /// The set that the key is of.
    pub fn set(&self) -> P {
        self.public.set
    }

    /// The public key.
    pub fn verifying_key(&self) -> &VerifyingKey<P> {
        &self.public
    }

    /// The secret key as the specification has it. What you copy of it, you wipe.
    pub fn as_bytes(&self) -> &<P::SecretKey as Store>::Bytes {
        self.secret.0.get()
    }

    /// The seed that the key was made of, where it is known.
    pub fn seed(&self) -> Option<&<P::Seed as Store>::Bytes> {
        self.seed.as_ref().map(|seed| seed.0.get())
    }

    /// Signs, with the operating system's random bytes where the scheme takes any.
    pub fn sign(&self, message: &[u8]) -> Result<Signature<P>, Error> {
        self.sign_with(message, Options::new())
    }

    /// Signs with a context, a pre-hash and so on.
    pub fn sign_with<R: Random>(&self, message: &[u8], options: Options<'_, R>) -> Result<Signature<P>, Error> {
        let mut signature = Signature::zeroed(self.set());
        let room = signature.store.get_mut().as_mut();
        signature.bytes = self.set().algorithm().sign_into(room, message, self.as_bytes().as_ref(), options)?;
        Ok(signature)
    }

    /// Signs a message that comes in pieces. A set that [reads it twice](crate::Features::reads_twice), without a
    /// pre-hash: [`Error::Unsupported`].
    #[cfg(feature = "alloc")]
    pub fn sign_stream<'a, R: Random>(&'a self, options: Options<'a, R>) -> Result<SignStream<'a, P, R>, Error> {
        self.stream_room(StreamMemory::boxed(), options)
    }

    /// The same in memory of the caller.
    pub fn sign_stream_in<'a, R: Random>(
        &'a self,
        memory: &'a mut StreamMemory,
        options: Options<'a, R>,
    ) -> Result<SignStream<'a, P, R>, Error> {
        self.stream_room(Room::Lent(memory), options)
    }

    fn stream_room<'a, R: Random>(
        &'a self,
        mut stream: Room<'a, StreamMemory>,
        mut options: Options<'a, R>,
    ) -> Result<SignStream<'a, P, R>, Error> {
        let (secret, secret_bytes) = parts(self.as_bytes().as_ref());
        // SAFETY: the key and what the options point to live as long as the stream.
        check(unsafe {
            ffi::neosig_sign_init(&mut stream.0, self.set().algorithm().as_raw(), secret, secret_bytes, &options.raw())
        })?;
        Ok(SignStream { set: self.set(), stream, keeps: PhantomData })
    }

    /// The key expanded once, for many signatures. Threads may share it.
    #[cfg(feature = "alloc")]
    pub fn prepare(&self) -> Result<PreparedSigningKey<'static, P>, Error> {
        let room = memory::blocks(self.set().algorithm().prepared_signing_key_bytes());
        self.prepare_room(room, Options::new())
    }

    /// The key expanded in memory of the caller, of
    /// [`prepared_signing_key_bytes`](crate::Algorithm::prepared_signing_key_bytes).
    pub fn prepare_in<'m, R: Random>(
        &self,
        memory: &'m mut [Block],
        options: Options<'_, R>,
    ) -> Result<PreparedSigningKey<'m, P>, Error> {
        self.prepare_room(Room::Lent(memory), options)
    }

    fn prepare_room<'m, R: Random>(
        &self,
        mut room: Room<'m, [Block]>,
        mut options: Options<'_, R>,
    ) -> Result<PreparedSigningKey<'m, P>, Error> {
        let (secret, secret_bytes) = parts(self.as_bytes().as_ref());
        // SAFETY: blocks are aligned as the library asks.
        check(unsafe {
            ffi::neosig_prepare_sign(
                self.set().algorithm().as_raw(),
                room.as_mut_ptr().cast(),
                size_of_val::<[Block]>(&room),
                secret,
                secret_bytes,
                &options.raw(),
            )
        })?;
        Ok(PreparedSigningKey { set: self.set(), room })
    }
}

impl<P: ParameterSet> fmt::Debug for SigningKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.set().algorithm())
    }
}

impl<P: ParameterSet> AsRef<VerifyingKey<P>> for SigningKey<P> {
    fn as_ref(&self) -> &VerifyingKey<P> {
        &self.public
    }
}

impl<P: ParameterSet> zeroize::ZeroizeOnDrop for SigningKey<P> {}

/// A secret key expanded for many signatures, by [`SigningKey::prepare`]. Threads may share it, as they may share a
/// [`PreparedVerifyingKey`](crate::PreparedVerifyingKey). It is wiped when it is dropped.
pub struct PreparedSigningKey<'m, P: ParameterSet> {
    set: P,
    room: Room<'m, [Block]>,
}

impl<P: ParameterSet> PreparedSigningKey<'_, P> {
    /// The set that the key is of.
    pub fn set(&self) -> P {
        self.set
    }

    /// Signs, with the operating system's random bytes where the scheme takes any.
    pub fn sign(&self, message: &[u8]) -> Result<Signature<P>, Error> {
        self.sign_with(message, Options::new())
    }

    /// Signs with a context, a pre-hash and so on.
    pub fn sign_with<R: Random>(&self, message: &[u8], mut options: Options<'_, R>) -> Result<Signature<P>, Error> {
        let mut signature = Signature::zeroed(self.set);
        let (message, message_bytes) = parts(message);
        // SAFETY: the room holds a prepared key of the set, whose signatures fit.
        check(unsafe {
            ffi::neosig_sign_prepared(
                self.room.as_ptr().cast(),
                signature.store.get_mut().as_mut().as_mut_ptr(),
                &mut signature.bytes,
                message,
                message_bytes,
                &options.raw(),
            )
        })?;
        Ok(signature)
    }

    /// Signs a message that comes in pieces. A set that [reads it twice](crate::Features::reads_twice), without a
    /// pre-hash: [`Error::Unsupported`].
    #[cfg(feature = "alloc")]
    pub fn sign_stream<'a, R: Random>(&'a self, options: Options<'a, R>) -> Result<SignStream<'a, P, R>, Error> {
        self.stream_room(StreamMemory::boxed(), options)
    }

    /// The same in memory of the caller.
    pub fn sign_stream_in<'a, R: Random>(
        &'a self,
        memory: &'a mut StreamMemory,
        options: Options<'a, R>,
    ) -> Result<SignStream<'a, P, R>, Error> {
        self.stream_room(Room::Lent(memory), options)
    }

    fn stream_room<'a, R: Random>(
        &'a self,
        mut stream: Room<'a, StreamMemory>,
        mut options: Options<'a, R>,
    ) -> Result<SignStream<'a, P, R>, Error> {
        // SAFETY: the key and what the options point to live as long as the stream.
        check(unsafe { ffi::neosig_sign_init_prepared(&mut stream.0, self.room.as_ptr().cast(), &options.raw()) })?;
        Ok(SignStream { set: self.set, stream, keeps: PhantomData })
    }
}

impl<P: ParameterSet> fmt::Debug for PreparedSigningKey<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedSigningKey({})", self.set.algorithm())
    }
}

impl<P: ParameterSet> zeroize::ZeroizeOnDrop for PreparedSigningKey<'_, P> {}

/// Signs a message that comes in pieces, by [`SigningKey::sign_stream`]. With the feature `std` it is a
/// [`std::io::Write`].
///
/// ```
/// # #[cfg(all(feature = "ml-dsa", feature = "std"))] {
/// use neosig::{MlDsa65, Options, SigningKey};
///
/// let key = SigningKey::generate(MlDsa65).unwrap();
/// let mut stream = key.sign_stream(Options::new()).unwrap();
/// std::io::copy(&mut &b"a large file"[..], &mut stream)?;
/// let signature = stream.finalize().unwrap();
/// key.verifying_key().verify(b"a large file", &signature).unwrap();
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use = "the signature is what finalize returns"]
pub struct SignStream<'a, P: ParameterSet, R = Os> {
    set: P,
    stream: Room<'a, StreamMemory>,
    keeps: PhantomData<&'a mut R>,
}

impl<P: ParameterSet, R: Random> SignStream<'_, P, R> {
    /// The next piece of the message.
    pub fn update(&mut self, piece: &[u8]) -> Result<(), Error> {
        let (data, bytes) = parts(piece);
        // SAFETY: a stream that was begun.
        check(unsafe { ffi::neosig_sign_update(&mut self.stream.0, data, bytes) })
    }

    /// The signature of all pieces.
    pub fn finalize(mut self) -> Result<Signature<P>, Error> {
        let mut signature = Signature::zeroed(self.set);
        let room = signature.store.get_mut().as_mut().as_mut_ptr();
        // SAFETY: a stream that was begun, of a set whose signatures fit.
        check(unsafe { ffi::neosig_sign_final(&mut self.stream.0, room, &mut signature.bytes) })?;
        Ok(signature)
    }
}

impl<P: ParameterSet, R> fmt::Debug for SignStream<'_, P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SignStream({})", self.set.algorithm())
    }
}

#[cfg(feature = "std")]
impl<P: ParameterSet, R: Random> std::io::Write for SignStream<'_, P, R> {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.update(piece).map(|()| piece.len()).map_err(std::io::Error::other)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
