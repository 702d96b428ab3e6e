#![no_std]
#![doc = include_str!("../README.md")]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod algorithm;
pub mod backend;
mod error;
pub mod ffi;
#[cfg(feature = "alloc")]
mod files;
mod memory;
mod options;
#[cfg(feature = "pkcs8")]
mod pkcs8;
mod set;
mod sets;
#[cfg(not(feature = "verify-only"))]
mod signing;
mod traits;
mod verifying;

pub use algorithm::{Algorithm, Attack, Features, Operation, Specification, Status};
pub use error::Error;
#[cfg(feature = "alloc")]
pub use files::FileError;
#[cfg(all(feature = "alloc", not(feature = "verify-only")))]
pub use files::{Form, Kdf, KeyFormat};
pub use memory::{Block, Store};
pub use options::{Options, Os, Prehash, Random};
pub use set::{FixedSet, ParameterSet};
pub use sets::*;
pub use signature;
#[cfg(not(feature = "verify-only"))]
pub use signing::{PreparedSigningKey, SignStream, SigningKey};
pub use verifying::{PreparedVerifyingKey, Signature, StreamMemory, VerifyStream, VerifyingKey};

/// The version of the C library.
#[must_use]
pub fn version() -> &'static str {
    // SAFETY: a constant string.
    unsafe { algorithm::text(ffi::neosig_version()) }
}
