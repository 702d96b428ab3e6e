//! Speeds beside the crates ml-dsa, libcrux-ml-dsa and fn-dsa, of which this CPU's best code is in each: `cargo bench`.
//! A group is one operation of one set. `ratios.py` runs this program several times and writes the ratios into
//! docs/rust.md.

use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{criterion_group, criterion_main};
use fn_dsa::{
    DOMAIN_NONE, FN_DSA_LOGN_512, FN_DSA_LOGN_1024, HASH_ID_RAW, KeyPairGenerator, KeyPairGeneratorStandard,
    SigningKey as _, SigningKeyStandard, VerifyingKey as _, VerifyingKeyStandard, sign_key_size, signature_size,
    vrfy_key_size,
};
use ml_dsa::{Keypair, Signer, Verifier};
use neosig::{FixedSet, Options, Signature, SigningKey};
use rand_core::OsRng;

const MESSAGE: &[u8] = &[0x5a; 32];

/// The CPU's time of the thread, in which other programs have no part.
struct Cpu;

type Criterion = criterion::Criterion<Cpu>;

impl Measurement for Cpu {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        static WALL: WallTime = WallTime;
        WALL.formatter()
    }
}

/// Messages that differ: the time to sign one varies with it.
fn messages() -> impl Iterator<Item = [u8; 8]> {
    (0u64..).map(u64::to_le_bytes)
}

macro_rules! ml_dsa {
    ($criterion:ident, $set:ident, $libcrux:ident) => {
        use libcrux_ml_dsa::$libcrux as libcrux;
        let set = neosig::$set;
        let name = <neosig::$set as FixedSet>::NAME;
        let ours = SigningKey::generate(set).unwrap();
        let seed = *ours.seed().unwrap();
        let theirs = ml_dsa::SigningKey::<ml_dsa::$set>::from_seed(&seed.into());
        let of_libcrux = libcrux::generate_key_pair(seed);
        assert_eq!(ours.as_bytes(), of_libcrux.signing_key.as_ref());

        // A key pair of a seed. That of ml-dsa is expanded, as neosig's is after `prepare`.
        let mut group = $criterion.benchmark_group(format!("{name} keygen"));
        let from_seed = || SigningKey::from_seed(set, &seed).unwrap();
        group.bench_function("neosig", |b| b.iter(from_seed));
        group.bench_function("neosig prepared", |b| b.iter(|| from_seed().prepare().unwrap()));
        group.bench_function("ml-dsa", |b| b.iter(|| ml_dsa::SigningKey::<ml_dsa::$set>::from_seed(&seed.into())));
        group.bench_function("libcrux-ml-dsa", |b| b.iter(|| libcrux::generate_key_pair(seed)));
        group.finish();

        // The same messages, without random bytes, so that all make the same attempts.
        let mut group = $criterion.benchmark_group(format!("{name} sign"));
        let prepared = ours.prepare().unwrap();
        let options = || Options::new().deterministic();
        let mut counter = messages();
        group.bench_function("neosig", |b| b.iter(|| ours.sign_with(&counter.next().unwrap(), options()).unwrap()));
        let mut counter = messages();
        group.bench_function("neosig prepared", |b| {
            b.iter(|| prepared.sign_with(&counter.next().unwrap(), options()).unwrap())
        });
        let mut counter = messages();
        group.bench_function("ml-dsa", |b| b.iter(|| theirs.sign(&counter.next().unwrap())));
        let mut counter = messages();
        group.bench_function("libcrux-ml-dsa", |b| {
            b.iter(|| libcrux::sign(&of_libcrux.signing_key, &counter.next().unwrap(), b"", [0; 32]).unwrap())
        });
        group.finish();

        let mut group = $criterion.benchmark_group(format!("{name} verify"));
        let signature = ours.sign_with(MESSAGE, options()).unwrap();
        let public = ours.verifying_key();
        let prepared = public.prepare().unwrap();
        group.bench_function("neosig", |b| b.iter(|| public.verify(MESSAGE, &signature).unwrap()));
        group.bench_function("neosig prepared", |b| b.iter(|| prepared.verify(MESSAGE, &signature).unwrap()));
        let (public, signed) = (theirs.verifying_key(), theirs.sign(MESSAGE));
        group.bench_function("ml-dsa", |b| b.iter(|| public.verify(MESSAGE, &signed).unwrap()));
        let (public, signed) =
            (of_libcrux.verification_key, libcrux::sign(&of_libcrux.signing_key, MESSAGE, b"", [0; 32]).unwrap());
        assert_eq!(signed.as_ref(), signature.as_bytes());
        group.bench_function("libcrux-ml-dsa", |b| b.iter(|| libcrux::verify(&public, MESSAGE, b"", &signed).unwrap()));
        group.finish();
    };
}

fn ml_dsa_44(criterion: &mut Criterion) {
    ml_dsa!(criterion, MlDsa44, ml_dsa_44);
}

fn ml_dsa_65(criterion: &mut Criterion) {
    ml_dsa!(criterion, MlDsa65, ml_dsa_65);
}

fn ml_dsa_87(criterion: &mut Criterion) {
    ml_dsa!(criterion, MlDsa87, ml_dsa_87);
}

fn fn_dsa<P: FixedSet>(criterion: &mut Criterion, logn: u32) {
    let set = P::default();
    let (mut secret, mut public) = (vec![0; sign_key_size(logn)], vec![0; vrfy_key_size(logn)]);
    let mut group = criterion.benchmark_group(format!("{} keygen", P::NAME));
    group.bench_function("neosig", |b| b.iter(|| SigningKey::generate(set).unwrap()));
    let mut generator = KeyPairGeneratorStandard::default();
    group.bench_function("fn-dsa", |b| b.iter(|| generator.keygen(logn, &mut OsRng, &mut secret, &mut public)));
    group.finish();

    // What theirs decodes is not expanded for signing.
    let mut group = criterion.benchmark_group(format!("{} sign", P::NAME));
    let ours = SigningKey::from_bytes(set, &secret).unwrap();
    let mut theirs = SigningKeyStandard::decode(&secret).unwrap();
    group.bench_function("neosig", |b| b.iter(|| ours.sign(MESSAGE).unwrap()));
    let prepared = ours.prepare().unwrap();
    group.bench_function("neosig prepared", |b| b.iter(|| prepared.sign(MESSAGE).unwrap()));
    let mut signed = vec![0; signature_size(logn)];
    group.bench_function("fn-dsa", |b| {
        b.iter(|| theirs.sign(&mut OsRng, &DOMAIN_NONE, &HASH_ID_RAW, MESSAGE, &mut signed).unwrap())
    });
    group.finish();

    let mut group = criterion.benchmark_group(format!("{} verify", P::NAME));
    let signature = Signature::from_bytes(set, &signed).unwrap();
    group.bench_function("neosig", |b| b.iter(|| ours.verifying_key().verify(MESSAGE, &signature).unwrap()));
    let prepared = ours.verifying_key().prepare().unwrap();
    group.bench_function("neosig prepared", |b| b.iter(|| prepared.verify(MESSAGE, &signature).unwrap()));
    let theirs = VerifyingKeyStandard::decode(&public).unwrap();
    group.bench_function("fn-dsa", |b| b.iter(|| assert!(theirs.verify(&signed, &DOMAIN_NONE, &HASH_ID_RAW, MESSAGE))));
    group.finish();
}

fn fn_dsa_512(criterion: &mut Criterion) {
    fn_dsa::<neosig::FnDsa512Pre>(criterion, FN_DSA_LOGN_512);
}

fn fn_dsa_1024(criterion: &mut Criterion) {
    fn_dsa::<neosig::FnDsa1024Pre>(criterion, FN_DSA_LOGN_1024);
}

criterion_group! {
    name = benches;
    config = criterion::Criterion::default().with_measurement(Cpu);
    targets = ml_dsa_44, ml_dsa_65, ml_dsa_87, fn_dsa_512, fn_dsa_1024
}
criterion_main!(benches);
