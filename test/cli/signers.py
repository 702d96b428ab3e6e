#!/usr/bin/env python3
"""Tests of whose signatures are accepted: default keys, keys on the command line, lists of signers.

signers.py PROGRAM"""

import calendar
import json
import os
import shutil
import time

from program import INPUT, INVALID, POLICY, USAGE, Case, main, run


class DefaultKey(Case):
    def setUp(self):
        super().setUp()
        self.write("file", b"content")
        self.home = {"HOME": self.folder, "XDG_CONFIG_HOME": ""}

    def place(self, name):
        """The key pair as name.key and name.pub."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        shutil.copy(self.key, self.path(name + ".key"))
        shutil.copy(self.pub, self.path(name + ".pub"))

    def used(self, env, name):
        """These settings give that key."""
        self.neosig("sign", "-f", "file", env=env)
        result = self.neosig("verify", "file", env=env)
        self.assertIn(f"file: good signature by the key {name}.pub, {self.name} (".encode(), result.out)

    def test_variable(self):
        self.place("keys/alice")
        self.used({"NEOSIG_KEY": "keys/alice.key"}, "keys/alice")
        self.neosig("verify", "file", env={"NEOSIG_KEY": "keys/alice.pub"})
        self.neosig("sign", "-f", "file", env={"NEOSIG_KEY": "keys/alice.pub"}, code=INPUT, says="holds a public key")
        self.neosig("sign", "-f", "file", env={"NEOSIG_KEY": "keys/bob.key"}, code=INPUT, says="keys/bob.key: No such")
        self.neosig("verify", "file", env={"NEOSIG_KEY": "keys/bob.key"}, code=INPUT, says="keys/bob.pub: No such")
        shutil.copy(self.key, self.path("odd"))
        shutil.copy(self.pub, self.path("odd.pub"))
        self.used({"NEOSIG_KEY": "odd"}, "odd")

    def test_folder(self):
        self.place(".config/neosig/default")
        self.used(self.home, f"{self.folder}/.config/neosig/default")
        self.place("own/neosig/default")
        self.used({**self.home, "XDG_CONFIG_HOME": f"{self.folder}/own"}, f"{self.folder}/own/neosig/default")
        self.used({**self.home, "XDG_CONFIG_HOME": "own"}, f"{self.folder}/.config/neosig/default")
        self.place("keys/alice")
        self.used({**self.home, "NEOSIG_KEY": "keys/alice.key"}, "keys/alice")

    def test_none(self):
        for command, needs in (("sign", "-k KEY"), ("verify", "-k PUB")):
            end = "key" if command == "sign" else "pub"
            self.neosig(command, "file", env=self.home, code=USAGE,
                        says=f"{command} needs {needs}: NEOSIG_KEY names no key, and there is no "
                             f"{self.folder}/.config/neosig/default.{end}")
            for home in ("", "."):
                self.neosig(command, "file", env={"HOME": home, "XDG_CONFIG_HOME": "x"}, code=USAGE,
                            says=f"{command} needs {needs}: NEOSIG_KEY names no key\n")

    def test_no_key_file(self):
        os.mkdir(self.path("folder"))
        for command in ("sign", "verify"):
            self.neosig(command, "file", env={"NEOSIG_KEY": "-"}, code=USAGE, says="NEOSIG_KEY: - is no name")
            self.neosig(command, "file", env={"NEOSIG_KEY": "folder"}, code=USAGE,
                        says="NEOSIG_KEY: folder is a folder")

    def test_unreachable(self):
        """It is there: the message says why it cannot be read, not that there is none."""
        os.makedirs(self.path(".config/neosig"))
        for end in ("key", "pub"):
            os.symlink("default." + end, self.path(".config/neosig/default." + end))
        self.neosig("sign", "file", env=self.home, code=INPUT, says="default.key: Too many levels of symbolic links")
        self.neosig("verify", "file", env=self.home, code=INPUT, says="default.pub: Too many levels of symbolic links")

    def test_named_key_wins(self):
        self.neosig("keygen", "-q", self.name, "-o", "other")
        self.neosig("sign", "-k", self.key, "file", env={"NEOSIG_KEY": "other.key"})
        result = self.neosig("verify", "-k", self.pub, "file", env={"NEOSIG_KEY": "other.key"})
        self.assertIn(f"file: good signature, {self.name} (".encode(), result.out)
        other = {"NEOSIG_KEY": "other.key"}
        changed = "it is not by the default key other.pub, or the file or the signature was changed"
        self.neosig("verify", "file", env=other, code=INVALID, says=f"file: signature INVALID: {changed}")
        told, = json.loads(self.neosig("verify", "--json", "file", env=other, code=INVALID).out)
        self.assertEqual((told["key"], told["reason"]), ("other.pub", changed))
        told, = json.loads(self.neosig("verify", "--json", "-k", self.pub, "file", env=other).out)
        self.assertEqual((told["key"], told["reason"]), (self.pub, None))
        self.write("file.sig", b"short")
        self.neosig("verify", "file", env=other, code=INVALID, says="; the default key is other.pub")


class Line(Case):
    """Public keys as one line of base64, and on the command line."""

    def setUp(self):
        super().setUp()
        self.write("file", b"content")
        self.sign("file")

    def line(self):
        return self.neosig("public", "--line", self.key).out.decode()

    def test_same_key(self):
        with open(self.pub) as pub:
            base64 = "".join(line for line in pub.read().splitlines() if not line.startswith("-"))
        self.assertEqual(self.line(), base64 + "\n")
        self.assertEqual(self.neosig("public", "-l", self.pub).out.decode(), base64 + "\n")
        with open(self.pub, "rb") as pub:
            self.assertEqual(self.neosig("public", self.pub).out, pub.read())
        self.write("text", b"no key")
        self.neosig("public", "text", code=INPUT, says="text: is not a key file")

    def test_command_line(self):
        line = self.line().strip()
        self.assertIn(b"file: good signature, ", self.neosig("verify", "-P", line, "file").out)
        self.neosig("verify", "--public-key", "\n".join(line[i:i + 7] for i in range(0, len(line), 7)), "file")
        told, = json.loads(self.neosig("verify", "--json", "-P", line, "file").out)
        self.assertEqual((told["result"], told["signer"], told["algorithm"]), ("good", None, self.name))
        self.neosig("keygen", "-q", self.name, "-o", "other")
        other = self.neosig("public", "--line", "other.pub").out.decode()
        self.neosig("verify", "-P", other, "file", code=INVALID, says="file: signature INVALID")
        self.sign("file", "-f", "--armor")
        self.neosig("verify", "-P", line, "file")
        self.neosig("verify", "-P", other, "file", code=INVALID, says="the fingerprint of -P is ")

    def test_no_key(self):
        line = self.line().strip()
        with open(self.key) as key:
            secret = "".join(key.read().splitlines()[1:-1])
        for text, says in (("", "-P: is not base64 of a public key"), ("x", "-P: is not base64 of a public key"),
                           (line[:-4], "-P: is not base64 of a public key"), ("AAAA", "is not base64 of a public key"),
                           (secret, "-P: holds a secret key, not a public key"), (self.pub, "-P: is not base64")):
            self.neosig("verify", "-P", text, "file", code=USAGE, says=says)
        self.neosig("verify", "-P", line, "-k", self.pub, "file", code=USAGE, says="exclude each other")


class Signers(Case):
    """verify --signers."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lines = {}
        for who, alg in (("alice", "ml-dsa-44"), ("bob", "ml-dsa-44"), ("carol", cls.name), ("dora", "ml-dsa-87")):
            path = os.path.join(cls.keys.name, who)
            run("keygen", "-q", alg, "-o", path)
            cls.lines[who] = run("public", "--line", path + ".pub").out.decode().strip()

    def setUp(self):
        super().setUp()
        self.write("file", b"content")

    def list(self, *lines, end="\n"):
        """A list; in a line "alice dates" the key follows the dates."""
        text = [f"{line} {self.lines[line.split()[0].split('@')[0]]}" for line in lines]
        self.write("list", "".join(line + end for line in text).encode())

    def sign_by(self, who, *more, name="file"):
        self.neosig("sign", "-qf", "-k", os.path.join(self.keys.name, who + ".key"), *more, name)

    def verify(self, *more, code=0, says=(), name="file", **rest):
        return self.neosig("verify", "--signers", "list", *more, name, code=code, says=says, **rest)

    def by(self, *more, **rest):
        """Whom the answer names, the same in text and in JSON."""
        text = self.verify(*more, **rest).out.decode()
        told, = json.loads(self.verify("--json", *more, **rest).out)
        self.assertEqual(told["result"], "good")
        self.assertIn(f": good signature by {told['signer']}, {told['algorithm']} (", text)
        return told["signer"]

    def test_who(self):
        self.list("alice", "bob", "carol", "dora")
        for armor in ((), ("--armor",)):
            for who in ("alice", "bob", "carol", "dora"):
                self.sign_by(who, *armor)
                self.assertEqual(self.by("--require", "any"), who)
        content = b"content"
        self.assertEqual(self.by("--require", "any", "-s", "file.sig", name="-", stdin=content), "dora")
        self.verify("-s", "file.sig", name="-", stdin=content + b"x", code=INVALID)

    def test_nobody(self):
        self.list("alice", "carol")
        self.sign_by("bob")
        self.verify(code=INVALID, says="it is by none of the keys in list, or the file or the signature was changed")
        told, = json.loads(self.verify("--json", code=INVALID).out)
        self.assertEqual([told[k] for k in ("result", "signer", "algorithm", "status", "fingerprint")],
                         ["invalid", None, None, None, None])
        self.assertIn("by none of the keys", told["reason"])
        self.sign_by("bob", "--armor")
        self.verify(code=INVALID, says="file.sig is of a key that list does not list, ")
        self.write("file.sig", b"x" * 10)
        self.verify(code=INVALID, says="file.sig has 10 bytes, which no signature by a key in list has")
        self.sign_by("alice", "--armor")
        self.write("file", b"changed")
        self.verify(code=INVALID, says="the file or the signature was changed")

    def test_one_of_them(self):
        self.list("alice", "bob")
        self.sign_by("bob")
        self.assertEqual(self.by("--signer", "bob"), "bob")
        self.verify("--signer", "alice", code=INVALID, says="file: signature INVALID: it is by bob, not by alice")
        self.verify("--signer", "eve", code=USAGE, says="list: lists no signer eve")
        self.verify("--signer", "", code=USAGE, says="--signer needs a name")
        self.neosig("verify", "-k", self.pub, "--signer", "bob", "file", code=USAGE, says="--signer needs --signers")
        self.neosig("verify", "-k", self.pub, "--at", "2026-01-01", "file", code=USAGE, says="--at needs --signers")
        self.neosig("verify", "-k", self.pub, "--signers", "list", "file", code=USAGE, says="exclude each other")

    def test_dates(self):
        self.list("alice valid-after=2026-01-01 valid-before=2027-01-01T12:00:00Z")
        self.sign_by("alice")
        for at, good in (("2025-12-31T23:59:59Z", False), ("2026-01-01", True), ("2027-01-01T11:59:59Z", True),
                         ("2027-01-01T12:00:00Z", False)):
            if good:
                self.assertEqual(self.by("--at", at), "alice")
            else:
                self.verify("--at", at, code=INVALID, says="it is by alice, whose key is valid ")
        self.verify("--at", "2025-01-01", code=INVALID,
                    says="valid from 2026-01-01T00:00:00Z, not at 2025-01-01T00:00:00Z")
        self.verify("--at", "2028-02-29", code=INVALID,
                    says="valid before 2027-01-01T12:00:00Z, not at 2028-02-29T00:00:00Z")
        told, = json.loads(self.verify("--json", "--at", "2028-02-29", code=INVALID).out)
        self.assertEqual((told["result"], told["signer"]), ("invalid", None))

    def test_now(self):
        day = lambda shift: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + shift))
        self.sign_by("alice")
        self.list(f"alice valid-after={day(-3600)} valid-before={day(3600)}")
        self.assertEqual(self.by(), "alice")
        self.list(f"alice valid-after={day(3600)}")
        self.verify(code=INVALID, says="valid from")
        self.list(f"alice valid-before={day(-3600)}")
        self.verify(code=INVALID, says="valid before")

    def test_key_with_two_names_and_times(self):
        """The first name that is accepted at that time."""
        alice = self.lines["alice"]
        self.write("list", f"old valid-before=2026-01-01 {alice}\nnew valid-after=2026-01-01 {alice}\n"
                           f"also {alice}\n".encode())
        self.sign_by("alice")
        self.assertEqual(self.by("--at", "2025-06-01"), "old")
        self.assertEqual(self.by("--at", "2026-06-01"), "new")
        self.assertEqual(self.by("--at", "2025-06-01", "--signer", "also"), "also")
        for _ in range(2):
            self.verify("--at", "2025-06-01", "--signer", "new", code=INVALID,
                        says="it is by new, whose key is valid from 2026-01-01T00:00:00Z, not at 2025-06-01")
            self.write("list", b"".join(reversed(self.read("list").splitlines(True))))

    def test_long_names(self):
        """Both are told whole."""
        long, asked = "l" * 255, "a" * 255
        self.write("list", f"{long} {self.lines['alice']}\n{asked} {self.lines['bob']}\n".encode())
        self.sign_by("alice")
        self.verify("--signer", asked, code=INVALID, says=f"it is by {long}, not by {asked}\n")

    def test_text(self):
        """Remarks, blanks, ends of lines; names of any script."""
        self.sign_by("alice")
        alice, bob = self.lines["alice"], self.lines["bob"]
        for text in (f"\n# people\n  \n\talice \t valid-after=2026-01-01\t{alice} \n", f"alice {alice}",
                     f"\ufeffalice {alice}\r\nbob {bob}\r\n", f"  # x\nbob {bob}\nalice {alice}\n"):
            self.write("list", text.encode())
            self.assertEqual(self.by(), "alice")
        self.write("list", f"Ünïcode-名前@example.org {alice}\n".encode())
        self.assertEqual(self.by(), "Ünïcode-名前@example.org")

    def test_wrong_lines(self):
        self.sign_by("alice")
        alice = self.lines["alice"]
        with open(os.path.join(self.keys.name, "alice.key")) as key:
            secret = "".join(key.read().splitlines()[1:-1])
        for line, says in (("bob", "line 2: bob has no key"), ("bob x", "line 2: the key of bob is not base64 of a"),
                           (f"bob {secret}", "line 2: the key of bob holds a secret key, not a public key"),
                           (f"bob {alice} more", "line 2: there is more behind the key"),
                           (f"bob valid-until=2026-01-01 {alice}", "valid-until=2026-01-01 is neither valid-after="),
                           (f"valid-after=2026-01-01 {alice}", "line 2: the name has a '='"),
                           (f"bob valid-after=2026-02-29 {alice}", "line 2: valid-after= needs a time in UTC"),
                           (f"bob valid-after=2026-13-01 {alice}", "needs a time"),
                           (f"bob valid-after=1969-12-31 {alice}", "needs a time"),
                           (f"bob valid-before=2026-01-01T24:00:00Z {alice}", "line 2: valid-before= needs a time"),
                           (f"bob valid-before=2026-01-01T12:00:00 {alice}", "needs a time"),
                           (f"bob valid-before= {alice}", "needs a time"),
                           (f"bob valid-before=2026-01-01 valid-before=2026-01-02 {alice}", "is there twice"),
                           (f"bob valid-after=2026-01-02 valid-before=2026-01-02 {alice}", "bob is never valid"),
                           ("b" * 256 + f" {alice}", "line 2: the name is longer than 255 bytes"),
                           (f"b\x1bb {alice}", "line 2: the name has a control character"),
                           *((f"b{unseen}ob {alice}", "line 2: the name has a character that nobody sees, or a blank")
                             for unseen in "\xa0\xad\u200b\u200d\u2060\u3000\ufeff\U000e0041"),
                           *((f"b{turns}ob {alice}", "line 2: the name has a control character")
                             for turns in "\u061c\u200e\u200f\u202e"),
                           (f"bob {alice.rstrip('=')}=carl {alice}", "line 2: there is more behind the key"),
                           (f"bob {alice}\rcarl {alice}", "line 2: has a carriage return inside: lines end with LF"),
                           (f"b\0b {alice}", "line 2: has a zero byte")):
            with self.subTest(line=line[:60]):
                self.write("list", f"alice {alice}\n{line}\n".encode())
                self.verify(code=INPUT, says=["list: ", says])
        self.write("list", b"alice\xff " + alice.encode())
        self.verify(code=INPUT, says="list: line 1: the name is not UTF-8")
        with open(self.pub, "rb") as pub:
            self.write("list", pub.read())
        self.verify(code=INPUT, says="list: line 1: begins a PEM file, not a signer (a public key file is for -k)")
        self.write("list", f"# people\ralice {alice}\r".encode())
        self.verify(code=INPUT, says="list: line 1: has a carriage return inside")
        for empty in (b"", b"\n", b"# nobody\n"):
            self.write("list", empty)
            self.verify(code=INPUT, says="list: lists no signer")
        self.neosig("verify", "--signers", "none", "file", code=INPUT, says="none: No such file")
        for at in ("", "now", "2026-1-1", "2026-01-01T00:00:00", "10000-01-01"):
            self.verify("--at", at, code=USAGE, says="--at: ")

    def test_list_from_standard_input(self):
        self.sign_by("alice")
        self.neosig("verify", "--signers", "-", "file", stdin=f"alice {self.lines['alice']}\n".encode())
        self.neosig("verify", "--signers", "-", "-", "-s", "file.sig", code=USAGE, says="only one of")

    def test_contexts(self):
        """Keys whose algorithm has no contexts cannot have signed with one."""
        without = self.with_feature("context", present=False)
        self.neosig("keygen", "-q", "--allow-insecure", without, "-o", "n")
        line = self.neosig("public", "--line", "n.pub").out.decode()
        self.write("list", f"none {line}alice {self.lines['alice']}\n".encode())
        self.sign_by("alice", "--context", "c")
        self.assertEqual(self.by("--context", "c"), "alice")
        self.verify(code=INVALID)
        self.verify("--context", "c", "--signer", "none", code=USAGE, says="list: no key of none has context strings")
        self.verify("--context", "d", code=INVALID, says="by none of the keys in list with context strings, or ")
        self.neosig("sign", "-qf", "-k", "n.key", "file")
        self.verify("--context", "c", code=INVALID,
                    says=" bytes, which no signature by a key in list with context strings has")
        self.neosig("sign", "-qf", "--armor", "-k", "n.key", "file")
        self.verify("--context", "c", code=INVALID, says=f"is by none, whose {without} has no context strings")
        self.write("list", f"none {line}".encode())
        self.verify("--context", "c", code=USAGE, says="list: no key in it has context strings")

    def test_status(self):
        """A signer's algorithm counts, not the list's others."""
        weak = self.with_status("broken", "withdrawn")
        self.neosig("keygen", "-q", "--allow-insecure", weak, "-o", "w")
        line = self.neosig("public", "--line", "w.pub").out.decode()
        self.write("list", f"weak {line}alice {self.lines['alice']}\n".encode())
        self.sign_by("alice")
        self.assertEqual(self.verify("-q").err, "")
        self.neosig("sign", "-qf", "-k", "w.key", "file")
        self.verify(code=POLICY, says="the signature verifies, but")
        self.assertIn(f"warning: {weak} is ", self.verify("--require", "any").err)

    def test_many_files_and_manifest(self):
        self.list("alice", "bob")
        for name, who in (("a", "alice"), ("b", "bob"), ("c", "bob")):
            self.write(name, name.encode())
            self.sign_by(who, name=name)
        told = json.loads(self.neosig("verify", "--json", "-j3", "--signers", "list", "a", "b", "c").out)
        self.assertEqual([t["signer"] for t in told], ["alice", "bob", "bob"])
        os.mkdir(self.path("tree"))
        self.write("tree/x", b"x")
        self.sign_by("bob", "--manifest", name="tree")
        self.assertIn(b": good signature by bob, ml-dsa-44 (standard), 1 file as signed",
                      self.neosig("verify", "--signers", "list", "--manifest", "tree.sha256").out)

    def test_calendar(self):
        """Every limit is told as it was given, and one second before it is another."""
        self.sign_by("alice")
        for limit in ("1970-01-02", "1999-12-31", "2000-02-29", "2000-03-01", "2024-02-29", "2100-02-28", "2100-03-01",
                      "9999-12-31"):
            self.list(f"alice valid-before={limit}")
            self.verify("--at", limit, code=INVALID,
                        says=f"valid before {limit}T00:00:00Z, not at {limit}T00:00:00Z")
            before = time.strftime("%Y-%m-%dT23:59:59Z",
                                   time.gmtime(calendar.timegm(time.strptime(limit, "%Y-%m-%d")) - 1))
            self.assertEqual(self.by("--at", before), "alice")
        for none in ("2100-02-29", "2023-02-29", "2026-04-31", "2026-00-10", "2026-10-00"):
            self.verify("--at", none, code=USAGE, says="is no time")


if __name__ == "__main__":
    main(__doc__)
