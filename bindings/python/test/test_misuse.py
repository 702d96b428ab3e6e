"""Misuse that must end in an exception: never in a key of no random bytes, never in memory that is not the object's."""
import array
import copy
import ctypes
import dataclasses
import os
import pickle
import subprocess
import sys
import sysconfig

import pytest
from conftest import generate

import neosig

KEY = neosig.PrivateKey.from_seed("ml-dsa-44", bytes(range(32)))
PUBLIC = KEY.public_key
SIGNATURE = KEY.sign(b"m")

# ---- Subinterpreters

RUN_IN_ANOTHER = """
import sys
try:
    import _interpreters
    shared, isolated = "legacy", "isolated"
except ImportError:
    import _xxsubinterpreters as _interpreters
    shared, isolated = {"isolated": False}, {"isolated": True}

def run(kind, program):
    made = _interpreters.create(**kind) if isinstance(kind, dict) else _interpreters.create(kind)
    failed = _interpreters.run_string(made, program)
    assert failed is None, failed
"""

SHARED = """
import os
import neosig
for i in range(3):
    drawn = []
    def draw(size):
        drawn.append(os.urandom(size))
        return drawn[-1]
    try:
        key = neosig.PrivateKey.generate("ml-dsa-44", random=draw)
        print("drawn" if key.to_seed() == b"".join(drawn) else "of nothing")
    except neosig.Error as error:
        print(error.code, "called" if drawn else "not called")
key = neosig.PrivateKey.generate("ml-dsa-44").prepare()
signer = key.signer()
signer.update(b"m")
key.public_key.verify(signer.finalize(), b"m")
print("verified", flush=True)
"""

ISOLATED = """
try:
    import neosig
except ImportError as error:
    print("refused:", error, flush=True)
else:
    key = neosig.PrivateKey.generate("ml-dsa-44", random=bytes)
    key.public_key.verify(key.sign(b"m"), b"m")
    print("verified", key.to_seed() == bytes(32), flush=True)
"""


def in_another_interpreter(kind, program, before=""):
    """What a program prints in a subinterpreter, of a process whose main interpreter runs other lines before."""
    done = subprocess.run([sys.executable, "-c", f"{RUN_IN_ANOTHER}{before}\nrun({kind}, {program!r})"],
                          capture_output=True, text=True)
    if "No module named '_xxsubinterpreters'" in done.stderr:
        pytest.skip("this Python has no subinterpreters")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("before", ["", "import neosig"])
def test_random_in_a_subinterpreter(before):
    """Before Python 3.12 cffi cannot call a function of a subinterpreter. Then there is no key."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("without a global lock no subinterpreter loads the package")
    lines = in_another_interpreter("shared", SHARED, before)
    works = sys.version_info >= (3, 12)
    assert lines == ["drawn" if works else "NEOSIG_ERR_RANDOM not called"] * 3 + ["verified"]


def test_a_subinterpreter_with_a_lock_of_its_own_is_refused_or_works():
    """cffi's own module decides: as of 2.1 it refuses."""
    if sys.version_info < (3, 12):
        pytest.skip("no interpreter of this Python has a lock of its own")
    (line,) = in_another_interpreter("isolated", ISOLATED)
    assert line == "verified True" or line.startswith("refused:") and "subinterpreter" in line


def test_a_random_function_that_is_no_longer_there():
    """The library asks for what nobody keeps any more."""
    signer = KEY.signer(random=bytes)
    object.__setattr__(signer, "_outcome", KEY.signer()._outcome)
    with pytest.raises(neosig.Error) as caught:
        signer.finalize()
    assert caught.value.code == "NEOSIG_ERR_RANDOM"


# ---- Attributes

SMALL, LARGE = neosig.algorithms["ml-dsa-44"], neosig.algorithms["ml-dsa-87"]


def objects():
    return [KEY, PUBLIC, KEY.prepare(), PUBLIC.prepare(), KEY.signer(), PUBLIC.verifier(SIGNATURE), SMALL]


def test_nothing_of_an_object_can_be_assigned():
    for thing in objects():
        names = {name for name in dir(thing) if not name.startswith("_") and not callable(getattr(thing, name))}
        assert "algorithm" in names or isinstance(thing, (neosig.Algorithm, neosig.Signer, neosig.Verifier))
        for name in [*names, "algorithm", "of_a_user"]:
            with pytest.raises(AttributeError):
                setattr(thing, name, LARGE)
            with pytest.raises(AttributeError):
                delattr(thing, name)
        assert thing is SMALL or not hasattr(thing, "__dict__")


PLANT = """
import copy, os, sys
import neosig
small, large = (neosig.PrivateKey.from_seed(name, bytes(32)) for name in ("ml-dsa-44", "ml-dsa-87"))

def things(key):
    public = key.public_key
    verifier = public.verifier(bytes(key.algorithm.signature_bytes))
    return [key, public, key.prepare(), public.prepare(), key.signer(), verifier, key.algorithm]

def slots(thing):
    return [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()) if name != "__weakref__"]

def use(thing):
    calls = [lambda: thing.sign(b"m"), lambda: thing.verify(bytes(2420), b"m"), lambda: thing.finalize(),
             lambda: thing.update(bytes(100)), lambda: thing.signer().finalize(), lambda: thing.to_bytes(),
             lambda: thing.verifier(bytes(2420)).finalize(), lambda: thing.to_seed(), lambda: thing.to_pem(),
             lambda: thing.public_key.to_pem(), lambda: thing.fingerprint, lambda: thing.prepare().sign(b"m"),
             lambda: thing.prepare().verify(bytes(5000), b"m"), lambda: thing.mu(b"m"), lambda: hash(thing),
             lambda: thing == small.public_key, lambda: thing.check_pair(small.public_key), lambda: copy.copy(thing),
             lambda: small.check_pair(thing), lambda: neosig.PrivateKey.from_seed(thing, bytes(32)).sign(b"m"),
             lambda: neosig.PublicKey.from_bytes(thing, bytes(thing.public_key_bytes)).to_pem(), lambda: repr(thing)]
    for call in calls:
        try:
            call()
        except Exception:
            pass

planted = 0
wrong = [None, 5, 1 << 70, b"", bytes(8), bytearray(10000), "ml-dsa-87", {}, [0], {"alg": None}, [[1] * 96], neosig]
for number, thing in enumerate(things(small)):
    names = vars(thing) if hasattr(thing, "__dict__") else slots(thing)
    for name in list(names):
        taken = [getattr(other, name) for other in things(large) if hasattr(other, name)]
        for value in [*wrong, *taken]:
            victim = things(small)[number]
            before = getattr(victim, name)
            try:
                object.__setattr__(victim, name, value)
            except (AttributeError, TypeError):
                continue
            planted += 1
            use(victim)
            object.__setattr__(victim, name, before)
for one in things(small):
    for other in things(large):
        try:
            object.__setattr__(one, "__class__", type(other))
        except (AttributeError, TypeError):
            continue
        planted += 1
        use(one)
for kind in (neosig.PrivateKey, neosig.PublicKey, neosig.PreparedPrivateKey, neosig.PreparedPublicKey, neosig.Signer,
             neosig.Verifier):
    use(kind.__new__(kind))
small.public_key.verify(small.sign(b"m"), b"m")
print(planted, "planted")
"""


def test_values_planted_in_private_attributes_do_not_reach_memory():
    """What object.__setattr__ puts into any attribute, of every kind of object, ends in exceptions alone. Another
    process, with the allocator's own checks: a fault there is a crash."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-X", "faulthandler", "-c", PLANT], capture_output=True,
                          text=True, env={**os.environ, "PYTHONMALLOC": "debug", "MALLOC_CHECK_": "3",
                                          "MALLOC_PERTURB_": "165"})
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout.split()[0]) > 200


COLLECTED = """
import gc
import neosig
key = neosig.PrivateKey.generate("ml-dsa-44")
public, signature = key.public_key, key.sign(b"m")

def calls(data):
    options = [{"context": data}, {"random": lambda size: data}, {"interface": "mu"}]
    yield from [lambda given=given: key.sign(data, **given) for given in options]
    yield from [lambda: public.verify(data, b"m"), lambda: public.verify(signature, data), lambda: public.mu(data,
                interface="digest", prehash="sha2-256"), lambda: key.signer(interface="mu").update(data).finalize(),
                lambda: key.signer(context=data), lambda: public.verifier(data), lambda: public.verifier(signature,
                context=data), lambda: neosig.PublicKey.from_bytes("ml-dsa-44", data), lambda: key.to_pem(data, cost=3),
                lambda: neosig.PrivateKey.from_seed("ml-dsa-44", data), lambda: neosig.PrivateKey.from_der(data),
                lambda: neosig.PrivateKey.from_pem(key.to_pem("p", cost=16), data)]

def try_one(call):
    try:
        call()
    except Exception as error:
        error.itself = error

for make in (lambda: memoryview(bytes(300)), lambda: memoryview(bytes(2420)), lambda: memoryview(bytearray(60))):
    for number in range(len(list(calls(b"")))):
        try_one(list(calls(make()))[number])
        gc.collect()
print("collected")
"""


def test_exceptions_that_keep_a_memoryview_are_collected():
    """Python's collector crashes on a memoryview in a cycle with what C has of it; so nothing is left of that."""
    done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", COLLECTED], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "collected\n"), done.stderr[-3000:]


def test_algorithms_that_a_program_made_are_refused():
    changed = dataclasses.replace(SMALL, public_key_bytes=5, secret_key_bytes=5, signature_bytes=5, seed_bytes=5)
    for call in (lambda: neosig.PrivateKey.generate(changed), lambda: neosig.PublicKey.from_bytes(changed, bytes(5)),
                 lambda: neosig.PrivateKey.from_seed(changed, bytes(5)),
                 lambda: neosig.PrivateKey.from_bytes(changed, bytes(5))):
        with pytest.raises(neosig.UnknownAlgorithm, match="ml-dsa-44"):
            call()
    for same in (copy.copy(SMALL), copy.deepcopy(SMALL), pickle.loads(pickle.dumps(SMALL)), dataclasses.replace(SMALL)):
        assert neosig.PublicKey.from_bytes(same, PUBLIC.to_bytes()).algorithm is SMALL
    for key in (KEY, PUBLIC, KEY.prepare(), PUBLIC.prepare()):
        with pytest.raises(TypeError):
            dataclasses.replace(key, algorithm=LARGE)


# ---- Bytes

class Objects(ctypes.Structure):
    _fields_ = [("pointer", ctypes.c_void_p)]


NO_BYTES = [5, 0, True, 32, 1.5, "text", None, [1, 2], (1,), range(3), object(), array.array("I", [1, 2]),
            array.array("d", [1]), memoryview(bytes(8)).cast("I"), memoryview(bytes(8)).cast("?"),
            (Objects * 2)(), (ctypes.py_object * 2)(1, 2), (ctypes.c_wchar * 2)()]


def everywhere(data, name="ml-dsa-44"):
    """Every place that takes bytes, given this."""
    yield from (lambda: KEY.sign(data), lambda: KEY.prepare().sign(data), lambda: KEY.signer().update(data))
    yield from (lambda: PUBLIC.verify(data, b"m"), lambda: PUBLIC.verify(SIGNATURE, data), lambda: PUBLIC.mu(data))
    yield from (lambda: PUBLIC.verifier(data), lambda: PUBLIC.verifier(SIGNATURE).update(data))
    yield from (lambda: PUBLIC.verify_file(data, os.devnull), lambda: PUBLIC.prepare().verify(data, b"m"))
    given = {"context": data}
    yield from (lambda: KEY.sign(b"m", **given), lambda: KEY.signer(**given), lambda: PUBLIC.mu(b"m", **given))
    yield from (lambda: PUBLIC.verify(SIGNATURE, b"m", **given), lambda: PUBLIC.verifier(SIGNATURE, **given))
    yield from (lambda: KEY.sign_file(os.devnull, **given),
                lambda: PUBLIC.verify_file(SIGNATURE, os.devnull, **given))
    yield from (lambda: KEY.sign(b"m", random=lambda size: data), lambda: generate(name, random=lambda size: data))
    yield from (lambda: neosig.PublicKey.from_bytes(name, data), lambda: neosig.PublicKey(name, data),
                lambda: neosig.PrivateKey.from_bytes(name, data), lambda: neosig.PrivateKey.from_seed(name, data),
                lambda: neosig.PublicKey.from_der(data), lambda: neosig.PrivateKey.from_der(data))
    if not isinstance(data, str):
        yield from (lambda: neosig.PublicKey.from_pem(data), lambda: neosig.PrivateKey.from_pem(data))
        if data is not None:
            yield from (lambda: KEY.to_pem(data, cost=16), lambda: KEY.to_der(data, cost=16),
                        lambda: neosig.PrivateKey.from_pem(KEY.to_pem(), data))


@pytest.mark.parametrize("data", NO_BYTES, ids=[type(data).__name__ + str(i) for i, data in enumerate(NO_BYTES)])
def test_what_is_not_bytes_is_refused_everywhere(data):
    for number, call in enumerate(everywhere(data)):
        with pytest.raises(TypeError):
            call()
            pytest.fail(f"call {number} took {data!r}")


def test_scattered_bytes_are_refused_everywhere():
    for call in everywhere(memoryview(bytes(64))[::2]):
        with pytest.raises(BufferError):
            call()


def test_keys_of_a_size_are_not_keys_of_zeros():
    """bytes(1312) is 1,312 zeros, and bytes(5) five."""
    with pytest.raises(TypeError):
        neosig.PublicKey.from_bytes("ml-dsa-44", PUBLIC.algorithm.public_key_bytes)
    with pytest.raises(TypeError):
        KEY.sign(b"m", context=5)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda data: array.array("B", data),
                                  lambda data: array.array("b", (b - 256 if b > 127 else b for b in data)),
                                  lambda data: memoryview(data).cast("c"), lambda data: memoryview(data).cast("b"),
                                  lambda data: memoryview(data).cast("B", [1, len(data)]),
                                  lambda data: (ctypes.c_ubyte * len(data)).from_buffer_copy(data),
                                  lambda data: ctypes.create_string_buffer(data, len(data))])
def test_every_kind_of_bytes_is_taken(kind):
    message = bytes(range(256))
    PUBLIC.verify(kind(KEY.sign(kind(message), context=kind(b"four"))), message, context=b"four")
    assert neosig.PublicKey.from_bytes("ml-dsa-44", kind(PUBLIC.to_bytes())) == PUBLIC
    assert neosig.PrivateKey.from_seed("ml-dsa-44", kind(bytes(range(32)))).public_key == PUBLIC
    assert neosig.PrivateKey.from_der(kind(KEY.to_der(form="both"))).public_key == PUBLIC


def test_arrays_of_objects_are_no_bytes():
    numpy = pytest.importorskip("numpy")
    objects = numpy.array([b"a", b"b"], dtype=object)
    for call in everywhere(objects):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match="uint32|'I'"):
        KEY.sign(numpy.arange(5, dtype=numpy.uint32))
    PUBLIC.verify(numpy.frombuffer(SIGNATURE, numpy.uint8), numpy.frombuffer(b"m", numpy.int8))
