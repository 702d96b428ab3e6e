//! FN-DSA as it is guessed before its standard, with the crate fn-dsa: keys and signatures both ways, and the same keys
//! and signatures of the same random bytes.

use fn_dsa::{
    DOMAIN_NONE, DomainContext, FN_DSA_LOGN_512, FN_DSA_LOGN_1024, HASH_ID_RAW, HASH_ID_SHA256, HashIdentifier,
    KeyPairGenerator, KeyPairGeneratorStandard, SigningKey as _, SigningKeyStandard, VerifyingKey as _,
    VerifyingKeyStandard, sign_key_size, signature_size, vrfy_key_size,
};
use neosig::signature::rand_core::{Infallible, TryCryptoRng, TryRng};
use neosig::{FixedSet, FnDsa512Pre, FnDsa1024Pre, Options, Prehash, Signature, SigningKey, VerifyingKey};
use rand_core::{CryptoRng, OsRng, RngCore};

const MESSAGE: &[u8] = b"a message";

/// How the same thing is asked for: their context and hash, and our options.
type Way = (DomainContext<'static>, HashIdentifier<'static>, &'static [u8], fn() -> Options<'static>);

const WAYS: [Way; 3] = [
    (DOMAIN_NONE, HASH_ID_RAW, MESSAGE, || Options::new()),
    (DomainContext(b"a context"), HASH_ID_RAW, MESSAGE, || Options::new().context(b"a context")),
    (DomainContext(b"c"), HASH_ID_SHA256, &[7; 32], || Options::new().context(b"c").digest(Prehash::Sha2_256)),
];

/// Bytes that count, for both crates: each takes the traits of another version of rand_core.
struct Counter(u8);

impl RngCore for Counter {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, out: &mut [u8]) {
        for byte in out {
            self.0 = self.0.wrapping_add(1);
            *byte = self.0;
        }
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(out);
        Ok(())
    }
}

impl CryptoRng for Counter {}

impl TryRng for Counter {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_u64())
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        self.fill_bytes(out);
        Ok(())
    }
}

impl TryCryptoRng for Counter {}

fn both_ways<P: FixedSet>(logn: u32) {
    let set = P::default();
    assert_eq!((sign_key_size(logn), vrfy_key_size(logn)), (P::SECRET_KEY_BYTES, P::PUBLIC_KEY_BYTES));
    let (mut secret, mut public) = (vec![0; sign_key_size(logn)], vec![0; vrfy_key_size(logn)]);
    KeyPairGeneratorStandard::default().keygen(logn, &mut OsRng, &mut secret, &mut public);
    let of_theirs = SigningKey::from_pair(&secret, VerifyingKey::from_bytes(set, &public).unwrap()).unwrap();
    assert_eq!(SigningKey::from_bytes(set, &secret).unwrap().verifying_key(), of_theirs.verifying_key());

    KeyPairGeneratorStandard::default().keygen(logn, &mut Counter(0), &mut secret, &mut public);
    let same = SigningKey::generate_with(set, Options::new().random(&mut Counter(0))).unwrap();
    assert_eq!((same.as_bytes().as_ref(), same.verifying_key().as_ref()), (&*secret, &*public));

    for key in [of_theirs, SigningKey::generate(set).unwrap()] {
        let mut theirs = SigningKeyStandard::decode(key.as_bytes().as_ref()).expect("they read our key");
        let their_public = VerifyingKeyStandard::decode(key.verifying_key().as_ref()).expect("they read our key");
        let mut computed = vec![0; P::PUBLIC_KEY_BYTES];
        theirs.to_verifying_key(&mut computed);
        assert_eq!(computed, key.verifying_key().as_ref());
        for (context, hash, message, options) in &WAYS {
            let mut signed = vec![0; signature_size(logn)];
            theirs.sign(&mut OsRng, context, hash, message, &mut signed).unwrap();
            let signature = Signature::from_bytes(set, &signed).unwrap();
            key.verifying_key().verify_with(message, &signature, options()).unwrap();
            let signature = key.sign_with(message, options()).unwrap();
            assert!(their_public.verify(signature.as_bytes(), context, hash, message));
            assert!(!their_public.verify(signature.as_bytes(), &DomainContext(b"other"), hash, message));
            theirs.sign(&mut Counter(9), context, hash, message, &mut signed).unwrap();
            let same = key.sign_with(message, options().random(&mut Counter(9))).unwrap();
            assert_eq!(same.as_bytes(), signed);
        }
    }
}

#[test]
fn fn_dsa_512() {
    both_ways::<FnDsa512Pre>(FN_DSA_LOGN_512);
}

#[test]
fn fn_dsa_1024() {
    both_ways::<FnDsa1024Pre>(FN_DSA_LOGN_1024);
}
