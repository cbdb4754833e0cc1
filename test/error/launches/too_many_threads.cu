// More than 1024 threads in a block, or too many in one dimension.
#include "../error_check.h"

int main() {
  DeviceArray<int> values(1);
  for (dim3 block :
       {dim3(1025), dim3(2048), dim3(32, 33), dim3(1, 1025), dim3(1, 1, 65), dim3(1024, 1024, 64)}) {
    addIndexToEach<<<1, block>>>(values.get());
    checkRefused(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  }
  CHECK_EQ(values.first(), 0);
  checkStillComputes();
  return verdict();
}
