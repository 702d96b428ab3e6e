//! Memory for keys, signatures and the library's work.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec};
use core::fmt;
use core::ops::{Deref, DerefMut};

use zeroize::Zeroize;

/// 64 bytes at an address that the library's work needs.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Block([u8; 64]);

impl Block {
    /// A block of zeros.
    pub const ZERO: Block = Block([0; 64]);

    /// How many blocks hold so many bytes.
    #[must_use]
    pub const fn count(bytes: usize) -> usize {
        bytes.div_ceil(64)
    }
}

impl Zeroize for Block {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Block")
    }
}

/// Where the bytes of a key or of a signature lie: an array whose size is known at compile time, or a slice.
pub trait Store: Clone + Send + Sync + 'static + sealed::Store {
    /// `[u8; N]` or `[u8]`.
    type Bytes: ?Sized + AsRef<[u8]> + AsMut<[u8]>;

    /// Zeros: `None` if the store cannot have this size.
    #[doc(hidden)]
    fn zeroed(bytes: usize) -> Option<Self>;
    #[doc(hidden)]
    fn get(&self) -> &Self::Bytes;
    #[doc(hidden)]
    fn get_mut(&mut self) -> &mut Self::Bytes;
}

mod sealed {
    pub trait Store {}
}

/// An array in its owner.
#[derive(Clone)]
pub struct Inline<const N: usize>([u8; N]);

impl<const N: usize> sealed::Store for Inline<N> {}

impl<const N: usize> Store for Inline<N> {
    type Bytes = [u8; N];

    fn zeroed(bytes: usize) -> Option<Self> {
        (bytes == N).then_some(Inline([0; N]))
    }

    fn get(&self) -> &[u8; N] {
        &self.0
    }

    fn get_mut(&mut self) -> &mut [u8; N] {
        &mut self.0
    }
}

/// An array or a slice on the heap: moving its owner copies nothing of it.
#[cfg(feature = "alloc")]
pub struct Boxed<T: ?Sized>(Box<T>);

#[cfg(feature = "alloc")]
impl<T: ?Sized> Clone for Boxed<T>
where
    Box<T>: Clone,
{
    fn clone(&self) -> Self {
        Boxed(self.0.clone())
    }
}

#[cfg(feature = "alloc")]
impl<const N: usize> sealed::Store for Boxed<[u8; N]> {}

#[cfg(feature = "alloc")]
impl<const N: usize> Store for Boxed<[u8; N]> {
    type Bytes = [u8; N];

    fn zeroed(bytes: usize) -> Option<Self> {
        vec![0; bytes].into_boxed_slice().try_into().ok().map(Boxed)
    }

    fn get(&self) -> &[u8; N] {
        &self.0
    }

    fn get_mut(&mut self) -> &mut [u8; N] {
        &mut self.0
    }
}

#[cfg(feature = "alloc")]
impl sealed::Store for Boxed<[u8]> {}

#[cfg(feature = "alloc")]
impl Store for Boxed<[u8]> {
    type Bytes = [u8];

    fn zeroed(bytes: usize) -> Option<Self> {
        Some(Boxed(vec![0; bytes].into_boxed_slice()))
    }

    fn get(&self) -> &[u8] {
        &self.0
    }

    fn get_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// A store of this many bytes, which its algorithm's row says.
pub(crate) fn zeroed<S: Store>(bytes: usize) -> S {
    S::zeroed(bytes).expect("a type of src/sets.rs has other sizes than the library's row")
}

/// A store that is wiped when it is dropped.
#[cfg(not(feature = "verify-only"))]
#[derive(Clone)]
pub(crate) struct Secret<S: Store>(pub(crate) S);

#[cfg(not(feature = "verify-only"))]
impl<S: Store> Secret<S> {
    /// A secret of these bytes, as many as its algorithm's row says.
    pub(crate) fn copied(bytes: &[u8]) -> Self {
        let mut secret = Self(zeroed(bytes.len()));
        secret.0.get_mut().as_mut().copy_from_slice(bytes);
        secret
    }
}

#[cfg(not(feature = "verify-only"))]
impl<S: Store> Drop for Secret<S> {
    fn drop(&mut self) {
        self.0.get_mut().as_mut().zeroize();
    }
}

/// Memory that the caller lends, or that is allocated. It is wiped when it is given back.
pub(crate) enum Room<'a, T: ?Sized + Wipe> {
    Lent(&'a mut T),
    #[cfg(feature = "alloc")]
    Own(Box<T>),
}

pub(crate) trait Wipe {
    fn wipe(&mut self);
}

impl Wipe for [Block] {
    fn wipe(&mut self) {
        // SAFETY: the slice's own bytes. Megabytes are wiped faster so than byte by byte.
        unsafe { crate::ffi::neosig_wipe(self.as_mut_ptr().cast(), size_of_val::<[Block]>(self)) }
    }
}

impl<T: ?Sized + Wipe> Deref for Room<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Room::Lent(memory) => memory,
            #[cfg(feature = "alloc")]
            Room::Own(memory) => memory,
        }
    }
}

impl<T: ?Sized + Wipe> DerefMut for Room<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        match self {
            Room::Lent(memory) => memory,
            #[cfg(feature = "alloc")]
            Room::Own(memory) => memory,
        }
    }
}

impl<T: ?Sized + Wipe> Drop for Room<'_, T> {
    fn drop(&mut self) {
        self.deref_mut().wipe();
    }
}

/// Blocks of the program's own.
#[cfg(feature = "alloc")]
pub(crate) fn blocks(bytes: usize) -> Room<'static, [Block]> {
    Room::Own(vec![Block::ZERO; Block::count(bytes)].into_boxed_slice())
}
