//! ML-DSA, with the crate ml-dsa: keys from the same seed, signatures and files both ways.

use ml_dsa::{KeyExport, Keypair, SignatureEncoding, Signer, Verifier};
use neosig::{KeyFormat, Options, Signature, SigningKey, VerifyingKey};
use pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};

const MESSAGE: &[u8] = b"a message";
const CONTEXT: &[u8] = b"a context";

macro_rules! both_ways {
    ($name:ident, $set:ident) => {
        #[test]
        fn $name() {
            type Theirs = ml_dsa::SigningKey<ml_dsa::$set>;
            let set = neosig::$set;
            let ours = SigningKey::generate(set).unwrap();
            let seed = *ours.seed().unwrap();
            let theirs = Theirs::from_seed(&seed.into());
            let (public, their_public) = (ours.verifying_key(), theirs.verifying_key());
            assert_eq!(their_public.to_bytes().as_slice(), public.as_bytes());

            // What they sign, we verify; a signature without random bytes is the same.
            let signature = Signature::from_bytes(set, &theirs.sign(MESSAGE).to_bytes()).unwrap();
            public.verify(MESSAGE, &signature).unwrap();
            public.verify(b"another", &signature).unwrap_err();
            assert_eq!(ours.sign_with(MESSAGE, Options::new().deterministic()).unwrap(), signature);
            let signed = theirs.expanded_key().sign_deterministic(MESSAGE, CONTEXT).unwrap().to_bytes();
            let signature = Signature::from_bytes(set, &signed).unwrap();
            public.verify_with(MESSAGE, &signature, Options::new().context(CONTEXT)).unwrap();
            public.verify(MESSAGE, &signature).unwrap_err();

            // What we sign, they verify.
            let signature = ours.sign(MESSAGE).unwrap();
            let signature = ml_dsa::Signature::<ml_dsa::$set>::try_from(signature.as_bytes()).unwrap();
            their_public.verify(MESSAGE, &signature).unwrap();
            their_public.verify(b"another", &signature).unwrap_err();
            let signature = ours.sign_with(MESSAGE, Options::new().context(CONTEXT)).unwrap();
            let signature = ml_dsa::Signature::<ml_dsa::$set>::try_from(signature.as_bytes()).unwrap();
            assert!(their_public.verify_with_context(MESSAGE, CONTEXT, &signature));
            assert!(!their_public.verify_with_context(MESSAGE, b"", &signature));

            // Files, by the traits and by our own functions.
            let der = theirs.to_pkcs8_der().unwrap();
            let read = SigningKey::<neosig::$set>::from_pkcs8_der(der.as_bytes()).unwrap();
            assert_eq!((read.as_bytes(), read.seed()), (ours.as_bytes(), Some(&seed)));
            let read = Theirs::from_pkcs8_der(ours.to_pkcs8_der().unwrap().as_bytes()).unwrap();
            assert_eq!(read.to_seed().as_slice(), &seed);
            let read = Theirs::from_pkcs8_pem(&ours.to_pem(&KeyFormat::new()).unwrap()).unwrap();
            assert_eq!(read.to_seed().as_slice(), &seed);
            let der = their_public.to_public_key_der().unwrap();
            assert_eq!(&VerifyingKey::<neosig::$set>::from_public_key_der(der.as_bytes()).unwrap(), public);
            assert_eq!(public.to_public_key_der().unwrap().as_bytes(), der.as_bytes());
            let pem = public.to_pem().unwrap();
            assert_eq!(ml_dsa::VerifyingKey::<ml_dsa::$set>::from_public_key_pem(&pem).unwrap(), their_public);
        }
    };
}

both_ways!(ml_dsa_44, MlDsa44);
both_ways!(ml_dsa_65, MlDsa65);
both_ways!(ml_dsa_87, MlDsa87);
