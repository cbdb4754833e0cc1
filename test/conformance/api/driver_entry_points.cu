// The functions of the driver API that libraries ask for when a program runs: by name, of the library by its name.
#include "driver_functions.h"

#include <cudaTypedefs.h>

namespace {

__global__ void store(int *target, int value) { target[blockIdx.x * blockDim.x + threadIdx.x] = value; }
void plainFunction() {}

// Kernels by their handles.
void launchByHandle() {
  cudaFunction_t handle = nullptr;
  CHECK_EQ(cudaGetFuncBySymbol(&handle, reinterpret_cast<const void *>(&store)), cudaSuccess);
  CHECK(handle != nullptr);
  cudaFunction_t none = nullptr;
  CHECK_EQ(cudaGetFuncBySymbol(&none, reinterpret_cast<const void *>(&plainFunction)),
           cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
  const auto kernel = reinterpret_cast<CUfunction>(handle);

  int threads = 0, value = 7;
  CHECK_EQ(functionNamed<CUresult (*)(CUfunction)>("cuFuncLoad", 12040)(kernel), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuFuncGetAttribute)(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel),
           CUDA_SUCCESS);
  CHECK_EQ(threads, 1024);
  CHECK_EQ(FUNCTION(cuFuncSetAttribute)(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536),
           CUDA_SUCCESS);

  int *target = nullptr;
  CHECK_EQ(cudaMallocManaged(&target, 64 * sizeof(int)), cudaSuccess);
  CUlaunchAttribute cluster{};
  cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  cluster.value.clusterDim = {2, 1, 1};
  CUlaunchConfig configuration{};
  configuration.gridDimX = 2;
  configuration.blockDimX = 32;
  configuration.gridDimY = configuration.gridDimZ = configuration.blockDimY = configuration.blockDimZ = 1;
  configuration.sharedMemBytes = 60000;
  configuration.attrs = &cluster;
  configuration.numAttrs = 1;
  void *parameters[] = {&target, &value};
  CHECK_EQ(FUNCTION(cuLaunchKernelEx)(&configuration, kernel, parameters, nullptr), CUDA_SUCCESS);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 64; ++i)
    CHECK_EQ(target[i], 7);
  configuration.blockDimX = 2048;
  CHECK(FUNCTION(cuLaunchKernelEx)(&configuration, kernel, parameters, nullptr) != CUDA_SUCCESS);
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  cudaFree(target);
}

} // namespace

int main() {
  if (!findDriver())
    return verdict();

  void *nothing = &nothing;
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SUCCESS;
  CHECK_EQ(get_address("cuNoSuchFunction", &nothing, 12000, 0, &found), CUDA_SUCCESS);
  CHECK_EQ(found, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  CHECK(nothing == nullptr);
  CHECK_EQ(get_address("cuStreamGetId", &nothing, 11000, 0, &found), CUDA_SUCCESS);
  CHECK_EQ(found, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);

  CHECK_EQ(FUNCTION(cuInit)(0), CUDA_SUCCESS);
  int count = 0, threads = 0;
  CUdevice device = -1;
  CHECK_EQ(FUNCTION(cuDeviceGetCount)(&count), CUDA_SUCCESS);
  CHECK(count >= 1);
  CHECK_EQ(functionNamed<PFN_cuDeviceGet_v2000>("cuDeviceGet")(&device, 0), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuDeviceGet)(&device, 1000), CUDA_ERROR_INVALID_DEVICE);
  CHECK_EQ(FUNCTION(cuDeviceGetAttribute)(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0),
           CUDA_SUCCESS);
  CHECK_EQ(threads, 1024);

  CUcontext context = nullptr, current = nullptr, popped = nullptr;
  CHECK_EQ(FUNCTION(cuDevicePrimaryCtxRetain)(&context, 0), CUDA_SUCCESS);
  CHECK_EQ(functionNamed<decltype(&cuCtxPushCurrent)>("cuCtxPushCurrent")(context), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuCtxGetCurrent)(&current), CUDA_SUCCESS);
  CHECK(current == context);
  CHECK_EQ(functionNamed<decltype(&cuCtxPopCurrent)>("cuCtxPopCurrent")(&popped), CUDA_SUCCESS);
  CHECK(popped == context);
  // Nothing is current when all have been popped.
  for (int i = 0; i < 2 && current; ++i) {
    CHECK_EQ(FUNCTION(cuCtxGetCurrent)(&current), CUDA_SUCCESS);
    if (current)
      CHECK_EQ(functionNamed<decltype(&cuCtxPopCurrent)>("cuCtxPopCurrent")(&popped), CUDA_SUCCESS);
  }
  CHECK(current == nullptr);
  CHECK_EQ(functionNamed<decltype(&cuCtxPopCurrent)>("cuCtxPopCurrent")(&popped), CUDA_ERROR_INVALID_CONTEXT);
  CHECK_EQ(functionNamed<decltype(&cuCtxPushCurrent)>("cuCtxPushCurrent")(context), CUDA_SUCCESS);

  CUdeviceptr memory = 0;
  constexpr unsigned kCount = 1000;
  CHECK_EQ(FUNCTION(cuMemAllocManaged)(&memory, kCount * sizeof(unsigned), CU_MEM_ATTACH_GLOBAL),
           CUDA_SUCCESS);
  CUstream stream = nullptr;
  CHECK_EQ(FUNCTION(cuStreamCreateWithPriority)(&stream, CU_STREAM_NON_BLOCKING, 0), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuStreamGetCtx)(stream, &current), CUDA_SUCCESS);
  CHECK(current == context);
  CUmemoryPool pool = nullptr;
  cuuint64_t threshold = 1, new_threshold = 1 << 20;
  CHECK_EQ(FUNCTION(cuDeviceGetDefaultMemPool)(&pool, 0), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuMemPoolGetAttribute)(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold),
           CUDA_SUCCESS);
  CHECK_EQ(threshold, 0u);
  CHECK_EQ(FUNCTION(cuMemPoolSetAttribute)(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &new_threshold),
           CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuMemPoolGetAttribute)(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold),
           CUDA_SUCCESS);
  CHECK_EQ(threshold, new_threshold);
  CHECK_EQ(FUNCTION(cuMemsetD32Async)(memory, 0x01020304u, kCount, stream), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuMemsetD16Async)(memory, 0x0506, 2, stream), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuMemsetD8Async)(memory + 4, 7, 4, stream), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuMemcpyAsync)(memory + 8, memory, 4, stream), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuStreamSynchronize)(stream), CUDA_SUCCESS);
  const auto *words = reinterpret_cast<const unsigned *>(memory);
  CHECK_EQ(words[0], 0x05060506u);
  CHECK_EQ(words[1], 0x07070707u);
  CHECK_EQ(words[2], 0x05060506u);
  CHECK_EQ(words[kCount - 1], 0x01020304u);

  unsigned type = 0, managed = 0;
  int owner = -1, local = 0;
  CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  void *values[] = {&type, &owner};
  CHECK_EQ(FUNCTION(cuPointerGetAttributes)(2, attributes, values, memory), CUDA_SUCCESS);
  CHECK_EQ(type, static_cast<unsigned>(CU_MEMORYTYPE_DEVICE));
  CHECK_EQ(FUNCTION(cuPointerGetAttribute)(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, memory), CUDA_SUCCESS);
  CHECK_EQ(managed & 0xff, 1u);
  CHECK_EQ(FUNCTION(cuPointerGetAttribute)(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                           reinterpret_cast<CUdeviceptr>(&local)),
           CUDA_ERROR_INVALID_VALUE);
  launchByHandle();
  // The runtime API's last error is its own.
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  CHECK_EQ(functionNamed<decltype(&cuStreamDestroy)>("cuStreamDestroy")(stream), CUDA_SUCCESS);
  std::size_t free_bytes = 0, total_bytes = 0;
  CHECK_EQ(functionNamed<decltype(&cuMemGetInfo)>("cuMemGetInfo")(&free_bytes, &total_bytes), CUDA_SUCCESS);
  CHECK(free_bytes < total_bytes);
  CHECK_EQ(functionNamed<decltype(&cuMemFree)>("cuMemFree")(memory), CUDA_SUCCESS);
  return verdict();
}
