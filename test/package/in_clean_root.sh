#!/usr/bin/env bash
# What try_package.sh does in the clean root, with the package and two projects in /opt.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

step() { echo "== $*"; }
# As a user who owns nothing but a folder.
as_user() { chroot --userspec=1000:1000 / env HOME=/home/user RADDLE_WORKERS=2 bash -euc "cd && $1"; }
install_packages() { apt-get install --yes --quiet --no-install-recommends "$@" >/opt/apt.log 2>&1 || { cat /opt/apt.log; exit 1; }; }

install -d -o 1000 -g 1000 /home/user

step "the package and what it depends on"
install_packages /opt/raddle.deb

step "what it says of itself"
version=$(dpkg-query --show --showformat='${Version}' raddle)
[[ $(raddle --version) == "raddle $version" ]]
raddlecc --version | grep --quiet "Raddle $version"
dpkg --verify raddle
for file in /usr/share/man/man1/raddle.1.gz /usr/share/man/man1/raddlecc.1.gz /usr/share/doc/raddle/copyright \
  /usr/share/bash-completion/completions/raddle /usr/share/zsh/vendor-completions/_raddle; do
  dpkg-query --listfiles raddle | grep --quiet --line-regexp "$file"
done
# BOLT has been at work.
grep --quiet --fixed-strings .bolt.org.text /usr/lib/raddle/libexec/raddle/raddle-kernelc
! ldd /usr/lib/raddle/bin/raddlecc /usr/lib/raddle/bin/raddle /usr/lib/raddle/libexec/raddle/raddle-kernelc | grep "not found"

step "the README's example"
said=$(as_user "raddle run /usr/share/doc/raddle/examples/hello.cu")
[[ $said == "Hello from a warp: its 32 lanes sum up to 496" ]]

step "a program, and maths of SLEEF"
cat >/home/user/sines.cu <<'PROGRAM'
#include <cstdio>
__global__ void sines(float *out) { out[threadIdx.x] = sinf(threadIdx.x); }
int main() {
  float *out;
  cudaMallocManaged(&out, 128);
  sines<<<1, 32>>>(out);
  cudaError_t failed = cudaDeviceSynchronize();
  printf("%s %.3f\n", cudaGetErrorString(failed), out[1]);
}
PROGRAM
[[ $(as_user "raddlecc -O2 sines.cu -o sines && ./sines") == "no error 0.841" ]]

step "a CMake project, by the steps of examples/ci"
install_packages cmake make g++
cp -r /opt/cmake_language /home/user/project
chown -R 1000:1000 /home/user/project
steps=$(sed -n 's/^ *- run: *//p' /opt/github-actions.yml)
[[ $steps == *raddlecc* ]]
as_user "cd project; $steps" >/opt/project.log 2>&1 || { cat /opt/project.log; exit 1; }

step "a Makefile that wants CUDA_HOME"
cp -r /opt/make_cuda_home /home/user/toolkit
chown -R 1000:1000 /home/user/toolkit
as_user "make -C toolkit CUDA_HOME=/usr/lib/raddle check" >/opt/project.log 2>&1 || { cat /opt/project.log; exit 1; }

step "and away"
apt-get purge --yes --quiet raddle >/opt/apt.log 2>&1
[[ ! -e /usr/lib/raddle && ! -e /usr/bin/raddle ]]
echo "the package works"
