"""neosig.table, and a table of signatures verified with it: by Dask on a cluster of this machine (examples/
verify_table.py), by Polars and by Spark."""
import math
import os
import re
import subprocess
import sys
import time

import pytest
from conftest import ROOT

import neosig
import neosig.table

sys.path.insert(0, str(ROOT / "bindings/python/examples"))
pytestmark = pytest.mark.filterwarnings("ignore")  # of Dask and what it needs
try:
    import verify_table
except ImportError as error:
    verify_table = None
    needs_dask = pytest.mark.skip(reason=str(error))
else:
    needs_dask = pytest.mark.skipif(False, reason="")

KEYS = [neosig.PrivateKey.from_seed("ml-dsa-44", bytes([i]) * 32) for i in range(3)]
NAMES = [key.public_key.fingerprint for key in KEYS]
BY_NAME = {key.public_key.fingerprint: key.public_key for key in KEYS}
SIGNATURE = KEYS[0].sign(b"m")

# Rows, and what the answer of each says.
ROWS = [
    (NAMES[0], b"m", SIGNATURE, "^good$"),
    (NAMES[0], None, SIGNATURE, "^message: .*None"),
    (NAMES[0], b"m", None, "^signature: .*None"),
    (None, b"m", SIGNATURE, "^no key has this name$"),
    (NAMES[1], b"m", SIGNATURE, "^ml-dsa-44: the signature is not valid$"),
    ("unknown", b"m", SIGNATURE, "^no key has this name$"),
    (NAMES[2], b"m", KEYS[2].sign(b"m"), "^good$"),
    (NAMES[0], bytearray(b"m"), memoryview(SIGNATURE), "^good$"),
    (NAMES[0], b"", b"", "^ml-dsa-44: the signature is not valid$"),
]
NOT_IN_COLUMNS_OF_BYTES = [
    (NAMES[0], "text", SIGNATURE, "^message: .*str"),
    (NAMES[0], b"m", "text", "^signature: .*str"),
    (NAMES[0], math.nan, SIGNATURE, "^message: .*float"),
    (NAMES[0], 1, SIGNATURE, "^message: .*int"),
    (NAMES[0], memoryview(b"mmmm")[::2], SIGNATURE, "^message: .*contiguous"),
    (math.nan, b"m", SIGNATURE, "^no key"), (5, b"m", SIGNATURE, "^no key"), ([], b"m", SIGNATURE, "^no key"),
]


def test_each_row_has_its_own_answer():
    rows = (ROWS + NOT_IN_COLUMNS_OF_BYTES) * 2
    names, messages, signatures, expected = zip(*rows)
    answers = neosig.table.verify(BY_NAME, names, iter(messages), list(signatures))
    assert len(answers) == len(rows)
    for answer, words in zip(answers, expected):
        assert re.search(words, answer), answer
    assert neosig.table.verify(BY_NAME, [], [], []) == []


def test_a_key_that_is_none_ends_no_other_row():
    keys = {"none": neosig.PublicKey("falcon-512", b"\xff" * 897), "key": KEYS[0].public_key}
    answers = neosig.table.verify(keys, ["none", "key", "none"], [b"m"] * 3, [SIGNATURE] * 3)
    assert answers == ["falcon-512: the key is not a valid encoding", "good"] + answers[:1]


def test_keys_of_a_file(tmp_path):
    path = tmp_path / "keys.pem"
    path.write_bytes(b"of three\n" + b"\n".join(key.public_key.to_pem() for key in KEYS))
    assert neosig.table.read_keys(path) == neosig.table.read_keys(str(path)) == BY_NAME
    path.write_bytes(path.read_bytes().replace(b"MII", b"XII", 2).replace(b"XII", b"MII", 1))
    with pytest.raises(neosig.InvalidKey, match="keys.pem: key 2 of 3: "):
        neosig.table.read_keys(path)


def write_table(folder, columns):
    """Two files: of all rows, and of all but the first."""
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    folder.mkdir()
    (folder / "keys.pem").write_bytes(b"".join(key.public_key.to_pem() for key in KEYS))
    types = {str: pyarrow.string(), bytes: pyarrow.binary()}
    schema = pyarrow.schema([(name, types[kind]) for name, (kind, _) in columns.items()])
    for start in (0, 1):
        content = pandas.DataFrame({name: list(values)[start:] for name, (_, values) in columns.items()}, dtype=object)
        content.to_parquet(folder / f"{start}.parquet", schema=schema)


def all_rows(folder):
    """The rows above, with ids of text of which one is NULL."""
    names, messages, signatures, expected = zip(*ROWS)
    ids = [f"row {i}" for i in range(len(ROWS) - 1)] + [None]
    as_bytes = [data if data is None else bytes(data) for data in messages]
    write_table(folder, {"id": (str, ids), "key": (str, names), "message": (bytes, as_bytes),
                         "signature": (bytes, [data if data is None else bytes(data) for data in signatures])})
    return list(zip(ids, expected))


@pytest.fixture(scope="module")
def client():
    with verify_table.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with cluster.get_client() as client:
            yield client


@needs_dask
def test_bad_rows_end_nothing_with_dask(tmp_path, client):
    """NULL in every column, ids of text; and messages that are text."""
    expected = [row for row in all_rows(tmp_path / "table") if row[1] != "^good$"]
    expected += expected  # of both files; the first row is good
    count, bad, _ = verify_table.verify(str(tmp_path / "table"), BY_NAME, client)
    assert count == 2 * len(ROWS) - 1 and len(bad) == len(expected)
    for (name, reason), (wanted, words) in zip(bad, expected):
        assert verify_table.pandas.isna(name) if wanted is None else name == wanted
        assert re.search(words, reason)
    write_table(tmp_path / "text", {"id": (str, "ab"), "key": (str, NAMES[:2]), "message": (str, "mm"),
                                    "signature": (bytes, [SIGNATURE] * 2)})
    count, bad, _ = verify_table.verify(str(tmp_path / "text"), BY_NAME, client)
    assert count == 3 and [name for name, _ in bad] == ["a", "b", "b"]
    assert all(re.search("^message: .*str", reason) for _, reason in bad)


class Counted(dict):
    """Keys that count how often they are sent."""
    sent = 0

    def __reduce__(self):
        Counted.sent += 1
        return dict, (dict(self),)


@needs_dask
def test_keys_are_sent_once(tmp_path, client):
    table = str(tmp_path / "table")
    verify_table.make(table, 400, "ml-dsa-44", rows_of_a_file=10)
    keys = Counted(neosig.table.read_keys(tmp_path / "table/keys.pem"))
    Counted.sent = 0
    assert verify_table.verify(table, keys, client)[:2] == (400, [])
    assert 1 <= Counted.sent <= 2  # its size may be asked for by writing it


def run_example(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["verify_table.py", *arguments])
    try:
        verify_table.main()
    except SystemExit as end:
        return end.code
    return 0


@needs_dask
def test_a_second_run_says_what_is_wrong(tmp_path, monkeypatch, capsys):
    table = str(tmp_path / "table")
    assert run_example(monkeypatch, "make", table, "--rows", "20") == 0
    assert run_example(monkeypatch, "make", table) == 1
    assert capsys.readouterr().err == f"{table} is there already: give another name, or remove it\n"
    assert run_example(monkeypatch, "verify", str(tmp_path / "none")) == 1
    assert "none/keys.pem" in capsys.readouterr().err


@needs_dask
@pytest.mark.slow
def test_runs_end_without_a_traceback(tmp_path):
    table = str(tmp_path / "table")
    example = [sys.executable, ROOT / "bindings/python/examples/verify_table.py"]
    subprocess.run([*example, "make", table, "--rows", "20"], check=True)
    for _ in range(2):
        done = subprocess.run([*example, "verify", table], capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout.startswith("20 of 20 rows hold"), done.stderr
        assert "Traceback" not in done.stderr


def documented(word):
    """The block of README.md that imports this."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "bindings/python/README.md").read_text(), re.S | re.M)
    (block,) = [block for block in blocks if re.search(rf"^(import|from) {word}", block, re.M)]
    return block


def check_documented(word, folder, monkeypatch, take):
    expected = all_rows(folder / "table")
    monkeypatch.chdir(folder)
    names = {}
    exec(documented(word), names)
    answers = take(names["rows"])
    assert len(answers) == 2 * len(expected) - 1
    for name, answer in answers:
        assert any(name == wanted and re.search(words, answer) for wanted, words in expected), (name, answer)


def test_polars(tmp_path, monkeypatch, capsys):
    pytest.importorskip("polars")
    check_documented("polars", tmp_path, monkeypatch, lambda rows: rows.select("id", "answer").rows())
    assert "no key has this name" in capsys.readouterr().out


@pytest.mark.slow
def test_spark(tmp_path, monkeypatch, capfd):
    """Needs pyspark and Java."""
    pytest.importorskip("pyspark")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    check_documented("pyspark", tmp_path, monkeypatch,
                     lambda rows: [(row["id"], row["answer"]) for row in rows.collect()])
    assert "no key has this name" in capfd.readouterr().out


def microseconds_in_c(folder):
    """The best time of one verification with a prepared key in C; NEOSIG_LIBRARY names the library."""
    if "NEOSIG_LIBRARY" not in os.environ:
        pytest.skip("NEOSIG_LIBRARY names no library")
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O2", f"-I{ROOT}/include",
                    ROOT / "bindings/python/examples/verify_one.c", os.environ["NEOSIG_LIBRARY"], "-o",
                    folder / "verify_one"], check=True)
    done = subprocess.run([folder / "verify_one", "ml-dsa-44", "500"], capture_output=True, check=True)
    return float(done.stdout.split()[0])


def check_table(folder, count, client):
    bad = verify_table.make(str(folder / "table"), count, "ml-dsa-44", bad_every=500, rows_of_a_file=count // 20)
    assert len(bad) == count // 500
    began = time.perf_counter()
    reason = "ml-dsa-44: the signature is not valid"
    keys = neosig.table.read_keys(folder / "table/keys.pem")
    assert verify_table.verify(str(folder / "table"), keys, client)[:2] == (count, [(row, reason) for row in bad])
    return time.perf_counter() - began


@needs_dask
def test_some_rows(tmp_path, capfd, client):
    count = 2000
    seconds = check_table(tmp_path, count, client)
    assert "\r2000 rows, 100 %" in capfd.readouterr().err
    print(f"{count} rows in {seconds:.2f} s")


@needs_dask
def test_cost_of_a_row(tmp_path):
    """What Python and the table add to the verification itself, in one thread and without Dask's own start: a row costs
    less than five times what C takes. The best of many rounds counts: the machine may be busy."""
    in_c = microseconds_in_c(tmp_path)
    verify_table.make(str(tmp_path / "table"), 2000, "ml-dsa-44")
    rows = verify_table.pandas.read_parquet(next((tmp_path / "table").glob("*.parquet")))
    keys = neosig.table.read_keys(tmp_path / "table/keys.pem")
    best, deadline = float("inf"), time.monotonic() + 300
    while best > 5 * in_c and time.monotonic() < deadline:
        began = time.process_time()
        assert verify_table.verify_rows(rows, keys)[0] == 2000
        best = min(best, (time.process_time() - began) / len(rows) * 1e6)
    print(f"a row: {best:.1f} microseconds, in C {in_c:.1f}: {best / in_c:.2f} times as long")
    assert best < 5 * in_c


@pytest.mark.slow
@needs_dask
def test_a_hundred_thousand_rows(tmp_path, client):
    seconds = check_table(tmp_path, 100_000, client)
    print(f"100,000 rows in {seconds:.2f} s on 2 cores, {seconds * 2 / 100_000 * 1e6:.1f} microseconds of a core each; "
          f"in C {microseconds_in_c(tmp_path):.1f}")
