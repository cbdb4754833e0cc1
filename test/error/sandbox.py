"""What tests of the cache share."""

import re

from expectations import run, verdict


class Sandbox:
    """A cache of its own, and a kernel compiler that keeps a log."""

    def __init__(self, folder, program, kernel_compiler):
        self.program = program
        self.cache = folder / "cache"
        self.log = folder / "compilations"
        self.gate = folder / "gate"  # while this is there, the kernel compiler waits
        wrapper = folder / "raddle-kernelc"
        wrapper.write_text(f'#!/bin/sh\necho run >>"{self.log}"\nwhile [ -e "{self.gate}" ]; do sleep 0.05; done\n'
                           f'exec "{kernel_compiler}" "$@"\n')
        wrapper.chmod(0o755)
        self.environment = {"RADDLE_CACHE_DIR": str(self.cache), "RADDLE_KERNELC": str(wrapper)}

    def files(self):
        return sorted(path for path in self.cache.rglob("*") if path.is_file())

    def expect(self, what, compiles, environment=None, says=()):
        """The program passes, and says these lines (regular expressions) and no other; the kernel compiler must run, or
        must not."""
        self.log.write_text("")
        done = run([self.program], {**self.environment, **(environment or {})})
        lines = done.stderr.splitlines()
        if done.returncode != 0 or len(lines) != len(says) or not all(map(re.search, says, lines)):
            verdict([f"{what}: the program should pass, and say {list(says)}"], done)
        if compiles != bool(self.log.read_text()):
            verdict([f"{what}: the kernel compiler should{' ' if compiles else ' not '}run"], done)
