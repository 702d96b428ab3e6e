//! The traits of the crates `pkcs8` and `spki`.

use ::pkcs8::der::asn1::BitString;
use ::pkcs8::spki::{
    self, AlgorithmIdentifierOwned, DecodePublicKey, DynAssociatedAlgorithmIdentifier, EncodePublicKey,
    SignatureBitStringEncoding,
};
use ::pkcs8::{Document, ObjectIdentifier};

use crate::{ParameterSet, Signature, VerifyingKey};

fn identifier(set: impl ParameterSet) -> spki::Result<AlgorithmIdentifierOwned> {
    let oid = ObjectIdentifier::new(set.algorithm().oid()).map_err(|_| spki::Error::KeyMalformed)?;
    Ok(AlgorithmIdentifierOwned { oid, parameters: None })
}

impl<P: ParameterSet> EncodePublicKey for VerifyingKey<P> {
    fn to_public_key_der(&self) -> spki::Result<Document> {
        let der = self.to_der().map_err(|_| spki::Error::KeyMalformed)?;
        Ok(Document::try_from(der)?)
    }
}

impl<P: ParameterSet> DecodePublicKey for VerifyingKey<P> {
    fn from_public_key_der(der: &[u8]) -> spki::Result<Self> {
        Self::read(der).map_err(|_| spki::Error::KeyMalformed)
    }
}

impl<P: ParameterSet> DynAssociatedAlgorithmIdentifier for VerifyingKey<P> {
    fn algorithm_identifier(&self) -> spki::Result<AlgorithmIdentifierOwned> {
        identifier(self.set())
    }
}

impl<P: ParameterSet> SignatureBitStringEncoding for Signature<P> {
    fn to_bitstring(&self) -> ::pkcs8::der::Result<BitString> {
        BitString::from_bytes(self.as_bytes())
    }
}

#[cfg(not(feature = "verify-only"))]
mod secret {
    use super::*;
    use crate::{Error, FileError, KeyFormat, SigningKey};
    use ::pkcs8::spki::DynSignatureAlgorithmIdentifier;
    use ::pkcs8::{DecodePrivateKey, EncodePrivateKey, KeyError, SecretDocument};

    impl From<FileError> for ::pkcs8::Error {
        fn from(error: FileError) -> Self {
            match error.kind() {
                Error::Unsupported => spki::Error::KeyMalformed.into(),
                _ => KeyError::Invalid.into(),
            }
        }
    }

    impl<P: ParameterSet> EncodePrivateKey for SigningKey<P> {
        fn to_pkcs8_der(&self) -> ::pkcs8::Result<SecretDocument> {
            let der = self.to_der(&KeyFormat::new()).map_err(|_| KeyError::Invalid)?;
            Ok(SecretDocument::try_from(der.as_slice())?)
        }
    }

    impl<P: ParameterSet> DecodePrivateKey for SigningKey<P> {
        fn from_pkcs8_der(der: &[u8]) -> ::pkcs8::Result<Self> {
            Ok(Self::read(der, None)?)
        }
    }

    impl<P: ParameterSet> DynSignatureAlgorithmIdentifier for SigningKey<P> {
        fn signature_algorithm_identifier(&self) -> spki::Result<AlgorithmIdentifierOwned> {
            identifier(self.set())
        }
    }
}
