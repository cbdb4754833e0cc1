// Beyond a surface, cudaBoundaryModeTrap ends the launch.
// stderr: {here}: error: kernel 'write\(.*\)' .*__trap
// stderr: note: block \(1,0,0\), thread \(0,0,0\)
#include "../error_check.h"

__global__ void write(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, 60, static_cast<int>(blockIdx.x) * 8); // <- here
}

int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK_EQ(cudaMallocArray(&array, &format, 16, 8, cudaArraySurfaceLoadStore), cudaSuccess);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  CHECK_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
  write<<<2, 1>>>(surface);
  checkFailedLaunch(cudaErrorLaunchFailure);
  return verdict();
}
