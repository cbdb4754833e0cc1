// What a program that lists the devices prints about each of them makes sense.
#include "../check.h"

int main() {
  int count = 0;
  CHECK_CUDA(cudaGetDeviceCount(&count));
  CHECK(count >= 1);
  int driver = 0, runtime = 0;
  CHECK_CUDA(cudaDriverGetVersion(&driver));
  CHECK_CUDA(cudaRuntimeGetVersion(&runtime));
  CHECK(driver >= 9000 && runtime >= 9000);
  for (int device = 0; device < count; ++device) {
    CHECK_CUDA(cudaSetDevice(device));
    cudaDeviceProp p;
    CHECK_CUDA(cudaGetDeviceProperties(&p, device));
    CHECK(p.name[0] != 0);
    CHECK(p.major >= 3);
    CHECK(p.totalGlobalMem >= (64u << 20));
    CHECK(p.memoryBusWidth > 0 && p.l2CacheSize > 0);
    CHECK(p.maxTexture1D > 0 && p.maxTexture2D[0] > 0 && p.maxTexture2D[1] > 0 && p.maxTexture3D[0] > 0);
    CHECK(p.maxTexture1DLayered[1] > 0 && p.maxTexture2DLayered[2] > 0);
    CHECK_EQ(p.totalConstMem, 65536u);
    CHECK_EQ(p.sharedMemPerBlock, 49152u);
    CHECK(p.regsPerBlock >= 32768);
    CHECK_EQ(p.warpSize, 32);
    CHECK_EQ(p.maxThreadsPerBlock, 1024);
    CHECK(p.maxThreadsPerMultiProcessor >= 1024 && p.maxThreadsPerMultiProcessor / 32 >= 32);
    CHECK(p.maxThreadsDim[0] == 1024 && p.maxThreadsDim[1] == 1024 && p.maxThreadsDim[2] == 64);
    CHECK(p.maxGridSize[0] == 2147483647 && p.maxGridSize[1] == 65535 && p.maxGridSize[2] == 65535);
    CHECK_EQ(p.memPitch, 2147483647u);
    CHECK(p.multiProcessorCount >= 1);
  }
  return verdict();
}
