"""The neosig program as its tests call it.

Each test works in an empty folder of its own. Exit codes, messages and the files left behind are what is checked."""

import fcntl
import json
import os
import pty
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

COMMAND = []
SIZES = {"large": 200 << 20, "stack": 16 << 10}
FAST = ("--kdf-cost", "16") # where the cost of a passphrase does not matter
GOOD, INVALID, USAGE, INPUT, POLICY = 0, 1, 2, 3, 4


# Whoever runs the tests may have a default key.
os.environ.pop("NEOSIG_KEY", None)
os.environ["XDG_CONFIG_HOME"] = "/nonexistent"


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


def run(*arguments, stdin=b"", stdout=None, cwd=None, env=None):
    done = subprocess.run([*COMMAND, *arguments], input=stdin, stdout=stdout or subprocess.PIPE, stderr=subprocess.PIPE,
                          cwd=cwd, env=None if env is None else {**os.environ, **env}, timeout=500)
    return Result(done.returncode, done.stdout or b"", done.stderr.decode())


def algorithms():
    return json.loads(run("list", "--json").out)


class Job:
    """The program as the foreground job of a shell on a terminal of its own: killed, stopped and continued."""

    def __init__(self, folder, arguments):
        self.terminal, self.slave = pty.openpty()
        self.told, tell = os.pipe()
        orders, self.orders = os.pipe()
        self.shell = os.fork()
        if self.shell == 0:
            try:
                self.be_shell(folder, arguments, tell, orders)
            finally:
                os._exit(1)
        os.close(tell)
        os.close(orders)
        self.pid, = struct.unpack("i", self.hear(self.told, 4))

    def be_shell(self, folder, arguments, tell, orders):
        """Tells the program's number, then how each wait for it ended; an order continues it."""
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        program = os.fork()
        if program == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(self.slave, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.chdir(folder)
            for fd in range(3):
                os.dup2(self.slave, fd)
            os.closerange(3, 64)
            os.execvp(COMMAND[0], [*COMMAND, *arguments])
        os.write(tell, struct.pack("i", program))
        while True:
            _, status = os.waitpid(program, os.WUNTRACED)
            os.tcsetpgrp(self.slave, os.getpgrp())
            os.write(tell, struct.pack("i", status))
            if not os.WIFSTOPPED(status) or not os.read(orders, 1):
                os._exit(0)
            os.tcsetpgrp(self.slave, program)
            os.kill(program, signal.SIGCONT)

    def hear(self, fd, most):
        if not select.select([fd], [], [], 600)[0]:
            raise AssertionError("the program does nothing")
        return os.read(fd, most)

    def shows(self, end):
        """What the terminal shows, up to this end of it."""
        shown = b""
        while not shown.endswith(end):
            shown += self.hear(self.terminal, 4096)
        return shown

    def types(self, keys):
        os.write(self.terminal, keys)

    def status(self):
        """How it ended or was stopped."""
        return struct.unpack("i", self.hear(self.told, 4))[0]

    def proceed(self):
        os.write(self.orders, b"x")

    def echoes(self):
        return bool(termios.tcgetattr(self.slave)[3] & termios.ECHO)

    def close(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        for fd in (self.orders, self.told, self.terminal, self.slave):
            os.close(fd)
        os.waitpid(self.shell, 0)


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.algs = algorithms()
        usable = [a for a in cls.algs if a["status"] not in ("broken", "withdrawn")
                  and "reads-twice" not in a["features"]] # these sign slowly; signatures.py has their tests
        cls.alg = min(usable, key=lambda a: a["public_key_bytes"] + a["secret_key_bytes"])
        cls.name = cls.alg["name"]
        cls.keys = tempfile.TemporaryDirectory()
        result = run("keygen", cls.name, "-o", os.path.join(cls.keys.name, "k"))
        if result.code != GOOD:
            raise RuntimeError(result.err)
        cls.key, cls.pub = os.path.join(cls.keys.name, "k.key"), os.path.join(cls.keys.name, "k.pub")

    @classmethod
    def tearDownClass(cls):
        cls.keys.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as out:
            out.write(content)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def neosig(self, *arguments, code=GOOD, says=(), **more):
        """Runs the program in the test's folder; its exit code and what its messages must contain."""
        result = run(*arguments, cwd=self.folder, **more)
        self.assertEqual(result.code, code, f"{arguments}: {result.err}")
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, result.err)
        if code == GOOD:
            self.assertNotIn("neosig: ", result.err.replace("neosig: warning: ", ""))
        else:
            self.assertTrue(result.err, "a failure must say why")
        return result

    def files(self, *expected):
        """The folder holds these files and no others."""
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(expected))

    def sign(self, name, *more):
        self.neosig("sign", "-q", "-k", self.key, *more, name)

    def with_feature(self, feature, present=True):
        for alg in self.algs:
            if (feature in alg["features"]) == present:
                return alg["name"]
        self.skipTest(f"no algorithm {'with' if present else 'without'} {feature}")

    def with_status(self, *statuses):
        for alg in self.algs:
            if alg["status"] in statuses:
                return alg["name"]
        self.skipTest(f"no algorithm is {' or '.join(statuses)}")

    def at_terminal(self, *arguments, typed):
        """The program on a terminal of its own, with these lines typed when it asks: its code and what it showed."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvp(COMMAND[0], [*COMMAND, *arguments])
        shown = b""
        for line in [*typed, None]:
            while line is None or not shown.endswith(b": "):
                try:
                    piece = os.read(terminal, 4096)
                except OSError: # all of it was read, and the other end is closed
                    piece = b""
                if not piece:
                    break
                shown += piece
            if line is not None:
                shown += b"|"
                os.write(terminal, line + b"\n")
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown.decode()


def main(doc):
    """Runs the tests of the calling script, or some classes of them:
    [--large BYTES] [--stack BYTES] [--only CLASS,...] [EMULATOR [ARGUMENT]...] PROGRAM"""
    arguments, only = sys.argv[1:], []
    while arguments and arguments[0][2:] in SIZES:
        SIZES[arguments[0][2:]] = int(arguments[1])
        arguments = arguments[2:]
    if arguments[:1] == ["--only"]:
        only, arguments = arguments[1].split(","), arguments[2:]
    if not arguments:
        sys.exit(doc)
    # The tests run in folders of their own.
    COMMAND.extend(os.path.abspath(a) if os.path.exists(a) else a for a in arguments)
    unittest.main(argv=[sys.argv[0], *only], verbosity=1)
