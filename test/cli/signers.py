#!/usr/bin/env python3
"""Tests of whose signatures are accepted: default keys, keys on the command line, lists of signers.

signers.py PROGRAM"""

import os
import shutil
import unittest

from program import GOOD, INPUT, INVALID, USAGE, Case, main


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
            self.neosig(command, "file", env={"HOME": "", "XDG_CONFIG_HOME": "x"}, code=USAGE,
                        says=f"{command} needs {needs}: NEOSIG_KEY names no key\n")

    def test_named_key_wins(self):
        self.neosig("keygen", "-q", self.name, "-o", "other")
        self.neosig("sign", "-k", self.key, "file", env={"NEOSIG_KEY": "other.key"})
        result = self.neosig("verify", "-k", self.pub, "file", env={"NEOSIG_KEY": "other.key"})
        self.assertIn(f"file: good signature, {self.name} (".encode(), result.out)
        self.neosig("verify", "file", env={"NEOSIG_KEY": "other.key"}, code=INVALID)


if __name__ == "__main__":
    main(__doc__)
