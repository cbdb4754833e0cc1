#!/usr/bin/env bash
# Installs a package of Raddle in a root of its own, which has nothing else, and uses it there as an ordinary user
# would: try_package.sh PACKAGE.deb. `make test-deb` calls it.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
package=$(realpath "$1")

skip() {
  echo "skipped: $*"
  exit 0
}

[[ $(id -u) -eq 0 ]] || skip "a clean root is made by root only"
command -v mmdebstrap >/dev/null || skip "there is no mmdebstrap"

# This machine's own sources of Debian's packages; others have no place in a clean root.
sources=$(apt-get indextargets --format '$(ORIGIN)|deb $(REPO_URI) $(RELEASE) $(COMPONENT)' "Created-By: Packages" |
  sed -n 's/^Debian|//p' | sort -u)
[[ -n $sources ]] || skip "this machine has no Debian package lists (apt-get update)"
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$package" "$folder/raddle.deb"
cp -r "$source/test/package/in_clean_root.sh" "$source/test/projects/cmake_language" \
  "$source/test/projects/make_cuda_home" "$source/examples/ci/github-actions.yml" "$folder"

mmdebstrap --quiet --variant=apt --mode=root --customize-hook="cp -r $folder/. \"\$1/opt\"" \
  --customize-hook='chroot "$1" bash /opt/in_clean_root.sh' "$codename" /dev/null - <<<"$sources"
