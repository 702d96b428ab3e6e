#!/usr/bin/env python3
"""Tests of signed files, which have their signature inside: embedded.py [EMULATOR...] PROGRAM"""

import base64
import json
import os
import resource
import stat
import subprocess
import sys
import time
import unittest

from program import COMMAND, GOOD, INPUT, INVALID, POLICY, USAGE, Case, main, run

BEGIN, END = b"-----BEGIN NEOSIG SIGNATURE-----\n", b"-----END NEOSIG SIGNATURE-----\n"
TAG = b"neosig armoured signature, version 1\n"
INSIDE = "file.signed: good signature of the file inside, "


class Signed(Case):
    """A key pair of a standard, made once, and a file."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.a = os.path.join(cls.keys.name, "a")
        result = run("keygen", "ml-dsa-44", "-o", cls.a)
        if result.code != GOOD:
            raise RuntimeError(result.err)

    def setUp(self):
        super().setUp()
        self.write("file", b"content")

    def embed(self, *more, content=None):
        """What sign makes of the file."""
        if content is not None:
            self.write("file", content)
        self.neosig("sign", "-qf", "-k", self.a + ".key", "--embed", *more, "file")
        return self.read("file.signed")

    def verify(self, *more, **checks):
        return self.neosig("verify", "-k", self.a + ".pub", *(more or ("file.signed",)), **checks)

    def refuse(self, content, *says):
        """Neither good nor taken out."""
        self.write("file.signed", content)
        self.verify(code=INVALID, says=["file.signed: signature INVALID", *says])
        self.verify("-o", "out", "file.signed", code=INVALID, says=["file.signed: signature INVALID", *says])
        self.assertEqual(self.verify("-o", "-", "file.signed", code=INVALID).out, b"")
        self.assertFalse(os.path.exists(self.path("out")))


class Format(Signed):
    def test_by_hand(self):
        """An armoured signature with the file behind it: what is signed is the same."""
        signed = self.embed("--comment", "release 1.0", "--context", "ab", "--prehash", "shake128")
        self.assertTrue(signed.startswith(BEGIN + b"Algorithm: ml-dsa-44\nKey: "))
        armor, content = signed.split(END)
        self.assertEqual(content, b"content")
        self.write("file.sig", armor + END)
        self.verify("--context", "ab", "file")
        os.remove(self.path("file.sig"))
        self.neosig("sign", "-q", "-k", self.a + ".key", "-a", "file")
        self.write("file.signed", self.read("file.sig") + b"content")
        self.assertEqual(self.verify().out.decode(), INSIDE + "ml-dsa-44 (standard)\n")
        self.neosig("sign", "-qf", "-k", self.a + ".key", "-ae", "file") # the one includes the other
        self.files("file", "file.sig", "file.signed")

    def test_against_cryptography(self):
        try:
            from cryptography.hazmat.primitives import serialization
            with open(self.a + ".pub", "rb") as file:
                public = serialization.load_pem_public_key(file.read())
        except Exception as missing:
            self.skipTest(str(missing))
        armor, content = self.embed("--comment", "x").split(END)
        head, signature = armor[len(BEGIN):].split(b"\n\n")
        public.verify(base64.b64decode(signature), TAG + head + b"\n\n" + content)

    def test_contents(self):
        """Whatever the file has in it, it is there again, byte by byte."""
        nested = self.embed(content=b"inner")
        for content in (b"", b"\n", b"\n\n", b"\0", b"\r\n", bytes(range(256)) * 300, END, b"\n" + END, BEGIN, TAG + b"\n",
                        b" \n", nested, os.urandom((1 << 18) + 1), os.urandom(70000)):
            with self.subTest(content=content[:40]):
                self.embed("--comment", END.decode().strip(), content=content)
                self.verify()
                self.verify("-qf", "-o", "out", "file.signed")
                self.assertEqual(self.read("out"), content)
        self.write("file.signed", nested)
        self.neosig("sign", "-q", "-k", self.a + ".key", "--embed", "file.signed")
        self.verify("-qf", "-o", "out", "file.signed.signed")
        self.assertEqual(self.read("out"), nested)

    def test_every_scheme(self):
        smallest = {}
        for alg in sorted(self.algs, key=lambda a: a["public_key_bytes"] + a["secret_key_bytes"]):
            smallest.setdefault((alg["scheme"], "circumzenithal" in alg["name"]), alg)
        for alg in smallest.values():
            with self.subTest(alg=alg["name"]):
                self.neosig("keygen", "-qf", "--allow-insecure", alg["name"], "-o", "k")
                more = ("--context", "c") if "context" in alg["features"] else ()
                if "prehash" in alg["features"]:
                    self.neosig("sign", "-qf", "-k", "k.key", "-e", "--prehash", "sha2-512", *more, "file")
                    self.neosig("verify", "-qf", "--require", "any", "-k", "k.pub", *more, "-o", "out", "file.signed")
                self.neosig("sign", "-qf", "-k", "k.key", "-e", *more, "file")
                self.neosig("verify", "-qf", "--require", "any", "-k", "k.pub", *more, "-o", "out", "file.signed")
                self.assertEqual(self.read("out"), b"content")
                self.write("file.signed", self.read("file.signed") + b"x")
                self.neosig("verify", "-q", "-k", "k.pub", *more, "file.signed", code=INVALID)

    def test_changed(self):
        signed = self.embed("--comment", "one two")
        changed = "the file or the signature was changed"
        size, head = len(signed) - len(b"content"), signed.index(b"\n\n")
        for at in (size, size + 3, len(signed) - 1):
            self.refuse(signed[:at] + bytes([signed[at] ^ 1]) + signed[at + 1:], changed)
        for content in (signed + b"\n", signed + b"\0", signed[:-1], signed.replace(b"one two", b"one twp"),
                        signed[:size] + b"\n" + signed[size:], signed[:size] + b"\r\n" + signed[size:],
                        signed[:size] + signed): # two signatures
            self.refuse(content, changed)
        self.refuse(signed[:size], "file.signed has no file behind its signature: is it the signature of another file?")
        for at in range(0, size, 131):
            self.write("file.signed", signed[:at])
            self.verify(code=INVALID if at >= len(BEGIN) - 1 else INPUT)
        for at in range(len(BEGIN), size, 211):
            self.refuse(signed[:at] + bytes([signed[at] ^ 1]) + signed[at + 1:])
        self.refuse(signed.replace(b"\n", b"\r\n"), "file.signed has other ends of lines than it was signed with")
        lines = "file.signed is not well-formed: the lines of its signature are not as they were written"
        self.refuse(signed[:head].replace(b"\n", b"\r\n") + signed[head:], lines)
        self.refuse(signed[:head] + b"\n\n" + b"\r\n".join(signed[head + 2:size].split(b"\n")) + signed[size:],
                    "no END line")
        self.refuse(signed[:head + 2] + b" " + signed[head + 2:], lines)
        self.refuse(signed[:head + 40] + b"\n" + signed[head + 40:], lines)
        self.refuse(signed[:head + 2] + signed[head + 2:size].replace(b"\n", b"", 1) + signed[size:], lines)
        self.refuse(signed.replace(END, END[:-1] + b" \n"), "no END line")
        self.refuse(signed.replace(END, b"=" * 200000 + END), "no END line")

    def test_bounds(self):
        """The longest head; files whose ends lie around that of the piece that is read first (ARMOR_TEXT_MOST)."""
        long = ("--context-hex", "00" * 255)
        signature = len(self.embed("--comment", "c" * 1000, *long, "--prehash", "sha2-512-256", content=b""))
        piece = 2048 + 2 * max(a["signature_bytes"] for a in self.algs)
        for size in (0, *range(piece - signature - 1, piece - signature + 2)):
            self.embed("--comment", "c" * 1000, *long, "--prehash", "sha2-512-256", content=b"x" * size)
            self.verify(*long, "-qf", "-o", "out", "file.signed")
            self.assertEqual(self.read("out"), b"x" * size)


class Found(Signed):
    """Which file is looked into."""

    def test_names(self):
        self.embed()
        self.assertEqual(self.verify().out.decode(), INSIDE + "ml-dsa-44 (standard)\n")
        self.write("b", b"b")
        self.neosig("sign", "-q", "-k", self.a + ".key", "b")
        self.assertEqual(self.verify("b", "file.signed").out.decode(),
                         f"b: good signature, ml-dsa-44 (standard)\n{INSIDE}ml-dsa-44 (standard)\n")
        self.verify("file.signed", "file.signed")
        self.verify("file.signed", "b")
        self.verify("file", "file.signed", code=INPUT, says="file.sig: No such file")
        self.verify("-s", "file.signed", "file", code=INVALID,
                    says="there is more behind its END line (in a signed file, the file itself: name only that)")
        self.verify("none", code=INPUT, says="none.sig: No such file")
        # A signature beside the file is meant, but not by who asks for the file inside.
        self.write("file.signed.sig", b"x")
        self.verify(code=INVALID, says="file.signed.sig has 1 bytes")
        self.verify("-o", "out", "file.signed")
        self.write("file.signed.sig", b"")
        self.neosig("sign", "-qf", "-k", self.a + ".key", "file.signed")
        self.assertEqual(self.verify().out.decode(), "file.signed: good signature, ml-dsa-44 (standard)\n")

    def test_sig_names(self):
        """SIG alone is the signature of another file, whatever is in it: nobody shall take that for verified."""
        self.neosig("sign", "-k", self.a + ".key", "-e", "-o", "file.sig", "file", code=USAGE,
                    says="-o file.sig: verify takes a file of such a name for a signature alone")
        self.embed()
        os.rename(self.path("file.signed"), self.path("file.sig"))
        for operands in (("file.sig",), ("file",), ("file", "file.sig"), ("file.sig", "file")):
            self.verify(*operands, code=INVALID, says="file: signature INVALID: file.sig is not well-formed")
        self.verify("-f", "-o", "out", "file.sig")
        self.assertEqual(self.read("out"), b"content")
        os.remove(self.path("file"))
        self.verify("file.sig", code=USAGE, says="there is neither file, which file.sig may be a signature of")

    def test_pipes(self):
        signed = self.embed("--comment", "x")
        good = "standard input: good signature of the file inside, ml-dsa-44 (standard): x\n"
        self.assertEqual(self.verify("-", stdin=signed).out.decode(), good)
        result = self.verify("-o", "-", "-", stdin=signed)
        self.assertEqual((result.out, result.err), (b"content", good))
        self.verify("-o", "out", "-", stdin=signed)
        self.assertEqual(self.read("out"), b"content")
        self.verify("-", stdin=signed + b"x", code=INVALID)
        self.verify("-", stdin=b"content", code=USAGE, says="its signature needs a name (-s SIG), or is in a signed file")
        self.verify("-m", "-", code=USAGE, says="its signature needs a name")
        large = os.urandom(1000000)
        out = self.neosig("sign", "-k", self.a + ".key", "-e", "-o", "-", "-", stdin=large).out
        self.assertEqual(self.verify("-o", "-", "-", stdin=out).out, large)
        self.neosig("sign", "-k", self.a + ".key", "-e", "-", stdin=large, code=USAGE, says="-o SIG is needed")
        self.neosig("sign", "-q", "-k", self.a + ".key", "-e", "-o", "p.signed", "-", stdin=large)
        self.verify("-qf", "-o", "out", "p.signed")
        self.assertEqual(self.read("out"), large)
        for place in ("tmp", "none"):
            env = {"TMPDIR": self.path(place)}
            self.neosig("sign", "-qf", "-k", self.a + ".key", "-e", "-o", "p.signed", "-", stdin=b"", env=env, code=INPUT,
                        says=f"{place}: no temporary file: No such file or directory")
        os.mkdir(self.path("tmp"))
        self.neosig("sign", "-qf", "-k", self.a + ".key", "-e", "-o", "p.signed", "-", stdin=b"x", env={"TMPDIR": self.path("tmp")})
        self.assertEqual(os.listdir(self.path("tmp")), [])

    def test_many(self):
        names = [f"f{i}" for i in range(20)]
        for i, name in enumerate(names):
            self.write(name, os.urandom(i * 5000))
        told = self.neosig("sign", "-j4", "-k", self.a + ".key", "-e", *names).out.decode()
        self.assertEqual(told, "".join(f"{n}.signed: signed file, ml-dsa-44\n" for n in names))
        self.write("f7.signed", self.read("f7.signed") + b"x")
        result = self.verify("-j4", *(n + ".signed" for n in names), code=INVALID, says="f7.signed: signature INVALID")
        self.assertEqual(result.out.decode().count("good signature of the file inside"), 19)

    def test_told(self):
        self.embed("--comment", "x")
        told, = json.loads(self.verify("--json", "file.signed").out)
        self.assertEqual((told["file"], told["signature"], told["result"], told["armored"], told["embedded"],
                          told["comment"]), ("file.signed", "file.signed", "good", True, True, "x"))
        told, = json.loads(self.verify("--json", "-o", "out", "file.signed").out)
        self.assertEqual(told["result"], "good")
        told = json.loads(self.verify("--json", "-o", "out", "file.signed", code=INPUT).out)
        self.assertEqual(told, {"error": "out: exists already (--force replaces it)", "code": INPUT})
        told, = json.loads(self.verify("--json", "-o", "/dev/full", "file.signed", code=INPUT).out)
        self.assertEqual((told["result"], told["reason"]), ("error", "/dev/full: No space left on device"))
        told, = json.loads(self.verify("--json", "-o", "x", "file", code=USAGE).out)
        self.assertEqual(told["reason"], "file: is not a signed file, which -o would take the file from")
        told, = json.loads(self.neosig("inspect", "--json", "file.signed").out)
        self.assertEqual((told["kind"], told["comment"], told["verified"]), ("signed file", "x", False))
        self.embed(content=bytes(2000000))
        self.assertIn(b"file.signed: signed file\n", self.neosig("inspect", "file.signed").out)
        self.write("file.signed", self.read("file.signed").replace(b"Key", b"key"))
        self.neosig("inspect", "file.signed", code=INPUT, says="file.signed: is too long for an armoured signature")

    def test_signers(self):
        self.embed()
        line = self.neosig("public", "--line", self.a + ".pub").out.decode()
        self.write("list", f"alice {line}bob valid-before=2026-01-01 {line}".encode())
        out = self.neosig("verify", "--signers", "list", "-o", "out", "file.signed").out.decode()
        self.assertEqual(out, INSIDE.replace(", ", " by alice, ") + "ml-dsa-44 (standard)\nout: the file that was signed\n")
        self.neosig("verify", "--signers", "list", "--signer", "bob", "-f", "-o", "out", "file.signed", code=INVALID,
                    says="it is by bob, whose key is valid before")
        self.write("list", f"carl {self.neosig('public', '--line', self.pub).out.decode()}".encode())
        self.neosig("verify", "--signers", "list", "file.signed", code=INVALID, says="of a key that list does not list")
        self.neosig("verify", "-k", self.pub, "file.signed", code=INVALID, says="file.signed is of ml-dsa-44, but")
        self.verify("--context", "x", "file.signed", code=INVALID, says="file.signed is of another context")


class Output(Signed):
    def test_written(self):
        self.embed()
        self.assertEqual(self.verify("-o", "out", "file.signed").out.decode(),
                         INSIDE + "ml-dsa-44 (standard)\nout: the file that was signed\n")
        self.verify("-o", "out", "file.signed", code=INPUT, says="out: exists already")
        self.write("out", b"old")
        self.verify("-f", "-o", "out", "file.signed")
        self.assertEqual(self.read("out"), b"content")
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("out")).st_mode), 0o666 & ~mask)
        self.assertEqual(self.verify("-q", "-o", "-", "file.signed").out, b"content")

    def test_nothing_bad(self):
        """The old file stays if the signature is bad, the algorithm is not good enough, or the file cannot be read."""
        signed = self.embed()
        self.write("out", b"old")
        self.write("file.signed", signed + b"x")
        self.verify("-f", "-o", "out", "file.signed", code=INVALID)
        self.verify("-f", "-o", "out", "none", code=INPUT, says="none: No such file")
        self.verify("-f", "-o", "out", "file", code=USAGE, says="file: is not a signed file, which -o would take")
        alg = self.with_status("broken")
        self.neosig("keygen", "-q", "--allow-insecure", alg, "-o", "k")
        self.neosig("sign", "-qf", "-k", "k.key", "-e", "file")
        self.neosig("verify", "-k", "k.pub", "-f", "-o", "out", "file.signed", code=POLICY, says="the signature verifies, but")
        self.assertEqual(self.neosig("verify", "-k", "k.pub", "-o", "-", "file.signed", code=POLICY).out, b"")
        self.assertEqual(self.read("out"), b"old")
        self.files("file", "file.signed", "k.key", "k.pub", "out")

    def test_inputs(self):
        self.embed()
        for output in ("file.signed", "./file.signed"):
            self.verify("-f", "-o", output, "file.signed", code=INPUT, says="is an input as well")
        self.neosig("sign", "-qf", "-k", self.a + ".key", "-e", "-o", "file", "file", code=INPUT, says="is an input as well")

    def test_refused(self):
        self.embed()
        self.write("file.sig", b"")
        for arguments, says in ((("-o", "x", "-s", "file.sig", "file"), "-o and -s exclude each other"),
                                (("-o", "x", "-m", "file"), "-o and --manifest exclude each other"),
                                (("-o", "x", "file.signed", "file.signed"), "takes the file out of one signed file, not of 2"),
                                (("-o", "x", "file.signed", "file.sig"), "takes the file out of one signed file, not of 2"),
                                (("-f", "file.signed"), "--force needs -o"),
                                (("--json", "-o", "-", "file.signed"), "--json and -o - exclude each other")):
            self.verify(*arguments, code=USAGE, says=says)
        self.verify("-m", "file.signed", "file.sig", code=INPUT, says="is a signature or a signed file, not a manifest")
        for arguments, says in ((("-e", "--no-verify", "file"), "--embed and --no-verify exclude each other"),
                                (("-em", "file"), "--embed and --manifest exclude each other"),
                                (("-e", "-o", "x", "file", "file"), "-o x: of several files each has a signature of its own, FILE.signed")):
            self.neosig("sign", "-k", self.a + ".key", *arguments, code=USAGE, says=says)
        self.neosig("sign", "-k", self.a + ".key", "-e", "file", code=INPUT, says="file.signed: exists already")
        self.files("file", "file.sig", "file.signed")

    def test_full(self):
        signed = self.embed(content=bytes(100000))
        self.verify("-o", "/dev/full", "file.signed", code=INPUT, says="/dev/full: No space left")
        self.neosig("sign", "-k", self.a + ".key", "-e", "-o", "/dev/full", "file", code=INPUT, says="No space left")
        limited = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000))
        for arguments in (("verify", "-k", self.a + ".pub", "-f", "-o", "out", "file.signed"),
                          ("sign", "-k", self.a + ".key", "-ef", "-o", "out", "file")):
            done = subprocess.run([*COMMAND, *arguments], cwd=self.folder, capture_output=True, preexec_fn=limited)
            self.assertEqual(done.returncode, INPUT)
            self.assertIn(b"out: cannot write: File too large", done.stderr)
        self.assertEqual(self.read("file.signed"), signed)
        self.files("file", "file.signed")

    @unittest.skipUnless(sys.platform == "linux", "only Linux keeps to this limit")
    def test_memory(self):
        """Files are not in memory, whichever way they come and go."""
        size, most = 96 << 20, 64 << 20
        little = lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))
        def run_in(*arguments, stdin=None):
            return subprocess.run([*COMMAND, *arguments], cwd=self.folder, stdin=stdin, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, preexec_fn=little)
        if run_in("list").returncode != GOOD:
            self.skipTest("this build needs more memory in any case")
        with open(self.path("file"), "wb") as file:
            file.truncate(size)
        for arguments in (("sign", "-k", self.a + ".key", "-e", "file"), ("verify", "-k", self.a + ".pub", "file.signed"),
                          ("verify", "-k", self.a + ".pub", "-o", "out", "file.signed")):
            done = run_in(*arguments)
            self.assertEqual(done.returncode, GOOD, done.stderr)
        self.assertEqual(os.path.getsize(self.path("out")), size)
        for arguments in (("sign", "-k", self.a + ".key", "-fe", "-o", "-", "-"),
                          ("verify", "-k", self.a + ".pub", "-o", "-", "-")):
            with subprocess.Popen(["cat", self.path("file" if arguments[0] == "sign" else "file.signed")],
                                  stdout=subprocess.PIPE) as cat:
                done = run_in(*arguments, stdin=cat.stdout)
            self.assertEqual(done.returncode, GOOD, done.stderr)

    @unittest.skipUnless(os.path.exists("/proc/self/stat"), "waits by Linux's /proc")
    def test_changed_meanwhile(self):
        """The file is read twice; what is written is what was signed."""
        os.mkfifo(self.path("fifo"))
        program = subprocess.Popen([*COMMAND, "sign", "-k", self.a + ".key", "-ef", "-o", "fifo", "file"], cwd=self.folder,
                                   stderr=subprocess.PIPE)
        while program.poll() is None and self.is_busy(program.pid): # until it waits for a reader of the pipe
            time.sleep(0.01)
        self.assertIsNone(program.poll())
        self.write("file", b"CONTENT")
        with open(self.path("fifo"), "rb") as fifo:
            self.assertEqual(fifo.read(), b"")
        self.assertIn(b"file: was changed while it was", program.communicate()[1])
        self.assertEqual(program.returncode, INPUT)

    def is_busy(self, pid):
        with open(f"/proc/{pid}/wchan") as file:
            if "wait_for_partner" in file.read() or "fifo_open" in file.read():
                return False
        with open(f"/proc/{pid}/stat") as file:
            times = lambda text: text.rsplit(")", 1)[1].split()
            before = times(file.read())
        time.sleep(0.1)
        with open(f"/proc/{pid}/stat") as file:
            after = times(file.read())
        return not (before[0] == after[0] == "S" and before[11:13] == after[11:13])


if __name__ == "__main__":
    main(__doc__)
