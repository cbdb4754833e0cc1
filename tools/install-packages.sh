#!/usr/bin/env bash
# Installs the Debian packages that Raddle's build and tests need, and only those that are missing.
# Takes no time and asks for nothing when all are there. --tests adds what only tests want and do without (they say
# that they are skipped), --package what `make deb` wants, --bench the competitors that benchmarks leave out otherwise.
# --list prints the names.
set -euo pipefail

# libomp-19-dev serves programs that say -Xcompiler -fopenmp. llvm-19-dev brings libLLVM-19.so, liblld-19-dev brings
# the zlib and zstd headers that LLD's CMake package names, llvm-19-tools brings lit and FileCheck. libsleef-dev: compiled
# kernels call SLEEF. libmpfr-dev: the accuracy test's reference. libthrust-dev, libcub-dev: what programs include as
# <thrust/...> and <cub/...>.
packages=(
  make cmake ninja-build python3
  clang-19 libclang-rt-19-dev libomp-19-dev
  llvm-19-dev llvm-19-tools lld-19 liblld-19-dev
  libcli11-dev libfmt-dev libxxhash-dev libzstd-dev libsleef-dev
  libgtest-dev libgmock-dev libbenchmark-dev libmpfr-dev
  libthrust-dev libcub-dev
)

# The browser in which the pages that raddle writes are tested, the debugger, profiler and checker that are shown kernels,
# the build system and the editor's server that read CUDA, and the shell whose completion is tried, and what makes packages.
test_packages=(chromium gdb linux-perf valgrind meson clangd-19 bash-completion dpkg-dev file)

# What `make deb` needs: the order of the kernel compiler's code, manual pages, dependencies, valgrind's header, and a clean
# root to try the package in.
package_packages=(bolt-19 help2man dpkg-dev file mmdebstrap valgrind)

# The second compiler and the OpenCL that kernels are compared with.
bench_packages=(g++ ocl-icd-opencl-dev pocl-opencl-icd)

say() { echo "install-packages: $*" >&2; }

if [[ "${1:-}" == --tests ]]; then
  packages+=("${test_packages[@]}")
  shift
fi

if [[ "${1:-}" == --package ]]; then
  packages+=("${package_packages[@]}")
  shift
fi

if [[ "${1:-}" == --bench ]]; then
  packages+=("${bench_packages[@]}")
  shift
fi

if [[ "${1:-}" == --list ]]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  for tool in clang++-19 cmake ninja; do
    if ! command -v "$tool" >/dev/null; then
      say "this is not a Debian system and '$tool' is missing."
      say "Raddle is built and tested on Debian 12. Elsewhere, install what these packages hold: ${packages[*]}"
      exit 1
    fi
  done
  exit 0
fi

installed=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  grep --quiet --line-regexp --fixed-strings "installed $package" <<<"$installed" || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0
say "installing ${missing[*]}"

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    say "these packages are missing, and neither root nor sudo is at hand. As root, run:"
    say "  apt-get install --no-install-recommends ${missing[*]}"
    exit 1
  fi
  as_root=(sudo)
fi

update() { "${as_root[@]}" apt-get update --quiet; }
known() { apt-cache show --no-all-versions "${missing[@]}" >/dev/null 2>&1; }
install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --quiet --no-install-recommends "${missing[@]}"
}

# A fresh machine has no package lists, an old one may have lists that name packages long replaced.
known || update
if ! known; then
  say "this system's package sources do not offer all of: ${missing[*]}"
  say "Raddle is built and tested on Debian 12 (with its security updates); apt.llvm.org has LLVM 19 for others."
  exit 1
fi
install || { update && install; }
