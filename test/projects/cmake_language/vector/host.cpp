#include "vector.h"

#include <cuda_runtime_api.h>

int runtimeVersion() {
  int version = 0;
  cudaRuntimeGetVersion(&version);
  return version;
}
