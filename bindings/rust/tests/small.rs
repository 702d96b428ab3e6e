//! Builds without the heap, and builds that only verify.
#![cfg(feature = "ml-dsa")]

#[cfg(all(not(feature = "alloc"), not(feature = "verify-only")))]
mod without_the_heap {
    use neosig::*;

    /// Keys are arrays in their owner, so a type says how large it is.
    #[test]
    fn keys_are_arrays() {
        let key = SigningKey::generate(MlDsa44).unwrap();
        assert!(size_of_val(&key) >= MlDsa44::PUBLIC_KEY_BYTES + MlDsa44::SECRET_KEY_BYTES);
        let signature = key.sign(b"a message").unwrap();
        let mut memory = StreamMemory::new();
        let mut stream = key.verifying_key().verify_stream_in(&mut memory, &signature, Options::new()).unwrap();
        stream.update(b"a message").unwrap();
        stream.finalize().unwrap();
        let again = SigningKey::from_bytes(MlDsa44, key.as_bytes()).unwrap();
        assert_eq!(again.verifying_key(), key.verifying_key());
        let mut room = [Block::ZERO; 1024];
        let prepared = key.prepare_in(&mut room, Options::new()).unwrap();
        key.verifying_key().verify(b"a message", &prepared.sign(b"a message").unwrap()).unwrap();
        assert_eq!(signature::Error::from(Error::Key).to_string(), "signature error");
    }
}

#[cfg(all(feature = "verify-only", feature = "alloc", feature = "snova"))]
mod verify_only {
    use neosig::*;

    const KEY: &str = include_str!("data/snova-i-s.pub");
    const SIGNATURE: &[u8] = include_bytes!("data/snova-i-s.sig");

    #[test]
    fn a_signature_verifies() {
        let key = VerifyingKey::<Algorithm>::read(KEY).unwrap();
        let signature = Signature::from_bytes(key.set(), SIGNATURE).unwrap();
        key.verify(b"a message", &signature).unwrap();
        assert_eq!(key.verify(b"another", &signature), Err(Error::Signature));
        let prepared = key.prepare().unwrap();
        prepared.verify(b"a message", &signature).unwrap();
        let mut stream = prepared.verify_stream(&signature, Options::new()).unwrap();
        stream.update(b"a message").unwrap();
        stream.finalize().unwrap();
    }

    /// C has no signing either, unless `NEOSIG_LIB_DIR` names a library that has.
    #[test]
    fn nothing_signs() {
        let algorithm = Algorithm::find("snova-i-s").unwrap();
        assert!(algorithm.prepared_signing_key_bytes() == 0 || option_env!("NEOSIG_LIB_DIR").is_some());
    }
}
