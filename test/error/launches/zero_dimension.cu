// A grid or a block with a dimension of zero, or a grid beyond its limits.
#include "../error_check.h"

int main() {
  DeviceArray<int> values(1);
  const dim3 one(1);
  for (dim3 zero : {dim3(0), dim3(1, 0), dim3(1, 1, 0), dim3(0, 0, 0)}) {
    addIndexToEach<<<zero, one>>>(values.get());
    checkRefused(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
    addIndexToEach<<<one, zero>>>(values.get());
    checkRefused(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  }
  for (dim3 grid : {dim3(1, 65536), dim3(1, 1, 65536), dim3(0x80000000u)}) {
    addIndexToEach<<<grid, one>>>(values.get());
    checkRefused(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  }
  CHECK_EQ(values.first(), 0);
  checkStillComputes();
  return verdict();
}
