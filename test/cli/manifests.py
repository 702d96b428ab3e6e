#!/usr/bin/env python3
"""Manifests, signatures of trees of files: manifests.py [EMULATOR...] PROGRAM"""

import hashlib
import json
import os
import shutil
import socket
import subprocess

from program import GOOD, INPUT, INVALID, USAGE, Case, main, run


class Manifest(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        result = run("keygen", "ml-dsa-44", "-o", os.path.join(cls.keys.name, "a"))
        if result.code != GOOD:
            raise RuntimeError(result.err)
        cls.key, cls.pub = os.path.join(cls.keys.name, "a.key"), os.path.join(cls.keys.name, "a.pub")

    def setUp(self):
        super().setUp()
        os.makedirs(self.path("tree/sub/deep"))
        self.content = {"tree/a": b"one", "tree/b": b"", "tree/sub/a": b"two", "tree/sub/deep/z": b"three"}
        for name, content in self.content.items():
            self.write(name, content)

    def make(self, *arguments, **checks):
        return self.neosig("sign", "-k", self.key, "--manifest", *(arguments or ("tree",)), **checks)

    def verify(self, *arguments, **checks):
        return self.neosig("verify", "-k", self.pub, "--manifest", *(arguments or ("tree.sha256",)), **checks)

    def good(self, *arguments, files=4):
        self.assertIn(f": good signature, ml-dsa-44 (standard), {files} file", self.verify(*arguments).out.decode())

    def differs(self, *lines):
        """These files, each with what is said of it, and no others."""
        result = self.verify(code=INVALID, says="tree.sha256: good signature, but not of these files: ")
        lines = sorted(lines, key=lambda line: line.split(": ")[0])
        self.assertEqual(result.err.splitlines()[:-1], lines)
        told = json.loads(run("verify", "-k", self.pub, "--manifest", "--json", "tree.sha256", cwd=self.folder).out)
        self.assertEqual([f"{d['path']}: {d['difference']}" for d in told[0]["differences"]], lines)
        self.assertEqual((told[0]["result"], told[0]["files"]), ("invalid", 4))

    def test_error_as_json(self):
        """What the message says stands in the answer, too."""
        for name, says in ("none", "none: No such file"), ("tree/a", "tree/a.sig: No such file"):
            told = json.loads(self.verify("--json", name, code=INPUT, says=says).out)
            self.assertEqual((told[0]["file"], told[0]["result"]), (name, "error"))
            self.assertIn(says, told[0]["reason"])

    def test_format(self):
        out = self.make().out.decode()
        self.assertEqual(out, "tree.sha256: manifest\ntree.sha256.sig: signature, ml-dsa-44\n")
        lines = [f"{hashlib.sha256(c).hexdigest()}  {n}\n" for n, c in sorted(self.content.items())]
        self.assertEqual(self.read("tree.sha256").decode(),
                         "# neosig manifest 1\n# folder tree\n" + "".join(lines))
        self.good()
        self.neosig("verify", "-k", self.pub, "tree.sha256") # it is a file with a signature like any other
        if shutil.which("sha256sum"):
            subprocess.run(["sha256sum", "--quiet", "--strict", "-c", "tree.sha256"], cwd=self.folder, check=True)
        self.make(code=INPUT, says="tree.sha256: exists already")
        before = self.read("tree.sha256")
        self.make("--force", "-j", "3", "./tree//")
        self.assertEqual(self.read("tree.sha256"), before)
        self.good("-j", "3", "tree.sha256")

    def test_odd_names(self):
        """sha256sum's rule for names, which it takes back."""
        names = ["a\\b", "a\nb", "a\rb", "\\", " x", "x ", "*star", "\u00fc", "a  b", "\x1b[2J", "-dash", "n" * 200]
        for name in names:
            self.write("tree/" + name, b"x")
        with open(os.path.join(self.folder.encode(), b"tree/\xff"), "wb") as file:
            file.write(b"x")
        self.make()
        self.good(files=4 + len(names) + 1)
        text = self.read("tree.sha256")
        for line in (b"\\%s  tree/a\\\\b\n", b"\\%s  tree/a\\nb\n", b"\\%s  tree/a\\rb\n", b"\n%s  tree/ x\n",
                     b"\n%s  tree/\xff\n"):
            self.assertIn(line.replace(b"%s", hashlib.sha256(b"x").hexdigest().encode()), text)
        if shutil.which("sha256sum"):
            subprocess.run(["sha256sum", "--quiet", "--strict", "-c", "tree.sha256"], cwd=self.folder, check=True)
        os.unlink(self.path("tree/\x1b[2J"))
        result = self.verify(code=INVALID)
        self.assertIn("tree/?[2J: missing", result.err)
        self.assertNotIn("\x1b", result.err)

    def test_differences(self):
        self.make()
        self.write("tree/a", b"ome")
        self.differs("tree/a: changed")
        os.unlink(self.path("tree/a"))
        self.differs("tree/a: missing")
        self.write("tree/sub/new", b"")
        self.differs("tree/a: missing", "tree/sub/new: extra")
        os.rename(self.path("tree/b"), self.path("tree/B"))
        self.differs("tree/B: extra", "tree/a: missing", "tree/b: missing", "tree/sub/new: extra")
        os.unlink(self.path("tree/B"))
        self.write("tree/a", b"one")
        self.write("tree/b", b"")
        os.unlink(self.path("tree/sub/new"))
        os.mkdir(self.path("tree/empty")) # folders are not listed
        self.good()
        shutil.rmtree(self.path("tree/sub"))
        self.differs("tree/sub/a: missing", "tree/sub/deep/z: missing")
        shutil.rmtree(self.path("tree"))
        self.verify(code=INPUT, says="tree: No such file or directory")

    def test_links_and_devices(self):
        self.make()
        # What is listed, behind a link; a folder behind a link; links that are new.
        os.rename(self.path("tree/a"), self.path("elsewhere"))
        os.symlink("../elsewhere", self.path("tree/a"))
        self.differs("tree/a: changed")
        os.rename(self.path("tree/sub/deep"), self.path("deep"))
        os.symlink("../../deep", self.path("tree/sub/deep"))
        os.symlink("nowhere", self.path("tree/dangling"))
        os.symlink(".", self.path("tree/loop"))
        os.mkfifo(self.path("tree/pipe"))
        with socket.socket(socket.AF_UNIX) as unix:
            here = os.getcwd()
            os.chdir(self.folder) # the name of a socket must be short
            unix.bind("tree/socket")
            os.chdir(here)
        self.differs("tree/a: changed", "tree/dangling: extra", "tree/loop: extra", "tree/pipe: extra",
                     "tree/socket: extra", "tree/sub/deep: extra", "tree/sub/deep/z: missing")
        os.unlink(self.path("tree.sha256"))
        self.make("--force", "tree", code=INPUT,
                  says=[f"tree/{n}: is a symbolic link; a manifest holds regular files only"
                        for n in ("a", "dangling", "loop", "sub/deep")] +
                       [f"tree/{n}: is neither a file nor a folder;" for n in ("pipe", "socket")])
        os.symlink("tree", self.path("link"))
        self.make("link", code=INPUT, says="link: is a symbolic link, not a folder")
        self.make("link/", code=INPUT, says="link: is a symbolic link, not a folder")
        self.make("elsewhere", code=INPUT, says="elsewhere: is a regular file, not a folder")
        self.make("none", code=INPUT, says="none: No such file or directory")
        self.assertFalse(os.path.exists(self.path("link.sha256")))
        # The folder itself, a link by now.
        os.unlink(self.path("link"))
        shutil.rmtree(self.path("tree"))
        os.mkdir(self.path("tree"))
        self.make("--force", "tree")
        os.rename(self.path("tree"), self.path("moved"))
        os.symlink("moved", self.path("tree"))
        self.verify(code=INPUT, says="tree: is a symbolic link, not a folder")

    def test_unreadable(self):
        if os.geteuid() == 0 and not os.path.exists("/proc/self/mem"):
            self.skipTest("modes do not stop root")
        if os.geteuid() != 0:
            self.make()
            os.chmod(self.path("tree/a"), 0)
            self.verify(code=INPUT, says=["tree/a: Permission denied", "1 unreadable"])
            self.make("-o", "m", code=INPUT, says="tree/a: Permission denied")
            self.assertFalse(os.path.exists(self.path("m")))
        else: # a file whose reading fails
            self.make("-C", "/proc/self", "-o", "m", "attr", code=INPUT, says="/proc/self/attr/")
            self.assertFalse(os.path.exists(self.path("m")))

    def test_escapes(self):
        for folder in ("..", "../tree", "tree/..", "tree/../tree", "/tmp", ""):
            self.make("-o", "m", folder, code=USAGE, says="present" if folder != "/tmp" else "/tmp: is not a folder below")
        for folders in ((".",), ("tree", "other"), ("./",), ("tree/.", "tree")):
            self.make(*folders, code=USAGE, says="needs a name (-o MANIFEST)")
        self.make("-o", "-", "tree", code=USAGE, says="are two files")
        self.make("-o", "m", "tree", "tree/sub", code=INPUT, says="tree/sub/a: is in two of the folders")
        self.make("-o", "m", "tree", "tree", code=INPUT, says="tree/a: is in two of the folders")
        self.files("tree")

    def signed(self, text, name="tree.sha256"):
        """A manifest by another hand, signed all the same."""
        self.write(name, text)
        self.neosig("sign", "-qf", "-k", self.key, name)

    def test_hostile(self):
        """Lines of a signed manifest that sign would not have written."""
        self.make()
        good = self.read("tree.sha256")
        head = b"# neosig manifest 1\n# folder tree\n"
        line = good.splitlines(keepends=True)[2]
        zeros = b"0" * 64
        for text, says in ((b"", "is no manifest: its first line is not"), (b"x\n", "is no manifest"),
                           (head[:-14], "tree.sha256: names no folder"), (b"# neosig manifest 1", "is no manifest"),
                           (head + line[:-1], "line 3 is cut"), (head + line + line, "line 4 is not in its place"),
                           (head + b"".join(good.splitlines(keepends=True)[:1:-1]), "line 4 is not in its place"),
                           (head + zeros + b" tree/a\n", "line 3 is not a hash"),
                           (head + zeros + b" *tree/a\n", "line 3 is not a hash"),
                           (head + zeros[1:] + b"g  tree/a\n", "line 3 is not a hash"),
                           (head + zeros + b"  \n", "line 3 is not a hash"), (head + b"\n", "line 3 is not a hash"),
                           (head + b"\\" + zeros + b"  tree/\\x\n", "line 3 is not a hash"),
                           (head + b"\\" + zeros + b"  tree/\\\n", "line 3 is not a hash"),
                           (head + b"# remark\n", "line 3 is not a hash"), (good + b"\0", "has a zero byte"),
                           (head + line + b"# folder x\n", "line 4 names no folder"),
                           (b"# neosig manifest 1\n# folder ../x\n", "line 2 names no folder"),
                           (b"# neosig manifest 1\n# folder /etc\n", "line 2 names no folder"),
                           (b"# neosig manifest 1\n# folder tree/\n", "line 2 names no folder"),
                           (b"# neosig manifest 1\n# folder \n", "line 2 names no folder")):
            with self.subTest(text=text):
                self.signed(text)
                self.verify(code=INPUT, says=says)
        # Names that lead elsewhere are looked for in the folders, and are not there.
        secret = hashlib.sha256(b"secret").hexdigest().encode()
        self.write("secret", b"secret")
        for name in (b"../secret", b"/etc/passwd", b"secret", b"tree/../secret", b"tree//a", b"./tree/a"):
            self.signed(head + b"".join(sorted([secret + b"  " + name + b"\n"])))
            self.verify(code=INVALID, says=f"{name.decode()}: missing")

    def test_signature_first(self):
        """No line is looked at, and no file, before the signature is good."""
        self.make()
        text = self.read("tree.sha256")
        self.write("tree.sha256", text.replace(b"folder tree", b"folder none"))
        result = self.verify(code=INVALID, says="tree.sha256: signature INVALID")
        self.assertEqual(result.err.count("\n"), 1)
        self.write("tree.sha256", b"nothing")
        self.verify(code=INVALID, says="tree.sha256: signature INVALID")
        with open(self.path("tree.sha256"), "wb") as file:
            file.truncate((1 << 28) + 1)
        self.verify(code=INPUT, says="tree.sha256: is too long for a manifest")
        os.unlink(self.path("tree.sha256.sig"))
        self.write("tree.sha256", text)
        self.verify(code=INPUT, says="tree.sha256.sig: No such file")
        self.verify("none", code=INPUT, says="none: No such file")

    def test_in_its_own_tree(self):
        """A manifest in the folder that it is of leaves itself and its signature out; what else has their names is
        not."""
        self.make("-o", "tree/MANIFEST", "tree")
        self.make("-f", "-o", "tree/MANIFEST", "tree")
        self.assertNotIn(b"MANIFEST", self.read("tree/MANIFEST"))
        self.good("tree/MANIFEST")
        self.good("-C", "tree/..", os.path.join(self.folder, "tree", "sub", "..", "MANIFEST"))
        self.write("tree/sub/MANIFEST", b"")
        self.verify("tree/MANIFEST", code=INVALID, says="tree/sub/MANIFEST: extra")
        os.unlink(self.path("tree/sub/MANIFEST"))
        self.make("-f", "-o", "tree/MANIFEST", "-C", "tree", ".")
        self.assertIn(b"# folder .\n", self.read("tree/MANIFEST"))
        self.assertIn(b"  sub/deep/z\n", self.read("tree/MANIFEST"))
        self.good("-C", "tree", "tree/MANIFEST")
        shutil.copytree(self.path("tree"), self.path("copy"))
        self.good("-C", "copy", "copy/MANIFEST")
        self.write("copy/new", b"")
        self.verify("-C", "copy", "copy/MANIFEST", code=INVALID, says="new: extra")

    def test_other_names_of_it(self):
        """Another name of the manifest, or of its signature, is another file: where it is new, an extra one."""
        self.make("-o", "tree/MANIFEST", "tree")
        os.link(self.path("tree/MANIFEST"), self.path("tree/sub/hard"))
        os.link(self.path("tree/MANIFEST.sig"), self.path("tree/hard.sig"))
        self.verify("tree/MANIFEST", code=INVALID, says=["tree/sub/hard: extra", "tree/hard.sig: extra"])
        self.make("-f", "-o", "tree/MANIFEST", "tree", code=INPUT, says="tree/MANIFEST.sig: is an input as well")
        os.unlink(self.path("tree/hard.sig"))
        self.make("-f", "-o", "tree/MANIFEST", "tree", code=INPUT, says="tree/MANIFEST: is an input as well")
        os.unlink(self.path("tree/sub/hard"))
        # A link elsewhere that leads to it is its name, by which it is written, too.
        os.symlink("tree/MANIFEST", self.path("m"))
        self.good("-s", "tree/MANIFEST.sig", "m")
        self.make("-f", "-o", "m", "tree")
        self.assertTrue(os.path.islink(self.path("m")))
        self.good("-s", "m.sig", "m", files=5) # with tree/MANIFEST.sig, which is not its signature

    def test_inputs(self):
        """A file that is listed, or would be, does not become the manifest."""
        self.write("tree/a.sig", b"a document")
        for name in ("tree/b", "hard"):
            if name == "hard":
                os.link(self.path("tree/b"), self.path("hard"))
            self.make("-f", "-o", name, "tree", code=INPUT, says=f"{name}: is an input as well")
            self.assertEqual(self.read("tree/b"), b"")
        for _ in range(2):
            self.make("-f", "-o", "tree/a", "tree", code=INPUT, says="tree/a.sig: is an input as well")
            if os.path.exists(self.path("tree/a")):
                self.assertEqual(self.read("tree/a"), b"one")
                os.unlink(self.path("tree/a")) # without a manifest beside it, it is no signature of one
        self.assertEqual(self.read("tree/a.sig"), b"a document")
        self.assertFalse(os.path.exists(self.path("tree/a")))

    def test_links_on_the_way(self):
        """No part of a folder's path below the present one, or DIR, is a symbolic link."""
        os.rename(self.path("tree/sub"), self.path("sub"))
        os.symlink("../sub", self.path("tree/sub"))
        self.make("-o", "m", "tree/sub/deep", code=INPUT, says="tree/sub: is a symbolic link, not a folder")
        self.make("-o", "m", "-C", "tree/sub", "deep")
        self.good("-C", "tree/sub", "m", files=1)

    def test_several_folders(self):
        os.mkdir(self.path("other"))
        self.write("other/x", b"")
        self.make("-o", "m", "--armor", "--comment", "all of it", "tree", "other")
        self.assertIn(b"# folder tree\n# folder other\n", self.read("m"))
        out = self.verify("m").out.decode()
        self.assertEqual(out, "m: good signature, ml-dsa-44 (standard), 5 files as signed: all of it\n")
        self.write("other/y", b"")
        self.verify("m", code=INVALID, says="other/y: extra")
        self.verify("m", "m", code=USAGE, says="one manifest at a time")
        os.rename(self.path("m.sig"), self.path("n.sig"))
        os.unlink(self.path("other/y"))
        self.verify("m", "n.sig")
        self.verify("-s", "n.sig", "m")
        with open(self.path("m"), "rb") as text:
            self.verify("-s", "n.sig", "-", stdin=text.read())

    def test_empty(self):
        os.mkdir(self.path("empty"))
        self.make("empty")
        self.assertEqual(self.verify("empty.sha256").out, b"empty.sha256: good signature, ml-dsa-44 (standard), 0 files "
                                                          b"as signed\n")

    def test_deep(self):
        """More folders one in another than files can be open at once."""
        deep = "d/" * 1300
        place = os.open(self.path("tree"), os.O_RDONLY)
        for _ in range(1300):
            os.mkdir("d", dir_fd=place)
            inner = os.open("d", os.O_RDONLY, dir_fd=place)
            os.close(place)
            place = inner
        with open(os.open("file", os.O_WRONLY | os.O_CREAT, dir_fd=place), "wb") as file:
            file.write(b"deep")
        os.close(place)
        self.make()
        self.good(files=5)
        self.assertIn(f"  tree/{deep}file\n".encode(), self.read("tree.sha256"))
        subprocess.run(["rm", "-r", "tree"], cwd=self.folder, check=True) # too deep for Python


if __name__ == "__main__":
    main(__doc__)
