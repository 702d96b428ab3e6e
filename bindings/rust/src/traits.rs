//! The traits of the crate `signature`.

use signature::{MultipartVerifier, SignatureEncoding, Verifier};

use crate::verifying::StreamMemory;
use crate::*;

impl<P: ParameterSet> Verifier<Signature<P>> for VerifyingKey<P> {
    fn verify(&self, message: &[u8], signature: &Signature<P>) -> signature::Result<()> {
        Ok(VerifyingKey::verify(self, message, signature)?)
    }
}

impl<P: ParameterSet> Verifier<Signature<P>> for PreparedVerifyingKey<'_, P> {
    fn verify(&self, message: &[u8], signature: &Signature<P>) -> signature::Result<()> {
        Ok(PreparedVerifyingKey::verify(self, message, signature)?)
    }
}

impl<P: ParameterSet> MultipartVerifier<Signature<P>> for VerifyingKey<P> {
    fn multipart_verify(&self, message: &[&[u8]], signature: &Signature<P>) -> signature::Result<()> {
        let mut memory = StreamMemory::new();
        let mut stream = self.verify_stream_in(&mut memory, signature, Options::new())?;
        message.iter().try_for_each(|piece| stream.update(piece))?;
        Ok(stream.finalize()?)
    }
}

impl<P: ParameterSet> TryFrom<&[u8]> for Signature<P> {
    type Error = signature::Error;

    /// Bytes of any signature that fits. A `Signature<Algorithm>`, whose set is not known here, fits every set's.
    fn try_from(bytes: &[u8]) -> signature::Result<Self> {
        let largest = || Algorithm::all().map(Algorithm::signature_bytes).max().unwrap_or(0);
        let room = P::SIGNATURE_ROOM.unwrap_or_else(|| bytes.len().min(largest()));
        Ok(Self::of(room, bytes)?)
    }
}

impl<P: ParameterSet> SignatureEncoding for Signature<P> {
    type Repr = Self;
}

#[cfg(not(feature = "verify-only"))]
mod secret {
    use super::*;
    use crate::options::Random;
    use signature::{
        KeypairRef, MultipartSigner, RandomizedMultipartSigner, RandomizedSigner, Signer, rand_core::TryCryptoRng,
    };

    impl<P: ParameterSet> KeypairRef for SigningKey<P> {
        type VerifyingKey = VerifyingKey<P>;
    }

    impl<P: ParameterSet> Signer<Signature<P>> for SigningKey<P> {
        fn try_sign(&self, message: &[u8]) -> signature::Result<Signature<P>> {
            Ok(SigningKey::sign(self, message)?)
        }
    }

    impl<P: ParameterSet> Signer<Signature<P>> for PreparedSigningKey<'_, P> {
        fn try_sign(&self, message: &[u8]) -> signature::Result<Signature<P>> {
            Ok(PreparedSigningKey::sign(self, message)?)
        }
    }

    impl<P: ParameterSet> RandomizedSigner<Signature<P>> for SigningKey<P> {
        fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(
            &self,
            mut generator: &mut R,
            message: &[u8],
        ) -> signature::Result<Signature<P>> {
            Ok(self.sign_with(message, Options::new().random(&mut generator))?)
        }
    }

    impl<P: ParameterSet> RandomizedSigner<Signature<P>> for PreparedSigningKey<'_, P> {
        fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(
            &self,
            mut generator: &mut R,
            message: &[u8],
        ) -> signature::Result<Signature<P>> {
            Ok(self.sign_with(message, Options::new().random(&mut generator))?)
        }
    }

    fn multipart_sign<P: ParameterSet, R: Random>(
        key: &SigningKey<P>,
        message: &[&[u8]],
        options: Options<'_, R>,
    ) -> signature::Result<Signature<P>> {
        #[cfg(feature = "alloc")]
        if key.set().algorithm().features().reads_twice {
            return Ok(key.sign_with(&message.concat(), options)?);
        }
        let mut memory = StreamMemory::new();
        let mut stream = key.sign_stream_in(&mut memory, options)?;
        message.iter().try_for_each(|piece| stream.update(piece))?;
        Ok(stream.finalize()?)
    }

    impl<P: ParameterSet> MultipartSigner<Signature<P>> for SigningKey<P> {
        fn try_multipart_sign(&self, message: &[&[u8]]) -> signature::Result<Signature<P>> {
            multipart_sign(self, message, Options::new())
        }
    }

    impl<P: ParameterSet> RandomizedMultipartSigner<Signature<P>> for SigningKey<P> {
        fn try_multipart_sign_with_rng<R: TryCryptoRng + ?Sized>(
            &self,
            mut generator: &mut R,
            message: &[&[u8]],
        ) -> signature::Result<Signature<P>> {
            multipart_sign(self, message, Options::new().random(&mut generator))
        }
    }
}
