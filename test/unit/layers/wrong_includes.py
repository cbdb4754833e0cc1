#!/usr/bin/env python3
"""wrong_includes.py CHECK_LAYERS: what tools/check_layers.py says of a source tree with mistakes."""

import pathlib
import subprocess
import sys
import tempfile

LAYERS = """# comment
base:
host: base
host/inner: base host
except host/old.cpp api/api.h
api: base host
no circle: host
together host/pair host/other
"""
PAGE = "<!-- tools/layers.txt -->\n```\nbase:\nhost: base\nhost/inner: base host\napi: base host\n```\n"
FILES = {
    "base/base.h": "",
    "host/host.h": '#include "base/base.h"\n#include <vector>\n',
    "host/old.cpp": '#include "api/api.h"\n',
    "host/inner/inner.cpp": '#include "host/host.h"\n',
    "host/pair.h": "",
    "host/pair.cpp": '#include "host/other.h"\n',
    "host/other.h": '#include "host/pair.h"\n',
    "api/api.h": '#include "host/host.h"\n',
}

# What is changed, and what is then said; nothing when all is well.
CASES = [
    ({}, ""),
    ({"host/host.cpp": '\n#include "api/api.h"\n'},
     "host may not include api: src/host/host.cpp:2 includes api/api.h\n"),
    ({"host/host.h": '#  include "host/inner/inner.h"\n', "host/inner/inner.h": "", "host/inner/inner.cpp": ""},
     "host may not include host/inner: src/host/host.h:1 includes host/inner/inner.h\n"),
    ({"host/a.h": '#include "host/host.h"\n', "host/host.cpp": '#include "host/a.h"\n'},
     "units include each other in a circle: host/a, host/host\n"),
    ({"elsewhere/file.cpp": ""}, "elsewhere/file.cpp: tools/layers.txt has no line for its folder\n"),
    ({"host/old.cpp": ""}, "tools/layers.txt: host/old.cpp does not include api/api.h any more\n"),
    ({"../tools/layers.txt": LAYERS.replace("base:", "base: host")},
     "tools/layers.txt: base may include host, which does not stand above it\n"
     "docs/architecture.md does not show what `tools/check_layers.py --table` prints\n"),
    ({"../docs/architecture.md": PAGE.replace("api: base host", "api: base")},
     "docs/architecture.md does not show what `tools/check_layers.py --table` prints\n"),
]


def check(program, changes):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        files = {"../tools/layers.txt": LAYERS, "../docs/architecture.md": PAGE, **FILES, **changes}
        for name, text in files.items():
            path = root / "src" / name
            (root / "src").mkdir(exist_ok=True)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, "-B", program, "--root", folder], capture_output=True, text=True, check=False)
        return run.stdout, run.returncode


failed = 0
for changed, expected in CASES:
    said, status = check(sys.argv[1], changed)
    if said != expected or status != (1 if expected else 0):
        failed = 1
        print(f"changed {sorted(changed)}: expected\n{expected}but {status} and\n{said}")
sys.exit(failed)
