//! Keys, signatures, streams, prepared keys and files, by types and by algorithms at run time.
#![cfg(all(feature = "std", feature = "ml-dsa", not(feature = "verify-only")))]

use std::io::Write;

use neosig::signature::rand_core::{Infallible, TryCryptoRng, TryRng};
use neosig::*;

/// Bytes that count, for keys that nobody uses.
#[derive(Clone)]
struct Counter(u8);

impl TryRng for Counter {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(0)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for byte in out {
            self.0 = self.0.wrapping_add(1);
            *byte = self.0;
        }
        Ok(())
    }
}

impl TryCryptoRng for Counter {}

/// A generator that fails.
struct Broken;

impl TryRng for Broken {
    type Error = std::fmt::Error;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Err(std::fmt::Error)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Err(std::fmt::Error)
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        Err(std::fmt::Error)
    }
}

impl TryCryptoRng for Broken {}

/// Everything that a key does, for one set.
fn whole<P: ParameterSet>(set: P) {
    let key = SigningKey::generate_with(set, Options::new().allow_insecure()).unwrap();
    let public = key.verifying_key();
    let name = set.algorithm().name();
    let prepared = key.prepare().unwrap();
    let mut signatures = vec![key.sign(b"message").unwrap(), prepared.sign(b"message").unwrap()];
    if set.algorithm().features().reads_twice {
        assert_eq!(key.sign_stream(Options::new()).unwrap_err(), Error::Unsupported, "{name}");
        assert_eq!(prepared.sign_stream(Options::new()).unwrap_err(), Error::Unsupported, "{name}");
        let prehash = || Options::new().prehash(Prehash::Sha2_256);
        let signature = pieces(prepared.sign_stream(prehash()).unwrap());
        public.verify_with(b"message", &signature, prehash()).expect(name);
        signatures.push(signature::MultipartSigner::multipart_sign(&key, &[b"mess", b"age"]));
        signatures.push(key.sign_with(b"message", Options::new().sign_twice().verify_signed()).unwrap());
    } else {
        signatures.push(pieces(key.sign_stream(Options::new()).unwrap()));
        signatures.push(pieces(prepared.sign_stream(Options::new()).unwrap()));
    }
    for signature in signatures {
        public.verify(b"message", &signature).expect(name);
        public.prepare().unwrap().verify(b"message", &signature).expect(name);
        assert_eq!(public.verify(b"another", &signature), Err(Error::Signature), "{name}");
        let mut stream = public.verify_stream(&signature, Options::new()).unwrap();
        stream.write_all(b"message").unwrap();
        stream.finalize().unwrap();
        let again = Signature::from_bytes(set, signature.as_bytes()).unwrap();
        public.prepare().unwrap().verify_stream(&again, Options::new()).unwrap().finalize().unwrap_err();
        assert_eq!(again, signature);
    }
    let file = key.to_pem(&KeyFormat::new().with_public_key()).unwrap();
    let read = SigningKey::<P>::read(&*file, None).unwrap();
    assert!(read.as_bytes().as_ref() == key.as_bytes().as_ref() && read.verifying_key() == public, "{name}");
    assert_eq!(&VerifyingKey::<P>::read(public.to_pem().unwrap()).unwrap(), public);
    assert_eq!(&VerifyingKey::<P>::read(public.to_der().unwrap()).unwrap(), public);
    assert_eq!(&VerifyingKey::from_bytes(set, public.as_ref()).unwrap(), public);
    assert_eq!(SigningKey::from_pair(key.as_bytes().as_ref(), public.clone()).unwrap().verifying_key(), public);
    let alone = SigningKey::from_bytes(set, key.as_bytes().as_ref());
    match name.ends_with("circumzenithal") {
        true => assert_eq!(alone.unwrap_err(), Error::Unsupported),
        false => assert_eq!(alone.unwrap().verifying_key(), public),
    }
}

fn pieces<P: ParameterSet>(mut stream: SignStream<'_, P>) -> Signature<P> {
    stream.update(b"mess").unwrap();
    stream.update(b"").unwrap();
    stream.write_all(b"age").unwrap();
    stream.finalize().unwrap()
}

/// Sets that are special, too: no public key in the secret key, signatures that vary in length.
#[test]
fn sets_by_type() {
    whole(MlDsa44);
    whole(Dilithium2);
    #[cfg(feature = "falcon")]
    {
        whole(Falcon512);
        whole(FnDsa512Pre);
    }
    #[cfg(feature = "haetae")]
    whole(Haetae2);
    #[cfg(feature = "snova")]
    whole(SnovaIK);
    #[cfg(feature = "rainbow")]
    whole(RainbowICircumzenithal);
}

/// The set with the smallest secret key of each scheme.
#[test]
fn sets_at_run_time() {
    let mut sets: Vec<_> = Algorithm::all().collect();
    sets.sort_by_key(|a| (a.scheme(), a.secret_key_bytes() + a.public_key_bytes()));
    sets.dedup_by_key(|a| a.scheme());
    assert!(sets.len() >= 2, "{sets:?}");
    sets.into_iter().for_each(whole);
}

/// The largest keys of all go through types, without the stack of a thread of tests.
#[test]
#[cfg(feature = "rainbow")]
#[ignore = "makes a key of Rainbow V: minutes without optimisation"]
fn largest_keys() {
    whole(RainbowVClassic);
}

#[test]
fn types_and_algorithms_make_the_same_keys() {
    let seed = [7; 32];
    let by_type = SigningKey::from_seed(MlDsa65, &seed).unwrap();
    let by_name = SigningKey::from_seed(Algorithm::find("ML_DSA_65").unwrap(), &seed).unwrap();
    let bytes: &[u8; MlDsa65::SECRET_KEY_BYTES] = by_type.as_bytes();
    assert_eq!(by_name.as_bytes(), bytes);
    assert_eq!(by_type.seed(), Some(&seed));
    let made = SigningKey::generate_with(MlDsa65, Options::new().random(&mut Counter(0))).unwrap();
    let seed: Vec<u8> = (1..=32).collect();
    assert_eq!(made.seed().unwrap(), seed.as_slice());
    assert_eq!(made.as_bytes(), SigningKey::from_seed(MlDsa65, &seed).unwrap().as_bytes());
    assert_eq!(MlDsa65.algorithm(), Algorithm::find(MlDsa65::NAME).unwrap());
    assert_eq!(Algorithm::by_oid(MlDsa65.algorithm().oid()), Some(MlDsa65.algorithm()));
}

#[test]
fn options() {
    let key = SigningKey::from_seed(MlDsa44, &[1; 32]).unwrap();
    let public = key.verifying_key();
    let plain = || Options::new().deterministic();
    assert_eq!(key.sign_with(b"m", plain()).unwrap(), key.sign_with(b"m", plain()).unwrap());
    assert_ne!(key.sign(b"m").unwrap(), key.sign(b"m").unwrap());
    let drawn = |start| key.sign_with(b"m", Options::new().random(&mut Counter(start))).unwrap();
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));

    let signature = key.sign_with(b"m", Options::new().context(b"c").prehash(Prehash::Sha2_256)).unwrap();
    // SHA-256 of the message.
    let hash = [
        0x62, 0xc6, 0x6a, 0x7a, 0x5d, 0xd7, 0x0c, 0x31, 0x46, 0x61, 0x80, 0x63, 0xc3, 0x44, 0xe5, 0x31, 0xe6, 0xd4,
        0xb5, 0x9e, 0x37, 0x98, 0x08, 0x44, 0x3c, 0xe9, 0x62, 0xb3, 0xab, 0xd6, 0x3c, 0x5a,
    ];
    let digest = || Options::new().context(b"c").digest(Prehash::Sha2_256);
    let by_digest = public.verify_with(&hash, &signature, digest());
    let of_message = public.verify_with(b"m", &signature, Options::new().context(b"c").prehash(Prehash::Sha2_256));
    assert_eq!((of_message, by_digest), (Ok(()), Ok(())));
    assert_eq!(public.verify_with(&hash[1..], &signature, digest()), Err(Error::Length));
    public.verify_with(&hash, &key.sign_with(&hash, digest()).unwrap(), digest()).unwrap();
    assert_eq!(public.verify(b"m", &signature), Err(Error::Signature));

    let mu = public.mu(b"m", Options::new().context(b"c")).unwrap();
    let signature = key.sign_with(&mu, Options::new().external_mu()).unwrap();
    public.verify_with(b"m", &signature, Options::new().context(b"c")).unwrap();

    let bytes = MlDsa44.algorithm().workspace_bytes(Operation::Sign, true);
    let mut work = vec![Block::ZERO; Block::count(bytes)];
    let signature = key.sign_with(b"m", Options::new().low_memory().workspace(&mut work)).unwrap();
    public.verify(b"m", &signature).unwrap();
    let short = Options::new().workspace(&mut work[..1]);
    assert_eq!(key.sign_with(b"m", short), Err(Error::Workspace));
}

#[test]
fn traits_of_others() {
    use neosig::signature::{
        Keypair, MultipartSigner, MultipartVerifier, RandomizedSigner, SignatureEncoding, Signer, Verifier,
    };
    fn signs<K: Keypair + Signer<S> + RandomizedSigner<S> + MultipartSigner<S>, S: SignatureEncoding>(key: &K)
    where
        K::VerifyingKey: Verifier<S> + MultipartVerifier<S>,
    {
        let public = key.verifying_key();
        let signature = key.sign(b"message");
        public.verify(b"message", &signature).unwrap();
        public.multipart_verify(&[b"mess", b"", b"age"], &signature).unwrap();
        public.verify(b"another", &signature).unwrap_err();
        public.verify(b"m", &key.sign_with_rng(&mut Counter(3), b"m")).unwrap();
        public.verify(b"message", &key.multipart_sign(&[b"m", b"essage"])).unwrap();
        let again = S::try_from(signature.to_bytes().as_ref()).ok().unwrap();
        assert_eq!(again.encoded_len(), signature.to_vec().len());
        public.verify(b"message", &again).unwrap();
    }
    signs::<_, Signature<MlDsa44>>(&SigningKey::generate(MlDsa44).unwrap());
    signs::<_, Signature<Algorithm>>(&SigningKey::generate(Algorithm::find("ml-dsa-44").unwrap()).unwrap());
    let key = SigningKey::generate(MlDsa44).unwrap();
    let error = key.try_sign_with_rng(&mut Broken, b"m").unwrap_err();
    assert_eq!(std::error::Error::source(&error).unwrap().downcast_ref(), Some(&Error::Random));
    let random: &mut dyn TryCryptoRng<Error = Infallible> = &mut Counter(1);
    key.try_sign_with_rng(random, b"m").unwrap();
    Signature::<MlDsa44>::try_from(&[0; 2421][..]).unwrap_err();
    Signature::<Algorithm>::try_from(&[0; 49_857][..]).unwrap_err();
}

#[test]
#[cfg(feature = "pkcs8")]
fn pkcs8_of_others() {
    use pkcs8::spki::{DynAssociatedAlgorithmIdentifier, DynSignatureAlgorithmIdentifier, SignatureBitStringEncoding};
    use pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey, PrivateKeyInfoRef};

    let key = SigningKey::generate(MlDsa87).unwrap();
    let der = key.to_pkcs8_der().unwrap();
    let seen = PrivateKeyInfoRef::try_from(der.as_bytes()).unwrap();
    assert_eq!(seen.algorithm.oid.to_string(), MlDsa87.algorithm().oid());
    assert_eq!(SigningKey::<MlDsa87>::from_pkcs8_der(der.as_bytes()).unwrap().as_bytes(), key.as_bytes());
    SigningKey::<MlDsa44>::from_pkcs8_der(der.as_bytes()).unwrap_err();
    let pem = key.to_pkcs8_pem(Default::default()).unwrap();
    assert_eq!(SigningKey::<Algorithm>::from_pkcs8_pem(&pem).unwrap().as_bytes(), key.as_bytes());
    let public = key.verifying_key();
    let pem = public.to_public_key_pem(Default::default()).unwrap();
    assert_eq!(&VerifyingKey::<MlDsa87>::from_public_key_pem(&pem).unwrap(), public);
    VerifyingKey::<MlDsa44>::from_public_key_pem(&pem).unwrap_err();
    assert_eq!(public.algorithm_identifier().unwrap(), key.signature_algorithm_identifier().unwrap());
    assert_eq!(key.sign(b"m").unwrap().to_bitstring().unwrap().raw_bytes().len(), MlDsa87::SIGNATURE_BYTES);
}

#[test]
fn files() {
    let key = SigningKey::from_seed(MlDsa44, &[5; 32]).unwrap();
    for kdf in [Kdf::Scrypt, Kdf::Pbkdf2] {
        let format = KeyFormat::new().passphrase(b"word").kdf(kdf).cost(64);
        let file = key.to_der(&format).unwrap();
        assert_eq!(SigningKey::<MlDsa44>::read(&*file, Some(b"word")).unwrap().as_bytes(), key.as_bytes());
        let wrong = SigningKey::<MlDsa44>::read(&*file, Some(b"other")).unwrap_err();
        assert_eq!(wrong.kind(), Error::Passphrase);
        assert!(wrong.to_string().contains("passphrase"), "{wrong}");
        assert_eq!(SigningKey::<MlDsa44>::read(&*file, None).unwrap_err().kind(), Error::Passphrase);
    }
    assert_eq!(key.to_pem(&KeyFormat::new().passphrase(b"")).unwrap_err(), Error::Argument);
    let empty = key.to_pem(&KeyFormat::new().passphrase(b"").empty_passphrase().cost(64)).unwrap();
    SigningKey::<MlDsa44>::read(&*empty, Some(b"")).unwrap();
    for (form, seed) in [(Form::Seed, true), (Form::Expanded, false), (Form::Both, true)] {
        let read = SigningKey::<MlDsa44>::read(&*key.to_pem(&KeyFormat::new().form(form)).unwrap(), None).unwrap();
        assert_eq!(read.seed().is_some(), seed, "{form:?}");
        assert_eq!(read.as_bytes(), key.as_bytes());
    }
    let pem = key.verifying_key().to_pem().unwrap();
    let cut = VerifyingKey::<MlDsa44>::read(&pem[..400]).unwrap_err();
    assert_eq!((cut.kind(), cut.to_string().as_str()), (Error::Key, "the key is cut: its END line is missing"));
    let other = VerifyingKey::<MlDsa65>::read(&pem).unwrap_err();
    assert_eq!(other.to_string(), "the key is of ml-dsa-44, which is not the set that is wanted");
    assert_eq!(VerifyingKey::<Algorithm>::read("").unwrap_err().kind(), Error::Key);
    assert_ne!(key.verifying_key().fingerprint().unwrap(), [0; 32]);
}

#[test]
fn misuse_has_errors_by_name() {
    let key = SigningKey::from_seed(MlDsa44, &[1; 32]).unwrap();
    let public = key.verifying_key();
    let other = SigningKey::from_seed(MlDsa44, &[2; 32]).unwrap();
    assert_eq!(SigningKey::from_seed(MlDsa44, &[1; 31]).unwrap_err(), Error::Length);
    assert_eq!(SigningKey::from_bytes(MlDsa44, &[0; 5]).unwrap_err(), Error::Length);
    assert_eq!(SigningKey::from_bytes(MlDsa44, &[0xff; 2560]).unwrap_err(), Error::Key);
    assert_eq!(SigningKey::from_pair(key.as_bytes(), other.verifying_key().clone()).unwrap_err(), Error::Key);
    assert_eq!(VerifyingKey::from_bytes(MlDsa44, &[0; 5]).unwrap_err(), Error::Length);
    assert_eq!(Signature::from_bytes(MlDsa44, &[0; 2421]).unwrap_err(), Error::Signature);
    assert_eq!(key.sign_with(b"m", Options::new().context(&[0; 256])).unwrap_err(), Error::Argument);
    assert_eq!(key.sign_with(b"m", Options::new().external_mu()).unwrap_err(), Error::Length);
    assert_eq!(key.sign_with(b"m", Options::new().random(&mut Broken)).unwrap_err(), Error::Random);
    assert_eq!(public.verify(b"m", &Signature::from_bytes(MlDsa44, b"").unwrap()), Err(Error::Signature));
    let mut short = [Block::ZERO; 2];
    assert_eq!(public.prepare_in(&mut short, Options::new()).unwrap_err(), Error::Workspace);
    assert_eq!(backend::select(Some("none")), Err(Error::Backend));
    assert_eq!(backend::select(Some("portable\0")), Err(Error::Backend));
    assert_eq!(Error::Key.name(), "NEOSIG_ERR_KEY");
    for error in Error::all() {
        assert!(error.to_string().len() > 10 && error.name().starts_with("NEOSIG_ERR_"), "{error:?}");
    }
    assert_eq!(Algorithm::find("ml-dsa-44\0"), None);
    assert_eq!(Algorithm::find(&"x".repeat(1000)), None);
    let broken = Algorithm::all().find(|a| a.status() >= Status::Withdrawn);
    assert!(broken.is_none_or(|a| SigningKey::generate(a).unwrap_err() == Error::Insecure));
    assert!(!format!("{key:?} {public:?}").contains('1'), "a key shows more than its set");
}

/// What a set says of itself is complete, and of one build with the version.
#[test]
fn algorithms() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
    assert!(Algorithm::all().count() >= 6);
    for a in Algorithm::all() {
        let (s, features) = (a.specification(), a.features());
        assert!(![s.version, s.date, s.source, s.compared, a.status_since(), a.status_citation()].contains(&""));
        assert!(features.hedged || features.deterministic, "{a}");
        assert!(a.attack().is_none_or(|attack| !attack.paper.is_empty()));
        assert!(a.workspace_bytes(Operation::Verify, false) > 0 && a.prepared_verifying_key_bytes() > 0);
        assert!(a.prepared_signing_key_bytes() > 0 && [1, 2, 3, 5].contains(&a.level()));
        assert_eq!(Algorithm::find(&a.to_string()), Some(a));
    }
    let names: Vec<_> = backend::names().collect();
    assert!(names.contains(&"portable") && names.contains(&backend::active()) && backend::usable("portable"));
    assert!(!backend::why().is_empty());
}

/// Memory that the caller brings, without any of the heap's.
#[test]
fn memory_of_the_caller() {
    let a = MlDsa44.algorithm();
    let (mut public, mut secret) = ([0; MlDsa44::PUBLIC_KEY_BYTES], [0; MlDsa44::SECRET_KEY_BYTES]);
    let mut work = vec![Block::ZERO; Block::count(a.workspace_bytes(Operation::Keypair, false)) * 2];
    a.generate_into(&mut public, &mut secret, Options::new().workspace(&mut work)).unwrap();
    let mut signature = [0; MlDsa44::SIGNATURE_BYTES];
    let bytes = a.sign_into(&mut signature, b"m", &secret, Options::new()).unwrap();
    a.verify(&signature[..bytes], b"m", &public, Options::new()).unwrap();
    assert_eq!(a.sign_into(&mut signature[1..], b"m", &secret, Options::new()), Err(Error::Length));
    assert_eq!(a.generate_into(&mut public[1..], &mut secret, Options::new()), Err(Error::Length));
    a.check_pair(&public, &secret, Options::new()).unwrap();

    let key = SigningKey::from_bytes(MlDsa44, &secret).unwrap();
    let mut memory = vec![Block::ZERO; Block::count(a.prepared_signing_key_bytes())];
    let mut stream = StreamMemory::new();
    let signature = {
        let prepared = key.prepare_in(&mut memory, Options::new()).unwrap();
        let mut stream = prepared.sign_stream_in(&mut stream, Options::new()).unwrap();
        stream.update(b"m").unwrap();
        stream.finalize().unwrap()
    };
    let wiped = unsafe { std::slice::from_raw_parts(memory.as_ptr().cast::<u8>(), size_of_val(&memory[..])) };
    assert!(wiped.iter().all(|byte| *byte == 0), "a prepared key was not wiped");
    let mut stream = key.verifying_key().verify_stream_in(&mut stream, &signature, Options::new()).unwrap();
    stream.update(b"m").unwrap();
    stream.finalize().unwrap();
}

/// Who may have what, as far as types say it.
#[test]
fn what_threads_may_share() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Algorithm>();
    shared::<SigningKey<MlDsa44>>();
    shared::<VerifyingKey<Algorithm>>();
    shared::<Signature<MlDsa44>>();
    shared::<PreparedVerifyingKey<'static, MlDsa44>>();
    shared::<PreparedSigningKey<'static, Algorithm>>();
    sent::<SignStream<'static, MlDsa44>>();
    sent::<SignStream<'static, MlDsa44, Counter>>();
    sent::<VerifyStream<'static>>();
    sent::<Options<'static>>();
}

/// Eight threads sign and verify with one prepared key of each kind.
#[test]
fn threads_share_prepared_keys() {
    let key = SigningKey::generate(MlDsa44).unwrap();
    let (signing, verifying) = (key.prepare().unwrap(), key.verifying_key().prepare().unwrap());
    std::thread::scope(|threads| {
        for number in 0..8u8 {
            let (signing, verifying) = (&signing, &verifying);
            threads.spawn(move || {
                for round in 0..20u8 {
                    let message = [number, round];
                    let signature = signing.sign(&message).unwrap();
                    verifying.verify(&message, &signature).unwrap();
                    assert_eq!(verifying.verify(&[round], &signature), Err(Error::Signature));
                }
            });
        }
    });
}
