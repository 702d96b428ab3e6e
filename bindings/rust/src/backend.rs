//! Backends: complete sets of kernels by name, `portable`, `neon`, `neon-aes`, `neon-sha3`, `avx2`. The library uses
//! the best one that this CPU runs, unless the environment variable `NEOSIG_BACKEND` or [`select`] names another.

use core::ptr;

use crate::algorithm::{text, with_c_string};
use crate::error::check;
use crate::{Error, ffi};

/// The backends of this build, best first.
pub fn names() -> impl Iterator<Item = &'static str> {
    // SAFETY: these functions take any number, and the names are constants.
    (0..unsafe { ffi::neosig_backend_count() }).map(|i| unsafe { text(ffi::neosig_backend_name(i)) })
}

/// The backend in use.
#[must_use]
pub fn active() -> &'static str {
    // SAFETY: a constant string.
    unsafe { text(ffi::neosig_backend_active()) }
}

/// A sentence: why this backend is in use.
#[must_use]
pub fn why() -> &'static str {
    // SAFETY: a constant string.
    unsafe { text(ffi::neosig_backend_why()) }
}

/// Whether this build has the backend and this CPU runs it.
#[must_use]
pub fn usable(name: &str) -> bool {
    // SAFETY: a string that ends with NUL.
    with_c_string(name, |name| unsafe { ffi::neosig_backend_usable(name) } == 1).unwrap_or(false)
}

/// Uses this backend for later calls; `None` chooses as before any selection.
pub fn select(name: Option<&str>) -> Result<(), Error> {
    // SAFETY: NULL or a string that ends with NUL.
    let answer = match name {
        None => Some(unsafe { ffi::neosig_backend_select(ptr::null()) }),
        Some(name) => with_c_string(name, |name| unsafe { ffi::neosig_backend_select(name) }),
    };
    check(answer.unwrap_or(ffi::NEOSIG_ERR_BACKEND))
}
