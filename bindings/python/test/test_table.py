"""examples/verify_table.py: a table of signatures verified by Dask on a cluster of this machine."""
import os
import subprocess
import sys
import time

import pytest
from conftest import ROOT

pytest.importorskip("dask.dataframe")
sys.path.insert(0, str(ROOT / "bindings/python/examples"))
import verify_table  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # of Dask and what it needs


def microseconds_in_c(folder):
    """The best time of one verification with a prepared key in C; NEOSIG_LIBRARY names the library."""
    if "NEOSIG_LIBRARY" not in os.environ:
        pytest.skip("NEOSIG_LIBRARY names no library")
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O2", f"-I{ROOT}/include",
                    ROOT / "bindings/python/examples/verify_one.c", os.environ["NEOSIG_LIBRARY"], "-o",
                    folder / "verify_one"], check=True)
    done = subprocess.run([folder / "verify_one", "ml-dsa-44", "500"], capture_output=True, check=True)
    return float(done.stdout.split()[0])


def check_table(folder, count):
    bad = verify_table.make(str(folder / "table"), count, "ml-dsa-44", bad_every=500, rows_of_a_file=count // 20)
    assert len(bad) == count // 500
    with verify_table.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with cluster.get_client() as client:
            began = time.perf_counter()
            assert verify_table.verify(str(folder / "table"), client)[:2] == (count, bad)
            return time.perf_counter() - began


def test_some_rows(tmp_path, capfd):
    count = 2000
    seconds = check_table(tmp_path, count)
    assert "\r2000 rows, 100 %" in capfd.readouterr().err
    print(f"{count} rows in {seconds:.2f} s")


def test_cost_of_a_row(tmp_path):
    """What Python and the table add to the verification itself, in one thread and without Dask's own start: a row costs
    less than five times what C takes. The best of many rounds counts: the machine may be busy."""
    in_c = microseconds_in_c(tmp_path)
    verify_table.make(str(tmp_path / "table"), 2000, "ml-dsa-44")
    rows = verify_table.pandas.read_parquet(next((tmp_path / "table").glob("*.parquet")))
    keys = verify_table.read_keys(tmp_path / "table")
    best, deadline = float("inf"), time.monotonic() + 300
    while best > 5 * in_c and time.monotonic() < deadline:
        began = time.process_time()
        assert verify_table.verify_rows(rows, keys)["good"].sum() == 1998
        best = min(best, (time.process_time() - began) / len(rows) * 1e6)
    print(f"a row: {best:.1f} microseconds, in C {in_c:.1f}: {best / in_c:.2f} times as long")
    assert best < 5 * in_c


@pytest.mark.slow
def test_a_hundred_thousand_rows(tmp_path):
    seconds = check_table(tmp_path, 100_000)
    print(f"100,000 rows in {seconds:.2f} s on 2 cores, {seconds * 2 / 100_000 * 1e6:.1f} microseconds of a core each; "
          f"in C {microseconds_in_c(tmp_path):.1f}")
