// Launching, or asking about, something that is no kernel.
#include "../error_check.h"

static void ordinary_function() {}

int main() {
  void *none[1] = {nullptr};
  const void *function = reinterpret_cast<const void *>(ordinary_function);
  checkRefused(cudaLaunchKernel(function, dim3(1), dim3(1), none, 0, nullptr),
               cudaErrorInvalidDeviceFunction);
  checkRefused(cudaLaunchKernel(static_cast<const void *>(nullptr), dim3(1), dim3(1), none, 0, nullptr),
               cudaErrorInvalidDeviceFunction);
  cudaFuncAttributes attributes;
  checkRefused(cudaFuncGetAttributes(&attributes, function), cudaErrorInvalidDeviceFunction);
  checkStillComputes();
  return verdict();
}
