#!/usr/bin/env python3
"""Tests of the neosig program: cli.py [--large BYTES] [--stack BYTES] [EMULATOR [ARGUMENT]...] PROGRAM"""

import base64
import csv
import fcntl
import hashlib
import io
import json
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
import unittest

from program import COMMAND, FAST, GOOD, INPUT, INVALID, SIZES, USAGE, Case, Job, main, run

COMMANDS = ("list", "info", "keygen", "public", "passphrase", "inspect", "sign", "verify", "selftest", "speed",
            "completion")


class RoundTrip(Case):
    def check(self, name):
        self.sign(name)
        self.assertEqual(os.path.getsize(self.path(name + ".sig")), self.alg["signature_bytes"])
        result = self.neosig("verify", "-k", self.pub, name, name + ".sig")
        self.assertIn(b"good signature", result.out)

    def test_empty(self):
        self.write("empty", b"")
        self.check("empty")

    def test_one_byte(self):
        self.write("one", b"\0")
        self.check("one")
        self.write("one", b"\1")
        self.neosig("verify", "-k", self.pub, "one", "one.sig", code=INVALID, says="one: signature INVALID")

    def test_large(self):
        with open(self.path("large"), "wb") as file:
            file.truncate(SIZES["large"])
        self.check("large")
        with open(self.path("large"), "r+b") as file:
            file.seek(SIZES["large"] - 1)
            file.write(b"\1")
        self.neosig("verify", "-k", self.pub, "large", "large.sig", code=INVALID)

    def test_piece_boundaries(self):
        for size in (65535, 1 << 18, (1 << 18) + 1):
            self.write("file", os.urandom(size))
            self.sign("file", "--force")
            self.neosig("verify", "-q", "--require", "any", "-k", self.pub, "file", "file.sig")

    def test_names(self):
        for name in ("two words", " leading", "-dash", "line\nbreak", "üñí", "%s%n", "a" * 250):
            self.write(name, b"x")
            self.neosig("sign", "-k", self.key, "-o", "sig", "--force", "--", name)
            self.neosig("verify", "-k", self.pub, "-s", "sig", "--", name)
        raw = os.path.join(self.folder.encode(), b"not \xff\xfe utf-8")
        with open(raw, "wb") as file:
            file.write(b"x")
        self.neosig("verify", "-k", self.pub, raw, "-s", "sig")

    def test_standard_input_and_output(self):
        content = os.urandom(70000)
        self.write("file", content)
        sig = self.neosig("sign", "-k", self.key, "-o", "-", "-", stdin=content).out
        self.assertEqual(len(sig), self.alg["signature_bytes"])
        self.write("sig", sig)
        self.neosig("verify", "-k", self.pub, "file", "-s", "sig")
        self.neosig("verify", "-k", self.pub, "-", "-s", "sig", stdin=content)
        self.neosig("verify", "-k", self.pub, "file", "-s", "-", stdin=sig)
        with open(self.pub, "rb") as pub:
            self.neosig("verify", "-k", "-", "file", "-s", "sig", stdin=pub.read())
        self.neosig("verify", "-k", self.pub, "-", "-s", "sig", stdin=content[:-1], code=INVALID, says="standard input")
        self.neosig("verify", "-k", self.pub, "-", "-s", "-", code=USAGE)
        self.neosig("sign", "-k", "-", "-o", "s", "-", code=USAGE)
        self.neosig("sign", "-k", self.key, "-", code=USAGE, says="-o SIG")
        self.files("file", "sig")

    def test_every_scheme(self):
        seen = set()
        self.write("file", b"content")
        for alg in self.algs:
            if alg["scheme"] in seen:
                continue
            seen.add(alg["scheme"])
            self.neosig("keygen", alg["name"], "--allow-insecure", "-o", alg["name"])
            self.neosig("sign", "-k", alg["name"] + ".key", "-o", "sig", "--force", "file")
            self.neosig("verify", "--require", "any", "-k", alg["name"] + ".pub", "file", "-s", "sig")
        self.assertTrue(seen)

    def test_every_backend(self):
        self.write("file", b"content")
        for backend in json.loads(run("info", "--json").out)["backends"]:
            if backend["usable"]:
                self.neosig("sign", "-k", self.key, "--force", "file", env={"NEOSIG_BACKEND": backend["name"]})
                self.neosig("verify", "-k", self.pub, "file", "file.sig")

    def test_many_and_trees(self):
        """Threads, armour and manifests on this machine; signatures.py and manifests.py look closer."""
        os.mkdir(self.path("tree"))
        names = [f"tree/{i}" for i in range(9)]
        for name in names:
            self.write(name, os.urandom(1000))
        self.neosig("sign", "--manifest", "-j", "4", "-k", self.key, "tree")
        self.neosig("verify", "--manifest", "-j", "4", "-k", self.pub, "tree.sha256")
        self.neosig("sign", "--armor", "-c", "x", "-j", "4", "-k", self.key, *names)
        result = self.neosig("verify", "-j", "4", "-k", self.pub, *names)
        self.assertEqual(result.out.decode().count(": good signature, "), 9)

    def test_quiet(self):
        self.write("file", b"")
        for arguments in (("keygen", "-q", self.name, "-o", "k"), ("sign", "-q", "-k", "k.key", "file"),
                          ("verify", "-q", "--require", "any", "-k", "k.pub", "file", "file.sig")):
            self.assertEqual(self.neosig(*arguments).out, b"")


class Signatures(Case):
    def setUp(self):
        super().setUp()
        self.write("file", b"content")
        self.sign("file")
        self.sig = self.read("file.sig")

    def refuse(self, content):
        self.write("bad", content)
        self.neosig("verify", "-k", self.pub, "file", "-s", "bad", code=INVALID, says="file: signature INVALID")

    def test_altered(self):
        for position in (0, len(self.sig) // 2, len(self.sig) - 1):
            altered = bytearray(self.sig)
            altered[position] ^= 0x40
            self.refuse(bytes(altered))

    def test_wrong_length(self):
        for content in (b"", self.sig[:1], self.sig[:-1], self.sig + b"\0", self.sig * 2, bytes(1 << 20)):
            self.refuse(content)

    def test_another_key(self):
        self.neosig("keygen", "-q", self.name, "-o", "other")
        self.neosig("verify", "-k", "other.pub", "file", "file.sig", code=INVALID)

    def test_unreadable_file_beats_refused_signature(self):
        self.write("bad", self.sig[:-1])
        self.neosig("verify", "-k", self.pub, "none", "-s", "bad", code=INPUT, says="none: No such file")


class Inputs(Case):
    def test_missing(self):
        self.write("file", b"")
        self.neosig("sign", "-k", "none", "file", code=INPUT, says="none: No such file or directory")
        self.neosig("sign", "-k", self.key, "none", code=INPUT, says="none: No such file or directory")
        self.neosig("verify", "-k", "none", "file", "-s", "file", code=INPUT, says="none: ")
        self.neosig("verify", "-k", self.pub, "file", "-s", "none", code=INPUT, says="none: ")
        self.files("file")

    def test_directory(self):
        os.mkdir(self.path("folder"))
        self.write("file", b"")
        self.neosig("sign", "-k", self.key, "folder", code=INPUT, says="folder: Is a directory")
        self.neosig("sign", "-k", "folder", "file", code=INPUT, says="folder: Is a directory")
        self.neosig("verify", "-k", self.pub, "file", "-s", "folder", code=INPUT, says="folder: Is a directory")
        self.files("folder", "file")

    def test_unreadable(self):
        self.write("file", b"")
        if os.geteuid() == 0:
            # Modes do not stop root: a path through a file, and a file whose reading fails, do.
            self.neosig("sign", "-k", self.key, "-o", "s", "file/x", code=INPUT, says="file/x: Not a directory")
            if os.path.exists("/proc/self/mem"):
                self.neosig("sign", "-k", self.key, "-o", "s", "/proc/self/mem", code=INPUT, says="/proc/self/mem: ")
        else:
            os.chmod(self.path("file"), 0)
            self.neosig("sign", "-k", self.key, "file", code=INPUT, says="file: Permission denied")
        self.files("file")

    def test_closed_standard_input(self):
        done = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, "sign", "-k", self.key, "-o", "s", "-"],
                              cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, INPUT)
        self.assertIn(b"standard input: ", done.stderr)
        self.files()


def length(content):
    if len(content) < 0x80:
        return bytes([len(content)])
    digits = len(content).to_bytes((len(content).bit_length() + 7) // 8, "big")
    return bytes([0x80 | len(digits)]) + digits


def element(tag, content):
    return bytes([tag]) + length(content) + content


def oid(dotted):
    first, second, *rest = map(int, dotted.split("."))
    content = b""
    for arc in [40 * first + second, *rest]:
        septets = [arc & 0x7f]
        while arc := arc >> 7:
            septets.insert(0, 0x80 | arc & 0x7f)
        content += bytes(septets)
    return element(6, content)


def spki(dotted, key, parameters=b"", behind=b""):
    return element(0x30, element(0x30, oid(dotted) + parameters) + element(3, b"\0" + key) + behind)


def pkcs8(dotted, key, version=b"\0", behind=b""):
    return element(0x30, element(2, version) + element(0x30, oid(dotted)) + element(4, key) + behind)


def attribute(digest):
    """docs/formats.md: the digest of a secret key, behind it in its file."""
    of = oid("2.25.251657656420782524799287090180023836719.0.1")
    return element(0xa0, element(0x30, of + element(0x31, element(4, digest.ljust(32)))))


def pem(label, der):
    text = base64.b64encode(der).decode()
    lines = [text[i:i + 64] for i in range(0, len(text), 64)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""]).encode()


def unpem(text):
    return base64.b64decode(b"".join(line for line in text.splitlines() if not line.startswith(b"-")))


class KeyFiles(Case):
    def setUp(self):
        super().setUp()
        self.write("file", b"content")
        self.sign("file")
        with open(self.pub, "rb") as file:
            self.pub_text = file.read()
        with open(self.key, "rb") as file:
            self.key_text = file.read()
        self.raw_pub = unpem(self.pub_text)[-self.alg["public_key_bytes"]:]

    def accept(self, text):
        self.write("pub", text)
        self.neosig("verify", "-k", "pub", "file", "file.sig")

    def refuse(self, text, says="pub: "):
        self.write("pub", text)
        self.neosig("verify", "-k", "pub", "file", "file.sig", code=INPUT, says=says)

    def refuse_secret(self, text, says="key: "):
        self.write("key", text)
        self.neosig("sign", "-k", "key", "-o", "s", "file", code=INPUT, says=says)
        self.assertFalse(os.path.exists(self.path("s")))

    def test_structure(self):
        """Our own encoder agrees with the program's."""
        self.assertEqual(self.pub_text, pem("PUBLIC KEY", spki(self.alg["oid"], self.raw_pub)))
        for alg in self.algs:
            self.assertEqual(len(oid(alg["oid"])) - 2, oid(alg["oid"])[1])
            if alg["secret_key_bytes"] > 100000:
                continue
            self.neosig("keygen", "-q", alg["name"], "--allow-insecure", "-o", "k", "--force")
            pub, key = unpem(self.read("k.pub")), unpem(self.read("k.key"))
            self.assertEqual(pub, spki(alg["oid"], pub[-alg["public_key_bytes"]:]))
            bare = key[:-len(attribute(b""))]
            if alg["scheme"] == "ml-dsa":
                content, digest = element(0x80, bare[-alg["seed_bytes"]:]), key[-32:]
            else:
                content = bare[-alg["secret_key_bytes"]:]
                digest = hashlib.sha256(element(0x30, oid(alg["oid"])) + content).digest()
            self.assertEqual(key, pkcs8(alg["oid"], content, behind=attribute(digest)))

    def test_lenient_text(self):
        """RFC 7468's lax form, and text or other blocks around the key."""
        lines = self.pub_text.splitlines(keepends=True)
        self.accept(self.pub_text.replace(b"\n", b"\r\n"))
        self.accept(self.pub_text.replace(b"\n", b"\r"))
        self.accept(b"\xef\xbb\xbf" + self.pub_text)
        self.accept(b"\n\n" + self.pub_text + b"\n\n")
        self.accept(self.pub_text[:-1])
        self.accept(b"x\n" + self.pub_text + b"x")
        self.accept(pem("CERTIFICATE", b"x") + self.key_text + self.pub_text + self.pub_text.replace(b"A", b"B"))
        self.accept(lines[0] + b"".join(lines[1:-1]).replace(b"\n", b"") + b"\n" + lines[-1])
        self.accept(b"".join([lines[0], b" ", lines[1][:5], b"\n\t\n", lines[1][5:], *lines[2:]]))
        self.accept(unpem(self.pub_text))

    def test_wrong_kind(self):
        self.refuse(self.key_text, says="pub: holds a secret key, not a public key")
        self.refuse_secret(self.pub_text, says="key: holds a public key, not a secret key")
        self.refuse_secret(pem("EC PRIVATE KEY", b"x"), says='holds "EC PRIVATE KEY"')
        self.refuse_secret(pem("ENCRYPTED PRIVATE KEY", b"x"), says="is not well-formed")
        self.refuse(pem("CERTIFICATE", b"x"), says='holds "CERTIFICATE"')
        self.refuse(pem("PUBLIC KEY", unpem(self.key_text)))
        self.refuse_secret(pem("PRIVATE KEY", unpem(self.pub_text)))

    def test_not_pem(self):
        for text in (b"", b"\n", b"hello\n", bytes(1000), os.urandom(5000), b"-----BEGIN ", self.pub_text[1:]):
            self.refuse(text, says="pub: is not a key file")
        self.refuse(bytes(10 << 20), says="pub: is too long for a key file")

    def test_truncated(self):
        for text, refuse in ((self.pub_text, self.refuse), (self.key_text, self.refuse_secret)):
            lines = text.splitlines(keepends=True)
            for size in (30, 100, len(text) // 2, len(text) - 3, len(text) - 30):
                refuse(text[:size])
            refuse(b"".join(lines[:-1]), says="is cut: its END line is missing")
            refuse(b"".join(lines[:-2] + lines[-1:]))
            if len(lines) > 4:
                refuse(b"".join(lines[:1] + lines[2:]))

    def test_garbled(self):
        lines = self.pub_text.splitlines(keepends=True)
        first = lines[1]
        for bad in (b"!" + first[1:], *(first[:5] + byte + first[6:] for byte in (b" ", b"=", b"\0", b"\xc3", b"-")),
                    first[1:], b"A" + first, b"Proc-Type: 4,ENCRYPTED\n" + first):
            self.refuse(b"".join([lines[0], bad, *lines[2:]]), says="base64")
        self.refuse(self.pub_text.replace(b"END PUBLIC", b"END PRIVATE"), says="END line does not match")

    def test_base64_padding(self):
        der = spki(self.alg["oid"], self.raw_pub)
        for extra in (1, 2, 3):
            if (len(der) + extra) % 3 == 1: # the last byte, a zero, is encoded as "AA=="
                text = pem("PUBLIC KEY", der + bytes(extra))
                loose = re.sub(rb"AA==\n", b"AB==\n", text)
                self.assertNotEqual(text, loose)
                self.refuse(loose, says="padding")
                self.refuse(text.replace(b"==\n", b"\n"), says="base64")

    def test_der(self):
        dotted, key = self.alg["oid"], self.raw_pub
        good = spki(dotted, key)
        self.accept(pem("PUBLIC KEY", good))
        damaged = "pub: is not well-formed"
        self.refuse(pem("PUBLIC KEY", b""), says="pub: ")
        self.refuse(pem("PUBLIC KEY", good + b"\0"), says=damaged)
        self.refuse(pem("PUBLIC KEY", good[:-1]), says=damaged)
        self.refuse(pem("PUBLIC KEY", spki(dotted, key, parameters=b"\5\0")), says=damaged)
        self.refuse(pem("PUBLIC KEY", spki(dotted, key, behind=b"\5\0")), says=damaged)
        self.refuse(pem("PUBLIC KEY", b"\x30\x80" + good[4:] + b"\0\0"), says=damaged)
        body = good[1 + len(length(good[4:])):]
        self.refuse(pem("PUBLIC KEY", b"\x30\x84" + len(body).to_bytes(4, "big") + body), says=damaged)
        unused = element(0x30, element(0x30, oid(dotted)) + element(3, b"\1" + key))
        self.refuse(pem("PUBLIC KEY", unused), says=damaged)
        for position in range(0, 12):
            altered = bytearray(good)
            altered[position] ^= 0x08
            self.refuse(pem("PUBLIC KEY", bytes(altered)))
        secret = unpem(self.key_text)
        bare, behind = secret[:-len(attribute(b""))], secret[-len(attribute(b"")):]
        content = bare[-(self.alg["seed_bytes"] + 2 if self.alg["scheme"] == "ml-dsa" else self.alg["secret_key_bytes"]):]
        self.assertEqual(secret, pkcs8(dotted, content, behind=behind))
        self.refuse_secret(pem("PRIVATE KEY", pkcs8(dotted, content, version=b"\1")), says="key: is not well-formed")
        self.refuse_secret(pem("PRIVATE KEY", pkcs8(dotted, content, version=b"\0\0")), says="key: is not well-formed")
        self.refuse_secret(pem("PRIVATE KEY", pkcs8(dotted, content, behind=b"\xa2\0")), says="key: is not well-formed")

    def test_wrong_length(self):
        dotted, need = self.alg["oid"], f"{self.name} needs {self.alg['public_key_bytes']}"
        for key in (b"", self.raw_pub[:-1], self.raw_pub + b"\0"):
            self.refuse(pem("PUBLIC KEY", spki(dotted, key)),
                        says=[f"pub: the public key in it has {len(key)} bytes", need])
        for size in (0, 1, self.alg["secret_key_bytes"] + 1):
            self.refuse_secret(pem("PRIVATE KEY", pkcs8(dotted, bytes(size))))

    def test_wrong_oid(self):
        for dotted in ("1.2.840.113549.1.1.1", "2.25.329800735698586629295641978511506172918", "0.9.1", "1.39.3",
                       "2.999"):
            self.refuse(pem("PUBLIC KEY", spki(dotted, self.raw_pub)), says=f"object identifier {dotted})")
        long = element(0x30, element(0x30, element(6, b"\xff" * 60)) + element(3, b"\0" + self.raw_pub))
        self.refuse(pem("PUBLIC KEY", long), says="object identifier ?)")
        empty = element(0x30, element(0x30, element(6, b"")) + element(3, b"\0"))
        self.refuse(pem("PUBLIC KEY", empty), says="identifier ?)")
        others = [a for a in self.algs if a["public_key_bytes"] != self.alg["public_key_bytes"]]
        if others:
            self.refuse(pem("PUBLIC KEY", spki(others[0]["oid"], self.raw_pub)), says=f"{others[0]['name']} needs")

    def test_every_byte_of_a_small_key_file(self):
        """No single changed character is accepted as the same key without being noticed, but for blanks."""
        text = self.pub_text
        for position in range(0, len(text) - 1, max(1, len(text) // 60)):
            if text[position:position + 1].isspace():
                continue
            altered = text[:position] + bytes([text[position] ^ 1]) + text[position + 1:]
            self.write("pub", altered)
            result = run("verify", "-k", "pub", "file", "file.sig", cwd=self.folder)
            self.assertIn(result.code, (INVALID, INPUT), altered[:80])


class Protected(Case):
    """Secret keys under a passphrase, from a file or asked for on a terminal."""

    def setUp(self):
        super().setUp()
        self.write("file", b"content")
        self.write("pass", b"correct horse\n")
        self.write("wrong", b"correct horsf\n")

    def test_file(self):
        self.neosig("keygen", "-q", self.name, "-o", "k", "--passphrase-file", "pass", *FAST)
        self.assertTrue(self.read("k.key").startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
        self.neosig("sign", "-q", "-k", "k.key", "--passphrase-file", "pass", "file")
        self.neosig("verify", "-q", "--require", "any", "-k", "k.pub", "file", "file.sig")
        self.neosig("sign", "-k", "k.key", "--passphrase-file", "-", "-o", "s", "file", stdin=b"correct horse")
        self.neosig("sign", "-k", "k.key", "--passphrase-file", "-", "-f", "-o", "s", "file", stdin=b"correct horse\r\nx")
        for passphrase in ("wrong", "file", os.devnull):
            self.neosig("sign", "-k", "k.key", "--passphrase-file", passphrase, "-o", "t", "file", code=INPUT,
                        says="k.key: is protected by another passphrase")
        self.write("long", b"x" * 1025)
        self.neosig("sign", "-k", "k.key", "--passphrase-file", "long", "-o", "t", "file", code=INPUT,
                    says="long: its first line is too long for a passphrase")
        self.neosig("sign", "-k", "k.key", "--passphrase-file", "none", "-o", "t", "file", code=INPUT, says="none: No")
        self.neosig("sign", "-k", "k.key", "--passphrase-file", "-", "-o", "t", "-", code=USAGE, says="only one of")
        self.neosig("keygen", self.name, "-o", "l", "--seed", "-", "--passphrase-file", "-", code=USAGE,
                    says="only one of")
        self.files("file", "file.sig", "k.key", "k.pub", "long", "pass", "s", "wrong")

    def test_terminal(self):
        code, shown = self.at_terminal("keygen", self.name, "--encrypt", *FAST, "-o", "k", typed=[b"one two"] * 2)
        self.assertEqual(code, GOOD, shown)
        self.assertIn("New passphrase for k.key: |", shown)
        self.assertIn("The same again for k.key: |", shown)
        self.assertNotIn("one two", shown)
        code, shown = self.at_terminal("sign", "-k", "k.key", "file", typed=[b"one two"])
        self.assertEqual(code, GOOD, shown)
        self.assertIn("Passphrase for k.key: |", shown)
        self.assertNotIn("one two", shown)
        self.neosig("verify", "-q", "--require", "any", "-k", "k.pub", "file", "file.sig")
        code, shown = self.at_terminal("sign", "-f", "-k", "k.key", "file", typed=[b"one"])
        self.assertEqual(code, INPUT, shown)
        self.assertIn("k.key: is protected by another passphrase", shown)
        code, shown = self.at_terminal("keygen", self.name, "--encrypt", "-o", "l", typed=[b"one", b"two"])
        self.assertEqual(code, INPUT, shown)
        self.assertIn("l.key: the two passphrases are not the same", shown)
        self.files("file", "file.sig", "k.key", "k.pub", "pass", "wrong")

    def job(self, *arguments):
        job = Job(self.folder, arguments)
        self.addCleanup(job.close)
        return job

    def interrupt(self, job, key, number):
        """In the middle of the answer to the question comes a signal, by its key or from outside: what became of it."""
        job.shows(b"Passphrase for k.key: ")
        self.assertFalse(job.echoes())
        job.types(b"half of")
        if key:
            job.types(key)
        else:
            os.kill(job.pid, number)
        return job.status()

    def test_signals(self):
        """What ends the program ends it at once at the question, too, and leaves the terminal as it was."""
        self.neosig("keygen", "-q", self.name, "-o", "k", "--passphrase-file", "pass", *FAST)
        for number, key in ((signal.SIGINT, b"\x03"), (signal.SIGQUIT, b"\x1c"), (signal.SIGINT, None),
                            (signal.SIGTERM, None), (signal.SIGHUP, None), (signal.SIGQUIT, None)):
            with self.subTest(number=number, key=key):
                job = self.job("sign", "-k", "k.key", "file")
                status = self.interrupt(job, key, number)
                self.assertTrue(os.WIFSIGNALED(status))
                self.assertEqual(os.WTERMSIG(status), number)
                self.assertTrue(job.echoes())
        job = self.job("keygen", self.name, "--encrypt", "-o", "l")
        job.shows(b"New passphrase for l.key: ")
        job.types(b"one\n")
        job.shows(b"The same again for l.key: ")
        job.types(b"\x03")
        self.assertEqual(os.WTERMSIG(job.status()), signal.SIGINT)
        self.assertTrue(job.echoes())
        self.files("file", "k.key", "k.pub", "pass", "wrong")

    def test_stopped(self):
        """Stopped at the question, the terminal echoes; continued, the question comes again, and nothing is shown."""
        self.neosig("keygen", "-q", self.name, "-o", "k", "--passphrase-file", "pass", *FAST)
        job = self.job("sign", "-k", "k.key", "file")
        for key, number in ((b"\x1a", signal.SIGTSTP), (None, signal.SIGTSTP), (None, signal.SIGTTIN)):
            status = self.interrupt(job, key, number)
            self.assertTrue(os.WIFSTOPPED(status))
            self.assertEqual(os.WSTOPSIG(status), number)
            self.assertTrue(job.echoes())
            job.proceed()
        job.shows(b"Passphrase for k.key: ")
        self.assertFalse(job.echoes())
        job.types(b"correct horse\n")
        shown = job.shows(b"signature, " + self.name.encode() + b"\r\n")
        self.assertNotIn(b"horse", shown)
        status = job.status()
        self.assertTrue(os.WIFEXITED(status))
        self.assertEqual(os.WEXITSTATUS(status), GOOD)
        self.assertTrue(job.echoes())
        self.neosig("verify", "-q", "--require", "any", "-k", "k.pub", "file", "file.sig")

    def test_ignored_signal(self):
        """nohup's signal stays ignored at the question."""
        self.neosig("keygen", "-q", self.name, "-o", "k", "--passphrase-file", "pass", *FAST)
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            job = self.job("sign", "-k", "k.key", "file")
        finally:
            signal.signal(signal.SIGHUP, before)
        job.shows(b"Passphrase for k.key: ")
        os.kill(job.pid, signal.SIGHUP)
        job.types(b"correct horse\n")
        self.assertEqual(os.waitstatus_to_exitcode(job.status()), GOOD)

    def test_empty_passphrase(self):
        """Refused, from a file and a terminal, unless it is asked for by name; a key under one opens with a warning."""
        self.write("empty", b"\nsecond line")
        for file in ("empty", os.devnull):
            self.neosig("keygen", self.name, "-o", "k", "--passphrase-file", file, code=INPUT,
                        says=["k.key: ", "empty passphrase", "--empty-passphrase"])
        code, shown = self.at_terminal("keygen", self.name, "--encrypt", "-o", "k", typed=[b"", b""])
        self.assertEqual(code, INPUT, shown)
        self.assertIn("empty passphrase", shown)
        for option in (["--encrypt"], ["--passphrase-file", "pass"]):
            self.neosig("keygen", self.name, "-o", "k", "--empty-passphrase", *option, code=USAGE, says="exclude")
        self.files("empty", "file", "pass", "wrong")
        self.neosig("keygen", "-q", self.name, "-o", "k", "--empty-passphrase", *FAST)
        self.assertTrue(self.read("k.key").startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
        self.neosig("sign", "-q", "-k", "k.key", "--passphrase-file", "empty", "file",
                    says="warning: k.key: its passphrase is empty")
        self.neosig("sign", "-k", "k.key", "--passphrase-file", "pass", "-o", "s", "file", code=INPUT,
                    says="another passphrase")

    def test_no_terminal(self):
        self.neosig("keygen", "-q", self.name, "-o", "k", "--passphrase-file", "pass", *FAST)
        done = subprocess.run([*COMMAND, "sign", "-k", "k.key", "file"], capture_output=True, cwd=self.folder,
                              start_new_session=True)
        self.assertEqual(done.returncode, INPUT)
        self.assertIn(b"k.key: no terminal to ask for its passphrase on (--passphrase-file FILE)", done.stderr)

    def test_openssl(self):
        """What OpenSSL protects is opened: the key in it is of another algorithm, which is said."""
        if not shutil.which("openssl"):
            self.skipTest("no openssl")
        openssl = lambda *a: subprocess.run(["openssl", *a], check=True, capture_output=True, cwd=self.folder)
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "ec")
        for how in (["-scrypt"], ["-v2", "aes-256-cbc"], ["-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA256", "-iter", "9"]):
            for form in ("PEM", "DER"):
                openssl("pkcs8", "-topk8", "-in", "ec", "-outform", form, "-out", "k", "-passout", "file:pass", *how)
                self.neosig("sign", "-k", "k", "--passphrase-file", "pass", "file", code=INPUT,
                            says="k: holds a key of an algorithm neosig does not know (object identifier 1.2.840.10045.2.1)")
                self.neosig("sign", "-k", "k", "--passphrase-file", "wrong", "file", code=INPUT,
                            says="k: is protected by another passphrase")
        for how in (["-v2", "aes-128-cbc"], ["-v2", "des3"], ["-v2prf", "hmacWithSHA1"], ["-v1", "PBE-SHA1-3DES"]):
            openssl("pkcs8", "-topk8", "-in", "ec", "-out", "k", "-passout", "file:pass", *how)
            self.neosig("sign", "-k", "k", "--passphrase-file", "pass", "file", code=INPUT,
                        says="k: is protected in a way neosig does not know")


class OpenModes(Case):
    """What is secret and open to others is used, with a warning."""

    def test_modes(self):
        self.write("file", b"content")
        for name, content in (("pass", b"correct horse\n"), ("seed", bytes(range(self.alg["seed_bytes"])))):
            self.write(name, content)
            os.chmod(self.path(name), 0o600)
        self.neosig("keygen", "-q", self.name, "-o", "k")
        self.neosig("keygen", "-q", self.name, "-o", "p", "--passphrase-file", "pass", *FAST)
        uses = (("k.key", ("sign", "-qf", "-k", "k.key", "file")), ("k.key", ("public", "-f", "-o", "o", "k.key")),
                ("k.key", ("inspect", "k.key")), ("p.key", ("inspect", "--json", "p.key")),
                ("pass", ("public", "-f", "-o", "o", "p.key", "--passphrase-file", "pass")),
                ("pass", ("keygen", "-f", self.name, "-o", "q", "--passphrase-file", "pass", *FAST)),
                ("seed", ("keygen", "-f", self.name, "-o", "q", "--seed", "seed")))
        for secret, arguments in uses:
            for mode, is_open in ((0o600, 0), (0o400, 0), (0o640, 0), (0o644, 1), (0o602, 1), (0o660, 1), (0o666, 1)):
                os.chmod(self.path(secret), mode)
                err = self.neosig(*arguments).err
                told = f"warning: {secret}: is secret, but its mode {mode:04o} lets others read or change it"
                self.assertEqual(told in err, bool(is_open), (arguments, oct(mode), err))
            os.chmod(self.path(secret), 0o600)
        os.chmod(self.path("k.pub"), 0o666)
        self.assertNotIn("is secret", self.neosig("inspect", "k.pub").err)
        with open(self.path("k.key"), "rb") as key:
            self.assertNotIn("is secret", self.neosig("public", "-", stdin=key.read()).err)


class MlDsaKeyFiles(Case):
    """The three private key forms of RFC 9881."""

    def setUp(self):
        super().setUp()
        standard = [a for a in self.algs if a["oid"].startswith("2.16.840.1.101.3.4.3.")]
        if not standard:
            self.skipTest("no ML-DSA")
        self.ml = standard[0]
        self.write("file", b"content")
        self.seed = bytes(range(self.ml["seed_bytes"]))
        self.write("seed", self.seed)
        self.neosig("keygen", self.ml["name"], "--seed", "seed", "-o", "k")

    def save(self, content):
        self.write("key", pem("PRIVATE KEY", pkcs8(self.ml["oid"], content)))

    def test_seed(self):
        """With the digest and, as other programs write it, without."""
        mine = unpem(self.read("k.key"))
        self.assertEqual(mine, pkcs8(self.ml["oid"], element(0x80, self.seed), behind=attribute(mine[-32:])))
        self.save(element(0x80, self.seed))
        self.neosig("sign", "-k", "key", "file")
        self.neosig("verify", "-k", "k.pub", "file", "file.sig")

    def test_refused(self):
        size = self.ml["secret_key_bytes"]
        for content in (b"", self.seed, element(0x80, self.seed[:-1]), element(0x80, self.seed) + b"\0",
                        element(4, bytes(size - 1)), element(4, self.seed), element(0x81, self.seed),
                        element(0x30, element(4, self.seed)),
                        element(0x30, element(0x80, self.seed) + element(4, bytes(size)))):
            self.save(content)
            self.neosig("sign", "-k", "key", "file", code=INPUT, says="key: ")
        self.save(element(0x30, element(4, self.seed) + element(4, bytes(size))))
        self.neosig("sign", "-k", "key", "file", code=INPUT, says="do not belong together")


class Keygen(Case):
    def test_modes(self):
        old = os.umask(0)
        try:
            self.neosig("keygen", self.name, "-o", "k")
        finally:
            os.umask(old)
        self.assertEqual(os.stat(self.path("k.key")).st_mode & 0o777, 0o600)
        self.assertEqual(os.stat(self.path("k.pub")).st_mode & 0o777, 0o666)
        self.files("k.key", "k.pub")

    def test_modes_follow_umask(self):
        old = os.umask(0o027)
        try:
            self.neosig("keygen", self.name, "-o", "k")
            self.write("k.key", b"") # readable by the group; its replacement must not be
            self.neosig("keygen", self.name, "-o", "k", "--force")
        finally:
            os.umask(old)
        self.assertEqual(os.stat(self.path("k.key")).st_mode & 0o777, 0o600)
        self.assertEqual(os.stat(self.path("k.pub")).st_mode & 0o777, 0o640)

    def test_keys_differ(self):
        for name in ("a", "b"):
            self.neosig("keygen", self.name, "-o", name)
        self.assertNotEqual(self.read("a.key"), self.read("b.key"))
        self.assertNotEqual(self.read("a.pub"), self.read("b.pub"))

    def test_existing(self):
        for existing in ("k.key", "k.pub"):
            self.write(existing, b"precious")
            self.neosig("keygen", self.name, "-o", "k", code=INPUT, says=f"{existing}: exists already (--force")
            self.assertEqual(self.read(existing), b"precious")
            self.files(existing)
            os.unlink(self.path(existing))
        self.write("k.key", b"precious")
        self.write("k.pub", b"precious")
        self.neosig("keygen", self.name, "-o", "k", "--force")
        self.assertNotIn(b"precious", self.read("k.key") + self.read("k.pub"))
        self.files("k.key", "k.pub")

    def test_existing_link(self):
        os.symlink("nowhere", self.path("k.key"))
        self.neosig("keygen", self.name, "-o", "k", code=INPUT, says="k.key: exists already")
        self.assertEqual(os.readlink(self.path("k.key")), "nowhere")
        self.files("k.key")

    def test_existing_folder(self):
        os.mkdir(self.path("k.pub"))
        self.neosig("keygen", self.name, "--force", "-o", "k", code=INPUT, says="k.pub: is a directory")
        self.files("k.pub")

    def test_bad_folder(self):
        self.write("file", b"")
        self.neosig("keygen", self.name, "-o", "file/k", code=INPUT, says="file/k.key: ")
        self.neosig("keygen", self.name, "-o", "none/k", code=INPUT, says="none/k.key: ")
        self.neosig("keygen", self.name, "-o", "x" * 300, code=INPUT, says="File name too long")
        self.files("file")

    def test_seed(self):
        seed = bytes(range(self.alg["seed_bytes"]))
        self.write("seed", seed)
        self.neosig("keygen", self.name, "--seed", "seed", "-o", "a")
        self.neosig("keygen", self.name, "--seed=-", "-o", "b", stdin=seed)
        self.assertEqual(self.read("a.key"), self.read("b.key"))
        self.assertEqual(self.read("a.pub"), self.read("b.pub"))
        for bad, says in ((seed[:-1], "shorter"), (seed + b"\0", "longer"), (b"", "shorter")):
            self.write("seed", bad)
            self.neosig("keygen", self.name, "--seed", "seed", "-o", "c", code=INPUT, says=["seed: ", says])
        self.files("seed", "a.key", "a.pub", "b.key", "b.pub")

    def test_names_that_are_none(self):
        os.mkdir(self.path("d"))
        for name in ("/", "d/", "d//", ".", "..", "d/.", "d/.."):
            self.neosig("keygen", self.name, "-o", name, code=USAGE, says=f"-o {name}: is a folder")
        self.neosig("keygen", self.name, "-o", "-", code=USAGE, says="-o -: a key pair is two files")
        self.neosig("keygen", self.name, "-o", "d/.hidden")
        self.assertEqual(sorted(os.listdir(self.path("d"))), [".hidden.key", ".hidden.pub"])
        self.files("d")

    def test_concurrent(self):
        """Of programs that write one pair at once, one's pair is left."""
        self.write("file", b"content")
        for _ in range(5):
            command = [*COMMAND, "keygen", "-qf", self.name, "-o", "k"]
            processes = [subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL) for _ in range(3)]
            self.assertEqual([p.wait() for p in processes], [GOOD] * 3)
            self.files("file", "k.key", "k.pub")
            self.neosig("sign", "-qf", "--no-verify", "-k", "k.key", "-o", "s", "file")
            self.neosig("verify", "-k", "k.pub", "file", "-s", "s")
            os.unlink(self.path("s"))

    def test_unknown(self):
        typo = self.name.replace("-", "+", 1)
        self.neosig("keygen", typo, "-o", "k", code=USAGE,
                    says=[f"unknown algorithm {typo}", f"did you mean {self.name}"])
        self.neosig("keygen", self.name[:-1], "-o", "k", code=USAGE, says=self.name)
        self.neosig("keygen", "zzzzzzzzzzzzzzzzzzzzzzz", "-o", "k", code=USAGE, says="see neosig list")
        self.neosig("keygen", "x" * 1000, "-o", "k", code=USAGE, says="see neosig list")
        self.neosig("keygen", "", "-o", "k", code=USAGE)
        self.neosig("keygen", self.name.upper(), "-o", "k")
        self.files("k.key", "k.pub")

    def test_status(self):
        alg = self.with_status("broken", "withdrawn")
        self.neosig("keygen", alg, "-o", "k", code=USAGE, says="--allow-insecure")
        self.files()
        self.neosig("keygen", alg, "--allow-insecure", "-o", "k", says=f"warning: {alg} is ")

    def test_superseded(self):
        alg = self.with_status("superseded")
        self.neosig("keygen", alg, "-o", "k", says=f"warning: {alg} is superseded")


class Verified(Case):
    """What is signed is verified before it is written."""

    def setUp(self):
        super().setUp()
        self.write("file", b"content")

    def make(self, alg, name="k"):
        self.neosig("keygen", "-q", alg, "--allow-insecure", "-o", name)

    def small(self, scheme, seed):
        """The smallest set of a scheme whose secret key is, or is not, a seed; not the one of self.key."""
        sets = [a for a in self.algs if a["scheme"] == scheme and a["name"] != self.name and
                (a["secret_key_bytes"] == a["seed_bytes"]) == seed]
        if not sets:
            self.skipTest(f"no such set of {scheme}")
        return min(sets, key=lambda a: a["public_key_bytes"] + a["secret_key_bytes"])

    def damage(self, alg, name):
        """Without the digest, as by another hand: other checks find it."""
        self.make(alg["name"], name)
        bad = bytearray(unpem(self.read(name + ".key"))[:-len(attribute(b""))][-alg["secret_key_bytes"]:])
        for i in range(0, len(bad) - 48, 7): # the end holds seeds
            bad[i] ^= 0xff
        self.write(name + ".key", pem("PRIVATE KEY", pkcs8(alg["oid"], bytes(bad))))

    def test_damaged(self):
        for scheme in ("ml-dsa", "snova", "rainbow"):
            self.make(self.small(scheme, False)["name"], scheme)
            bad = bytearray(self.read(scheme + ".key"))
            at = len(bad) - 140 # of the end of the secret key
            at -= bad[at] == ord("\n")
            bad[at] = ord("B") if bad[at] == ord("A") else ord("A")
            self.write("bad", bad)
            self.neosig("sign", "-k", "bad", "--no-verify", "file", code=INPUT, says=["bad: ", "do not belong together"])
        self.damage(self.small("snova", False), "k")
        self.neosig("sign", "-k", "k.key", "-o", "s", "file", code=INPUT, says="k.key: its secret key is damaged")
        self.damage(self.small("rainbow", False), "r") # its secret key does not tell the public one
        self.neosig("sign", "-k", "r.key", "-o", "s", "file", code=INPUT, says=["r.key: ", "does not verify", "r.pub"])
        self.assertFalse(os.path.exists(self.path("s")))
        self.neosig("sign", "-k", "r.key", "-o", "s", "-", stdin=b"x", code=INPUT, says="does not verify")
        self.neosig("sign", "-k", "r.key", "-o", "s", "--no-verify", "file")

    def test_wrong_pair(self):
        alg = self.small("rainbow", False)["name"]
        self.make(alg, "a")
        self.make(alg, "b")
        self.neosig("sign", "-k", "a.key", "-p", "b.pub", "file", code=INPUT,
                    says=["a.key: ", "does not verify", "b.pub"])
        os.rename(self.path("b.pub"), self.path("a.pub"))
        self.neosig("sign", "-k", "a.key", "file", code=INPUT, says="a.pub")
        self.neosig("sign", "-k", "a.key", "-", "-o", "s", stdin=b"", code=INPUT, says="a.pub")
        self.files("file", "a.key", "a.pub", "b.key")

    def test_public_key_beside(self):
        """NAME.pub beside NAME.key is compared with it: a seed that is damaged, in a file without a digest, is good."""
        alg = min((a for a in self.algs if a["scheme"] == "ml-dsa"),
                  key=lambda a: a["secret_key_bytes"], default=None) or self.skipTest("no ML-DSA")
        self.make(alg["name"], "a")
        self.make(alg["name"], "b")
        text = pem("PRIVATE KEY", pkcs8(alg["oid"], element(0x80, unpem(self.read("a.key"))[22:54])))
        self.write("a.key", text)
        self.neosig("sign", "-q", "-k", "a.key", "-o", "s", "file")
        says = ["a.key", "a.pub", "do not belong together"]
        start = text.index(b"\n") + 1
        for at in (start + 36, start + 50, start + 62):
            bad = text[:at] + (b"B" if text[at] == ord("A") else b"A") + text[at + 1:]
            self.write("a.key", bad)
            self.neosig("sign", "-k", "a.key", "file", code=INPUT, says=says)
        self.neosig("sign", "-k", "a.key", "--armor", "file", code=INPUT, says=says)
        self.write("c.key", bad)
        self.neosig("sign", "-k", "c.key", "-p", "a.pub", "file", code=INPUT, says=["c.key", *says[1:]])
        self.files("a.key", "a.pub", "b.key", "b.pub", "c.key", "file", "s")
        self.neosig("sign", "-qf", "-k", "a.key", "--no-verify", "-o", "s", "file")
        self.write("a.key", text)
        os.rename(self.path("b.pub"), self.path("a.pub"))
        self.neosig("sign", "-k", "a.key", "file", code=INPUT, says=says)

    def test_public_key(self):
        """From -p, or from the secret key, or NAME.pub beside NAME.key; else a warning."""
        alg = self.small("rainbow", False)["name"]
        self.make(alg)
        quiet = lambda *a: self.assertNotIn("is not verified", self.neosig("sign", "-qf", *a, "-o", "s", "file").err)
        quiet("-k", "k.key")
        os.rename(self.path("k.pub"), self.path("other"))
        self.neosig("sign", "-f", "-k", "k.key", "-o", "s", "file",
                    says="warning: k.key: what it signs is not verified")
        self.neosig("verify", "--require", "any", "-k", "other", "file", "-s", "s")
        quiet("-k", "k.key", "-p", "other")
        quiet("-k", "k.key", "--no-verify")
        self.neosig("sign", "-f", "-k", "k.key", "-p", "none", "file", code=INPUT, says="none: No such file")
        self.neosig("sign", "-f", "-k", "k.key", "-p", "k.key", "file", code=INPUT, says="k.key: holds a secret key")
        self.neosig("sign", "-f", "-k", "k.key", "-p", self.pub, "file", code=INPUT, says=f"but k.key is one of {alg}")
        self.neosig("sign", "-k", "k.key", "-p", "other", "--no-verify", "file", code=USAGE, says="exclude each other")
        self.neosig("sign", "-k", "k.key", "-p", "-", "-o", "s", "-", code=USAGE, says="only one of KEY, PUB, FILE")
        self.write("k.pub", b"nothing")
        self.neosig("sign", "-f", "-k", "k.key", "file", code=INPUT, says="k.pub: is not a key file")
        for tells in (self.small("snova", True)["name"], self.small("snova", False)["name"],
                      *(a["name"] for a in self.algs if a["name"] == "ml-dsa-44")):
            self.make(tells, tells)
            os.unlink(self.path(tells + ".pub"))
            quiet("-k", tells + ".key")

    def test_pipe(self):
        os.mkfifo(self.path("pipe"))
        writer = threading.Thread(target=lambda: self.write("pipe", b"content"))
        writer.start()
        self.neosig("sign", "-k", self.key, "-o", "s", "pipe")
        writer.join()
        self.neosig("verify", "-k", self.pub, "file", "-s", "s")

    @unittest.skipUnless(os.path.exists("/proc/sys/kernel/random/uuid"), "no file that is another each time")
    def test_read_once(self):
        """A file that holds something else whenever it is read."""
        for more in ((), ("--armor",)):
            self.neosig("sign", "-f", "-k", self.key, *more, "-o", "s", "/proc/sys/kernel/random/uuid")

    def test_errors_about_the_key(self):
        """An expanded ML-DSA key whose small coefficients are out of range."""
        ml = [a for a in self.algs if a["name"] == "ml-dsa-44"]
        if not ml:
            self.skipTest("no ML-DSA")
        self.make("ml-dsa-44")
        content = bytes(128) + b"\xff" * (ml[0]["secret_key_bytes"] - 128)
        self.write("bad", pem("PRIVATE KEY", pkcs8(ml[0]["oid"], element(4, content))))
        self.neosig("sign", "-k", "bad", "-p", "k.pub", "file", code=INPUT, says="bad: its secret key is damaged")


class Terminal(Case):
    """Nothing of a name or a label steers the terminal."""

    evil = "a\x1b[2Jb\x07\r\nc\x7f\u009bd"
    shown = "a?[2Jb???c???d" # U+009B is two bytes

    def check(self, text):
        self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")

    def test_names(self):
        self.write(self.evil, b"x")
        self.sign(self.evil)
        for arguments, code in ((("verify", "-k", self.pub, self.evil, self.evil + ".sig"), GOOD),
                                (("verify", "-k", self.pub, self.pub, self.evil + ".sig"), INVALID),
                                (("verify", "-k", self.evil, self.pub, "-s", self.pub), INPUT),
                                (("sign", "-f", "-k", self.key, self.evil), GOOD),
                                (("sign", "-k", self.key, "none" + self.evil), INPUT),
                                (("keygen", "-f", self.name, "-o", self.evil), GOOD),
                                (("keygen", self.evil, "-o", "k"), USAGE), (("list", "--" + self.evil), USAGE),
                                (("list", self.evil), USAGE), ((self.evil,), USAGE)):
            result = self.neosig(*arguments, code=code)
            self.check(result.err)
            self.check(result.out.decode())
        self.assertIn(self.shown + ".key: secret key",
                      self.neosig("keygen", "-f", self.name, "-o", self.evil).out.decode())
        self.assertIn("üñí: No such", self.neosig("sign", "-k", self.key, "üñí", code=INPUT).err)

    def test_question(self):
        """The name in the question for a passphrase comes from outside, too."""
        self.write("pass", b"correct horse")
        self.neosig("keygen", "-q", self.name, "-o", self.evil, "--passphrase-file", "pass", *FAST)
        code, shown = self.at_terminal("public", "-o", "p", self.evil + ".key", typed=[b"correct horse"])
        self.assertEqual(code, GOOD)
        self.assertIn(f"Passphrase for {self.shown}.key: ", shown)
        self.check(shown.replace("\r\n", "\n"))

    def test_direction(self):
        """Characters that turn the direction of what follows, and separators of lines, are shown as '?', too."""
        for character in "\u2028\u2029\u202a\u202e\u2066\u2069":
            result = self.neosig("sign", "-k", self.key, f"a{character}b", code=INPUT)
            self.assertIn("neosig: a???b: ", result.err)
            self.write("f" + character, b"x")
            self.sign("f" + character)
            out = self.neosig("verify", "--json", "-k", self.pub, "f" + character).out
            self.assertEqual(json.loads(out)[0]["file"], "f" + character)
            self.assertNotIn(character.encode(), out)
        for character in "\u2027\u202f\u2065\u206a":
            self.assertIn(f"a{character}b: ", self.neosig("sign", "-k", self.key, f"a{character}b", code=INPUT).err)

    def test_not_utf8(self):
        result = subprocess.run([*COMMAND, "sign", "-k", self.key, b"\xff\x9b31m\xc3(\xe2\x82"], capture_output=True)
        self.assertIn(b"neosig: ??31m?(??: No such", result.stderr)

    def test_labels(self):
        self.write("pub", "-----BEGIN \x1b[31mX\x07-----\n-----END \x1b[31mX\x07-----\n".encode())
        result = self.neosig("verify", "-k", "pub", self.key, "-s", self.key, code=INPUT, says='holds "?[31mX?"')
        self.check(result.err)


class Outputs(Case):
    def setUp(self):
        super().setUp()
        self.write("file", b"content")

    def test_existing(self):
        self.write("file.sig", b"precious")
        self.neosig("sign", "-k", self.key, "file", code=INPUT, says="file.sig: exists already (--force")
        self.assertEqual(self.read("file.sig"), b"precious")
        self.neosig("sign", "-k", self.key, "-f", "file")
        self.neosig("verify", "-k", self.pub, "file", "file.sig")
        self.files("file", "file.sig")

    def test_appearing_meanwhile(self):
        """A file that comes into being between the first look and the end is not replaced."""
        process = subprocess.Popen([*COMMAND, "sign", "-k", self.key, "-o", "s", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)
        process.stdin.write(bytes(1 << 20)) # more than a pipe holds: the program is past its first look
        process.stdin.flush()
        self.write("s", b"precious")
        out, err = process.communicate()
        self.assertEqual(process.returncode, INPUT)
        self.assertIn(b"s: exists already", err)
        self.assertEqual(self.read("s"), b"precious")
        self.files("file", "s")

    def test_unwritable(self):
        for output in ("file/s", "none/s", "", "y" * 300):
            self.neosig("sign", "-k", self.key, "-o", output, "file", code=INPUT, says=f"{output}: ")
        self.neosig("sign", "-k", self.key, "-f", "-o", ".", "file", code=INPUT, says=".: is a directory")
        if os.path.exists("/proc/self"):
            self.neosig("sign", "-k", self.key, "-o", "/proc/s", "file", code=INPUT, says="/proc/s: cannot write")
        if os.geteuid() != 0:
            os.mkdir(self.path("locked"), 0o500)
            self.neosig("sign", "-k", self.key, "-o", "locked/s", "file", code=INPUT, says="locked/s: cannot write")
            os.rmdir(self.path("locked"))
        self.files("file")

    def test_devices_are_not_replaced(self):
        """They are written to: /dev/null, standard output by its names, a pipe."""
        for device, code, says in (("/dev/full", INPUT, "/dev/full: No space left on device"), ("/dev/null", GOOD, ())):
            if os.path.exists(device):
                before = os.stat(device)
                for more in ((), ("--force",)):
                    self.neosig("sign", "-k", self.key, *more, "-o", device, "file", code=code, says=says)
                self.assertEqual((os.stat(device).st_mode, os.stat(device).st_rdev), (before.st_mode, before.st_rdev))
        os.mkfifo(self.path("pipe"))
        pipe = os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
        self.neosig("sign", "-q", "-k", self.key, "-o", "pipe", "file")
        self.write("s", os.read(pipe, 1 << 16))
        os.close(pipe)
        self.neosig("verify", "-k", self.pub, "-s", "s", "file")
        self.assertTrue(stat.S_ISFIFO(os.lstat(self.path("pipe")).st_mode))
        os.rename(self.path("pipe"), self.path("k.key"))
        for owner in [os.geteuid()] + [65534] * (os.geteuid() == 0):
            os.chown(self.path("k.key"), owner, -1)
            pipe = os.open(self.path("k.key"), os.O_RDONLY | os.O_NONBLOCK)
            self.neosig("keygen", "-f", "ml-dsa-44", "-o", "k", code=GOOD if owner == os.geteuid() else INPUT,
                        says=() if owner == os.geteuid() else "k.key: is somebody else's")
            self.assertEqual(b"PRIVATE KEY" in os.read(pipe, 1 << 16), owner == os.geteuid())
            os.close(pipe)
            before = before if owner != os.geteuid() else self.read("k.pub")
        self.assertEqual(self.read("k.pub"), before)
        self.files("file", "k.key", "k.pub", "s")

    @unittest.skipUnless(os.path.exists("/dev/stdout"), "no /dev/stdout")
    def test_names_of_standard_output(self):
        """Through a pipe, and into a file that the shell has opened: with what stands in it already."""
        self.write("s", self.neosig("sign", "-k", self.key, "-o", "/dev/stdout", "file").out)
        self.neosig("verify", "-k", self.pub, "-s", "s", "file")
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            if os.path.exists(name):
                with open(self.path("out"), "wb") as out:
                    out.write(b"head\n")
                    out.flush()
                    self.neosig("sign", "-k", self.key, "-o", name, "file", stdout=out)
                    self.assertEqual(os.fstat(out.fileno()).st_ino, os.stat(self.path("out")).st_ino)
                self.assertEqual(self.read("out")[:5], b"head\n")
                self.write("s", self.read("out")[5:])
                self.neosig("verify", "-k", self.pub, "-s", "s", "file")
        os.mkdir(self.path("d"))
        self.neosig("sign", "--manifest", "-k", self.key, "-o", "/dev/stdout", "d", code=USAGE, says="are two files")

    def test_symbolic_links(self):
        """They are written through, with --force, and stay."""
        os.mkdir(self.path("d"))
        for target in ("d/there", "d/absent", os.path.join(self.folder, "d", "there")):
            self.write("d/there", b"precious")
            os.symlink("second", self.path("first"))
            os.symlink(target, self.path("second"))
            self.neosig("sign", "-k", self.key, "-o", "first", "file", code=INPUT, says="first: exists already")
            self.assertEqual(self.read("d/there"), b"precious")
            self.neosig("sign", "-f", "-k", self.key, "-o", "first", "file")
            self.assertEqual((os.readlink(self.path("first")), os.readlink(self.path("second"))), ("second", target))
            self.assertTrue(stat.S_ISREG(os.lstat(self.path(target)).st_mode))
            self.neosig("verify", "-k", self.pub, "-s", target, "file")
            for name in ("first", "second", target):
                os.unlink(self.path(name))
        os.symlink("loop", self.path("loop"))
        self.neosig("sign", "-f", "-k", self.key, "-o", "loop", "file", code=INPUT, says="loop: cannot write: Too many")
        os.symlink("d/k.key", self.path("k.key"))
        os.symlink("d/k.pub", self.path("k.pub"))
        for _ in range(2):
            self.neosig("keygen", "-qf", self.name, "-o", "k")
        self.assertEqual(os.lstat(self.path("d/k.key")).st_mode & 0o777, 0o600)
        self.neosig("sign", "-k", "k.key", "-p", "k.pub", "-o", "s", "file")
        os.unlink(self.path("k.pub"))
        os.symlink("d/../d/k.key", self.path("k.pub"))
        self.neosig("keygen", "-qf", self.name, "-o", "k", code=INPUT, says="k.key and k.pub are one file")

    def test_inputs(self):
        """No output is an input: by its name, by a link to it, by another name of it; forced or not."""
        refused = "is an input as well"
        def check(path, *arguments, **more):
            before = self.read(path)
            for force in ((), ("--force",)):
                self.neosig(*arguments, *force, code=INPUT, says=refused, **more)
                self.assertEqual(self.read(path), before)
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "k")
        self.write("pass", b"word\n")
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "p", "--passphrase-file", "pass", *FAST)
        os.link(self.path("k.key"), self.path("hard"))
        os.link(self.path("file"), self.path("hard.file"))
        os.symlink("k.key", self.path("soft"))
        for key in ("k.key", "hard", "soft"):
            check("k.key", "sign", "-k", "k.key", "-o", key, "file")
            check("k.key", "sign", "-k", key, "-o", "k.key", "file")
            check("k.key", "public", "-o", key, "k.key")
            check("k.key", "sign", "--manifest", "-k", "k.key", "-o", key, "d")
        check("k.pub", "sign", "-k", "k.key", "-p", "k.pub", "-o", "k.pub", "file")
        check("pass", "sign", "-k", "p.key", "--passphrase-file", "pass", "-o", "pass", "file")
        check("pass", "public", "--passphrase-file", "pass", "-o", "pass", "p.key")
        for document in ("file", "hard.file"):
            check("file", "sign", "-k", "k.key", "-o", document, "file")
        with open(self.path("file"), "rb") as content:
            result = subprocess.run([*COMMAND, "sign", "-f", "-k", "k.key", "-o", "file", "-"], stdin=content,
                                    capture_output=True, cwd=self.folder)
        self.assertEqual((result.returncode, self.read("file")), (INPUT, b"content"))
        with open(self.path("file"), "ab") as out:
            for arguments in (("sign", "-k", "k.key", "-o", "-", "file"), ("sign", "-k", "k.key", "-o", "s", "file"),
                              ("inspect", "k.key", "file"), ("verify", "-k", "k.pub", "-s", "k.pub", "file")):
                self.neosig(*arguments, stdout=out, code=INPUT, says="file: is standard output as well")
        self.assertEqual(self.read("file"), b"content")
        # The signature of one file that is the next one, before any is written.
        self.write("file.sig", b"a document")
        check("file.sig", "sign", "-k", "k.key", "file", "file.sig")
        # The public key that is looked for beside the secret one; the seed and the passphrase of a new key.
        alg = min((a for a in self.algs if a["name"].endswith("-circumzenithal")), key=lambda a: a["secret_key_bytes"])
        self.neosig("keygen", "-q", "--allow-insecure", alg["name"], "-o", "r")
        before = self.read("r.pub")
        self.neosig("sign", "-f", "-k", "r.key", "-o", "r.pub", "file", code=INPUT, says=refused)
        self.assertEqual(self.read("r.pub"), before)
        self.write("seed.key", bytes(range(32)))
        check("seed.key", "keygen", "ml-dsa-44", "--seed", "seed.key", "-o", "seed")
        self.write("word.pub", b"word\n")
        check("word.pub", "keygen", "ml-dsa-44", "--passphrase-file", "word.pub", "-o", "word")
        # Terminals and pipes may be both.
        self.neosig("sign", "-k", "k.key", "-o", os.devnull, os.devnull)

    def test_locked_folder(self):
        """Whoever holds a lock on the folder keeps nobody from writing there."""
        self.neosig("keygen", "-q", self.name, "-o", "k")
        folder = os.open(self.folder, os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
        self.neosig("keygen", "-qf", self.name, "-o", "k")
        self.neosig("sign", "-f", "-k", "k.key", "file")
        os.close(folder)

    def test_full_disk(self):
        """A limit on file size fails the write as a full disk does."""
        if len(COMMAND) > 1:
            self.skipTest("an emulator needs files of its own")
        limited = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_DFL),
                           resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16)))
        for arguments in (("sign", "-k", self.key, "file"), ("keygen", self.name, "-o", "k")):
            done = subprocess.run([*COMMAND, *arguments], cwd=self.folder, capture_output=True, preexec_fn=limited)
            self.assertEqual(done.returncode, INPUT)
            self.assertIn(b"cannot write: File too large", done.stderr)
            self.files("file")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_standard_output(self):
        for arguments in (("sign", "-k", self.key, "-o", "-", "file"), ("list",), ("list", "--json"), ("info",),
                          ("--help",), ("--version",), ("sign", "--help"), ("info", self.name)):
            with open("/dev/full", "wb") as full:
                self.neosig(*arguments, code=INPUT, says="standard output: No space left on device", stdout=full)

    def test_closed_pipe(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        try:
            self.neosig("sign", "-k", self.key, "-o", "-", "file", code=INPUT, says="standard output: Broken pipe",
                        stdout=write_end)
        finally:
            os.close(write_end)

    def test_interrupted(self):
        process = subprocess.Popen([*COMMAND, "sign", "-k", self.key, "-o", "s", "-"], stdin=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.folder)
        process.stdin.write(bytes(1 << 20))
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.files("file")

    @unittest.skipUnless(os.path.exists("/proc/self/limits") and len(COMMAND) < 2, "limits of others are not to be seen")
    def test_no_core(self):
        """A program that is about to read a secret writes no core dump: it waits here for what comes through a pipe."""
        os.mkfifo(self.path("pipe"))
        os.mkdir(self.path("d"))
        for arguments in (("keygen", self.name, "-o", "k", "--seed", "pipe"),
                          ("keygen", self.name, "-o", "k", "--passphrase-file", "pipe"),
                          ("sign", "-k", self.key, "-o", "s", "pipe"), ("sign", "-k", "pipe", "-o", "t", "file"),
                          ("public", "pipe"), ("inspect", "pipe"),
                          ("sign", "--manifest", "-k", "pipe", "d")):
            process = subprocess.Popen([*COMMAND, *arguments], cwd=self.folder, stderr=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, preexec_fn=lambda: resource.setrlimit(
                                           resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2))
            pipe = None
            while pipe is None and process.poll() is None: # until it is opened at the other end
                try:
                    pipe = os.open(self.path("pipe"), os.O_WRONLY | os.O_NONBLOCK)
                except OSError:
                    time.sleep(0.01)
            self.assertIsNotNone(pipe, arguments)
            with open(f"/proc/{process.pid}/limits") as limits:
                core = next(line for line in limits if line.startswith("Max core file size"))
            self.assertEqual(core.split()[4:6], ["0", "0"], arguments)
            os.close(pipe)
            process.wait()

    def test_failed_reading_leaves_nothing(self):
        os.mkdir(self.path("folder"))
        self.neosig("sign", "-k", self.key, "-o", "s", "folder", code=INPUT)
        self.files("file", "folder")

    def test_failed_force_leaves_the_old(self):
        self.write("s", b"precious")
        self.neosig("sign", "-k", self.key, "--force", "-o", "s", "none", code=INPUT)
        self.assertEqual(self.read("s"), b"precious")


class Modes(Case):
    def make(self, alg):
        self.write("file", b"content")
        self.neosig("keygen", "-q", alg, "--allow-insecure", "-o", "k")

    def test_absent(self):
        for feature, option in (("context", ("--context", "x")), ("context", ("--context-hex", "00")),
                                ("prehash", ("--prehash", "sha2-512")), ("deterministic", ("--deterministic",))):
            with self.subTest(feature=feature):
                alg = self.with_feature(feature, present=False)
                self.neosig("keygen", "-q", alg, "--allow-insecure", "-o", "k", "--force")
                self.write("file", b"content")
                self.neosig("sign", "-k", "k.key", *option, "file", code=USAGE, says=f"{alg} has no ")
                self.files("file", "k.key", "k.pub")

    def test_context(self):
        self.make(self.with_feature("context"))
        self.neosig("sign", "-k", "k.key", "--context", "ab", "file")
        self.neosig("verify", "-k", "k.pub", "--context", "ab", "file", "file.sig")
        self.neosig("verify", "-k", "k.pub", "--context-hex", "6162", "file", "file.sig")
        for other in ((), ("--context", "ac"), ("--context-hex", "616200"),
                      ("--prehash", "sha2-256", "--context", "ab")):
            self.neosig("verify", "-k", "k.pub", *other, "file", "file.sig", code=INVALID)
        self.neosig("sign", "-f", "-k", "k.key", "--context", "x" * 255, "file")
        self.neosig("verify", "-k", "k.pub", "--context-hex", "78" * 255, "file", "file.sig")
        for bad in (("--context", "x" * 256), ("--context-hex", "00" * 256), ("--context-hex", "0"),
                    ("--context-hex", "0g"), ("--context", "a", "--context-hex", "61")):
            self.neosig("sign", "-f", "-k", "k.key", *bad, "file", code=USAGE, says="--context")

    def test_prehash(self):
        self.make(self.with_feature("prehash"))
        hashes = ("sha2-224", "sha2-256", "sha2-384", "sha2-512", "sha2-512-224", "sha2-512-256",
                  "sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256")
        for name in hashes:
            self.neosig("sign", "-f", "-k", "k.key", "--prehash", name, "file")
            self.neosig("verify", "-k", "k.pub", "--prehash", name, "file", "file.sig")
        for other in ((), ("--prehash", "shake128")):
            self.neosig("verify", "-k", "k.pub", *other, "file", "file.sig", code=INVALID)
        self.neosig("sign", "-f", "-k", "k.key", "--prehash", "md5", "file", code=USAGE, says="unknown pre-hash md5")

    def test_deterministic(self):
        self.make(self.with_feature("deterministic"))
        for name in ("a", "b"):
            self.neosig("sign", "-k", "k.key", "--deterministic", "-o", name, "file")
            self.neosig("verify", "--require", "any", "-k", "k.pub", "file", "-s", name)
        self.assertEqual(self.read("a"), self.read("b"))


class CommandLine(Case):
    def test_help(self):
        for command in COMMANDS:
            ways = (command, "--help"), (command, "-h"), ("help", command)
            texts = {self.neosig(*arguments).out for arguments in ways}
            self.assertEqual(len(texts), 1)
            text = texts.pop().decode()
            self.assertTrue(text.startswith(f"Usage: neosig {command} "))
            self.assertTrue(all(len(line) <= 120 for line in text.splitlines()))
            self.assertIn(f"  {command} ", self.neosig("--help").out.decode())
        self.assertEqual(self.neosig("-h").out, self.neosig("help").out)
        for way in ("--version", "-v", "-V", "version"):
            self.assertRegex(self.neosig(way).out.decode(), r"^neosig \d+\.\d+\.\d+\n$")

    def test_usage(self):
        for arguments, says in (((), "Usage: neosig"), (("bogus",), "unknown command bogus"),
                                (("sing",), "did you mean sign?"),
                                (("--bogus",), "unknown option --bogus"), (("help", "bogus"), "unknown command"),
                                (("list", "x"), "too many operands"), (("list", "--bogus"), "unknown option --bogus"),
                                (("list", "-x"), "unknown option -x"), (("list", "--json=1"), "takes no argument"),
                                (("list", "--jso"), "unknown option --jso"), (("info", "a", "b"), "too many"),
                                (("keygen",), "missing operands"), (("keygen", self.name), "-o NAME"),
                                (("keygen", self.name, "-o"), "option --output needs NAME"),
                                (("keygen", self.name, "-o", ""), "-o NAME"), (("sign", "f"), "sign needs -k KEY"),
                                (("sign", "-k", "k"), "missing operands"), (("public",), "missing operands"),
                                (("sign", "-qx", "-k", "k", "a"), "unknown option -qx"),
                                (("verify", "-k", "k"), "missing operands"), (("public", "a", "b"), "too many"),
                                (("verify", "a", "b"), "verify needs -k"),
                                (("speed", "--json", "--csv"), "exclude"), (("speed", "--time", "x"), "--time"),
                                (("speed", "--time", "-1"), "--time"),
                                (("speed", "--backend", "bogus"), "no backend bogus"),
                                (("speed", "bogus"), "unknown algorithm"),
                                (("speed", "--runs", "0"), "--runs"), (("speed", "--runs", "21"), "--runs"),
                                (("speed", "--compare", "x", "--runs", "1"), "from 2"),
                                (("speed", "--compare", "x", "--json"), "excludes"),
                                (("speed", "--samples"), "goes with --json"),
                                (("selftest", "bogus"), "unknown algorithm")):
            with self.subTest(arguments=arguments):
                out = self.neosig(*arguments, code=USAGE, says=says).out
                self.assertEqual(out == b"", "--json" not in arguments) # reports.py looks closer
        self.files()

    def test_option_forms(self):
        self.write("file", b"")
        for form in (("-k", self.key, "-o", "s"), ("-k" + self.key, "-os"), ("--key", self.key, "--output", "s"),
                     ("--key=" + self.key, "--output=s")):
            self.neosig("sign", "-qf", *form, "file")
            self.neosig("verify", "file", "-q", "-s", "s", "--require=any", "-k", self.pub)

    def test_bad_backend(self):
        backends = json.loads(self.neosig("info", "--json").out)["backends"]
        names = ", ".join(b["name"] for b in backends)
        usable = ", ".join(b["name"] for b in backends if b["usable"])
        self.neosig("list", env={"NEOSIG_BACKEND": "bogus"}, code=USAGE,
                    says=f"NEOSIG_BACKEND: there is no backend bogus in this build, but {names}; this CPU runs {usable}")
        for b in backends:
            if not b["usable"]:
                self.neosig("list", env={"NEOSIG_BACKEND": b["name"]}, code=USAGE,
                            says=f"NEOSIG_BACKEND: this CPU cannot run {b['name']}; it runs {usable}")
        self.neosig("list", env={"NEOSIG_BACKEND": ""})
        self.neosig("--version", env={"NEOSIG_BACKEND": "bogus"})


class Reports(Case):
    def test_list(self):
        lines = self.neosig("list").out.decode().splitlines()
        self.assertEqual(len(lines), len(self.algs) + 1)
        statuses = ["standard", "candidate", "superseded", "withdrawn", "broken"]
        for line, alg in zip(lines[1:], sorted(self.algs, key=lambda a: statuses.index(a["status"]))):
            sizes = [str(alg[k]) for k in ("level", "public_key_bytes", "secret_key_bytes", "signature_bytes")]
            self.assertEqual(line.split(), [alg["name"], *sizes, alg["status"]])
            self.assertEqual(len(line.rstrip()), len(line))
        for field in ("name", "oid"):
            self.assertEqual(len({a[field] for a in self.algs}), len(self.algs), f"each {field} is there once")

    @staticmethod
    def follows(alg):
        """What else `info` says: the version, and the best attack."""
        attack, specification = alg["attack"], alg["specification"]
        return [specification["version"], specification["date"], specification["source"], specification["compared"],
                specification["newer"] or "none is known", attack["paper"] if attack else "none is published",
                f"about 2^{attack['bits']}, " if attack and attack["bits"] else "Best attack"]

    def test_info(self):
        for alg in self.algs:
            text = " ".join(self.neosig("info", alg["name"]).out.decode().split())
            for part in (alg["name"], alg["status"], alg["status_since"], alg["oid"],
                         " ".join(alg["status_citation"].split()), *self.follows(alg)):
                self.assertIn(part, text)
            self.assertEqual(json.loads(self.neosig("info", "--json", alg["name"]).out), alg)

    def test_info_machine(self):
        info = json.loads(self.neosig("info", "--json").out)
        text = self.neosig("info").out.decode()
        self.assertIn(info["backend"], [b["name"] for b in info["backends"] if b["usable"]])
        self.assertEqual(info["algorithms"], len(self.algs))
        for part in (info["cpu"], info["cpu_features"], info["backend_why"], info["compiler"]):
            self.assertIn(" ".join(part.split()), " ".join(text.split()))
        forced = json.loads(self.neosig("info", "--json", env={"NEOSIG_BACKEND": "portable"}).out)
        self.assertEqual(forced["backend"], "portable")

    def test_selftest(self):
        usable = [b["name"] for b in json.loads(self.neosig("info", "--json").out)["backends"] if b["usable"]]
        result = self.neosig("selftest", self.name)
        self.assertEqual([line.split() for line in result.out.decode().splitlines()],
                         [["Known", "answers", *usable], [self.name, *["PASS"] * len(usable)]])
        self.assertEqual(self.neosig("selftest", "-q", self.name).out, b"")

    def test_speed(self):
        operations = {"keypair", "sign", "verify", "sign-prepared", "verify-prepared"}
        text = self.neosig("speed", "--time", "0", self.name).out.decode()
        self.assertIn("Counter: ", text)
        data = json.loads(self.neosig("speed", "--time", "0", "--json", self.name).out)
        self.assertLessEqual({"version", "cpu", "os", "compiler", "unit", "counter", "message_bytes"}, data.keys())
        usable = {b["name"] for b in json.loads(self.neosig("info", "--json").out)["backends"] if b["usable"]}
        self.assertEqual({r["backend"] for r in data["results"]} - {"reference"}, usable)
        for backend in usable:
            self.assertEqual({r["operation"] for r in data["results"] if r["backend"] == backend}, operations)
        for r in data["results"]:
            self.assertEqual(r["algorithm"], self.name)
            self.assertTrue(0 < r["q1"] <= r["median"] <= r["q3"])
            self.assertGreaterEqual(r["samples"], 2)  # of three calls; one is dropped if only that one was disturbed
        if any(r["backend"] == "reference" for r in data["results"]):
            self.assertTrue(all(r["ratio"] > 0 for r in data["results"]))
        only = json.loads(self.neosig("speed", "--quick", "--time", "0", "-b", "portable", "--json", self.name).out)
        self.assertEqual({r["backend"] for r in only["results"]}, {"portable"})
        self.assertEqual({r["ratio"] for r in only["results"]}, {None})

    def test_speed_enable(self):
        """Where cycles cannot be counted, the output says how they could be, but not in JSON or CSV."""
        for form, out in (([], "out"), (["--json"], "err"), (["--csv"], "err")):
            result = self.neosig("speed", "--time", "0", "-b", "portable", *form, self.name)
            text = {"out": result.out.decode(), "err": result.err}
            cycles = re.search(r'Counter: (perf_event|kpc)|"unit": "cycles"|verify,cycles,', text["out"]) is not None
            told = {name for name in text if re.search(r"o count (cycles|them): \w", text[name])}
            self.assertEqual(told, set() if cycles else {out})

    def test_speed_schema(self):
        """The JSON is what its schema says, and the check of that finds faults."""
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench"))
        sys.dont_write_bytecode = True
        from page import schema
        expected = schema.of_results()
        data = json.loads(self.neosig("speed", "--time", "0", "--runs", "2", "--samples", "--json", self.name).out)
        self.assertEqual(schema.faults(data, expected), [])
        self.assertIn("date", data)
        self.assertEqual([a["name"] for a in data["algorithms"]], [self.name])
        self.assertTrue(0 < data["cpu_share"] <= 1)
        self.assertLessEqual({"cpus", "load_before", "load_after"}, data.keys())
        if hasattr(os, "getloadavg"):
            self.assertEqual(data["cpus"], os.sysconf("SC_NPROCESSORS_ONLN"))
            self.assertTrue(data["load_before"] >= 0 and data["load_after"] >= 0)
        for key, value in data["algorithms"][0].items():
            self.assertEqual(value, self.alg[key])
        for r in data["results"]:
            self.assertEqual(r["values"], sorted(r["values"]))
            self.assertEqual(r["samples"], len(r["values"]))
            self.assertEqual(len(r["runs"]), 2)
            self.assertTrue(0 < r["cpu_share"] <= 1)
            self.assertEqual(r["minimum"], r["values"][0])
            self.assertAlmostEqual(r["mean"], sum(r["values"]) / r["samples"], delta=1)
            self.assertEqual(r["deciles"], sorted(r["deciles"]))
            self.assertLessEqual({r["median"], *r["deciles"]}, set(r["values"]))
            self.assertEqual(r.get("attempts", 0) >= 1,
                             r["backend"] != "reference" and r["operation"].startswith("sign"))
        result = data["results"][0]
        for part, key, value, says in ((data, "unit", "weeks", "none of"), (data, "emulated", 1, "no boolean"),
                                       (result, "median", -1, "below 0"), (result, "median", "1", "no number"),
                                       (result, "deciles", [1], "1 elements"), (result, "medain", 1, "medain"),
                                       (data, "date", "yesterday", "does not match"), (data, "format", "2", "is not"),
                                       (data, "midr", 3, "no string or null"),
                                       (data, "load_before", "low", "no number or null"), (data, "cpus", 0, "below 1")):
            before = dict(part)
            part[key] = value
            self.assertRegex(" ".join(schema.faults(data, expected)), says)
            part.clear()
            part.update(before)
        del result["median"]
        self.assertIn("has no median", schema.faults(data, expected)[0])
        with self.assertRaises(ValueError):
            schema.faults(1, {"maximum": 0})

    @unittest.skipUnless(hasattr(os, "sched_setaffinity"), "programs cannot be put on one CPU")
    def test_speed_busy(self):
        """While other programs have the CPU most of the time, ratios are those of CPU time, and the share is told."""
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(before)})
        try:
            others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
            result = self.neosig("speed", "--time", "300", "-b", "reference,portable", "--json", self.name)
            table = self.neosig("speed", "--time", "0", "-b", "portable", self.name)
        finally:
            os.sched_setaffinity(0, before)
            for other in others:
                other.kill()
                other.wait()
        data = json.loads(result.out)
        self.assertIn("other programs had this CPU", result.err)
        self.assertRegex(table.out.decode(), r"\nThis program had \d+ % of the CPU. Other programs disturbed [\d,]+ of ")
        self.assertLess(data["cpu_share"], 0.7)
        self.assertGreater(sum(r["disturbed"] for r in data["results"]), 0)
        figures = {(r["operation"], r["backend"]): r for r in data["results"]}
        for operation in "keypair", "verify": # whose calls are all alike
            here = figures[operation, "portable"]
            times = figures[operation, "reference"]["mean_cpu_ns"] / here["mean_cpu_ns"]
            self.assertTrue(times / 2 < here["ratio"] < times * 2, (operation, times, here))

    def test_speed_compare(self):
        quick = ("--time", "0", "-b", "portable", self.name)
        text = self.neosig("speed", "--json", "--runs", "3", *quick).out
        data = json.loads(text)
        self.write("old.json", text)
        lines = self.neosig("speed", "--compare", "old.json", *quick).out.decode().splitlines()
        rows = [line.split() for line in lines if line.startswith(self.name)]
        self.assertEqual([(r[1], r[2]) for r in rows], [(r["operation"], r["backend"]) for r in data["results"]])
        for row, before in zip(rows, data["results"]):
            self.assertEqual(row[3].replace(",", ""), str(before["median"]))
            now, ratio, low, high = (float(row[i].replace(",", "")) for i in (4, 5, 6, 8))
            self.assertAlmostEqual(ratio, now / before["median"], delta=0.001)
            self.assertTrue(low - 0.001 <= ratio <= high + 0.001)
        self.assertTrue(any(line.startswith("Threshold: ") for line in lines))
        # What is a million times as fast is found to be so, by each of the runs, also where the earlier ones are
        # further apart than their mean. Only what was measured is shown.
        for r in data["results"]:
            r["median"], r["runs"] = r["median"] * 10**6, [r["median"] * n * 10**5 for n in (5, 10, 40)]
        data["results"] = [r for r in data["results"] if r["operation"] == "verify"]
        data["cpu"] = "another"
        self.write("old.json", json.dumps(data, indent=1).encode())
        result = self.neosig("speed", "--compare", "old.json", *quick, says="another CPU")
        rows = [line.split() for line in result.out.decode().splitlines() if line.startswith(self.name)]
        self.assertEqual([(r[1], r[-1]) for r in rows], [("verify", "faster")] * len(data["results"]))

    def test_speed_compare_refuses(self):
        data = json.loads(self.neosig("speed", "--json", "--time", "0", "-b", "portable", self.name).out)
        text = json.dumps(data)
        bad = [b"", b"{", b"[]", b"nul", b'"', b'"\\u12', b"-", b"1.", b"{}{}", b'{"results": 1}', b"[" * 100000,
               text[:-1].encode(), text.replace("neosig-speed-1", "neosig-speed-9").encode(), b"{\"a\" 1}", b"[1,]",
               text.encode() + b"x", text.replace(": ", ":\x01", 1).encode(), b'{"a": "\\x"}', b'{"a": 1e}']
        for content in bad:
            with self.subTest(content=content[:40]):
                self.write("bad.json", content)
                self.neosig("speed", "--compare", "bad.json", self.name, code=INPUT, says="is not what neosig speed")
        self.write("bad.json", json.dumps({**data, "unit": "weeks"}).encode())
        self.neosig("speed", "--compare", "bad.json", self.name, code=INPUT, says='the unit "weeks"')
        self.write("bad.json", json.dumps({**data, "results": []}).encode())
        self.neosig("speed", "--compare", "bad.json", self.name, code=INPUT, says="none of these figures")
        self.neosig("speed", "--compare", "absent.json", self.name, code=INPUT, says="absent.json")

    def test_speed_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.neosig("speed", "--time", "0", "--csv", self.name).out.decode())))
        self.assertGreaterEqual(len(rows), 5)
        for row in rows:
            self.assertNotIn(None, row.values())
            self.assertNotIn(None, row)
            self.assertEqual(row["algorithm"], self.name)
            self.assertGreater(int(row["median"]), 0)
            self.assertGreaterEqual(int(row["disturbed"]), 0)
            self.assertTrue(0 < float(row["cpu_share"]) <= 1)

    def test_memory(self):
        self.neosig("speed", "--memory", self.name)
        data = json.loads(self.neosig("speed", "--memory", "--json", self.name).out)
        rows = list(csv.DictReader(io.StringIO(self.neosig("speed", "--memory", "--csv", self.name).out.decode())))
        self.assertEqual(len(rows), len(data["results"]))
        for r in data["results"]:
            if r["backend"] == "reference":
                continue
            self.assertEqual(r["workspace_bytes"], self.alg["workspace_bytes"][r["operation"]])
            self.assertTrue(0 < r["stack_bytes"] <= SIZES["stack"], r)
            if r["heap_bytes"] is not None:
                self.assertGreaterEqual(r["heap_bytes"], r["workspace_bytes"])


if __name__ == "__main__":
    main(__doc__)
