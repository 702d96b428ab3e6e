#!/usr/bin/env python3
"""Many files, armoured signatures, what is said of invalid ones, policy: signatures.py [EMULATOR...] PROGRAM"""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import threading
import time
import unittest.mock

from program import COMMAND, GOOD, INPUT, INVALID, POLICY, USAGE, Case, main, run

TAG = b"neosig armoured signature, version 1\n"


def body(text):
    return base64.b64decode("".join(text.split("\n\n")[1].splitlines()[:-1]))


class Files(Case):
    """Two key pairs of a standard, made once."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name in ("a", "b"):
            result = run("keygen", "ml-dsa-44", "-o", os.path.join(cls.keys.name, name))
            if result.code != GOOD:
                raise RuntimeError(result.err)
        cls.a, cls.b = os.path.join(cls.keys.name, "a"), os.path.join(cls.keys.name, "b")

    def setUp(self):
        super().setUp()
        self.write("file", b"content")

    def make(self, *more):
        self.neosig("sign", "-f", "-k", self.a + ".key", *more, "file")
        return self.read("file.sig").decode("latin-1")

    def verify(self, *more, **checks):
        return self.neosig("verify", "-k", self.a + ".pub", *(more or ("file",)), **checks)

    def refuse(self, *says, more=()):
        self.verify(*more, "file", code=INVALID, says=["file: signature INVALID: ", *says])


class Many(Files):
    def test_names(self):
        """FILE.sig by itself, beside FILE or named; a line a file in the order given."""
        for name in ("b", "c", "d"):
            self.write(name, name.encode())
        done = self.neosig("sign", "-k", self.a + ".key", "file", "b", "c").out.decode()
        self.assertEqual(done, "".join(f"{n}.sig: signature, ml-dsa-44\n" for n in ("file", "b", "c")))
        good = lambda *names: "".join(f"{n}: good signature, ml-dsa-44 (standard)\n" for n in names)
        self.assertEqual(self.verify("file").out.decode(), good("file"))
        self.assertEqual(self.verify("c", "file", "b").out.decode(), good("c", "file", "b"))
        self.assertEqual(self.verify("b", "b.sig", "c", "file", "file.sig").out.decode(), good("b", "c", "file"))
        os.rename(self.path("c.sig"), self.path("other.sig"))
        self.assertEqual(self.verify("c", "other.sig").out.decode(), good("c"))
        os.rename(self.path("other.sig"), self.path("other"))
        self.assertEqual(self.verify("-s", "other", "c").out.decode(), good("c"))
        result = self.verify("file", "c", "d", "b", code=INPUT, says=["c.sig: No such file", "d.sig: No such file"])
        self.assertEqual(result.out.decode(), good("file", "b"))
        self.write("b", b"changed")
        self.verify("file", "d", "b", code=INVALID, says=["d.sig: No such file", "b: signature INVALID"])
        self.verify("file", "b", code=INVALID)

    def test_signature_first(self):
        """As users of gpg name them: the signature alone, or before its file."""
        for name in ("a", "b", "c.sig"):
            self.write(name, name.encode())
        self.neosig("sign", "-k", self.a + ".key", "a", "b", "c.sig")
        good = lambda *names: "".join(f"{n}: good signature, ml-dsa-44 (standard)\n" for n in names).encode()
        for operands, names in ((("a.sig",), ("a",)), (("a.sig", "a"), ("a",)), (("a.sig", "b.sig"), ("a", "b")),
                                (("a.sig", "a", "b.sig", "b"), ("a", "b")), (("a.sig", "b"), None),
                                (("a.sig", "b", "c.sig"), None), (("a.sig", "a", "b"), ("a", "b")),
                                (("c.sig",), ("c.sig",)), (("c.sig.sig",), ("c.sig",)), (("c.sig", "b"), ("c.sig", "b")),
                                (("c.sig.sig", "c.sig"), ("c.sig", "c.sig")), (("a", "a.sig"), ("a",))):
            with self.subTest(operands=operands):
                result = self.verify(*operands, code=GOOD if names else INVALID)
                if names:
                    self.assertEqual(result.out, good(*names))
        os.rename(self.path("a"), self.path("other"))
        self.assertEqual(self.verify("a.sig", "other").out, good("other"))
        self.assertIn(b"standard input: good", self.verify("a.sig", "-", stdin=b"a").out)
        self.verify("a.sig", code=USAGE, says="there is neither a, which a.sig may be a signature of, nor a.sig.sig")
        self.verify("a.sig", "b.sig", code=INPUT, says="a: No such file")
        self.verify("none.sig", code=USAGE, says="neither none, which none.sig")

    def test_refused(self):
        for arguments, says in ((("-s", "s", "file", "file"), "-s s: one signature is of one file, not of 2"),
                                (("c", "d"), "neither c.sig nor d.sig; for a signature of another name say -s SIG"),
                                (("-",), "its signature needs a name (-s SIG)"),
                                (("--directory", "x", "file"), "--directory needs --manifest"),
                                (("--jobs", "0", "file"), "--jobs: 0 is not a number from 1 to 1024"),
                                (("--jobs", "1025", "file"), "--jobs: 1025"), (("-j", "x", "file"), "--jobs: x"),
                                (("-j-1", "file"), "--jobs: -1"), (("-j", "2x", "file"), "--jobs: 2x"),
                                (("--require", "good", "file"), "good is not standard, candidate, superseded or any")):
            self.verify(*arguments, code=USAGE, says=says)
        for arguments, says in ((("-o", "s", "file", "file"), "-o s: of several files each has a signature of its own"),
                                (("-c", "x", "file"), "--comment needs --armor"),
                                (("-C", "x", "file"), "--directory needs --manifest"),
                                (("-j", "0", "file"), "--jobs: 0"),
                                (("file", "-"), "with FILE on standard input, -o SIG is needed")):
            self.neosig("sign", "-k", self.a + ".key", *arguments, code=USAGE, says=says)
        self.files("file")

    def test_failures_of_some(self):
        self.write("b", b"")
        result = self.neosig("sign", "-k", self.a + ".key", "file", "none", "b", code=INPUT, says="none: No such file")
        self.assertEqual(result.out, b"file.sig: signature, ml-dsa-44\nb.sig: signature, ml-dsa-44\n")
        self.files("b", "b.sig", "file", "file.sig")
        self.neosig("sign", "-k", self.a + ".key", "b", "c", code=INPUT, says="b.sig: exists already")
        self.neosig("sign", "-f", "-k", self.a + ".key", "-p", self.b + ".pub", "file", "b", "b", code=INPUT)
        told = self.neosig("sign", "-f", "-k", self.a + ".key", "-p", self.b + ".pub", "file", "b", code=INPUT).err
        self.assertEqual(told.count("do not belong together"), 1, "keys that do not belong together are told of once")

    def test_jobs(self):
        """Whatever the number of threads: the same lines in the same order, messages among them."""
        names = [f"f{i}" for i in range(40)]
        for i, name in enumerate(names):
            self.write(name, os.urandom(i * 5000))
        self.neosig("sign", "-q", "-j", "5", "-k", self.a + ".key", *names)
        self.write("f7", b"changed")
        os.unlink(self.path("f9.sig"))
        results = {self.seen("verify", "-k", self.a + ".pub", "-j", jobs, *names) for jobs in ("1", "2", "7", "1024")}
        self.assertEqual(len(results), 1)
        code, text = results.pop()
        self.assertEqual(code, INVALID)
        lines = text.splitlines()
        self.assertEqual([line.split(":")[0].replace("neosig", "f9") for line in lines], names)
        self.assertIn("f7: signature INVALID", lines[7])
        self.assertIn("f9.sig: No such file", lines[9])

    def test_together(self):
        """Small files of some algorithms are verified four at once: each is answered as by itself, in its order."""
        for alg in ("falcon-512", "fn-dsa-512-pre", "fn-dsa-1024-pre"):
            self.neosig("keygen", "-q", alg, "-o", alg)
        kinds = ["raw", "armoured", "comment", "hashed", "raw", "embedded", "armoured", "raw"]
        ways = {"raw": (), "armoured": ("-a",), "comment": ("-a", "--comment", "of a file"), "embedded": ("--embed",),
                "hashed": ("-a", "--prehash", "sha2-256")}
        for alg, other, context in (("falcon-512", "fn-dsa-512-pre", ()),
                                    ("fn-dsa-512-pre", "fn-dsa-1024-pre", ("--context", "x"))):
            names = []
            for i, bytes in enumerate((100, 0, 1, 65536, 65537, 300000, *[50 * i for i in range(1, 27)])):
                name, kind = f"{alg}-{i}", kinds[i % len(kinds)]
                kind = "raw" if kind == "hashed" and not context else kind
                self.write(name, os.urandom(bytes))
                self.neosig("sign", "-q", "-k", (other if i in (8, 24) else alg) + ".key", *context, *ways[kind], name)
                if kind == "embedded":
                    os.replace(self.path(name + ".signed"), self.path(name))
                names.append(name)
            self.spoil(names)
            list_of = "".join(f"{who} {self.neosig('public', '--line', who + '.pub').out.decode().split()[-1]}\n"
                              for who in (alg, other))
            self.write("signers", list_of.encode())
            for by in (("-k", alg + ".pub"), ("--signers", "signers")):
                verify = ("verify", "--require", "any", *by, *context)
                alone = [self.seen(*verify, name) for name in names]
                self.assertEqual({code for code, _ in alone}, {GOOD, INVALID, INPUT})
                for jobs in ("1", "2", "3", "40"):
                    code, text = self.seen(*verify, "-j", jobs, *names)
                    self.assertEqual(text, "".join(text for _, text in alone), jobs)
                    self.assertEqual(code, INVALID)
                told = {self.neosig(*verify, "--json", "-j", jobs, *names, code=INVALID).out
                        for jobs in ("1", "3", "40")}
                self.assertEqual(len(told), 1, "with 40 threads each has its own file")

    def spoil(self, names):
        """Files changed, missing, and as no file of a raw signature may begin; signatures changed, cut, missing."""
        for i in (2, 6, 9, 20):
            content = self.read(names[i])
            self.write(names[i], bytes([content[0] ^ 1]) + content[1:])
        for i in (12, 14):
            sig = self.read(names[i] + ".sig")
            self.write(names[i] + ".sig", sig[:300] + (b"A" if sig[300:301] != b"A" else b"B") + sig[301:])
        self.write(names[15] + ".sig", self.read(names[15] + ".sig")[:-1])
        text = self.read(names[25] + ".sig").decode()
        head = text.split("\n\n")[0].split("\n", 1)[1] + "\n\n"
        self.write(names[25], TAG + head.encode() + self.read(names[25]))
        self.write(names[25] + ".sig", body(text))
        self.write(names[17] + ".sig", self.read(names[18] + ".sig"))
        os.unlink(self.path(names[22]))
        os.unlink(self.path(names[23] + ".sig"))

    def seen(self, *arguments):
        done = subprocess.run([*COMMAND, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode()

    def test_progress(self):
        """On a terminal work that takes long says how far it is; else nothing but its results is seen."""
        os.mkfifo(self.path("pipe"))
        content = [b"12345678" * 25000] * 10

        def write_slowly():
            with open(self.path("pipe"), "wb") as pipe:
                for piece in content:
                    pipe.write(piece)
                    time.sleep(0.1)

        self.write("whole", b"".join(content))
        self.neosig("sign", "-q", "-k", self.a + ".key", "whole", "file")
        os.rename(self.path("whole.sig"), self.path("pipe.sig"))
        good = "pipe: good signature, ml-dsa-44 (standard)"
        for more, progress in (((), r"[12]\.\d MB \.\.\."), (("-j1", "file"), r"0 of 2 files, [12]\.\d MB \.\.\."),
                               (("-j2", "file"), r"0 of 2 files, [12]\.\d MB \.\.\.")):
            writer = threading.Thread(target=write_slowly)
            writer.start()
            code, shown = self.at_terminal("verify", "-k", self.a + ".pub", "pipe", *more, typed=[])
            writer.join()
            self.assertEqual(code, GOOD, shown)
            self.assertRegex(shown, "\r\x1b\\[K" + progress)
            self.assertIn("\r\x1b[K" + good, shown)
        writer = threading.Thread(target=write_slowly)
        writer.start()
        self.assertEqual(self.verify("pipe").err, "")
        writer.join()
        writer = threading.Thread(target=write_slowly)
        writer.start()
        self.assertEqual(self.at_terminal("verify", "-q", "-k", self.a + ".pub", "pipe", typed=[]), (GOOD, ""))
        writer.join()

    def test_json(self):
        self.write("odd \"\\\n\u0085", b"x")
        self.neosig("sign", "-k", self.a + ".key", "file", "odd \"\\\n\u0085")
        self.write("bad", b"x")
        self.write("bad.sig", b"12")
        raw = b"not \xff utf-8"
        with open(os.path.join(self.folder.encode(), raw), "wb"):
            pass
        result = self.verify("--json", "file", "odd \"\\\n\u0085", "bad", raw, code=INVALID,
                             says="bad: signature INVALID: bad.sig has 2 bytes")
        self.assertTrue(all(byte >= 0x20 or byte == 10 for byte in result.out))
        self.assertNotIn("\u0085", result.out.decode())
        told = json.loads(result.out)
        self.assertEqual([(t["file"], t["signature"], t["result"]) for t in told],
                         [("file", "file.sig", "good"), ("odd \"\\\n\u0085", "odd \"\\\n\u0085.sig", "good"),
                          ("bad", "bad.sig", "invalid"), ("not \ufffd utf-8", "not \ufffd utf-8.sig", "error")])
        self.assertEqual(told[2]["reason"], "bad.sig has 2 bytes; a signature of ml-dsa-44 has 2,420")
        self.assertIn("utf-8.sig: No such file or directory", told[3]["reason"])
        self.assertEqual(told[0]["reason"], None)
        self.assertEqual(told[0]["fingerprint"],
                         json.loads(self.neosig("inspect", "--json", self.a + ".pub").out)[0]["fingerprint"])
        self.assertEqual((told[0]["algorithm"], told[0]["status"], told[0]["armored"], told[0]["comment"]),
                         ("ml-dsa-44", "standard", False, None))


class Armor(Files):
    def test_format(self):
        """docs/formats.md, by our own hand: what is signed is the tag, the head, an empty line and the file."""
        text = self.make("--armor", "--comment", "release 1.0, f\u00fcr alle", "--context", "ab", "--prehash", "shake128")
        text = text.encode("latin-1").decode()
        fingerprint = json.loads(self.neosig("inspect", "--json", self.a + ".pub").out)[0]["fingerprint"]
        with open(self.a + ".pub") as file:
            der = base64.b64decode("".join(file.read().splitlines()[1:-1]))
        self.assertEqual(fingerprint, hashlib.sha256(der).hexdigest())
        head = (f"Algorithm: ml-dsa-44\nKey: {fingerprint}\nContext: 6162\nPrehash: shake128\n"
                "Comment: release 1.0, f\u00fcr alle\n\n")
        self.assertTrue(text.startswith("-----BEGIN NEOSIG SIGNATURE-----\n" + head), text)
        self.assertTrue(text.endswith("\n-----END NEOSIG SIGNATURE-----\n"))
        self.assertTrue(all(len(line) == 64 for line in text.split("\n\n")[1].splitlines()[:-2]))
        out = self.verify("--context", "ab", "file").out.decode()
        self.assertEqual(out, "file: good signature, ml-dsa-44 (standard): release 1.0, f\u00fcr alle\n")
        # As a raw signature of these bytes it may not be made or accepted: it would be both.
        self.write("whole", TAG + head.encode() + b"content")
        self.write("whole.sig", body(text))
        self.verify("--context", "ab", "--prehash", "shake128", "whole", code=INVALID)
        self.neosig("sign", "-f", "-k", self.a + ".key", "whole", code=INPUT,
                    says="whole: begins as the message of an armoured signature does")
        # Another program may check them so: with the library, say, or OpenSSL.
        self.neosig("sign", "-f", "-k", self.a + ".key", "--armor", "whole")
        self.verify("whole")
        self.write("whole", TAG[:-1] + b"x" + head.encode())
        self.neosig("sign", "-f", "-k", self.a + ".key", "whole")
        self.verify("whole")
        for almost in (TAG[:-1], b""):
            self.write("whole", almost)
            self.neosig("sign", "-f", "-k", self.a + ".key", "whole")
            self.verify("whole")

    def test_against_cryptography(self):
        try:
            from cryptography.hazmat.primitives import serialization
            with open(self.a + ".pub", "rb") as file:
                public = serialization.load_pem_public_key(file.read())
        except Exception as missing:
            self.skipTest(str(missing))
        text = self.make("--armor", "--comment", "x")
        head = text.split("\n\n")[0].split("\n", 1)[1] + "\n\n"
        public.verify(body(text), TAG + head.encode() + b"content")

    def test_changed(self):
        text = self.make("--armor", "--comment", "one two").encode("latin-1").decode()
        self.verify()
        def changed(old, new, *says):
            self.assertIn(old, text)
            self.write("file.sig", text.replace(old, new, 1).encode())
            self.refuse(*says)
        same = "the file or the signature was changed"
        for old, new in (("one two", "one twp"), ("Comment: one two\n", ""), ("one two", "one two\n\n"[:-2] + " x"),
                         ("Comment: ", "Prehash: sha2-256\nComment: ")):
            changed(old, new, same)
        broken = "file.sig is not well-formed: it has a wrong line in its head"
        fingerprint = text.split("Key: ")[1][:64]
        for old, new in (("Algorithm: ml-dsa-44\n", ""), ("Algorithm: ", "Algorithm:"), ("Algorithm: ml-dsa-44", "Algorithm: "),
                         ("ml-dsa-44", "ml dsa"), ("ml-dsa-44", "m" * 64), ("Key: ", "key: "),
                         (fingerprint, fingerprint[:-1]), (fingerprint, fingerprint + "00"),
                         (fingerprint, fingerprint.upper() if fingerprint.upper() != fingerprint else "x" * 64),
                         (fingerprint, "x" * 64), ("Comment: ", "Context: \nComment: "),
                         ("Comment: ", "Context: 0\nComment: "), ("Comment: ", f"Context: {'00' * 256}\nComment: "),
                         ("Comment: ", "Prehash: md5\nComment: "), ("Comment: ", "Prehash: \nComment: "),
                         ("Comment: one two", "Comment: "), ("Comment: ", "Comment:  "), ("one two", "one two "),
                         ("one two", "one\ttwo"), ("one two", "one \x7f"), ("one two", "one \u0085"),
                         ("one two", "1" * 1001), ("Comment: ", "Comment: x\nComment: "), ("Comment: ", "More: x\nComment: "),
                         ("Comment: ", "Prehash: sha2-256\nContext: 61\nComment: ")):
            changed(old, new, broken)
        self.write("file.sig", text.replace("one two", "one \xff").encode("latin-1"))
        self.refuse(broken)
        changed("\n\n", "\n", "file.sig is not well-formed")
        changed("SIGNATURE-----\nAlg", "SIGNATURE-----x\nAlg", "its first line has more than it should")
        changed("-----END NEOSIG", "-----END", "file.sig is cut: its END line is missing")
        changed("\n\n", "\n\n!", "file.sig its base64")
        changed("\n\n", "\n\nAAAA", "has 2,423 bytes; a signature of ml-dsa-44 has 2,420")
        self.write("file.sig", text.encode() + b"more\n")
        self.refuse("there is more behind its END line")
        self.write("file.sig", text.encode() + b"\0")
        self.refuse("it has a zero byte")
        self.write("file.sig", text.encode() + b" " * 200000)
        self.refuse("is too long for an armoured signature")
        for size in (33, 60, 200, len(text) - 40, len(text) - 2):
            self.write("file.sig", text.encode()[:size])
            self.verify("file", code=INVALID, says="INVALID: file.sig ")
        # Ends of lines, and blanks behind the last, may be lost on the way.
        for good in (text.replace("\n", "\r\n"), text[:-1], text + "\n  \n"):
            self.write("file.sig", good.encode())
            self.verify()
        self.write("file", b"contend")
        self.refuse(same)

    def test_named(self):
        """A wrong key, mode or operand is named."""
        self.make("--armor")
        fingerprint = self.read("file.sig").decode().split("Key: ")[1][:64]
        self.neosig("verify", "-k", self.b + ".pub", "file", code=INVALID,
                    says=["file.sig is of another key, " + fingerprint, "b.pub is "])
        self.neosig("verify", "-k", self.pub, "file", code=INVALID,
                    says=f"file.sig is of ml-dsa-44, but {self.pub} is a key of {self.name}")
        self.refuse("file.sig is of another context (in hexadecimal): none, not 6162", more=("--context", "ab"))
        self.refuse("file.sig is of another pre-hash: none, not sha2-256", more=("--prehash", "sha2-256"))
        self.make("--armor", "--context-hex", "00" * 30, "--prehash", "sha2-256")
        self.refuse("of another context (in hexadecimal): " + "00" * 24 + "..., not none")
        self.verify("--context-hex", "00" * 30, "file")
        self.verify("--context-hex", "00" * 30, "--prehash", "sha2-256", "file")
        self.refuse("another pre-hash: sha2-256, not sha2-512", more=("--context-hex", "00" * 30, "--prehash", "sha2-512"))
        self.make("--armor")
        self.verify("-s", "file", "file.sig", code=INVALID,
                    says="file has 7 bytes; a signature of ml-dsa-44 has 2,420; the file itself looks like a signature")
        self.neosig("verify", "-k", "file.sig", self.a + ".pub", "-s", "file", code=INPUT,
                    says='file.sig: holds "NEOSIG SIGNATURE", not a public key')

    def test_raw_named(self):
        self.make()
        self.verify("-s", "file", "file.sig", code=INVALID, says="are the two swapped?")
        self.verify("-s", self.a + ".pub", "file", code=INVALID,
                    says=f'INVALID: {self.a}.pub holds "PUBLIC KEY", not a signature')
        self.write("file.sig", b"sixsix")
        self.refuse("file.sig has 6 bytes; a signature of ml-dsa-44 has 2,420")
        self.write("file.sig", bytes(1 << 20))
        self.refuse("file.sig is too long to be a signature")
        falcon = [a["name"] for a in self.algs if a["name"] == "falcon-512"]
        if falcon:
            self.neosig("keygen", "-q", "falcon-512", "-o", "f")
            self.write("file.sig", bytes(753))
            self.neosig("verify", "-k", "f.pub", "file", code=INVALID,
                        says="has 753 bytes; a signature of falcon-512 has at most 752")
            for content in (b"", bytes(751)):
                self.write("file.sig", content)
                self.neosig("verify", "-k", "f.pub", "file", code=INVALID)

    def test_refused(self):
        for comment, says in (("x" * 1001, "longer than 1,000 bytes"), (" x", "begins or ends with a blank"),
                              ("x ", "blank"), ("a\nb", "a control character"), ("a\x1b", "control"),
                              ("\u009b", "control"), (b"\xff", "is not UTF-8"), (b"\xed\xa0\x80", "is not UTF-8")):
            self.neosig("sign", "-k", self.a + ".key", "--armor", "--comment", comment, "file", code=USAGE,
                        says=["--comment: the text ", says])
        self.files("file")
        self.make("--armor", "--comment", "x" * 1000)
        self.verify()
        self.make("--armor", "--comment", "")
        self.verify()
        self.assertNotIn("Comment", self.read("file.sig").decode())

    def test_public_key(self):
        """The fingerprint needs the public key, though nothing be verified."""
        alg = min((a for a in self.algs if a["scheme"] == "falcon"), key=lambda a: a["secret_key_bytes"])["name"]
        self.neosig("keygen", "-q", alg, "-o", "k")
        os.rename(self.path("k.pub"), self.path("other"))
        self.neosig("sign", "-k", "k.key", "--armor", "--no-verify", "-p", "other", "file")
        self.neosig("verify", "-k", "other", "file")

    def test_pipe_and_output(self):
        text = self.neosig("sign", "-k", self.a + ".key", "--armor", "-o", "-", "-", stdin=b"content").out
        self.verify("-s", "-", "file", stdin=text)
        self.write("s.sig", text)
        self.verify("-s", "s.sig", "-", stdin=b"content")
        self.verify("-s", "s.sig", "-", stdin=b"contend", code=INVALID, says="standard input: signature INVALID")


class Policy(Files):
    def statuses(self):
        order = ["standard", "candidate", "superseded", "withdrawn", "broken"]
        for status in order:
            sets = [a for a in self.algs if a["status"] == status]
            if sets:
                yield order.index(status), min(sets, key=lambda a: ("reads-twice" in a["features"],
                                                                    a["public_key_bytes"] + a["secret_key_bytes"]))

    def test_all(self):
        for rank, alg in self.statuses():
            self.neosig("keygen", "-qf", alg["name"], "--allow-insecure", "-o", "k")
            warned = self.neosig("sign", "-qf", "-k", "k.key", "file").err
            warning = f"warning: {alg['name']} is {alg['status']} since {alg['status_since']}"
            (self.assertIn if rank >= 3 else self.assertNotIn)(warning, warned)
            for require, least in ((("--require", "standard"), 0), (("--require", "candidate"), 1),
                                   (("--require", "superseded"), 2), (("--require", "any"), 4), ((), 2), (("-q",), 0),
                                   (("-q", "--require", "any"), 4)):
                with self.subTest(status=alg["status"], require=require):
                    result = self.neosig("verify", "-k", "k.pub", *require, "file",
                                         code=GOOD if rank <= least else POLICY)
                    if rank > least:
                        self.assertIn(f"warning: file: the signature verifies, but {alg['name']} is {alg['status']}",
                                      result.err)
                        self.assertEqual(result.out, b"")
                    elif rank >= 3:
                        self.assertIn(warning, result.err)
                    else:
                        self.assertEqual(result.err, "")
            code = POLICY if rank > 2 else GOOD
            told = json.loads(self.neosig("verify", "--json", "-k", "k.pub", "file", code=code).out)
            self.assertEqual(told[0]["result"], "insecure" if rank > 2 else "good")
            self.write("file", b"changed")
            self.neosig("verify", "-k", "k.pub", "file", code=INVALID)
            self.write("file", b"content")

    def test_worst(self):
        """Of several files the worst counts: invalid, then not readable, then policy."""
        alg = self.with_status("candidate")
        self.neosig("keygen", "-q", alg, "-o", "k")
        for name in ("good", "bad"):
            self.write(name, b"")
        self.neosig("sign", "-k", "k.key", "good", "bad")
        self.write("bad", b"changed")
        check = lambda code, *names: self.neosig("verify", "-q", "-k", "k.pub", *names, code=code)
        check(POLICY, "good")
        check(INPUT, "good", "none", "good")
        check(INVALID, "good", "none", "bad")
        check(INVALID, "bad", "good", "none")


class Twice(Case):
    """Sets whose signing reads the message twice."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        sets = [a for a in cls.algs if "reads-twice" in a["features"]]
        if not sets:
            raise unittest.SkipTest("no algorithm reads twice")
        least = [a for a in sets if a["level"] == min(b["level"] for b in sets)]
        cls.fast = [a["name"] for a in least if a["signature_bytes"] == max(b["signature_bytes"] for b in least)]
        most = [a for a in sets if a["level"] == max(b["level"] for b in sets)]
        cls.slow = min(reversed(most), key=lambda a: a["signature_bytes"])["name"]

    def setUp(self):
        super().setUp()
        self.write("file", b"content")

    def make(self, name, prefix="k"):
        self.neosig("keygen", "-qf", name, "-o", prefix)

    def signed(self, *more, stdin=b"", changed=True):
        """Signs file, and sees that the signature is of this content alone."""
        self.neosig("sign", "-qf", "-k", "k.key", *more, "file", stdin=stdin)
        more = [option for option in more if option not in ("--deterministic", "--no-verify", "--armor", "--twice")]
        self.neosig("verify", "-q", "-k", "k.pub", *more, "file")
        self.write("other", self.read("file") + b"x")
        self.neosig("verify", "-q", "-k", "k.pub", *more, "-s", "file.sig", "other", code=INVALID)
        return self.read("file.sig")

    def test_jobs(self):
        """Threads that have no file of their own share a signature, which stays the same."""
        for name in self.fast:
            self.assertIn("parts", next(a["features"] for a in self.algs if a["name"] == name))
            self.make(name)
            sig = self.signed("--deterministic", "--jobs=1")
            for jobs in ("2", "3", "40"):
                self.neosig("sign", "-qf", "-k", "k.key", "--deterministic", "-j", jobs, "file")
                self.assertEqual(self.read("file.sig"), sig)
            self.write("second", b"content")
            self.neosig("sign", "-qf", "-k", "k.key", "--deterministic", "-j", "4", "file", "second")
            self.assertEqual((self.read("file.sig"), self.read("second.sig")), (sig, sig))

    def test_modes(self):
        for name in self.fast:
            self.make(name)
            for content in (b"", b"x", os.urandom(700000)):
                self.write("file", content)
                self.signed()
            self.write("file", b"content")
            self.assertEqual(self.signed("--deterministic"), self.signed("--deterministic", "--no-verify"))
            self.assertEqual(self.signed("--deterministic"), self.signed("--deterministic", "--twice"))
            self.assertNotEqual(self.signed(), self.signed())
            pure = self.signed("--context", "ab", "--deterministic")
            self.assertEqual(self.signed("--context", "ab", "--armor", "--deterministic")[:10], b"-----BEGIN")
            self.assertNotEqual(pure, self.signed("--context", "ab", "--prehash", "sha2-256", "--deterministic"))
            self.signed("--prehash", "shake128", "--armor")
            self.neosig("verify", "-k", "k.pub", "--context", "a", "file", code=INVALID)

    def test_pipes(self):
        content = os.urandom(700000) # of pieces
        self.write("file", content)
        for name in self.fast:
            self.make(name)
            for more in ((), ("--prehash", "shake256")):
                sig = self.neosig("sign", "-k", "k.key", *more, "-o", "-", "-", stdin=content).out
                self.write("sig", sig)
                self.neosig("verify", "-q", "-k", "k.pub", *more, "-s", "sig", "file")
                self.neosig("verify", "-q", "-k", "k.pub", *more, "-s", "sig", "-", stdin=content)
                self.neosig("verify", "-k", "k.pub", *more, "-s", "sig", "-", stdin=content[:-1], code=INVALID)

    def test_signed_files(self):
        content = os.urandom(300000)
        self.write("file", content)
        for name in self.fast:
            self.make(name)
            self.neosig("sign", "-qe", "-k", "k.key", "-c", "a comment", "file", "-o", "file.signed", "-f")
            self.neosig("sign", "-qe", "-k", "k.key", "-o", "pipe.signed", "-f", "-", stdin=content)
            for signed in ("file.signed", "pipe.signed"):
                self.neosig("verify", "-qf", "-k", "k.pub", "-o", "out", signed)
                self.assertEqual(self.read("out"), content)
            self.write("file.signed", self.read("file.signed")[:-1])
            self.neosig("verify", "-k", "k.pub", "file.signed", code=INVALID)

    def test_many(self):
        os.mkdir(self.path("tree"))
        names = [f"tree/{i}" for i in range(6)]
        for i, name in enumerate(names):
            self.write(name, os.urandom(100000 * i))
        self.make(self.fast[0])
        told = self.neosig("sign", "-j", "4", "-k", "k.key", *names).out.decode()
        self.assertEqual([line.split(":")[0] for line in told.splitlines()], [name + ".sig" for name in names])
        self.neosig("verify", "-q", "-j", "4", "-k", "k.pub", *names)
        self.neosig("sign", "-q", "--manifest", "-k", "k.key", "tree")
        self.neosig("verify", "-q", "--manifest", "-k", "k.pub", "tree.sha256")
        self.write(names[1], b"changed")
        self.neosig("verify", "--manifest", "-k", "k.pub", "tree.sha256", code=INVALID)

    def test_refused(self):
        self.make(self.fast[0])
        self.make(self.fast[0], "b")
        self.neosig("sign", "-k", "k.key", "-p", "b.pub", "file", code=INPUT, says="do not belong together")
        self.write("whole", TAG)
        self.neosig("sign", "-k", "k.key", "whole", code=INPUT,
                    says="whole: begins as the message of an armoured signature does")
        self.neosig("sign", "-k", "k.key", "none", code=INPUT, says="none: No such file")
        with open(self.path("large"), "wb") as file:
            try:
                file.truncate(1 << 43)
            except OSError as error:
                self.skipTest(str(error))
        says = "does not fit into memory, where it must be to be signed, since its algorithm reads it twice"
        self.neosig("sign", "-k", "k.key", "large", code=INPUT, says=["large: " + says, "--prehash"])
        self.neosig("sign", "-k", "k.key", "--armor", "large", code=INPUT, says=says)
        with open(self.path("large"), "rb") as file:
            done = subprocess.run([*COMMAND, "sign", "-k", "k.key", "-o", "s", "-"], stdin=file, cwd=self.folder,
                                  stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, "standard input: " + says in done.stderr.decode()), (INPUT, True))
        self.files("b.key", "b.pub", "file", "k.key", "k.pub", "large", "whole")

    def test_memory(self):
        """With a pre-hash a file is not kept. What is measured has this program's own memory as its least."""
        def peak(*more):
            with subprocess.Popen([*COMMAND, "sign", "-qf", "-k", "k.key", *more, "large"], cwd=self.folder) as process:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, GOOD)
            return usage.ru_maxrss << (0 if sys.platform == "darwin" else 10)

        self.make(self.fast[0])
        self.write("large", b"")
        base = peak()
        self.write("large", bytes(100 << 20))
        self.assertLess(peak("--prehash", "sha2-256"), base + (10 << 20))
        self.assertGreater(peak(), base + (60 << 20), "else this test sees nothing")

    def test_info(self):
        text = " ".join(self.neosig("info", self.fast[0]).out.decode().split())
        self.assertIn("signing reads the message twice, so that sign keeps a file in memory", text)
        self.assertNotIn("twice", self.neosig("info", self.name).out.decode())

    def test_progress(self):
        """On a terminal it is seen for how long signing has gone on."""
        self.make(self.slow)
        for name in ("b", "c"):
            self.write(name, b"")
        what = self.slow + ": signing, "
        with unittest.mock.patch.dict(os.environ, NEOSIG_BACKEND="portable"): # for a second at least
            code, shown = self.at_terminal("sign", "-j1", "-k", "k.key", "file", "b", "c", typed=[])
        self.assertEqual(code, GOOD, shown)
        self.assertRegex(shown, "\r\x1b\\[K" + re.escape(what) + r"[012] of 3 files, \d+ s \.\.\.")
        self.assertTrue(shown.endswith(f"c.sig: signature, {self.slow}\r\n"))
        self.assertEqual(self.at_terminal("sign", "-qf", "-k", "k.key", "file", typed=[]), (GOOD, ""))


if __name__ == "__main__":
    main(__doc__)
