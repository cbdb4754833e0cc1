// A volume of cudaMalloc3D(), whose slices are as far apart as its padded rows say, not its width.
#include <cuda_runtime.h>

__global__ void fill(cudaPitchedPtr volume, int width, int height, int depth, size_t slice) {
  for (int z = 0; z < depth; ++z)
    for (int y = threadIdx.y; y < height; y += blockDim.y)
      for (int x = threadIdx.x; x < width; x += blockDim.x) {
        char *row = static_cast<char *>(volume.ptr) + z * slice + y * volume.pitch;
        reinterpret_cast<float *>(row)[x] = 0; // EXPECT: error out-of-bounds-global
      }
}

int main() {
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, make_cudaExtent(10 * sizeof(float), 6, 4));
#ifdef REPAIRED
  const size_t slice = volume.pitch * 6;
#else
  const size_t slice = volume.pitch * 10;
#endif
  fill<<<1, dim3(8, 4)>>>(volume, 10, 6, 4, slice);
  cudaDeviceSynchronize();
  cudaFree(volume.ptr);
}
