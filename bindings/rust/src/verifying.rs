//! Public keys, signatures, verifying.

use core::fmt;
use core::marker::PhantomData;

use crate::algorithm::{parts, sized};
use crate::error::check;
use crate::memory::{self, Block, Room, Store, Wipe};
use crate::options::Random;
use crate::{Error, Options, ParameterSet, ffi};

/// A public key. Whether its bytes are a valid encoding is seen when it is used or prepared.
#[derive(Clone)]
pub struct VerifyingKey<P: ParameterSet> {
    pub(crate) set: P,
    pub(crate) bytes: P::PublicKey,
}

impl<P: ParameterSet> VerifyingKey<P> {
    /// The key of these bytes, whose length must be the set's: [`Error::Length`].
    pub fn from_bytes(set: P, bytes: &[u8]) -> Result<Self, Error> {
        sized(bytes, set.algorithm().public_key_bytes())?;
        let mut key = Self::zeroed(set);
        key.bytes.get_mut().as_mut().copy_from_slice(bytes);
        Ok(key)
    }

    pub(crate) fn zeroed(set: P) -> Self {
        VerifyingKey { set, bytes: memory::zeroed(set.algorithm().public_key_bytes()) }
    }

    /// The set that the key is of.
    pub fn set(&self) -> P {
        self.set
    }

    /// The key as the specification has it.
    pub fn as_bytes(&self) -> &<P::PublicKey as Store>::Bytes {
        self.bytes.get()
    }

    /// Verifies a signature. If it is not one of the message: [`Error::Signature`].
    pub fn verify(&self, message: &[u8], signature: &Signature<P>) -> Result<(), Error> {
        self.verify_with(message, signature, Options::new())
    }

    /// Verifies with a context, a pre-hash and so on.
    pub fn verify_with<R: Random>(
        &self,
        message: &[u8],
        signature: &Signature<P>,
        options: Options<'_, R>,
    ) -> Result<(), Error> {
        self.set.algorithm().verify(signature.as_ref(), message, self.as_bytes().as_ref(), options)
    }

    /// The 64 bytes of ML-DSA in which key, context and message end, to be signed elsewhere
    /// ([`Options::external_mu`]). Other sets answer [`Error::Unsupported`].
    pub fn mu<R: Random>(&self, message: &[u8], options: Options<'_, R>) -> Result<[u8; 64], Error> {
        self.set.algorithm().mu(message, self.as_bytes().as_ref(), options)
    }

    /// Verifies a message that comes in pieces.
    #[cfg(feature = "alloc")]
    pub fn verify_stream<'a, R: Random>(
        &'a self,
        signature: &'a Signature<P>,
        options: Options<'a, R>,
    ) -> Result<VerifyStream<'a>, Error> {
        self.stream_room(StreamMemory::boxed(), signature, options)
    }

    /// Verifies a message that comes in pieces, in memory of the caller.
    pub fn verify_stream_in<'a, R: Random>(
        &'a self,
        memory: &'a mut StreamMemory,
        signature: &'a Signature<P>,
        options: Options<'a, R>,
    ) -> Result<VerifyStream<'a>, Error> {
        self.stream_room(Room::Lent(memory), signature, options)
    }

    fn stream_room<'a, R: Random>(
        &'a self,
        mut stream: Room<'a, StreamMemory>,
        signature: &'a Signature<P>,
        mut options: Options<'a, R>,
    ) -> Result<VerifyStream<'a>, Error> {
        let ((signature, signature_bytes), (public, public_bytes)) =
            (parts(signature.as_ref()), parts(self.as_bytes().as_ref()));
        // SAFETY: key, signature and what the options point to live as long as the stream.
        check(unsafe {
            ffi::neosig_verify_init(
                &mut stream.0,
                self.set.algorithm().as_raw(),
                signature,
                signature_bytes,
                public,
                public_bytes,
                &options.without_random(),
            )
        })?;
        Ok(VerifyStream { stream, keeps: PhantomData })
    }

    /// The key expanded once, for many signatures. Threads may share it.
    #[cfg(feature = "alloc")]
    pub fn prepare(&self) -> Result<PreparedVerifyingKey<'static, P>, Error> {
        let room = memory::blocks(self.set.algorithm().prepared_verifying_key_bytes());
        self.prepare_room(room, Options::new())
    }

    /// The key expanded in memory of the caller, of
    /// [`prepared_verifying_key_bytes`](crate::Algorithm::prepared_verifying_key_bytes).
    pub fn prepare_in<'m, R: Random>(
        &self,
        memory: &'m mut [Block],
        options: Options<'_, R>,
    ) -> Result<PreparedVerifyingKey<'m, P>, Error> {
        self.prepare_room(Room::Lent(memory), options)
    }

    fn prepare_room<'m, R: Random>(
        &self,
        mut room: Room<'m, [Block]>,
        mut options: Options<'_, R>,
    ) -> Result<PreparedVerifyingKey<'m, P>, Error> {
        let (public, public_bytes) = parts(self.as_bytes().as_ref());
        // SAFETY: blocks are aligned as the library asks.
        check(unsafe {
            ffi::neosig_prepare_verify(
                self.set.algorithm().as_raw(),
                room.as_mut_ptr().cast(),
                size_of_val::<[Block]>(&room),
                public,
                public_bytes,
                &options.raw(),
            )
        })?;
        Ok(PreparedVerifyingKey { set: self.set, room })
    }
}

impl<P: ParameterSet> PartialEq for VerifyingKey<P> {
    fn eq(&self, other: &Self) -> bool {
        self.set == other.set && self.as_bytes().as_ref() == other.as_bytes().as_ref()
    }
}

impl<P: ParameterSet> Eq for VerifyingKey<P> {}

impl<P: ParameterSet> core::hash::Hash for VerifyingKey<P> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_bytes().as_ref().hash(state);
    }
}

impl<P: ParameterSet> fmt::Debug for VerifyingKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VerifyingKey({})", self.set.algorithm())
    }
}

impl<P: ParameterSet> AsRef<[u8]> for VerifyingKey<P> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes().as_ref()
    }
}

/// A signature: its bytes, of which nothing is known before it is verified.
#[derive(Clone)]
pub struct Signature<P: ParameterSet> {
    pub(crate) store: P::Signature,
    pub(crate) bytes: usize,
}

impl<P: ParameterSet> Signature<P> {
    /// The signature of these bytes. More of them than the set's signatures have: [`Error::Signature`].
    pub fn from_bytes(set: P, bytes: &[u8]) -> Result<Self, Error> {
        Self::of(set.algorithm().signature_bytes(), bytes)
    }

    /// The signature of these bytes, if they fit a store of this size.
    pub(crate) fn of(room: usize, bytes: &[u8]) -> Result<Self, Error> {
        let mut store: P::Signature = memory::zeroed(room);
        store.get_mut().as_mut().get_mut(..bytes.len()).ok_or(Error::Signature)?.copy_from_slice(bytes);
        Ok(Signature { store, bytes: bytes.len() })
    }

    /// Room for a signature.
    #[cfg(not(feature = "verify-only"))]
    pub(crate) fn zeroed(set: P) -> Self {
        Signature { store: memory::zeroed(set.algorithm().signature_bytes()), bytes: 0 }
    }

    /// The signature's bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.store.get().as_ref()[..self.bytes]
    }
}

impl<P: ParameterSet> AsRef<[u8]> for Signature<P> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<P: ParameterSet> PartialEq for Signature<P> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<P: ParameterSet> Eq for Signature<P> {}

impl<P: ParameterSet> fmt::Debug for Signature<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({} bytes)", self.bytes)
    }
}

/// A public key expanded for many signatures, by [`VerifyingKey::prepare`].
///
/// It is [`Sync`] without a word of `unsafe`: it is plain memory, C gets it by a pointer to constants, and
/// `neosig/neosig.h` promises that any number of threads may share it.
///
/// ```
/// # #[cfg(all(feature = "ml-dsa", not(feature = "verify-only")))] {
/// use neosig::{MlDsa44, SigningKey};
///
/// let key = SigningKey::generate(MlDsa44)?;
/// let signatures = [key.sign(b"0")?, key.sign(b"1")?];
/// let prepared = key.verifying_key().prepare()?;
/// std::thread::scope(|threads| {
///     for (i, signature) in signatures.iter().enumerate() {
///         let prepared = &prepared;
///         threads.spawn(move || prepared.verify(i.to_string().as_bytes(), signature).unwrap());
///     }
/// });
/// # }
/// # Ok::<(), neosig::Error>(())
/// ```
pub struct PreparedVerifyingKey<'m, P: ParameterSet> {
    set: P,
    room: Room<'m, [Block]>,
}

impl<P: ParameterSet> PreparedVerifyingKey<'_, P> {
    /// The set that the key is of.
    pub fn set(&self) -> P {
        self.set
    }

    /// Verifies a signature. If it is not one of the message: [`Error::Signature`].
    pub fn verify(&self, message: &[u8], signature: &Signature<P>) -> Result<(), Error> {
        self.verify_with(message, signature, Options::new())
    }

    /// Verifies with a context, a pre-hash and so on.
    pub fn verify_with<R: Random>(
        &self,
        message: &[u8],
        signature: &Signature<P>,
        mut options: Options<'_, R>,
    ) -> Result<(), Error> {
        let ((signature, signature_bytes), (message, message_bytes)) = (parts(signature.as_ref()), parts(message));
        // SAFETY: the room holds a prepared key.
        check(unsafe {
            ffi::neosig_verify_prepared(
                self.room.as_ptr().cast(),
                signature,
                signature_bytes,
                message,
                message_bytes,
                &options.raw(),
            )
        })
    }

    /// Verifies a message that comes in pieces.
    #[cfg(feature = "alloc")]
    pub fn verify_stream<'a, R: Random>(
        &'a self,
        signature: &'a Signature<P>,
        options: Options<'a, R>,
    ) -> Result<VerifyStream<'a>, Error> {
        self.stream_room(StreamMemory::boxed(), signature, options)
    }

    /// Verifies a message that comes in pieces, in memory of the caller.
    pub fn verify_stream_in<'a, R: Random>(
        &'a self,
        memory: &'a mut StreamMemory,
        signature: &'a Signature<P>,
        options: Options<'a, R>,
    ) -> Result<VerifyStream<'a>, Error> {
        self.stream_room(Room::Lent(memory), signature, options)
    }

    fn stream_room<'a, R: Random>(
        &'a self,
        mut stream: Room<'a, StreamMemory>,
        signature: &'a Signature<P>,
        mut options: Options<'a, R>,
    ) -> Result<VerifyStream<'a>, Error> {
        let (signature, signature_bytes) = parts(signature.as_ref());
        // SAFETY: key, signature and what the options point to live as long as the stream.
        check(unsafe {
            ffi::neosig_verify_init_prepared(
                &mut stream.0,
                self.room.as_ptr().cast(),
                signature,
                signature_bytes,
                &options.without_random(),
            )
        })?;
        Ok(VerifyStream { stream, keeps: PhantomData })
    }
}

impl<P: ParameterSet> fmt::Debug for PreparedVerifyingKey<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedVerifyingKey({})", self.set.algorithm())
    }
}

/// Memory for a message in pieces.
pub struct StreamMemory(pub(crate) ffi::neosig_stream);

impl StreamMemory {
    /// Memory that holds no stream yet.
    #[must_use]
    pub const fn new() -> Self {
        StreamMemory(ffi::neosig_stream { opaque: [0; 96] })
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn boxed() -> Room<'static, Self> {
        Room::Own(alloc::boxed::Box::new(Self::new()))
    }
}

impl Default for StreamMemory {
    fn default() -> Self {
        Self::new()
    }
}

impl Wipe for StreamMemory {
    fn wipe(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.0.opaque);
    }
}

impl fmt::Debug for StreamMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StreamMemory")
    }
}

/// Verifies a message that comes in pieces, by [`VerifyingKey::verify_stream`]. With the feature `std` it is a
/// [`std::io::Write`].
#[must_use = "a signature is verified by finalize"]
pub struct VerifyStream<'a> {
    stream: Room<'a, StreamMemory>,
    keeps: PhantomData<&'a [u8]>,
}

impl VerifyStream<'_> {
    /// The next piece of the message.
    pub fn update(&mut self, piece: &[u8]) -> Result<(), Error> {
        let (data, bytes) = parts(piece);
        // SAFETY: a stream that was begun.
        check(unsafe { ffi::neosig_verify_update(&mut self.stream.0, data, bytes) })
    }

    /// If the signature is not one of all pieces: [`Error::Signature`].
    pub fn finalize(mut self) -> Result<(), Error> {
        // SAFETY: a stream that was begun.
        check(unsafe { ffi::neosig_verify_final(&mut self.stream.0) })
    }
}

impl fmt::Debug for VerifyStream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VerifyStream")
    }
}

#[cfg(feature = "std")]
impl std::io::Write for VerifyStream<'_> {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.update(piece).map(|()| piece.len()).map_err(std::io::Error::other)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
