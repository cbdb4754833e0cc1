# How lit runs the tests of this folder. `--param build=<folder>` names the build tree.
import os
import shutil
import subprocess

import lit.formats

config.name = "raddle"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".ll", ".test"]
config.test_source_root = os.path.dirname(__file__)

source = os.path.dirname(os.path.dirname(config.test_source_root))
build = lit_config.params.get("build", os.path.join(source, "build", "release"))
config.test_exec_root = os.path.join(build, "test", "lit")
os.makedirs(config.test_exec_root, exist_ok=True)

with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
    if "RADDLE_LAYOUT_BY_PROFILE:BOOL=ON" in cache.read():
        config.available_features.add("layout")

if shutil.which("g++"):
    config.available_features.add("gxx")

clang = "clang++-19"
resource_dir = subprocess.run(
    [clang, "-print-resource-dir"], check=True, capture_output=True, text=True
).stdout.strip()

# The two passes as raddlecc runs them (src/driver/compile/passes.cpp), without raddlecc.
common = (
    f"{clang} -x cuda -nocudainc -nocudalib --cuda-path={build}/no-cuda -Xclang -target-sdk-version=12.5"
    f" -isystem {source}/include -isystem {resource_dir}/include/cuda_wrappers -include cuda_runtime.h"
)
device = (
    f"{common} --cuda-device-only -Xclang -target-feature -Xclang +ptx85 -emit-llvm -O2"
    " -Xclang -disable-llvm-passes -Xclang -no-enable-noundef-analysis -fno-strict-float-cast-overflow"
)
host = f"{common} --cuda-host-only"

for arch in ["sm_60", "sm_70", "sm_80", "sm_90"]:
    config.substitutions.append((f"%clang_device_{arch}", f"{device} --cuda-gpu-arch={arch}"))
    config.substitutions.append((f"%clang_host_{arch}", f"{host} --cuda-gpu-arch={arch}"))

config.substitutions += [
    (r"%clang_device\b", f"{device} --cuda-gpu-arch=sm_90"),
    (r"%clang_host\b", f"{host} --cuda-gpu-arch=sm_90"),
    # What a user's IR says once the headers' inline functions are gone.
    (r"%simplify\b", "opt-19 -S -O1"),
    # Adds what is needed of the device library to the module on standard input.
    (r"%link_device_library\b", f"llvm-link-19 -S -only-needed - {build}/lib/raddle/device.bc"),
    (r"%device_library\b", f"{build}/lib/raddle/device.bc"),
    (r"%include\b", f"{source}/include"),
    (r"%source\b", source),
    (r"%build\b", build),
    (r"%resource_dir\b", resource_dir),
    (r"%clang\b", clang),
    (r"%raddlecc\b", f"{build}/bin/raddlecc"),
    (r"%raddle\b", f"{build}/bin/raddle"),
    (r"%kernelc\b", f"{build}/libexec/raddle/raddle-kernelc"),
    (r"\bFileCheck\b", "FileCheck-19"),
]
