#!/usr/bin/env python3
"""What the program says of keys, algorithms and itself: reports.py [EMULATOR...] PROGRAM"""

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess

from program import COMMAND, FAST, GOOD, INPUT, USAGE, Case, main, run

APPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "apps")
DOCS = os.path.join(APPS, "..", "docs")


def der_of(text):
    return base64.b64decode(b"".join(line for line in text.splitlines() if not line.startswith(b"-")))


def flags_of(line):
    """The options that a line of mdoc shows, without their first hyphen. What looks like one and is not behind Fl, or
    only separated from it by "|" or ",", would be shown as it stands: ValueError."""
    found, in_flags = [], False
    for word in line.lstrip(".").split():
        if re.fullmatch(r"[A-Z][a-z]|Oo|Oc", word):
            in_flags = word == "Fl"
        elif re.fullmatch(r"--?[a-zA-Z][a-z-]*", word) and not in_flags:
            raise ValueError(f"{word} is not behind Fl: {line}")
        elif in_flags and word not in "|,":
            found.append(word)
    return found


def manual_options(text):
    """What neosig(1) gives each command: the options of its synopsis, and (letter, name) of its list."""
    synopsis, lists = {}, {}
    for part in text.split(".Sh SYNOPSIS\n")[1].split(".Sh ")[0].split(".Nm\n")[1:]:
        command = re.match(r"\.Cm ([a-z]+)", part).group(1)
        for line in part.splitlines():
            synopsis.setdefault(command, set()).update(flags_of(line))
    for part in re.split(r"^(?=\.It Cm )", text.split(".Sh DESCRIPTION\n")[1].split(".Sh ")[0], flags=re.M)[1:]:
        command = re.match(r"\.It Cm ([a-z]+)", part).group(1)
        items = [flags_of(line) for line in part.splitlines() if line.startswith(".It Fl")]
        lists[command] = {(flags[0], flags[1][1:]) if len(flags[0]) == 1 else ("", name[1:])
                          for flags in items for name in (flags[:1] if len(flags[0]) == 1 else flags)}
        for line in part.splitlines():
            if not line.startswith(".Bl "):
                flags_of(line)
    return synopsis, lists


def help_options(text):
    """(letter, name) of each option in a command's help, but for --help."""
    found = re.findall(r"^  (?:-([a-zA-Z]),|   ) --([a-z-]+)", text, re.M)
    return {(letter, name) for letter, name in found if name != "help"}


class Keys(Case):
    def setUp(self):
        super().setUp()
        self.write("pass", b"correct horse\n")
        self.write("wrong", b"x\n")
        self.write("file", b"content")

    def inspect(self, *arguments, **checks):
        return json.loads(self.neosig("inspect", "--json", *arguments, **checks).out)

    def test_public(self):
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "k")
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "p", "--passphrase-file", "pass", *FAST)
        self.assertEqual(self.neosig("public", "k.key").out, self.read("k.pub"))
        self.assertEqual(self.neosig("public", "-", stdin=self.read("k.key")).out, self.read("k.pub"))
        self.assertEqual(self.neosig("public", "--passphrase-file", "pass", "p.key").out, self.read("p.pub"))
        self.neosig("public", "k.key", "-o", "new")
        self.assertEqual(self.read("new"), self.read("k.pub"))
        self.neosig("public", "p.key", "--passphrase-file", "pass", "-o", "new", code=INPUT, says="new: exists already")
        self.neosig("public", "-f", "p.key", "--passphrase-file", "pass", "-o", "new")
        self.assertEqual(self.read("new"), self.read("p.pub"))
        code, shown = self.at_terminal("public", "p.key", typed=[b"correct horse"])
        self.assertEqual(code, GOOD)
        self.assertIn(self.read("p.pub").decode(), shown.replace("\r\n", "\n"))
        self.neosig("public", "p.key", "--passphrase-file", "wrong", code=INPUT,
                    says="p.key: is protected by another passphrase")
        alg = min((a for a in self.algs if a["scheme"] == "rainbow" and "circumzenithal" in a["name"]),
                  key=lambda a: a["secret_key_bytes"])["name"]
        self.neosig("keygen", "-q", "--allow-insecure", alg, "-o", "r") # whose secret key does not tell the public one
        self.neosig("public", "r.key", code=INPUT, says="r.key: its public key cannot be told from it")
        self.assertEqual(self.neosig("public", "k.pub").out, self.read("k.pub"))
        self.neosig("public", "file", code=INPUT, says="file: is not a key file")
        self.neosig("public", "none", code=INPUT, says="none: No such file")
        self.neosig("public", "-", "--passphrase-file", "-", code=USAGE, says="only one of KEY and the passphrase")

    def test_inspect(self):
        """Every form of key in every protection and encoding."""
        for alg in ("ml-dsa-44", "falcon-512"):
            self.neosig("keygen", "-q", alg, "-o", "k")
            self.neosig("keygen", "-q", alg, "-o", "p", "--passphrase-file", "pass", *FAST)
            form = "seed" if alg == "ml-dsa-44" else "scheme"
            public, secret, protected = self.inspect("k.pub", "k.key", "p.key")
            self.assertEqual((public["file"], public["kind"], public["encoding"]), ("k.pub", "public key", "PEM"))
            self.assertEqual(public["fingerprint"], hashlib.sha256(der_of(self.read("k.pub"))).hexdigest())
            self.assertEqual((secret["kind"], secret["encrypted"], secret["form"], secret["holds_public_key"]),
                             ("secret key", False, form, False))
            facts = next(a for a in self.algs if a["name"] == alg)
            for key in (public, secret):
                for name in ("status", "level", "oid", "public_key_bytes", "secret_key_bytes", "signature_bytes"):
                    self.assertEqual(key[name], facts[name])
                self.assertEqual(key["algorithm"], alg)
            self.assertEqual(protected, {"file": "p.key", "kind": "secret key", "encoding": "PEM", "encrypted": True,
                                         "algorithm": None})
            (opened,) = self.inspect("--passphrase-file", "pass", "p.key")
            self.assertEqual((opened["encrypted"], opened["algorithm"], opened["form"]), (True, alg, form))
            if alg == "ml-dsa-44":
                self.assertEqual(secret["fingerprint"], public["fingerprint"])
                self.assertEqual(opened["fingerprint"], self.inspect("p.pub")[0]["fingerprint"])
            for name in ("k.pub", "k.key", "p.key"):
                self.write("der", der_of(self.read(name)))
                (told,) = self.inspect("--passphrase-file", "pass", "der")
                (same,) = self.inspect("--passphrase-file", "pass", name)
                self.assertEqual(told, {**same, "file": "der", "encoding": "DER"})
            os.unlink(self.path("k.key"))
            for name in ("k.pub", "p.key", "p.pub"):
                os.unlink(self.path(name))

    def test_public_inside(self):
        """Version 2 of PKCS #8, by another hand. test/mldsa/interop.py looks at the forms of RFC 9881."""
        from cli import element, pem, pkcs8, unpem
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "k")
        alg = next(a for a in self.algs if a["name"] == "ml-dsa-44")
        seed = unpem(self.read("k.key"))[22:54]
        public = unpem(self.read("k.pub"))[-alg["public_key_bytes"]:]
        write = lambda content, **more: self.write("key", pem("PRIVATE KEY", pkcs8(alg["oid"], content, **more)))
        write(element(0x80, seed), version=b"\1", behind=element(0x81, b"\0" + public))
        (told,) = self.inspect("key")
        self.assertEqual((told["form"], told["holds_public_key"]), ("seed", True))
        self.assertEqual(self.neosig("public", "key").out, self.read("k.pub"))

    def test_several_blocks(self):
        """Of several blocks inspect describes the first that is a key."""
        from cli import pem
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "k")
        other, public, secret = pem("CERTIFICATE", b"x"), self.read("k.pub"), self.read("k.key")
        for content, kind in (other + public + secret, "public key"), (other + secret + public, "secret key"):
            self.write("all", content)
            self.assertEqual([told["kind"] for told in self.inspect("all")], [kind])
        self.write("all", other)
        self.neosig("inspect", "all", code=INPUT, says='all: holds "CERTIFICATE", not a key, nor is it as long as')
        self.write("all", secret[:68] + b"\n-----END PRIVATE KEY-----\n")
        self.neosig("inspect", "all", code=INPUT, says="all: is not well-formed")

    def test_terminal(self):
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "p", "--passphrase-file", "pass", *FAST)
        code, shown = self.at_terminal("inspect", "p.key", "--decrypt", typed=[b"correct horse"])
        self.assertEqual(code, GOOD)
        self.assertIn("Form          seed", shown)
        code, shown = self.at_terminal("inspect", "p.key", "--decrypt", typed=[b"wrong"])
        self.assertEqual(code, INPUT)
        self.assertIn("p.key: is protected by another passphrase", shown)
        code, shown = self.at_terminal("inspect", "p.key", typed=[])
        self.assertEqual(code, GOOD)
        self.assertIn("under the passphrase (--decrypt, or --passphrase-file FILE)", shown)
        self.neosig("inspect", "p.key", "--passphrase-file", "wrong", code=INPUT, says="p.key: is protected by another")
        self.neosig("inspect", "-", "--passphrase-file", "-", code=USAGE, says="only one of the files and the passphrase")

    def test_nothing_secret(self):
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "k")
        seed = der_of(self.read("k.key"))[-32:]
        for arguments in (("k.key",), ("--json", "k.key")):
            out = self.neosig("inspect", *arguments).out
            self.assertNotIn(seed[:8], out)
            self.assertNotIn(seed[:8].hex().encode(), out.lower())

    def test_signatures(self):
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "k")
        self.neosig("sign", "-k", "k.key", "file")
        (told,) = self.inspect("file.sig")
        self.assertEqual((told["kind"], told["bytes"]), ("perhaps a raw signature", 2420))
        self.assertEqual(told["algorithms"], [a["name"] for a in self.algs if a["signature_bytes"] == 2420])
        self.assertIn("Length of     ml-dsa-44 (standard)", self.neosig("inspect", "file.sig").out.decode())
        self.neosig("sign", "-fa", "-k", "k.key", "-c", "a \u00fc", "--context", "ab", "--prehash", "sha2-256", "file")
        (told,) = self.inspect("file.sig")
        fingerprint = self.inspect("k.pub")[0]["fingerprint"]
        for name, value in (("kind", "armoured signature"), ("algorithm", "ml-dsa-44"), ("status", "standard"),
                            ("fingerprint", fingerprint), ("context_hex", "6162"), ("prehash", "sha2-256"),
                            ("comment", "a \u00fc"), ("bytes", 2420), ("verified", False)):
            self.assertEqual(told[name], value)
        text = self.read("file.sig")
        self.write("other", text.replace(b"ml-dsa-44", b"ml-dsa-99"))
        self.assertEqual(self.inspect("other")[0]["algorithm"], "ml-dsa-99")
        self.assertIn("Verified      no", self.neosig("inspect", "other").out.decode())
        self.write("other", text.replace(b"Key: ", b"Key:"))
        self.neosig("inspect", "other", code=INPUT, says="other: is not well-formed: it has a wrong line in its head")

    def test_refused(self):
        self.write("long", bytes(16 << 20))
        self.neosig("keygen", "-q", "ml-dsa-44", "-o", "k")
        for name, says in (("file", "file: is not a key file (PEM or DER), nor is it as long as a signature"),
                           ("none", "none: No such"), ("long", "long: is too long for a key or a signature")):
            self.neosig("inspect", name, code=INPUT, says=says)
            told = self.inspect(name, "k.pub", code=INPUT, says=says)
            self.assertEqual([(t["file"], t["kind"]) for t in told], [(name, None), ("k.pub", "public key")])
            self.assertIn(says, told[0]["error"])
        self.write("cut", self.read("k.pub")[:-30])
        self.neosig("inspect", "cut", code=INPUT, says="cut: is cut: its END line is missing")
        self.write("cut", self.read("k.key")[:-30])
        self.neosig("inspect", "cut", code=INPUT, says="cut: is cut: its END line is missing")


class Lists(Case):
    def test_status(self):
        order = ["standard", "candidate", "superseded", "withdrawn", "broken"]
        statuses = {a["name"]: a["status"] for a in self.algs}
        listed = lambda *arguments: self.neosig("list", "--names", *arguments).out.decode().split()
        self.assertEqual(listed(), sorted(statuses, key=lambda n: order.index(statuses[n])))
        for wanted in ("standard", "candidate", "broken,withdrawn", "standard,superseded"):
            expected = [n for n in listed() if statuses[n] in wanted.split(",")]
            self.assertEqual(listed("--status", wanted), expected)
            self.assertEqual(sorted(a["name"] for a in json.loads(self.neosig("list", "--json", "--status", wanted).out)),
                             sorted(expected))
            rows = self.neosig("list", "--status", wanted).out.decode().splitlines()[1:]
            self.assertEqual([row.split()[0] for row in rows], expected)
        for bad in ("good", "standard,good", "standard,,", "Standard"):
            self.neosig("list", "--status", bad, code=USAGE, says=["--status: ", "is none of standard, candidate"])
        self.neosig("list", "--names", "--json", code=USAGE, says="exclude each other")

    def test_selftest(self):
        usable = [b["name"] for b in json.loads(self.neosig("info", "--json").out)["backends"] if b["usable"]]
        told = json.loads(self.neosig("selftest", "--json", self.name).out)
        self.assertEqual(told, [{"algorithm": self.name, "backend": b, "passed": True} for b in usable])
        self.neosig("selftest", "--json", "-q", self.name, code=USAGE, says="exclude each other")


class Texts(Case):
    def test_exit_codes(self):
        """The table of --help is that of the manual page."""
        table = re.findall(r"^  (\d)  (.*)$", self.neosig("--help").out.decode(), re.M)
        self.assertEqual([code for code, _ in table], list("01234"))
        with open(os.path.join(DOCS, "neosig.1")) as file:
            manual = file.read().split(".Sh EXIT STATUS")[1].split(".Sh ")[0]
        rows = re.findall(r"^\.It (\d)\n(.*)\.$", manual, re.M)
        self.assertEqual([(c, t[0].lower() + t[1:]) for c, t in rows], table)
        for command in self.commands():
            self.assertNotIn("Exit status", self.neosig(command, "--help").out.decode())

    def commands(self):
        return re.findall(r"^  ([a-z]+) +[A-Z]", self.neosig("--help").out.decode(), re.M)

    def test_manual(self):
        """Commands and options in neosig(1), both in its synopsis and in its lists, are those of --help."""
        with open(os.path.join(DOCS, "neosig.1")) as file:
            manual = file.read()
        synopsis, lists = manual_options(manual)
        expected = {c: help_options(self.neosig(c, "--help").out.decode()) for c in self.commands()}
        self.assertGreater(sum(map(len, expected.values())), 50)
        words = {"help", "version"} # which are no commands with options
        self.assertEqual(set(synopsis), set(expected) | words)
        self.assertEqual(set(lists), set(expected) | words)
        for command, options in expected.items():
            short = {letter for letter, _ in options if letter}
            shown = {f"-{name}" for name in {n for letter, n in options if not letter}}
            letters = {letter for flags in synopsis[command] if not flags.startswith("-") for letter in flags}
            self.assertEqual((letters, {f for f in synopsis[command] if f.startswith("-")}), (short, shown), command)
            self.assertLessEqual(lists[command], options, command)
            if lists[command]:
                self.assertEqual(lists[command], options, command)
        self.assertEqual([c for c in expected if expected[c] and not lists[c]], ["info", "selftest"])
        for good, bad in ((".Op Fl -json | -csv", ".Op Fl -json Oo Fl -samples Oc | -csv"), (".It Fl f , -force",
                          ".It f , -force")): # the check finds what is not shown as an option
            flags_of(good)
            with self.assertRaises(ValueError):
                flags_of(bad)

    def test_help(self):
        self.assertEqual(len(self.commands()), 11)
        for command in self.commands():
            text = self.neosig("help", command).out.decode()
            self.assertRegex(text, rf"^Usage: neosig {command} .*\n\n[A-Z].*\.\n\n")
            lines = text.splitlines()
            self.assertTrue(all(len(line) <= 116 and line == line.rstrip() for line in lines), text)
            for paragraph in text.split("\n\n")[2:-1]: # filled: but for the last, lines are about as long as they may be
                for line, following in zip(paragraph.splitlines(), paragraph.splitlines()[1:]):
                    if not line.startswith("Hashes"):
                        self.assertGreater(len(line) + 1 + len(following.split()[0]), 100, line)


class Json(Case):
    """--json prints an answer whatever happens."""

    def answer(self, *arguments, env=None):
        result = run(*arguments, cwd=self.folder, env=env)
        try:
            answer = json.loads(result.out)
        except ValueError:
            self.fail(f"{arguments}: no JSON: {result.out} {result.err}")
        if isinstance(answer, dict) and "error" in answer:
            self.assertNotEqual(result.code, GOOD)
            self.assertEqual(answer, {"error": answer["error"], "code": result.code})
            self.assertIn(f"neosig: {answer['error']}\n", result.err)
            self.errors += 1
        return answer

    def test_every_error(self):
        """Of all commands that have it, with every option and pair of options, right and wrong."""
        self.errors = 0
        self.write("junk", b"junk")
        walked = []
        for command in Texts.commands(self):
            options = re.findall(r"^  .{4}--([a-z-]+)(?: ([A-Z]+))?", self.neosig(command, "--help").out.decode(), re.M)
            if "json" not in dict(options):
                continue
            walked.append(command)
            long = command in ("selftest", "speed") # without an error they would run
            starts = [("-k", self.pub), ("-k", "junk"), ()] if command == "verify" else [()]
            choices = [(f"--{name}", "junk") if takes else (f"--{name}",)
                       for name, takes in options if name not in ("json", "help")]
            for start in starts:
                for operands in [("none",)] if long else [(), ("none",), ("junk",), ("none", "none", "none")]:
                    for i, one in enumerate([(), *choices]):
                        for other in choices[i:]:
                            self.answer(command, "--json", *start, *one, *other, *operands)
            for wrong in ["--bogus"], ["-Z"], ["--json=1"], *([f"--{name}"] for name, takes in options if takes):
                self.answer(command, "--json", *wrong)
                self.answer(command, *wrong[:-1], "--json", wrong[-1])
                self.answer(command, wrong[-1], "--json", "--bogus")
            told = self.answer(command, "--json", env={"NEOSIG_BACKEND": "bogus"})
            self.assertIn("no backend bogus", told["error"])
        self.assertEqual(walked, ["list", "info", "inspect", "verify", "selftest", "speed"])
        self.assertGreater(self.errors, 200)
        self.assertIn("unknown command", self.answer("bogus", "--json")["error"])
        self.assertIn("unknown option --json", self.answer("--json")["error"])

    def test_not_asked_for(self):
        """Without it, or where it is an operand, nothing is on standard output."""
        for arguments in ("info", "bogus"), ("info", "--", "--json"), ("verify", "-k", "none", "none"):
            self.assertEqual(run(*arguments, cwd=self.folder).out, b"")


class Completion(Case):
    def complete(self, *words):
        """What bash offers for the last of these words."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _neosig; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, "bash", os.path.join(APPS, "completion", "neosig.bash"), *words],
                              cwd=self.folder, capture_output=True, text=True, check=True,
                              env={**os.environ, "PATH": self.folder + os.pathsep + os.environ["PATH"]})
        return sorted(filter(None, done.stdout.split("\n")))

    def setUp(self):
        super().setUp()
        with open(self.path("neosig"), "w") as script:
            script.write('#!/bin/sh\nexec ' + " ".join(COMMAND) + ' "$@"\n')
        os.chmod(self.path("neosig"), 0o755)
        os.mkdir(self.path("a folder"))
        self.write("a file", b"")

    def test_current(self):
        """The files that are installed are what the program prints."""
        for shell, name in (("bash", "neosig.bash"), ("zsh", "_neosig"), ("fish", "neosig.fish")):
            with open(os.path.join(APPS, "completion", name), "rb") as file:
                self.assertEqual(file.read(), self.neosig("completion", shell).out,
                                 f"apps/completion/{name} is not current: neosig completion {shell}")
        self.neosig("completion", "tcsh", code=USAGE, says="tcsh: there are completions for bash, zsh and fish")

    def test_every_option(self):
        """Commands and options are offered by all scripts as --help has them, no more and no less."""
        zsh, fish = (self.neosig("completion", shell).out.decode() for shell in ("zsh", "fish"))
        commands = Texts.commands(self)
        words = {*commands, "help", "version"}
        self.assertEqual(self.complete("neosig", ""), sorted(words))
        self.assertEqual(self.complete("neosig", "help", ""), sorted(commands))
        self.assertEqual(set(re.findall(r"^        '([a-z]+):", zsh, re.M)), words)
        self.assertEqual(set(re.findall(r"__fish_use_subcommand -a ([a-z]+) ", fish)), words)
        branches = dict(re.findall(r"^    ([a-z]+)\)\n(.*?)^        ;;", zsh, re.M | re.S))
        for command in commands:
            options = help_options(self.neosig(command, "--help").out.decode())
            expected = sorted(f"--{name}" for _, name in {*options, ("", "help")})
            self.assertEqual(self.complete("neosig", command, "--"), expected)
            shown = re.findall(r"^            '(?:\(-(\w) --[\w-]+\)'\{-\w\+?,)?--([\w-]+)", branches[command], re.M)
            self.assertEqual(set(shown) - {("h", "help")}, options, command)
            shown = re.findall(rf"seen_subcommand_from {command}' -l ([\w-]+)(?: -s (\w))?", fish)
            self.assertEqual({(letter, name) for name, letter in shown}, options, command)

    def test_bash(self):
        names = sorted(a["name"] for a in self.algs)
        statuses = ["broken", "candidate", "standard", "superseded", "withdrawn"]
        everything = ["a file", "a folder", "neosig"]
        for words, expected in ((("neosig", "ver"), ["verify", "version"]), (("neosig", "help", "s"), ["selftest", "sign", "speed"]),
                                (("neosig", "keygen", ""), names),
                                (("neosig", "keygen", "ml-dsa-"), [n for n in names if n.startswith("ml-dsa-")]),
                                (("neosig", "info", "ml-dsa-6"), ["ml-dsa-65"]),
                                (("neosig", "list", "--status", ""), statuses),
                                (("neosig", "list", "--status", "=", "st"), ["standard"]),
                                (("neosig", "list", "--status", "="), statuses),
                                (("neosig", "sign", "--prehash", "shake"), ["shake128", "shake256"]),
                                (("neosig", "verify", "--require", ""), ["any", "candidate", "standard", "superseded"]),
                                (("neosig", "sign", "-k", ""), everything), (("neosig", "verify", "a f"), everything[:2]),
                                (("neosig", "sign", "--directory", ""), ["a folder"]),
                                (("neosig", "sign", "--comment", ""), []), (("neosig", "list", ""), []),
                                (("neosig", "sign", "--key", "-"), []), (("neosig", "completion", "z"), ["zsh"])):
            with self.subTest(words=words):
                self.assertEqual(self.complete(*words), expected)

    def test_syntax(self):
        for shell, name in (("bash", "neosig.bash"), ("zsh", "_neosig"), ("fish", "neosig.fish")):
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", os.path.join(APPS, "completion", name)], capture_output=True)
                self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_fish(self):
        if not shutil.which("fish"):
            self.skipTest("no fish")
        def complete(line):
            script = f"source {os.path.join(APPS, 'completion', 'neosig.fish')}; complete -C '{line}'"
            done = subprocess.run(["fish", "--no-config", "-c", script], cwd=self.folder, capture_output=True, text=True,
                                  env={**os.environ, "PATH": self.folder + os.pathsep + os.environ["PATH"]})
            return [row.split("\t")[0] for row in done.stdout.splitlines()]
        self.assertEqual(complete("neosig veri"), ["verify"])
        self.assertEqual(complete("neosig keygen ml-dsa-6"), ["ml-dsa-65"])
        self.assertEqual(sorted(complete("neosig sign --prehash shake")), ["shake128", "shake256"])
        self.assertIn("--manifest", complete("neosig sign --m"))
        self.assertEqual(complete("neosig sign --directory a"), ["a folder/"])

    def test_zsh(self):
        if not shutil.which("zsh"):
            self.skipTest("no zsh")
        setup = (f"autoload -U compinit && compinit -u -d {self.path('dump')} && "
                 f"source {os.path.join(APPS, 'completion', '_neosig')} && whence -w _neosig && print $_comps[neosig]")
        done = subprocess.run(["zsh", "-f", "-c", setup], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), ("_neosig: function\n_neosig\n", ""))


if __name__ == "__main__":
    main(__doc__)
