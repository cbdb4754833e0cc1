// Used by last_words.py: a program that looks at no error, and dies in the way that its argument says.
#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void onAbort(int) {
  std::fputs("handled\n", stderr);
  std::_Exit(3);
}

int main(int, char **argv) {
  const bool asks = std::strcmp(argv[1], "asked") == 0;
  if (std::strcmp(argv[1], "handled") == 0)
    std::signal(SIGABRT, onAbort);
  int *values = nullptr;
  cudaMallocManaged(&values, std::size_t(1) << 60);
  if (asks)
    cudaGetLastError();
  if (std::strcmp(argv[1], "fault") == 0)
    values[0] = 1;
  constexpr int kMany = 1 << 20;
  if (std::strcmp(argv[1], "behind") == 0 && cudaMallocManaged(&values, kMany * sizeof(int)) == cudaSuccess)
    values[kMany + 2] = 1;
  if (std::strcmp(argv[1], "freed") == 0 && cudaMallocManaged(&values, kMany * sizeof(int)) == cudaSuccess &&
      cudaFree(values) == cudaSuccess)
    return static_cast<volatile int *>(values)[kMany - 1];
  if (std::strcmp(argv[1], "quick") == 0)
    std::quick_exit(0);
  if (std::strcmp(argv[1], "raise") == 0)
    std::raise(SIGABRT);
  assert(values);
}
