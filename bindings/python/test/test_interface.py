"""What the interface promises to those who read its types, names and errors."""
import array
import copy
import gc
import inspect
import io
import operator
import os
import pickle
import re
import socket
import tempfile
import textwrap
import typing
import weakref

import pytest
from conftest import ROOT, generate

import neosig
from neosig import _algorithms, _call, _keys

KEY = neosig.PrivateKey.from_seed("ml-dsa-44", bytes(range(32)))
PUBLIC = KEY.public_key
SIGNATURE = KEY.sign(b"m")


def members():
    """Every function, method, property and class that is public."""
    modules = {"backend": neosig.backend, "table": neosig.table}
    for name in [*neosig.__all__, *(f"{name}.{inner}" for name, module in modules.items() for inner in module.__all__)]:
        thing = operator.attrgetter(name)(neosig)
        if callable(thing):
            yield name, thing
        for inner in dir(thing) if isinstance(thing, type) else ():
            if inner == "__init__" or not inner.startswith("_"):
                value = inspect.getattr_static(thing, inner)
                value = value.fget if isinstance(value, property) else getattr(thing, inner)
                if getattr(value, "__module__", "").startswith("neosig"):
                    yield f"{name}.{inner}", value


def test_types_can_be_asked_for():
    names = []
    for name, thing in members():
        if not isinstance(thing, type) or "__annotations__" in vars(thing):
            hints = typing.get_type_hints(thing)
            assert isinstance(thing, type) or name.endswith("__init__") or "return" in hints, name
        names.append(name)
    assert {"PrivateKey.generate", "PrivateKey.sign", "PublicKey.verify", "PublicKey.fingerprint", "Signer.finalize",
            "Verifier.update", "Algorithms.by_oid", "PreparedPublicKey.public_key", "backend.select",
            "table.verify"} <= set(names)
    assert typing.get_type_hints(neosig.Algorithm)["status"] == _algorithms.Status


def test_words_are_those_of_the_library():
    header = (ROOT / "include/neosig/neosig.h").read_text()
    prehashes = re.findall(r"^    NEOSIG_PREHASH_(\w+)\b", header, re.M)
    words = {name.lower().replace("_", "-") for name in prehashes if name != "NONE"}
    given = set(typing.get_args(_call.Prehash))
    assert len(words) == 12 and words <= given and {_call._of_hashlib(name) for name in given} == words
    assert set(typing.get_args(_call.Interface)) == set(_call._INTERFACES)
    assert {a.status for a in neosig.algorithms.values()} == set(typing.get_args(_algorithms.Status))
    assert {f for a in neosig.algorithms.values() for f in a.features} <= set(typing.get_args(_algorithms.Feature))
    assert set(typing.get_args(_algorithms.Feature)) == set(_algorithms._FEATURES)
    assert set(typing.get_args(_keys.Form)) == set(_keys._FORMS)
    assert set(typing.get_args(_keys.Kdf)) == set(_keys._KDFS)


@pytest.mark.parametrize("ours,theirs", [("sha2-512", "sha512"), ("sha2-256", "sha256"), ("sha2-512-256", "sha512_256"),
                                         ("sha3-384", "sha3_384"), ("shake128", "shake_128")])
def test_names_of_hashlib(ours, theirs):
    signature = KEY.sign(b"m", prehash=ours, deterministic=True)
    assert KEY.sign(b"m", prehash=theirs, deterministic=True) == signature
    PUBLIC.verify(signature, b"m", prehash=theirs)


@pytest.mark.parametrize("wrong", ["sha1", "sha", "sha2_", "sha-512", "shake", "sha3-", "SHA512", ""])
def test_no_other_names(wrong):
    with pytest.raises(neosig.Error, match="prehash is one of"):
        KEY.sign(b"m", prehash=wrong)


def test_public_keys_of_prepared_keys():
    assert KEY.prepare().public_key == PUBLIC == PUBLIC.prepare().public_key
    alone = neosig.PrivateKey.from_bytes("rainbow-I-circumzenithal", generate("rainbow-I-circumzenithal").to_bytes())
    with pytest.raises(neosig.Unsupported, match="does not tell it"):
        alone.prepare().public_key


@pytest.mark.parametrize("name", ["ml-dsa-44\0evil", "\0", "ml-dsa-44\0", "ml-dsa-44\udc80", "", "ml-dsa-4", "mldsa"])
def test_names_that_are_none(name):
    assert name not in neosig.algorithms
    with pytest.raises(KeyError):
        neosig.algorithms[name]
    for call in (neosig.PrivateKey.generate, neosig.algorithms.by_oid):
        with pytest.raises(neosig.UnknownAlgorithm):
            call(name)
    assert not neosig.backend.usable(f"portable{name}") or not name
    with pytest.raises(neosig.Error) as caught:
        neosig.backend.select(f"portable\0{name}")
    assert caught.value.code == "NEOSIG_ERR_BACKEND"


def test_algorithms_by_object_identifier():
    for algorithm in neosig.algorithms.values():
        assert neosig.algorithms.by_oid(algorithm.oid) is algorithm
    for wrong in ("2.16.840.1.101.3.4.3.17\0", "2.16.840.1.101.3.4.3.999", "ml-dsa-44"):
        with pytest.raises(neosig.UnknownAlgorithm, match="no algorithm has"):
            neosig.algorithms.by_oid(wrong)


def test_codes_are_those_of_the_library():
    other = neosig.PrivateKey.generate("ml-dsa-65")
    for code, call in [
        ("LENGTH", lambda: neosig.PublicKey.from_bytes("ml-dsa-44", bytes(5))),
        ("LENGTH", lambda: neosig.PrivateKey.from_bytes("ml-dsa-44", bytes(5))),
        ("LENGTH", lambda: neosig.PrivateKey.from_seed("ml-dsa-44", bytes(5))),
        ("LENGTH", lambda: KEY.sign(bytes(63), interface="mu")),
        ("KEY", lambda: neosig.PrivateKey.from_bytes("ml-dsa-44", KEY.to_bytes(), other.public_key)),
        ("KEY", lambda: KEY.check_pair(other.public_key)),
        ("KEY", lambda: neosig.PublicKey.from_pem(b"")),
        ("UNSUPPORTED", lambda: neosig.PrivateKey.from_der(KEY.to_der(form="expanded")).to_seed()),
        ("UNSUPPORTED", lambda: generate("falcon-512").sign(b"m", context=b"c")),
        ("ARGUMENT", lambda: KEY.sign(b"m", context=bytes(256))),
        ("ARGUMENT", lambda: neosig.PrivateKey.generate("none")),
        ("ARGUMENT", lambda: KEY.to_pem("p", cost=-1)),
        ("ARGUMENT", lambda: KEY.to_pem("p", cost=1 << 70)),
        ("RANDOM", lambda: KEY.sign(b"m", random=lambda size: bytes(size - 1))),
        ("SIGNATURE", lambda: PUBLIC.verify(b"", b"m")),
        ("INSECURE", lambda: neosig.PrivateKey.generate("rainbow-I-classic")),
        ("PASSPHRASE", lambda: neosig.PrivateKey.from_pem(KEY.to_pem("p", cost=16))),
    ]:
        with pytest.raises(neosig.Error) as caught:
            call()
        assert caught.value.code == f"NEOSIG_ERR_{code}", caught.value
        assert pickle.loads(pickle.dumps(caught.value)).code == caught.value.code
    kinds = [kind for kind in vars(neosig).values() if isinstance(kind, type) and issubclass(kind, neosig.Error)]
    assert {kind("made by hand").code for kind in kinds} > {"NEOSIG_ERR_SIGNATURE", "NEOSIG_ERR_KEY"}


@pytest.mark.parametrize("wrong", [5, None, b"ml-dsa-44", ["ml-dsa-44"], object()])
def test_wrong_types_are_type_errors(wrong):
    calls = [lambda: neosig.PrivateKey.generate(wrong), lambda: neosig.PublicKey.from_bytes(wrong, PUBLIC.to_bytes()),
             lambda: neosig.algorithms.by_oid(wrong), lambda: KEY.check_pair(wrong), lambda: KEY.sign_file(wrong),
             lambda: PUBLIC.verify_file(b"short", wrong), lambda: KEY.sign(b"m", interface=wrong),
             lambda: KEY.to_pem(kdf=wrong), lambda: neosig.PreparedPublicKey(wrong),
             lambda: neosig.PreparedPrivateKey(wrong), lambda: neosig.Signer(wrong), lambda: neosig.PrivateKey(wrong),
             lambda: neosig.Signer("name", wrong, wrong), lambda: neosig.Verifier("name", wrong, wrong, SIGNATURE),
             lambda: neosig.PrivateKey.from_der("text"), lambda: neosig.PublicKey.from_der("text"),
             lambda: neosig.backend.usable(wrong), lambda: bytes(KEY), lambda: bytes(KEY.prepare())]
    if wrong is not None:
        calls += [lambda: KEY.sign(b"m", prehash=wrong), lambda: KEY.sign(b"m", random=wrong),
                  lambda: KEY.signer(random=wrong), lambda: neosig.PrivateKey.generate("ml-dsa-44", random=wrong),
                  lambda: KEY.to_pem(form=wrong), lambda: neosig.backend.select(wrong),
                  lambda: neosig.PrivateKey.from_bytes("ml-dsa-44", KEY.to_bytes(), wrong)]
    if wrong != 5:
        calls.append(lambda: KEY.to_pem("p", cost=wrong))
    for number, call in enumerate(calls):
        with pytest.raises(TypeError):
            call()
            pytest.fail(f"call {number} took {wrong!r}")


def test_weak_references():
    for make in (lambda: generate("ml-dsa-44"), PUBLIC.prepare, KEY.prepare, lambda: copy.copy(PUBLIC), KEY.signer,
                 lambda: PUBLIC.verifier(SIGNATURE)):
        thing = make()
        reference = weakref.ref(thing)
        assert reference() is thing
        del thing
        gc.collect()
        assert reference() is None
    assert weakref.ref(PUBLIC.algorithm)() is PUBLIC.algorithm
    names = weakref.WeakKeyDictionary({PUBLIC: "bob"})
    assert names[copy.copy(PUBLIC)] == "bob"


def test_indented_keys():
    """As they stand in a program's text, in YAML, or in a mail that quotes nothing."""
    for margin in ("    ", "\t", " \t "):
        for text in (PUBLIC.to_pem().decode(), "of bob\n" + PUBLIC.to_pem().decode()):
            indented = textwrap.indent(text, margin)
            assert neosig.PublicKey.from_pem(indented) == PUBLIC
            assert neosig.PublicKey.from_pem(indented.replace("\n", "\r\n").encode()) == PUBLIC
        assert neosig.PrivateKey.from_pem(textwrap.indent(KEY.to_pem("p", cost=16).decode(), margin),
                                          "p").public_key == PUBLIC
    for quoted in (textwrap.indent(PUBLIC.to_pem().decode(), "> "), "x" + PUBLIC.to_pem().decode()):
        with pytest.raises(neosig.InvalidKey):
            neosig.PublicKey.from_pem(quoted)


def test_bytes_of_a_public_key():
    assert bytes(PUBLIC) == PUBLIC.to_bytes() and len(bytes(PUBLIC)) == 1312


class Slow(io.RawIOBase):
    """Gives a byte at a time."""

    def __init__(self, content):
        self.content = list(content)

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self.content:
            return 0
        buffer[0] = self.content.pop(0)
        return 1


def test_files_that_are_open(tmp_path):
    message = os.urandom((1 << 20) + 100)
    path = tmp_path / "message"
    path.write_bytes(b"head" + message)
    signature = KEY.sign(message)
    with open(path, "rb") as buffered, open(path, "rb", buffering=0) as raw, tempfile.SpooledTemporaryFile() as spooled:
        spooled.write(b"head" + message)
        for file in (buffered, raw, spooled, io.BytesIO(b"head" + message)):
            file.seek(4)  # what is left is what counts
            PUBLIC.verify_file(signature, file)
            assert file.read() == b"" and not file.closed
            file.seek(4)
            PUBLIC.verify(KEY.sign_file(file), message)
    PUBLIC.verify(KEY.sign_file(Slow(b"slowly")), b"slowly")
    for text in (io.StringIO("text"), io.StringIO("")):
        with pytest.raises(TypeError):
            KEY.sign_file(text)


def test_nothing_yet_is_not_the_end():
    """A file that does not block gives None where its writer is still there."""
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    with open(ours, "rb", buffering=0) as file, open(theirs, "wb", buffering=0) as writer:
        for call in (lambda: KEY.sign_file(file), lambda: PUBLIC.verify_file(SIGNATURE, file)):
            writer.write(b"the first half")
            with pytest.raises(BlockingIOError):
                call()
        writer.write(b"all of it")
        writer.close()
        PUBLIC.verify(KEY.sign_file(file), b"all of it")
    one, other = socket.socketpair()
    with one, other, one.makefile("rb") as file:
        one.setblocking(False)
        other.sendall(b"the first half")
        with pytest.raises(BlockingIOError):
            KEY.sign_file(file)
        other.sendall(b"all")


def test_named_file_that_does_not_block(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with open(path, "wb", buffering=0) as writer:
        writer.write(b"m")
        with open(reading, "rb", buffering=0) as file, pytest.raises(BlockingIOError):
            KEY.sign_file(file)


def test_arrays_of_bytes_in_a_signature_stay_free():
    """Nothing of what was given is held afterwards: it can grow."""
    grows = bytearray(b"m")
    signature = bytearray(KEY.sign(grows, context=grows))
    for data in (grows, signature):
        try:
            PUBLIC.verify(signature, grows)
        except neosig.InvalidSignature as error:
            kept = error
        data.append(1)
    assert kept.code == "NEOSIG_ERR_SIGNATURE"
    signer = KEY.signer(context=grows)
    grows.append(1)
    signer.update(array.array("B", grows))
    PUBLIC.verify(signer.finalize(), grows, context=grows[:-1])
