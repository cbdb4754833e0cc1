"""Makes a package of a build tree and looks into it, without installing it (try_package.sh does).

  contents.py BUILD WORK

Exits with 77 (skipped) where the tools that make packages are missing.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

FILES = ["usr/bin/raddle", "usr/bin/raddlecc", "usr/lib/raddle/bin/nvcc", "usr/lib/raddle/include/cuda_runtime.h",
         "usr/lib/raddle/lib/libraddle.so", "usr/lib/raddle/lib/raddle/device.bc", "usr/lib/raddle/lib64/libcudart.so",
         "usr/lib/raddle/lib64/stubs/libcuda.so", "usr/lib/raddle/libexec/raddle/raddle-kernelc",
         "usr/lib/raddle/version.json", "usr/share/bash-completion/completions/raddle",
         "usr/share/bash-completion/completions/raddlecc", "usr/share/doc/raddle/copyright",
         "usr/share/doc/raddle/examples/hello.cu", "usr/share/zsh/vendor-completions/_raddle"]
NEEDED = ["clang-19", "libc6", "libfmt9", "libsleef3", "libstdc++6", "libxxhash0", "libzstd1"]
# The build needs these, not the package: LLVM and LLD are linked in.
NOT_NEEDED = ["lld-19", "libllvm19", "llvm-19", "bolt-19", "cmake"]


def output_of(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    build, work = Path(sys.argv[1]), Path(sys.argv[2])
    for tool in ("cpack", "dpkg-shlibdeps", "dpkg-deb", "file"):
        if not shutil.which(tool):
            print(f"skipped: there is no {tool}")
            sys.exit(77)
    shutil.rmtree(work, ignore_errors=True)
    made = subprocess.run(["cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", work,
                           "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=zstd"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    if made.returncode != 0:
        sys.exit(made.stdout)
    package, = work.glob("raddle_*.deb")

    listed = {line.split(" ./", 1)[1].split(" -> ")[0] for line in output_of("dpkg-deb", "--contents", package).splitlines()
              if " ./" in line}
    missing = [file for file in FILES if file not in listed]
    depends = re.split(r"[ ,(|]+", output_of("dpkg-deb", "--field", package, "Depends"))
    missing += [name for name in NEEDED if name not in depends]
    needless = [name for name in NOT_NEEDED if name in depends]
    # A package must not remember where it was built.
    root = work / "root"
    subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    texts = [file for folder in ("lib64", "bin") for file in (root / "usr/lib/raddle" / folder).rglob("*")
             if file.is_file() and file.stat().st_size < 10000]
    needless += [f"{build} in {file}" for file in texts if str(build) in file.read_text(errors="replace")]
    shutil.rmtree(work)
    if missing or needless:
        sys.exit(f"missing: {missing}, needless: {needless}; Depends: {depends}")


main()
