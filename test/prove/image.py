"""Instructions and data of object files for AArch64, as the linker and objdump give them."""
import pathlib
import re
import shlex
import subprocess
import tempfile

from affine import Refuted, split

EXTERNAL = {'memcpy': 0x1000, 'memset': 0x2000}  # functions that arm.py stands in for, and where they are put


class Image:
    """Object files linked: instructions, constant data and symbols."""

    def __init__(self, compiler, objects, directory):
        linked = directory / 'linked'
        subprocess.run([compiler, '-nostdlib', '-static', '-Wl,-e,0,--unresolved-symbols=ignore-all',
                        *(f'-Wl,--defsym={name}={at}' for name, at in EXTERNAL.items()), '-o', linked, *objects],
                       check=True)

        def said(*command):
            return subprocess.run([*command], check=True, stdout=subprocess.PIPE, text=True).stdout
        objdump = said(compiler, '-print-prog-name=objdump').strip()
        self.code, self.symbols, self.functions, self.objects, self.data, section = {}, {}, [], [], {}, ''
        for at, text in re.findall(r'^ +([0-9a-f]+):\t(.*)', said(objdump, '-d', '--no-show-raw-insn', linked), re.M):
            mnemonic, _, operands = re.sub(r'\s*//.*| *<.*', '', text).partition('\t')
            self.code[int(at, 16)] = (mnemonic.strip(), tuple(split(operands)))
        for at, kind, size, name in re.findall(r'^([0-9a-f]{16}) .{6}(.).*\t([0-9a-f]{16}) (?:\.hidden )?(\S+)$',
                                               said(objdump, '-t', linked), re.M):
            self.symbols[name] = (int(at, 16), int(size, 16))
            if kind == 'F':
                self.functions.append(name)
            if kind == 'O':
                self.objects.append((int(at, 16), int(at, 16) + int(size, 16)))
        for line in said(objdump, '-s', linked).splitlines():
            if line.startswith('Contents of section '):
                section = line.split()[3]
            elif line.startswith(' ') and section.startswith(('.rodata', '.data', '.got')):
                start, text = re.match(r' ([0-9a-f]+) (.{35})', line).groups()
                self.data.update(enumerate(bytes.fromhex(text), int(start, 16)))

    def cells(self, at, count):
        """Constant data, of one object if it has a name."""
        if any(at < end and start < at + count and not start <= at <= at + count <= end
               for start, end in self.objects) or any(i not in self.data for i in range(at, at + count)):
            raise Refuted(f'access outside: {count} bytes at {at:x}')
        return [self.data[i] for i in range(at, at + count)]

    def instructions(self, name):
        """Where those of a function are."""
        at, size = self.symbols[name]
        return {i for i in range(at, at + size, 4) if self.code[i][0] != 'nop'}


def built(names, options, fault=None, first=None):
    """Of files in src: the build's objects. fault: one of FAULTS, planted in the folder `first`. What may have it is
    compiled as the build does."""
    build = pathlib.Path(options.clang, 'CMakeFiles/neosig.dir')
    flags = (build / 'flags.make').read_text()
    compiler = re.search(r'# compile C with (.*)', flags)[1]
    of_c = shlex.split(re.search(r'^C_FLAGS = (.*)', flags, re.M)[1])
    with tempfile.TemporaryDirectory() as directory:
        directory, objects = pathlib.Path(directory), []
        for name in names:
            objects.append(build / f'src/{name}.o')
            if fault and (name == f'{fault[0]}/{fault[1]}' or fault[1][-2:] != '.S' and name[-2:] == '.c'):
                objects[-1] = directory / f'{pathlib.Path(name).name}.o'
                folder = pathlib.Path(first if name.startswith(f'{fault[0]}/') else options.source / 'src')
                subprocess.run([compiler, *of_c, '-w', '-I', first, '-I', options.source / 'src', '-I',
                                options.source / 'include', '-c', '-o', objects[-1], folder / name], check=True)
        return Image(compiler, objects, directory)
