#!/usr/bin/env bash
# Makes build/aarch64-sysroot: the libraries of a 64-bit Arm Debian 12, for the preset aarch64. Installs what is needed for
# it here, and has the kernel run Arm's programs by qemu-user until the next boot.
set -euo pipefail
cd "$(dirname "$0")/.."
sysroot=build/aarch64-sysroot

packages=(
  libc6-dev libstdc++-12-dev llvm-19-dev liblld-19-dev zlib1g-dev libzstd-dev libxml2-dev libncurses-dev
  libcli11-dev libfmt-dev libxxhash-dev libzstd-dev libsleef-dev libgtest-dev libgmock-dev libbenchmark-dev libmpfr-dev
  libthrust-dev libcub-dev
)

as_root=()
[[ $(id -u) -eq 0 ]] || as_root=(sudo)

if ! command -v mmdebstrap qemu-aarch64-static >/dev/null; then
  "${as_root[@]}" apt-get update --quiet
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --quiet --no-install-recommends mmdebstrap qemu-user-static
fi

registered=/proc/sys/fs/binfmt_misc
if [[ ! -e $registered/qemu-aarch64 ]]; then
  [[ -e $registered/register ]] || "${as_root[@]}" mount -t binfmt_misc binfmt_misc "$registered"
  "${as_root[@]}" tee "$registered/register" </usr/lib/binfmt.d/qemu-aarch64.conf >/dev/null
fi

[[ -e $sysroot/usr/lib/aarch64-linux-gnu ]] && exit 0
mkdir -p build
rm -rf "$sysroot"
mirror=http://deb.debian.org/debian
"${as_root[@]}" mmdebstrap --variant=extract --architectures=arm64 --include="$(IFS=,; echo "${packages[*]}")" \
  bookworm "$sysroot" "deb $mirror bookworm main" "deb $mirror bookworm-updates main" \
  "deb $mirror-security bookworm-security main"

# Links to /lib mean the sysroot's.
find "$sysroot"/usr/lib/aarch64-linux-gnu -maxdepth 1 -type l -lname '/*' | while read -r link; do
  "${as_root[@]}" ln --symbolic --force --no-dereference "../../..$(readlink "$link")" "$link"
done
