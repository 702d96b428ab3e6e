#!/usr/bin/env python3
"""Tests of the passphrases of key files: passphrases.py PROGRAM"""

import os
import re
import resource
import signal
import shutil
import stat
import subprocess
import sys
import unittest

from program import COMMAND, FAST, GOOD, INPUT, USAGE, Case, Job, main, run

PLAIN, PROTECTED = b"-----BEGIN PRIVATE KEY-----\n", b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n"


class Passphrases(Case):
    def setUp(self):
        super().setUp()
        for name in ("one", "two"):
            os.chmod(self.write(name, name.encode() + b"\n"), 0o600)
        shutil.copy(self.key, self.path("k.key"))
        os.chmod(self.path("k.key"), 0o600)
        self.plain = self.read("k.key")

    def change(self, *arguments, **more):
        return self.neosig("passphrase", *arguments, "k.key", **more)

    def set(self, name="one"):
        return self.change("--new-passphrase-file", name, *FAST)

    def opens(self, *arguments, key="k.key"):
        """The key is the one that it was."""
        out = self.neosig("public", key, *arguments).out
        with open(self.pub, "rb") as pub:
            self.assertEqual(out, pub.read())


class Change(Passphrases):
    def test_set_change_remove(self):
        self.assertEqual(self.set().out, b"k.key: passphrase set\n")
        self.assertTrue(self.read("k.key").startswith(PROTECTED))
        self.opens("--passphrase-file", "one")
        told = self.change("--passphrase-file", "one", "--new-passphrase-file", "two", *FAST)
        self.assertEqual(told.out, b"k.key: passphrase changed\n")
        self.opens("--passphrase-file", "two")
        self.neosig("public", "k.key", "--passphrase-file", "one", code=INPUT, says="another passphrase")
        told = self.change("--passphrase-file", "two", "--remove")
        self.assertEqual(told.out, b"k.key: passphrase removed\n")
        self.assertEqual(self.read("k.key"), self.plain)
        self.assertEqual(self.change("-q", "--new-passphrase-file", "-", *FAST, stdin=b"one\nrest").out, b"")
        self.opens("--passphrase-file", "one")
        self.files("k.key", "one", "two")

    def test_wrong(self):
        """Nothing is changed by what fails."""
        self.change("--remove", code=INPUT, says="k.key: has no passphrase")
        self.set()
        before = self.read("k.key")
        self.write("empty", b"\n")
        self.write("long", b"x" * 1025)
        self.write("text", b"no key\n")
        old = ("--passphrase-file", "one")
        for code, says, arguments in (
                (INPUT, "k.key: is protected by another passphrase", ("--passphrase-file", "two", "--remove")),
                (INPUT, "k.key: is protected by another passphrase",
                 ("--passphrase-file", "two", "--new-passphrase-file", "one")),
                (INPUT, "none: No such file", (*old, "--new-passphrase-file", "none")),
                (INPUT, "none: No such file", ("--passphrase-file", "none", "--remove")),
                (INPUT, "long: its first line is too long", (*old, "--new-passphrase-file", "long")),
                (INPUT, "k.key: an empty passphrase protects nothing (--remove,",
                 (*old, "--new-passphrase-file", "empty")),
                (USAGE, "--kdf-cost: 17 is not a power of 2", (*old, "--kdf-cost", "17")),
                (USAGE, "--kdf-cost: 2097152 is not a number from 2 to 1048576", (*old, "--kdf-cost", "2097152")),
                (USAGE, "--kdf-cost: 0 is not a number", (*old, "--kdf-cost", "0")),
                (USAGE, "exclude each other", (*old, "--remove", "--new-passphrase-file", "two")),
                (USAGE, "exclude each other", (*old, "--remove", "--empty-passphrase")),
                (USAGE, "exclude each other", (*old, "--remove", "--kdf-cost", "16")),
                (USAGE, "only one of the passphrases", ("--passphrase-file", "-", "--new-passphrase-file", "-"))):
            with self.subTest(arguments=arguments):
                self.change(*arguments, code=code, says=says)
                self.assertEqual(self.read("k.key"), before)
        self.neosig("passphrase", "-", code=USAGE, says="KEY must be a file")
        self.neosig("passphrase", code=USAGE, says="missing operands")
        self.neosig("passphrase", "none", code=INPUT, says="none: No such file")
        self.neosig("passphrase", self.folder, code=INPUT, says="is not a regular file")
        self.neosig("passphrase", "text", code=INPUT, says="text: is not a key file")
        self.neosig("passphrase", self.pub, code=INPUT, says="holds a public key, not a secret key")
        self.neosig("keygen", self.name, "-o", "l", "--kdf-cost", "16", code=USAGE, says="--kdf-cost needs --encrypt")
        self.neosig("keygen", self.name, "-o", "l", "--encrypt", "--passphrase-file", "one", code=USAGE,
                    says="--encrypt, --passphrase-file and --empty-passphrase exclude each other")
        self.files("empty", "k.key", "long", "one", "text", "two")

    def test_damaged(self):
        damaged = bytearray(self.plain)
        damaged[len(PLAIN) + 90] ^= 1
        self.write("k.key", damaged)
        self.change("--new-passphrase-file", "one", *FAST, code=INPUT, says="k.key: ")
        self.assertEqual(self.read("k.key"), damaged)

    def test_rest_of_file(self):
        """Text and keys around the key, whatever their line ends, and the lines' order stay."""
        with open(self.pub, "rb") as pub:
            public = pub.read()
        before, after = b"\xef\xbb\xbfmy key\r\n" + public, b"bag attributes\n" + public + b"no end of line"
        self.write("k.key", before + self.plain + after)
        self.set()
        text = self.read("k.key")
        self.assertTrue(text.startswith(before + PROTECTED))
        self.assertTrue(text.endswith(b"-----END ENCRYPTED PRIVATE KEY-----\n" + after))
        self.opens("--passphrase-file", "one")
        self.change("--passphrase-file", "one", "--remove")
        self.assertEqual(self.read("k.key"), before + self.plain + after)

    def test_der(self):
        if not shutil.which("openssl"):
            self.skipTest("no openssl")
        der = subprocess.run(["openssl", "base64", "-d"], input=b"".join(self.plain.splitlines(True)[1:-1]),
                             capture_output=True, check=True).stdout
        self.write("k.key", der)
        self.set()
        self.assertEqual(self.read("k.key")[:1], b"\x30")
        self.opens("--passphrase-file", "one")
        self.change("--passphrase-file", "one", "--remove")
        self.assertEqual(self.read("k.key"), der)

    def test_form_stays(self):
        """A key that OpenSSL protected by PBKDF2 comes out of it as it was."""
        if not shutil.which("openssl"):
            self.skipTest("no openssl")
        self.write("plain", self.plain)
        done = subprocess.run(["openssl", "pkcs8", "-topk8", "-in", "plain", "-out", "k.key", "-v2", "aes-256-cbc",
                               "-v2prf", "hmacWithSHA256", "-passout", "file:one"], cwd=self.folder,
                              capture_output=True)
        if done.returncode != 0:
            self.skipTest(f"this openssl has no {self.name}")
        self.change("--passphrase-file", "one", "--remove")
        self.assertEqual(self.read("k.key"), self.plain)

    def test_opens_before_it_replaces(self):
        """A file that would be too long to be read again is left as it was."""
        most = next(1 << n for n in range(16, 30) if self.too_long(1 << n))
        low = most // 2
        while most - low > 1:
            middle = (low + most) // 2
            low, most = (low, middle) if self.too_long(middle) else (middle, most)
        self.write("k.key", self.plain + b"x" * (low - len(self.plain)))
        before = self.read("k.key")
        self.change("--new-passphrase-file", "one", *FAST, code=INPUT, says="k.key: would become too long")
        self.assertEqual(self.read("k.key"), before)
        self.opens()

    def too_long(self, size):
        self.write("k.key", self.plain + b"x" * (size - len(self.plain)))
        return run("public", self.path("k.key")).code != GOOD

    def test_unused(self):
        """Who gives a passphrase for a key without one should know that there is none."""
        says = "warning: k.key: has no passphrase; --passphrase-file was not used"
        self.sign("one")
        os.remove(self.path("one.sig"))
        self.assertIn(says, self.neosig("sign", "-k", "k.key", "--passphrase-file", "none", "one").err)
        self.assertIn(says, self.neosig("public", "k.key", "--passphrase-file", "two").err)
        self.assertIn(says, self.change("--passphrase-file", "two", "--new-passphrase-file", "one", *FAST).err)
        self.assertNotIn(says, self.change("--passphrase-file", "one", "--remove").err)

    def test_empty_passphrase(self):
        self.change("--empty-passphrase", *FAST)
        self.write("empty", b"")
        os.chmod(self.path("empty"), 0o600)
        self.neosig("public", "k.key", "--passphrase-file", "empty", says="its passphrase is empty")
        self.change("--passphrase-file", "empty", "--remove")
        self.opens()


class Cost(Passphrases):
    """What the file asks for."""

    def numbers(self):
        if not shutil.which("openssl"):
            self.skipTest("no openssl")
        text = subprocess.run(["openssl", "asn1parse", "-in", self.path("k.key")], capture_output=True,
                              check=True).stdout
        return [int(n, 16) for n in re.findall(rb"INTEGER +:([0-9A-F]+)", text)]

    def test_default(self):
        """In OpenSSL's 32 MiB, at the work that key.h names."""
        self.change("--new-passphrase-file", "one")
        self.assertEqual(self.numbers(), [1 << 14, 8, 32])
        self.opens("--passphrase-file", "one")

    def test_chosen(self):
        self.change("--new-passphrase-file", "one", "--kdf-cost", "1024")
        self.assertEqual(self.numbers(), [1024, 8, 1])
        self.neosig("keygen", "-q", self.name, "-o", "k", "-f", "--passphrase-file", "one", "--kdf-cost", "2")
        self.assertEqual(self.numbers(), [2, 8, 1])

    @unittest.skipUnless(sys.platform == "linux", "only Linux keeps to this limit")
    def test_no_memory(self):
        """The message names what takes it."""
        little = lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
        if subprocess.run([*COMMAND, "list"], capture_output=True, preexec_fn=little).returncode != GOOD:
            self.skipTest("this build needs more memory in any case")
        for arguments in (("keygen", self.name, "-o", "l", "--passphrase-file", "one"),
                          ("passphrase", "--new-passphrase-file", "one", "k.key")):
            done = subprocess.run([*COMMAND, *arguments, "--kdf-cost", "1048576"], cwd=self.folder, capture_output=True,
                                  preexec_fn=little)
            self.assertEqual(done.returncode, INPUT)
            self.assertIn(b": --kdf-cost 1048576 takes 1024 MiB of memory", done.stderr)
        self.assertEqual(self.read("k.key"), self.plain)
        self.files("k.key", "one", "two")

    def test_openssl_opens_default(self):
        """Its versions that do not know the algorithm say so, behind the passphrase."""
        if not shutil.which("openssl"):
            self.skipTest("no openssl")
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "m", "--passphrase-file", "one")
        for passphrase, opens in (("one", True), ("two", False)):
            done = subprocess.run(["openssl", "pkcs8", "-in", "m.key", "-passin", "file:" + passphrase, "-out", "out"],
                                  capture_output=True, cwd=self.folder)
            self.assertEqual(b"Error decrypting key" not in done.stderr, opens, done.stderr)
            self.assertEqual(done.returncode == 0 or b"Error converting key" in done.stderr, opens, done.stderr)


class File(Passphrases):
    """The file that is written anew."""

    def test_mode(self):
        for mode in (0o600, 0o400, 0o640, 0o604):
            os.chmod(self.path("k.key"), mode)
            self.change("-q", "--new-passphrase-file", "one", *FAST)
            self.assertEqual(stat.S_IMODE(os.stat(self.path("k.key")).st_mode), mode)
            self.change("-q", "--passphrase-file", "one", "--remove")
            self.assertEqual(stat.S_IMODE(os.stat(self.path("k.key")).st_mode), mode)

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "only root gives files away")
    def test_owner(self):
        os.chown(self.path("k.key"), 12345, 54321)
        self.set()
        info = os.stat(self.path("k.key"))
        self.assertEqual((info.st_uid, info.st_gid, stat.S_IMODE(info.st_mode)), (12345, 54321, 0o600))

    def as_user(self, number, *arguments):
        """The program as a user without rights, who may write to the folder."""
        def become():
            os.setgroups([])
            os.setgid(number)
            os.setuid(number)
        for name in (".", "one", "two"):
            os.chown(self.path(name), number, number)
        try:
            done = subprocess.run([*COMMAND, *arguments], cwd=self.folder, capture_output=True, preexec_fn=become)
        except PermissionError:
            self.skipTest("other users may not run this program")
        return done.returncode, done.stderr.decode()

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "only root becomes another user")
    def test_other_users_key(self):
        """It does not become the key of whoever sets its passphrase; a group that may not be kept loses it, and that is
        said."""
        os.chown(self.path("k.key"), 0, 12345)
        os.chmod(self.path("k.key"), 0o640)
        set_passphrase = ("passphrase", "--new-passphrase-file", "one", *FAST, "k.key")
        code, said = self.as_user(12345, *set_passphrase)
        self.assertEqual(code, INPUT)
        self.assertIn("k.key: is another user's, and would become yours", said)
        info = os.stat(self.path("k.key"))
        self.assertEqual((info.st_uid, info.st_gid, stat.S_IMODE(info.st_mode)), (0, 12345, 0o640))
        self.assertEqual(self.read("k.key"), self.plain)
        os.chown(self.path("k.key"), 12345, 54321)
        code, said = self.as_user(12345, *set_passphrase)
        self.assertEqual(code, GOOD, said)
        self.assertIn("warning: k.key: its group cannot be kept", said)
        info = os.stat(self.path("k.key"))
        self.assertEqual((info.st_uid, info.st_gid, stat.S_IMODE(info.st_mode)), (12345, 12345, 0o600))

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "only root becomes another user")
    def test_no_writing(self):
        """That is said before anybody thinks of a passphrase."""
        os.chown(self.path("k.key"), 12345, 12345)
        os.chmod(self.path("."), 0o555)
        for arguments in (("passphrase", "--new-passphrase-file", "none", "k.key"),
                          ("keygen", self.name, "-f", "-o", "k", "--passphrase-file", "none")):
            code, said = self.as_user(12345, *arguments)
            self.assertEqual((code, said), (INPUT, "neosig: k.key: cannot write: Permission denied\n"))

    def test_no_folder(self):
        self.neosig("keygen", self.name, "-o", "none/k", "--passphrase-file", "none", code=INPUT,
                    says="none/k.key: cannot write: No such file or directory")

    def test_link(self):
        os.mkdir(self.path("vault"))
        os.rename(self.path("k.key"), self.path("vault/real"))
        os.symlink("vault/real", self.path("k.key"))
        self.set()
        self.assertTrue(os.path.islink(self.path("k.key")))
        self.assertTrue(self.read("vault/real").startswith(PROTECTED))
        self.assertEqual(os.listdir(self.path("vault")), ["real"])

    def test_hard_link(self):
        """Another name of the file keeps the old passphrase, and who changes it should know."""
        os.link(self.path("k.key"), self.path("other"))
        self.assertIn("warning: k.key: has other names (hard links), which keep the old key file", self.set().err)
        self.assertEqual(self.read("other"), self.plain)

    def test_full(self):
        before = self.plain
        done = subprocess.run([*COMMAND, "passphrase", "--new-passphrase-file", "one", *FAST, "k.key"], cwd=self.folder,
                              capture_output=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16)))
        self.assertEqual(done.returncode, INPUT)
        self.assertIn(b"k.key: cannot write: ", done.stderr)
        self.assertEqual(self.read("k.key"), before)
        self.files("k.key", "one", "two")

    def test_pipe(self):
        os.remove(self.path("k.key"))
        os.mkfifo(self.path("k.key"))
        self.change("--new-passphrase-file", "one", code=INPUT, says="k.key: is not a regular file")

    def test_own_passphrase(self):
        """A file of a passphrase is not taken for the key."""
        self.neosig("passphrase", "--new-passphrase-file", "one", "one", code=INPUT,
                    says="one: is the passphrase file too")
        self.assertEqual(self.read("one"), b"one\n")

    def test_key_as_passphrase(self):
        """Nobody could open what a file protects that is written over."""
        os.symlink("k.key", self.path("link"))
        for name in ("k.key", "link"):
            self.change("--new-passphrase-file", name, *FAST, code=INPUT, says="k.key: is the passphrase file too")
        self.assertEqual(self.read("k.key"), self.plain)

    def test_open_for_writing(self):
        """A shell has the file open, too: it is replaced all the same, and not written to at some place."""
        self.set()
        os.symlink("k.key", self.path("link"))
        for name in ("link", "/dev/fd/3"):
            with open(self.path("k.key"), "r+b") as key:
                done = subprocess.run(["sh", "-c", f'exec "$@" 3<&{key.fileno()}', "sh", *COMMAND, "passphrase", "-q",
                                       "--passphrase-file", "one", "--new-passphrase-file", "one", *FAST, name],
                                      cwd=self.folder, pass_fds=[key.fileno()], capture_output=True)
                self.assertEqual((done.returncode, done.stderr), (GOOD, b""))
                self.assertNotEqual(os.stat(self.path("k.key")).st_ino, os.fstat(key.fileno()).st_ino)
            self.opens("--passphrase-file", "one")


class Terminal(Passphrases):
    def test_asks(self):
        code, shown = self.at_terminal("passphrase", *FAST, "k.key", typed=[b"correct horse", b"correct horse"])
        self.assertEqual(code, GOOD, shown)
        self.assertIn("New passphrase for k.key: |", shown)
        self.assertNotIn("horse", shown)
        code, shown = self.at_terminal("passphrase", *FAST, "k.key", typed=[b"correct horse", b"two", b"two"])
        self.assertEqual(code, GOOD, shown)
        self.assertRegex(shown, r"(?s)^Passphrase for k.key: \|.*New passphrase for k.key: \|.*The same again for ")
        self.opens("--passphrase-file", "two")
        before = self.read("k.key")
        for typed, says in (([b"one"], "another passphrase"), ([b"two", b"x", b"y"], "are not the same"),
                            ([b"two", b"", b""], "an empty passphrase protects nothing")):
            code, shown = self.at_terminal("passphrase", "k.key", typed=typed)
            self.assertEqual(code, INPUT, shown)
            self.assertIn(says, shown)
            self.assertEqual(self.read("k.key"), before)
        code, shown = self.at_terminal("passphrase", "--remove", "k.key", typed=[b"two"])
        self.assertEqual(code, GOOD, shown)
        self.assertEqual(self.read("k.key"), self.plain)

    def test_no_terminal(self):
        ask = lambda *a: subprocess.run([*COMMAND, "passphrase", *a, "k.key"], capture_output=True, cwd=self.folder,
                                        start_new_session=True)
        done = ask()
        self.assertEqual(done.returncode, INPUT)
        self.assertIn(b"k.key: no terminal to ask for its new passphrase on (--new-passphrase-file FILE)", done.stderr)
        self.set()
        self.assertIn(b"its passphrase on (--passphrase-file FILE)", ask("--remove").stderr)

    def test_interrupted_or_changed(self):
        """At the question the file is still the old one; a file that others change meanwhile is not overwritten."""
        job = Job(self.folder, ["passphrase", *FAST, "k.key"])
        self.addCleanup(job.close)
        job.shows(b"New passphrase for k.key: ")
        job.types(b"\x03")
        self.assertEqual(os.WTERMSIG(job.status()), signal.SIGINT)
        self.assertEqual(self.read("k.key"), self.plain)
        job = Job(self.folder, ["passphrase", *FAST, "k.key"])
        self.addCleanup(job.close)
        job.shows(b"New passphrase for k.key: ")
        self.write("k.key", self.plain + b"more\n")
        job.types(b"x\n")
        job.shows(b"The same again for k.key: ")
        job.types(b"x\n")
        self.assertEqual(os.WEXITSTATUS(job.status()), INPUT)
        self.assertIn(b"k.key: was changed meanwhile", job.shows(b"as it is\r\n"))
        self.assertEqual(self.read("k.key"), self.plain + b"more\n")
        self.files("k.key", "one", "two")


if __name__ == "__main__":
    main(__doc__)
