// What kernels print before the host synchronises has cudaLimitPrintfFifoSize bytes; of more, the oldest is
// lost, which is told.
// stderr: warning: the output of \d+ printf\(\) calls in kernels was overwritten .*cudaLimitPrintfFifoSize.* 524288 bytes
#include "../error_check.h"

#include "../../conformance/capture.h"

__global__ void print(int count) {
  for (int i = 0; i < count; ++i)
    if (printf("line %d\n", i) != 1)
      __trap();
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1));
  constexpr int kCount = 100'000;
  const std::vector<std::string> lines = linesPrintedBy([] { print<<<1, 1>>>(kCount); });
  CHECK(lines.size() > 30'000 && lines.size() < 60'000);
  bool has_first = false, has_last = false;
  for (const std::string &line : lines) {
    has_first |= line == "line 0";
    has_last |= line == "line " + std::to_string(kCount - 1);
  }
  CHECK(!has_first);
  CHECK(has_last);
  CHECK_EQ(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20), cudaErrorInvalidValue);
  return verdict();
}
