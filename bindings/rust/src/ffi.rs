//! The C interface as it is: `neosig/neosig.h` and `neosig/key.h`, whose comments say what everything means. A test
//! compares this file with the headers.
#![allow(non_camel_case_types, missing_docs, clippy::missing_safety_doc)]

use core::ffi::{c_char, c_int, c_uint, c_ulong, c_void};

pub type neosig_error = c_uint;
pub const NEOSIG_OK: neosig_error = 0;
pub const NEOSIG_ERR_SIGNATURE: neosig_error = 1;
pub const NEOSIG_ERR_ARGUMENT: neosig_error = 2;
pub const NEOSIG_ERR_LENGTH: neosig_error = 3;
pub const NEOSIG_ERR_KEY: neosig_error = 4;
pub const NEOSIG_ERR_UNSUPPORTED: neosig_error = 5;
pub const NEOSIG_ERR_INSECURE: neosig_error = 6;
pub const NEOSIG_ERR_RANDOM: neosig_error = 7;
pub const NEOSIG_ERR_MEMORY: neosig_error = 8;
pub const NEOSIG_ERR_WORKSPACE: neosig_error = 9;
pub const NEOSIG_ERR_STATE: neosig_error = 10;
pub const NEOSIG_ERR_ATTEMPTS: neosig_error = 11;
pub const NEOSIG_ERR_BACKEND: neosig_error = 12;
pub const NEOSIG_ERR_PASSPHRASE: neosig_error = 13;
pub const NEOSIG_ERR_FAULT: neosig_error = 14;

pub type neosig_status = c_uint;
pub const NEOSIG_STANDARD: neosig_status = 0;
pub const NEOSIG_CANDIDATE: neosig_status = 1;
pub const NEOSIG_SUPERSEDED: neosig_status = 2;
pub const NEOSIG_WITHDRAWN: neosig_status = 3;
pub const NEOSIG_BROKEN: neosig_status = 4;

#[repr(C)]
pub struct neosig_specification {
    pub version: *const c_char,
    pub date: *const c_char,
    pub source: *const c_char,
    pub compared: *const c_char,
    pub newer: *const c_char,
}

#[repr(C)]
pub struct neosig_attack {
    pub bits: c_uint,
    pub date: *const c_char,
    pub paper: *const c_char,
}

pub const NEOSIG_HAS_CONTEXT: c_uint = 1;
pub const NEOSIG_HAS_DETERMINISTIC: c_uint = 2;
pub const NEOSIG_HAS_HEDGED: c_uint = 4;
pub const NEOSIG_HAS_PREHASH: c_uint = 8;
pub const NEOSIG_HAS_EXTERNAL_MU: c_uint = 16;
pub const NEOSIG_READS_TWICE: c_uint = 32;
pub const NEOSIG_HAS_FAULT_CHECKS: c_uint = 64;
pub const NEOSIG_HAS_PARTS: c_uint = 128;

#[repr(C)]
pub struct neosig_alg {
    pub name: *const c_char,
    pub scheme: *const c_char,
    pub level: c_uint,
    pub status: neosig_status,
    pub status_since: *const c_char,
    pub status_citation: *const c_char,
    pub oid: *const c_char,
    pub public_key_bytes: usize,
    pub secret_key_bytes: usize,
    pub signature_bytes: usize,
    pub seed_bytes: usize,
    pub features: c_uint,
    pub specification: *const neosig_specification,
    pub attack: *const neosig_attack,
}

pub type neosig_part = unsafe extern "C" fn(work: *mut c_void, i: usize);
pub type neosig_run = unsafe extern "C" fn(state: *mut c_void, part: neosig_part, work: *mut c_void, count: usize);
pub type neosig_random = unsafe extern "C" fn(state: *mut c_void, out: *mut u8, bytes: usize) -> c_int;

pub const NEOSIG_ALLOW_INSECURE: c_uint = 1;
pub const NEOSIG_DETERMINISTIC: c_uint = 2;
pub const NEOSIG_EXTERNAL_MU: c_uint = 4;
pub const NEOSIG_INTERNAL: c_uint = 8;
pub const NEOSIG_LOW_MEMORY: c_uint = 16;
pub const NEOSIG_DIGEST: c_uint = 32;
pub const NEOSIG_VERIFY_SIGNED: c_uint = 64;
pub const NEOSIG_SIGN_TWICE: c_uint = 128;
pub const NEOSIG_PARTS: c_uint = 256;

pub type neosig_prehash = c_uint;
pub const NEOSIG_PREHASH_NONE: neosig_prehash = 0;
pub const NEOSIG_PREHASH_SHA2_224: neosig_prehash = 1;
pub const NEOSIG_PREHASH_SHA2_256: neosig_prehash = 2;
pub const NEOSIG_PREHASH_SHA2_384: neosig_prehash = 3;
pub const NEOSIG_PREHASH_SHA2_512: neosig_prehash = 4;
pub const NEOSIG_PREHASH_SHA2_512_224: neosig_prehash = 5;
pub const NEOSIG_PREHASH_SHA2_512_256: neosig_prehash = 6;
pub const NEOSIG_PREHASH_SHA3_224: neosig_prehash = 7;
pub const NEOSIG_PREHASH_SHA3_256: neosig_prehash = 8;
pub const NEOSIG_PREHASH_SHA3_384: neosig_prehash = 9;
pub const NEOSIG_PREHASH_SHA3_512: neosig_prehash = 10;
pub const NEOSIG_PREHASH_SHAKE128: neosig_prehash = 11;
pub const NEOSIG_PREHASH_SHAKE256: neosig_prehash = 12;

#[repr(C)]
pub struct neosig_options {
    pub size: usize,
    pub flags: c_uint,
    pub prehash: neosig_prehash,
    pub context: *const u8,
    pub context_bytes: usize,
    pub random: Option<neosig_random>,
    pub random_state: *mut c_void,
    pub workspace: *mut c_void,
    pub workspace_bytes: usize,
    pub run: Option<neosig_run>,
    pub run_state: *mut c_void,
}

#[repr(C)]
pub struct neosig_item {
    pub sig: *const u8,
    pub sig_bytes: usize,
    pub msg: *const u8,
    pub msg_bytes: usize,
    pub pk: *const u8,
    pub pk_bytes: usize,
    pub prepared: *const c_void,
    pub error: neosig_error,
}

pub type neosig_operation = c_uint;
pub const NEOSIG_OP_KEYPAIR: neosig_operation = 0;
pub const NEOSIG_OP_SIGN: neosig_operation = 1;
pub const NEOSIG_OP_VERIFY: neosig_operation = 2;
pub const NEOSIG_OP_PREPARE_SIGN: neosig_operation = 3;
pub const NEOSIG_OP_PREPARE_VERIFY: neosig_operation = 4;
pub const NEOSIG_OP_SIGN_PREPARED: neosig_operation = 5;
pub const NEOSIG_OP_VERIFY_PREPARED: neosig_operation = 6;
pub const NEOSIG_OPERATIONS: c_uint = 7;

#[repr(C)]
pub struct neosig_stream {
    pub opaque: [u64; 96],
}

pub const NEOSIG_CPU_NEON: u32 = 1;
pub const NEOSIG_CPU_AES: u32 = 2;
pub const NEOSIG_CPU_PMULL: u32 = 4;
pub const NEOSIG_CPU_SHA2: u32 = 8;
pub const NEOSIG_CPU_SHA3: u32 = 16;
pub const NEOSIG_CPU_SHA512: u32 = 32;
pub const NEOSIG_CPU_DIT: u32 = 128;
pub const NEOSIG_CPU_AVX2: u32 = 256;
pub const NEOSIG_CPU_AESNI: u32 = 512;
pub const NEOSIG_CPU_SHANI: u32 = 1024;
pub const NEOSIG_CPU_FAST_SHA3: u32 = 2048;
pub const NEOSIG_CPU_VAES: u32 = 4096;
pub const NEOSIG_CPU_GFNI: u32 = 8192;
pub const NEOSIG_CPU_AVX512VL: u32 = 16384;

pub type neosig_key_kind = c_uint;
pub const NEOSIG_KEY_PUBLIC: neosig_key_kind = 0;
pub const NEOSIG_KEY_SECRET: neosig_key_kind = 1;
pub const NEOSIG_KEY_ANY: neosig_key_kind = 2;

pub const NEOSIG_KEY_DER: c_uint = 1;
pub const NEOSIG_KEY_EXPANDED: c_uint = 2;
pub const NEOSIG_KEY_BOTH: c_uint = 4;
pub const NEOSIG_KEY_WITH_PUBLIC: c_uint = 8;
pub const NEOSIG_KEY_PROTECTED: c_uint = 16;
pub const NEOSIG_KEY_EMPTY_PASSPHRASE: c_uint = 32;

#[repr(C)]
pub struct neosig_key {
    pub alg: *const neosig_alg,
    pub public_key: *mut u8,
    pub secret_key: *mut u8,
    pub seed: *mut u8,
    pub kind: neosig_key_kind,
    pub form: c_uint,
    pub wrong: [c_char; 192],
}

pub type neosig_key_kdf = c_uint;
pub const NEOSIG_KDF_SCRYPT: neosig_key_kdf = 0;
pub const NEOSIG_KDF_PBKDF2: neosig_key_kdf = 1;

#[repr(C)]
pub struct neosig_key_format {
    pub flags: c_uint,
    pub passphrase: *const c_void,
    pub passphrase_bytes: usize,
    pub kdf: neosig_key_kdf,
    pub cost: c_ulong,
    pub random: Option<neosig_random>,
    pub random_state: *mut c_void,
}

unsafe extern "C" {
    pub fn neosig_version() -> *const c_char;
    pub fn neosig_strerror(error: neosig_error) -> *const c_char;
    pub fn neosig_alg_count() -> usize;
    pub fn neosig_alg_at(i: usize) -> *const neosig_alg;
    pub fn neosig_alg_find(name: *const c_char) -> *const neosig_alg;
    pub fn neosig_alg_by_oid(dotted: *const c_char) -> *const neosig_alg;
    pub fn neosig_status_name(status: neosig_status) -> *const c_char;
    pub fn neosig_level_bits(level: c_uint) -> c_uint;
    pub fn neosig_operation_name(op: neosig_operation) -> *const c_char;
    pub fn neosig_workspace_bytes(alg: *const neosig_alg, op: neosig_operation, flags: c_uint) -> usize;
    pub fn neosig_prepared_bytes(alg: *const neosig_alg, secret: c_int) -> usize;
    pub fn neosig_keypair(
        alg: *const neosig_alg,
        pk: *mut u8,
        sk: *mut u8,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_keypair_from_seed(
        alg: *const neosig_alg,
        pk: *mut u8,
        sk: *mut u8,
        seed: *const u8,
        seed_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_public_key(
        alg: *const neosig_alg,
        pk: *mut u8,
        sk: *const u8,
        sk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_check_keypair(
        alg: *const neosig_alg,
        pk: *const u8,
        pk_bytes: usize,
        sk: *const u8,
        sk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_sign(
        alg: *const neosig_alg,
        sig: *mut u8,
        sig_bytes: *mut usize,
        msg: *const u8,
        msg_bytes: usize,
        sk: *const u8,
        sk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_verify(
        alg: *const neosig_alg,
        sig: *const u8,
        sig_bytes: usize,
        msg: *const u8,
        msg_bytes: usize,
        pk: *const u8,
        pk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_verify_many(
        alg: *const neosig_alg,
        items: *mut neosig_item,
        n: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_mu(
        alg: *const neosig_alg,
        mu: *mut u8,
        msg: *const u8,
        msg_bytes: usize,
        pk: *const u8,
        pk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_prepare_sign(
        alg: *const neosig_alg,
        prepared: *mut c_void,
        prepared_bytes: usize,
        sk: *const u8,
        sk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_prepare_sign_from_seed(
        alg: *const neosig_alg,
        prepared: *mut c_void,
        prepared_bytes: usize,
        seed: *const u8,
        seed_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_prepare_verify(
        alg: *const neosig_alg,
        prepared: *mut c_void,
        prepared_bytes: usize,
        pk: *const u8,
        pk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_sign_prepared(
        prepared: *const c_void,
        sig: *mut u8,
        sig_bytes: *mut usize,
        msg: *const u8,
        msg_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_verify_prepared(
        prepared: *const c_void,
        sig: *const u8,
        sig_bytes: usize,
        msg: *const u8,
        msg_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_sign_init(
        stream: *mut neosig_stream,
        alg: *const neosig_alg,
        sk: *const u8,
        sk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_sign_init_prepared(
        stream: *mut neosig_stream,
        prepared: *const c_void,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_sign_update(stream: *mut neosig_stream, data: *const u8, bytes: usize) -> neosig_error;
    pub fn neosig_sign_final(stream: *mut neosig_stream, sig: *mut u8, sig_bytes: *mut usize) -> neosig_error;
    pub fn neosig_verify_init(
        stream: *mut neosig_stream,
        alg: *const neosig_alg,
        sig: *const u8,
        sig_bytes: usize,
        pk: *const u8,
        pk_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_verify_init_prepared(
        stream: *mut neosig_stream,
        prepared: *const c_void,
        sig: *const u8,
        sig_bytes: usize,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_verify_update(stream: *mut neosig_stream, data: *const u8, bytes: usize) -> neosig_error;
    pub fn neosig_verify_final(stream: *mut neosig_stream) -> neosig_error;
    pub fn neosig_backend_count() -> usize;
    pub fn neosig_backend_name(i: usize) -> *const c_char;
    pub fn neosig_backend_usable(name: *const c_char) -> c_int;
    pub fn neosig_backend_active() -> *const c_char;
    pub fn neosig_backend_why() -> *const c_char;
    pub fn neosig_backend_select(name: *const c_char) -> neosig_error;
    pub fn neosig_cpu() -> u32;
    pub fn neosig_cpu_feature_name(feature: u32) -> *const c_char;
    pub fn neosig_wipe(memory: *mut c_void, bytes: usize);
    pub fn neosig_key_read(
        key: *mut neosig_key,
        kind: neosig_key_kind,
        text: *const c_void,
        bytes: usize,
        passphrase: *const c_void,
        passphrase_bytes: usize,
    ) -> neosig_error;
    pub fn neosig_key_make(
        key: *mut neosig_key,
        alg: *const neosig_alg,
        seed: *const u8,
        options: *const neosig_options,
    ) -> neosig_error;
    pub fn neosig_key_write(
        text: *mut *mut u8,
        bytes: *mut usize,
        key: *const neosig_key,
        kind: neosig_key_kind,
        format: *const neosig_key_format,
    ) -> neosig_error;
    pub fn neosig_key_free(text: *mut c_void, bytes: usize);
    pub fn neosig_key_release(key: *mut neosig_key);
    pub fn neosig_fingerprint(
        alg: *const neosig_alg,
        pk: *const u8,
        pk_bytes: usize,
        fingerprint: *mut u8,
    ) -> neosig_error;
}
