//! What the crate gives to C, for Miri, which cannot run C: functions of Rust stand in for those of C that keep
//! pointers or fill memory. They read and write everything that they are given, for as long as C may.
//! `cargo miri test --test aliasing` runs these tests alone; elsewhere this file is empty.
#![cfg(all(miri, feature = "std", feature = "ml-dsa", not(feature = "verify-only")))]

use core::ffi::{c_char, c_int, c_void};
use core::{ptr, slice};
use std::io::Write;

use neosig::signature::rand_core::{Infallible, TryCryptoRng, TryRng};
use neosig::signature::{MultipartSigner, RandomizedSigner};
use neosig::{ffi::*, *};

const PREPARED: usize = 192;

#[repr(transparent)]
struct Constant<T>(T);
// SAFETY: constants.
unsafe impl<T> Sync for Constant<T> {}

static SPECIFICATION: Constant<neosig_specification> = Constant(neosig_specification {
    version: c"1".as_ptr(),
    date: c"2".as_ptr(),
    source: c"3".as_ptr(),
    compared: c"4".as_ptr(),
    newer: ptr::null(),
});

static ROW: Constant<neosig_alg> = Constant(neosig_alg {
    name: c"ml-dsa-44".as_ptr(),
    scheme: c"ml-dsa".as_ptr(),
    level: 2,
    status: NEOSIG_STANDARD,
    status_since: c"5".as_ptr(),
    status_citation: c"6".as_ptr(),
    oid: c"1.2.3".as_ptr(),
    public_key_bytes: MlDsa44::PUBLIC_KEY_BYTES,
    secret_key_bytes: MlDsa44::SECRET_KEY_BYTES,
    signature_bytes: MlDsa44::SIGNATURE_BYTES,
    seed_bytes: MlDsa44::SEED_BYTES,
    features: 31,
    specification: &SPECIFICATION.0,
    attack: ptr::null(),
});

/// What a stream of C keeps.
struct Kept {
    signs: bool,
    key: *const u8,
    key_bytes: usize,
    signature: *const u8,
    signature_bytes: usize,
    options: neosig_options,
    sum: u8,
}

unsafe fn sum(data: *const u8, bytes: usize) -> u8 {
    unsafe { slice::from_raw_parts(data, bytes) }.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

unsafe fn fill(data: *mut u8, bytes: usize, value: u8) {
    unsafe { ptr::write_bytes(data, value, bytes) }
}

/// Reads the context, writes the workspace, draws random bytes.
unsafe fn take(options: *const neosig_options) -> Result<u8, neosig_error> {
    unsafe {
        let o = &*options;
        assert_eq!(o.size, size_of::<neosig_options>());
        fill(o.workspace.cast(), o.workspace_bytes, 0x5a);
        let mut drawn = [core::mem::MaybeUninit::<u8>::uninit(); 32];
        if let Some(random) = o.random {
            if random(o.random_state, drawn.as_mut_ptr().cast(), 32) != 0 {
                return Err(NEOSIG_ERR_RANDOM);
            }
            sum(drawn.as_ptr().cast(), 32);
        }
        Ok(sum(o.context, o.context_bytes))
    }
}

unsafe fn signed(sig: *mut u8, sig_bytes: *mut usize, value: u8) -> neosig_error {
    unsafe {
        fill(sig, MlDsa44::SIGNATURE_BYTES, value);
        *sig_bytes = MlDsa44::SIGNATURE_BYTES;
    }
    NEOSIG_OK
}

fn verified(signature: u8, value: u8) -> neosig_error {
    if signature == value { NEOSIG_OK } else { NEOSIG_ERR_SIGNATURE }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_alg_find(_: *const c_char) -> *const neosig_alg {
    &ROW.0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_prepared_bytes(_: *const neosig_alg, _: c_int) -> usize {
    PREPARED
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_wipe(memory: *mut c_void, bytes: usize) {
    unsafe { fill(memory.cast(), bytes, 0) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_strerror(_: neosig_error) -> *const c_char {
    c"an error".as_ptr()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_keypair_from_seed(
    _: *const neosig_alg,
    pk: *mut u8,
    sk: *mut u8,
    seed: *const u8,
    seed_bytes: usize,
    options: *const neosig_options,
) -> neosig_error {
    unsafe {
        take(options).unwrap();
        fill(pk, MlDsa44::PUBLIC_KEY_BYTES, sum(seed, seed_bytes));
        fill(sk, MlDsa44::SECRET_KEY_BYTES, *pk);
    }
    NEOSIG_OK
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_key_make(
    key: *mut neosig_key,
    alg: *const neosig_alg,
    _: *const u8,
    options: *const neosig_options,
) -> neosig_error {
    let memory = |bytes: usize| Box::into_raw(vec![7u8; bytes].into_boxed_slice()).cast();
    unsafe {
        if let Err(error) = take(options) {
            return error;
        }
        (*key).alg = alg;
        (*key).public_key = memory(MlDsa44::PUBLIC_KEY_BYTES);
        (*key).secret_key = memory(MlDsa44::SECRET_KEY_BYTES);
        (*key).seed = memory(MlDsa44::SEED_BYTES);
    }
    NEOSIG_OK
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_key_release(key: *mut neosig_key) {
    unsafe {
        for (memory, bytes) in [
            ((*key).public_key, MlDsa44::PUBLIC_KEY_BYTES),
            ((*key).secret_key, MlDsa44::SECRET_KEY_BYTES),
            ((*key).seed, MlDsa44::SEED_BYTES),
        ] {
            if !memory.is_null() {
                drop(Box::from_raw(ptr::slice_from_raw_parts_mut(memory, bytes)));
            }
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_key_read(
    key: *mut neosig_key,
    _: neosig_key_kind,
    text: *const c_void,
    bytes: usize,
    passphrase: *const c_void,
    passphrase_bytes: usize,
) -> neosig_error {
    unsafe {
        if !passphrase.is_null() {
            sum(passphrase.cast(), passphrase_bytes);
        }
        if sum(text.cast(), bytes) == 0 {
            (*key).wrong[0] = b'w' as c_char;
            return NEOSIG_ERR_KEY;
        }
        let none = neosig_options {
            size: size_of::<neosig_options>(),
            flags: 0,
            prehash: 0,
            context: ptr::dangling(),
            context_bytes: 0,
            random: None,
            random_state: ptr::null_mut(),
            workspace: ptr::dangling_mut(),
            workspace_bytes: 0,
            run: None,
            run_state: ptr::null_mut(),
        };
        neosig_key_make(key, &ROW.0, ptr::null(), &none)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_key_write(
    text: *mut *mut u8,
    bytes: *mut usize,
    key: *const neosig_key,
    kind: neosig_key_kind,
    format: *const neosig_key_format,
) -> neosig_error {
    unsafe {
        sum((*key).public_key, MlDsa44::PUBLIC_KEY_BYTES);
        if kind == NEOSIG_KEY_SECRET {
            sum((*key).secret_key, MlDsa44::SECRET_KEY_BYTES);
            sum((*key).seed, MlDsa44::SEED_BYTES);
            sum((*format).passphrase.cast(), (*format).passphrase_bytes);
        }
        *bytes = 100;
        *text = Box::into_raw(vec![b'x'; 100].into_boxed_slice()).cast();
    }
    NEOSIG_OK
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_key_free(text: *mut c_void, bytes: usize) {
    drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(text.cast::<u8>(), bytes)) });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_sign(
    _: *const neosig_alg,
    sig: *mut u8,
    sig_bytes: *mut usize,
    msg: *const u8,
    msg_bytes: usize,
    sk: *const u8,
    sk_bytes: usize,
    options: *const neosig_options,
) -> neosig_error {
    unsafe {
        match take(options) {
            Ok(context) => {
                signed(sig, sig_bytes, context.wrapping_add(sum(sk, sk_bytes)).wrapping_add(sum(msg, msg_bytes)))
            }
            Err(error) => error,
        }
    }
}

unsafe fn prepare(prepared: *mut c_void, bytes: usize, key: *const u8, key_bytes: usize) -> neosig_error {
    unsafe {
        assert!(prepared.cast::<Block>().is_aligned() && bytes >= PREPARED);
        fill(prepared.cast(), bytes, 0);
        *prepared.cast() = sum(key, key_bytes);
    }
    NEOSIG_OK
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_prepare_sign(
    _: *const neosig_alg,
    prepared: *mut c_void,
    bytes: usize,
    key: *const u8,
    key_bytes: usize,
    options: *const neosig_options,
) -> neosig_error {
    unsafe {
        take(options).unwrap();
        prepare(prepared, bytes, key, key_bytes)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_sign_prepared(
    prepared: *const c_void,
    sig: *mut u8,
    sig_bytes: *mut usize,
    msg: *const u8,
    msg_bytes: usize,
    options: *const neosig_options,
) -> neosig_error {
    unsafe { neosig_sign(&ROW.0, sig, sig_bytes, msg, msg_bytes, prepared.cast(), PREPARED, options) }
}

unsafe fn begin(stream: *mut neosig_stream, kept: Kept) -> neosig_error {
    const { assert!(size_of::<Kept>() <= size_of::<neosig_stream>() && align_of::<Kept>() <= 8) };
    unsafe {
        if kept.options.context_bytes > 255 {
            return NEOSIG_ERR_ARGUMENT;
        }
        stream.cast::<Kept>().write(kept);
    }
    NEOSIG_OK
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_sign_init(
    stream: *mut neosig_stream,
    _: *const neosig_alg,
    key: *const u8,
    key_bytes: usize,
    options: *const neosig_options,
) -> neosig_error {
    let options = unsafe { options.read() };
    let kept = Kept { signs: true, key, key_bytes, signature: key, signature_bytes: 0, options, sum: 0 };
    unsafe { begin(stream, kept) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_sign_init_prepared(
    stream: *mut neosig_stream,
    prepared: *const c_void,
    options: *const neosig_options,
) -> neosig_error {
    unsafe { neosig_sign_init(stream, &ROW.0, prepared.cast(), PREPARED, options) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_verify_init(
    stream: *mut neosig_stream,
    _: *const neosig_alg,
    signature: *const u8,
    signature_bytes: usize,
    key: *const u8,
    key_bytes: usize,
    options: *const neosig_options,
) -> neosig_error {
    let options = unsafe { options.read() };
    unsafe { begin(stream, Kept { signs: false, key, key_bytes, signature, signature_bytes, options, sum: 0 }) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_sign_update(stream: *mut neosig_stream, data: *const u8, bytes: usize) -> neosig_error {
    unsafe {
        let kept = &mut *stream.cast::<Kept>();
        assert!(kept.signs);
        sum(kept.key, kept.key_bytes);
        take(&kept.options).map_or_else(
            |error| error,
            |_| {
                kept.sum = kept.sum.wrapping_add(sum(data, bytes));
                NEOSIG_OK
            },
        )
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_verify_update(stream: *mut neosig_stream, data: *const u8, bytes: usize) -> neosig_error {
    unsafe {
        let kept = &mut *stream.cast::<Kept>();
        assert!(!kept.signs && kept.options.random.is_none());
        kept.sum = kept.sum.wrapping_add(sum(data, bytes));
        take(&kept.options).unwrap();
    }
    NEOSIG_OK
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_sign_final(stream: *mut neosig_stream, sig: *mut u8, bytes: *mut usize) -> neosig_error {
    unsafe {
        let kept = stream.cast::<Kept>().read();
        let value = kept.sum.wrapping_add(sum(kept.key, kept.key_bytes)).wrapping_add(take(&kept.options).unwrap());
        fill(stream.cast(), size_of::<neosig_stream>(), 0);
        signed(sig, bytes, value)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn neosig_verify_final(stream: *mut neosig_stream) -> neosig_error {
    unsafe {
        let kept = stream.cast::<Kept>().read();
        let value = kept.sum.wrapping_add(sum(kept.key, kept.key_bytes)).wrapping_add(take(&kept.options).unwrap());
        fill(stream.cast(), size_of::<neosig_stream>(), 0);
        sum(kept.signature, kept.signature_bytes);
        verified(*kept.signature, value)
    }
}

/// Bytes that count, and memory of the heap that the generator needs.
struct Counter(Box<u8>);

impl TryRng for Counter {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(0)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        *self.0 += 1;
        out.fill(*self.0);
        Ok(())
    }
}

impl TryCryptoRng for Counter {}

fn key() -> SigningKey<MlDsa44> {
    SigningKey::from_seed(MlDsa44, &[1; 32]).unwrap()
}

/// Everything that a stream keeps is used until it ends, wherever the stream goes.
#[test]
fn streams_keep_what_they_borrow() {
    let (key, mut random) = (key(), Counter(Box::new(0)));
    let context = vec![3; 9];
    let mut work = vec![Block::ZERO; 2];
    for lent in [false, true] {
        let mut memory = StreamMemory::new();
        let options = Options::new().context(&context).random(&mut random).workspace(&mut work);
        let mut stream = match lent {
            true => key.sign_stream_in(&mut memory, options).unwrap(),
            false => key.sign_stream(options).unwrap(),
        };
        stream.update(b"a mess").unwrap();
        let stream = std::thread::scope(|threads| {
            let write = move || {
                stream.write_all(b"age").unwrap();
                stream
            };
            threads.spawn(write).join().unwrap()
        });
        let signature = stream.finalize().unwrap();
        assert_eq!(*random.0, if lent { 6 } else { 3 });

        let options = Options::new().context(&context).random(&mut random).workspace(&mut work);
        let mut stream = match lent {
            true => key.verifying_key().verify_stream_in(&mut memory, &signature, options).unwrap(),
            false => key.verifying_key().verify_stream(&signature, options).unwrap(),
        };
        stream.update(b"a message").unwrap();
        stream.finalize().unwrap(); // The sums of both keys are 0.
    }
    work[0] = Block::ZERO;
}

/// Memory may be used again after a stream that was dropped, forgotten or never begun.
#[test]
fn streams_that_do_not_end() {
    let key = key();
    let mut memory = StreamMemory::new();
    let long = [0; 256];
    key.sign_stream_in(&mut memory, Options::new().context(&long)).unwrap_err();
    {
        let mut random = Counter(Box::new(0));
        let mut stream = key.sign_stream_in(&mut memory, Options::new().random(&mut random)).unwrap();
        stream.update(b"").unwrap();
    }
    std::mem::forget(key.sign_stream_in(&mut memory, Options::new()).unwrap());
    drop(key.sign_stream(Options::new()).unwrap());
    let signature = key.multipart_sign(&[b"a", b"b"]);
    let mut stream = key.sign_stream_in(&mut memory, Options::new()).unwrap();
    stream.update(b"ab").unwrap();
    assert_eq!(stream.finalize().unwrap(), signature);
}

#[test]
fn prepared_keys() {
    let key = key();
    let mut memory = vec![Block::ZERO; Block::count(PREPARED)];
    {
        let lent = key.prepare_in(&mut memory, Options::new()).unwrap();
        let own = key.prepare().unwrap();
        let moved = own;
        std::thread::scope(|threads| {
            for prepared in [&lent, &moved, &moved] {
                threads.spawn(|| {
                    let mut random = Counter(Box::new(0));
                    let signature = prepared.try_sign_with_rng(&mut random, b"m").unwrap();
                    let dynamic: &mut dyn TryCryptoRng<Error = Infallible> = &mut random;
                    assert_eq!(prepared.try_sign_with_rng(dynamic, b"m").unwrap(), signature);
                    let mut stream = prepared.sign_stream(Options::new().random(&mut random)).unwrap();
                    stream.update(b"m").unwrap();
                    assert_eq!(stream.finalize().unwrap(), signature);
                });
            }
        });
    }
    assert_eq!(unsafe { sum(memory.as_ptr().cast(), PREPARED) }, 0, "a prepared key was not wiped");
}

#[test]
fn keys_and_files() {
    let made = SigningKey::generate_with(MlDsa44, Options::new().random(&mut Counter(Box::new(0)))).unwrap();
    assert_eq!(made.seed(), Some(&[7; 32]));
    let copy = made.clone();
    drop(made);
    let pem = copy.to_pem(&KeyFormat::new().passphrase(b"word")).unwrap();
    copy.verifying_key().to_der().unwrap();
    let read = SigningKey::<Algorithm>::read(&*pem, Some(b"word")).unwrap();
    assert_eq!(read.as_bytes(), copy.as_bytes());
    let signature = read.sign_with(b"m", Options::new().context(b"c")).unwrap();
    assert_eq!(signature.as_bytes(), copy.sign_with(b"m", Options::new().context(b"c")).unwrap().as_bytes());
    let wrong = VerifyingKey::<MlDsa44>::read([0; 3]).unwrap_err();
    assert_eq!(wrong.to_string(), "the key w");
    assert_eq!(Error::Key.to_string(), "an error");
}
