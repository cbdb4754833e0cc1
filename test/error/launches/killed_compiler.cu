// A kernel compiler that somebody kills, as the system does when memory runs out, is no error of Raddle's; one that crashes is.
// stderr: error: kernel 'fill\(int\*\)' cannot be loaded: the kernel compiler was killed, .*memory
// stderr: error: kernel 'clear\(int\*\)' cannot be loaded: somebody ended the kernel compiler \(signal 15, Terminated\)
// stderr: error: kernel 'add\(int\*\)' cannot be loaded: the kernel compiler ran out of memory
// stderr: error: kernel 'halve\(int\*\)' cannot be loaded: raddle: internal error: the kernel compiler died of signal 11
// stderr: error: kernel 'square\(int\*\)' cannot be loaded: the kernel compiler has written no whole object to /tmp
#include "../error_check.h"

#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

__global__ void fill(int *out) { *out = 1; }
__global__ void clear(int *out) { *out = 0; }
__global__ void add(int *out) { *out += 1; }
__global__ void halve(int *out) { *out /= 2; }
__global__ void square(int *out) { *out *= *out; }

int main() {
  char path[] = "/tmp/raddle-test-XXXXXX";
  CHECK(close(mkstemp(path)) == 0);
  CHECK(setenv("RADDLE_KERNELC", path, 1) == 0);
  CHECK(setenv("RADDLE_CACHE_DIR", "/proc/no/cache", 1) == 0);
  const std::pair<void (*)(int *), const char *> deaths[] = {
      {fill, "kill -KILL $$"},
      {clear, "kill -TERM $$"},
      {add, "echo LLVM ERROR: out of memory; kill -ABRT $$"},
      {halve, "kill -SEGV $$"},
      {square, "for output; do :; done; head -c 3000 /bin/sh > $output"},
  };
  for (auto [kernel, death] : deaths) {
    std::FILE *script = std::fopen(path, "w");
    std::fprintf(script, "#!/bin/sh\n%s\n", death);
    std::fclose(script);
    CHECK(chmod(path, 0700) == 0);
    kernel<<<1, 1>>>(nullptr);
    CHECK_EQ(cudaGetLastError(), cudaErrorInvalidKernelImage);
  }
  unlink(path);
  return verdict();
}
