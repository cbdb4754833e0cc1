/* The runtime API from C: links, and answers. */
#include <cuda_runtime_api.h>
#include <vector_functions.h>
#include <driver_functions.h>

#include <string.h>

int main(void) {
  struct cudaExtent extent = make_cudaExtent(1, 2, 3);
  float4 v = make_float4(1, 2, 3, 4);
  if (extent.depth != 3 || v.w != 4)
    return 1;
  return strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") != 0;
}
