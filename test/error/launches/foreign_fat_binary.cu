// Device code in a container that is not Raddle's (an object compiled by nvcc, say) is refused when it is
// used, in a line that says how it could be; the program's own kernels are not affected.
// stderr: raddle: error: this device code was compiled for a GPU, and no PTX is with it
#include "../error_check.h"

#include <cstring>

extern "C" {
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host_function, char *device_function,
                            const char *device_name, int thread_limit, uint3 *, uint3 *, dim3 *, dim3 *,
                            int *);
}

struct Wrapper {
  std::uint32_t magic = 0x466243b1, version = 1;
  const void *data;
  void *unused = nullptr;
};

static void foreignKernelStub() {}

int main() {
  // The first bytes of NVIDIA's container, then nothing of use.
  std::uint64_t nvidia[32] = {0x00100001ba55ed50, 0xf0};
  Wrapper wrapper;
  wrapper.data = nvidia;
  void **handle = __cudaRegisterFatBinary(&wrapper);
  char name[] = "_Z7foreignv";
  auto stub = reinterpret_cast<const char *>(foreignKernelStub);
  __cudaRegisterFunction(handle, stub, name, name, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(handle);
  void *none[1] = {nullptr};
  checkRefused(cudaLaunchKernel(static_cast<const void *>(stub), dim3(1), dim3(1), none, 0, nullptr),
               cudaErrorNoKernelImageForDevice);
  checkStillComputes();
  __cudaUnregisterFatBinary(handle);
  checkStillComputes();
  return verdict();
}
