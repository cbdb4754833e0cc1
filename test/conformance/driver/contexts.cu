// Contexts of the driver API: before cuInit, without one, primary and own ones, their stack, flags and limits, what goes with them.
// flags: -lcuda
#include "driver_check.h"

#include <thread>

namespace {

void nothingWithoutInit() {
  int count = -1;
  CUdevice device = 0;
  CHECK_EQ(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  CHECK_EQ(cuDeviceGet(&device, 0), CUDA_ERROR_NOT_INITIALIZED);
  CHECK_EQ(cuInit(1), CUDA_ERROR_INVALID_VALUE);
  CHECK_CU(cuInit(0));
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDeviceGetCount(&count));
  CHECK(count >= 1);
  CHECK_EQ(cuDeviceGet(&device, count), CUDA_ERROR_INVALID_DEVICE);
}

void nothingWithoutContext() {
  CUcontext context = reinterpret_cast<CUcontext>(1);
  CUdeviceptr pointer = 0;
  CUdevice device = 0;
  CHECK_CU(cuCtxGetCurrent(&context));
  CHECK(context == nullptr);
  CHECK_EQ(cuMemAlloc(&pointer, 16), CUDA_ERROR_INVALID_CONTEXT);
  CHECK_EQ(cuCtxGetDevice(&device), CUDA_ERROR_INVALID_CONTEXT);
  CHECK_EQ(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
  CHECK_EQ(cuCtxPopCurrent(&context), CUDA_ERROR_INVALID_CONTEXT);
}

void ownContextsAndTheirStack() {
  CUcontext first = nullptr, second = nullptr, current = nullptr, popped = nullptr;
  CHECK_EQ(createContext(&first, 0x7fff, 0), CUDA_ERROR_INVALID_VALUE);
  CHECK_CU(createContext(&first, CU_CTX_SCHED_SPIN, 0));
  CHECK_CU(createContext(&second, CU_CTX_SCHED_BLOCKING_SYNC, 0));
  CHECK(first != second);
  CHECK_CU(cuCtxGetCurrent(&current));
  CHECK(current == second);

  unsigned flags = 0, version = 0;
  unsigned long long id = 0, other = 0;
  CHECK_CU(cuCtxGetFlags(&flags));
  CHECK_EQ(flags & CU_CTX_SCHED_MASK, unsigned{CU_CTX_SCHED_BLOCKING_SYNC});
  CHECK_CU(cuCtxGetApiVersion(second, &version));
  CHECK(version >= 3020);
  CHECK_CU(cuCtxGetId(first, &id));
  CHECK_CU(cuCtxGetId(second, &other));
  CHECK(id != other);

  CHECK_CU(cuCtxPopCurrent(&popped));
  CHECK(popped == second);
  CHECK_CU(cuCtxGetCurrent(&current));
  CHECK(current == first);
  CHECK_CU(cuCtxPushCurrent(second));
  CHECK_CU(cuCtxPushCurrent(first));
  CHECK_CU(cuCtxPopCurrent(nullptr));
  CHECK_CU(cuCtxGetCurrent(&current));
  CHECK(current == second);
  CHECK_CU(cuCtxSetCurrent(first));
  CHECK_CU(cuCtxGetCurrent(&current));
  CHECK(current == first);

  // A thread begins without a context, and has its own stack.
  std::thread([&] {
    CUcontext in_thread = nullptr;
    CHECK_CU(cuCtxGetCurrent(&in_thread));
    CHECK(in_thread == nullptr);
    CHECK_CU(cuCtxSetCurrent(second));
    CHECK_CU(cuCtxSynchronize());
  }).join();

  CHECK_CU(cuCtxDestroy(second));
  CHECK_CU(cuCtxDestroy(first));
  CHECK_CU(cuCtxSetCurrent(nullptr));
}

void whatGoesWithAContext() {
  CUcontext context = nullptr, of_stream = nullptr, of_pointer = nullptr;
  CUstream stream = nullptr;
  CUdeviceptr pointer = 0;
  size_t limit = 0;
  CHECK_CU(createContext(&context, 0, 0));
  CHECK_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK_CU(cuMemAlloc(&pointer, 1024));
  CHECK_CU(cuMemsetD32Async(pointer, 7, 256, stream));
  CHECK_CU(cuStreamGetCtx(stream, &of_stream));
  CHECK(of_stream == context);
  CHECK_CU(cuPointerGetAttribute(&of_pointer, CU_POINTER_ATTRIBUTE_CONTEXT, pointer));
  CHECK(of_pointer == context);
  CHECK_CU(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
  CHECK_CU(cuCtxGetLimit(&limit, CU_LIMIT_STACK_SIZE));
  CHECK(limit >= 4096);
  CHECK(cuCtxSetLimit(static_cast<CUlimit>(77), 1) != CUDA_SUCCESS);
  CUfunc_cache config = CU_FUNC_CACHE_PREFER_EQUAL;
  CHECK_CU(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
  CHECK_CU(cuCtxGetCacheConfig(&config));
  int least = -1, greatest = 1;
  CHECK_CU(cuCtxGetStreamPriorityRange(&least, &greatest));
  CHECK(least >= greatest);
  // All of it goes: the memory is free again.
  size_t free_before = 0, free_after = 0, total = 0;
  constexpr size_t kLarge = size_t{64} << 20;
  CHECK_CU(cuMemAlloc(&pointer, kLarge));
  CHECK_CU(cuMemGetInfo(&free_before, &total));
  CHECK_CU(cuCtxDestroy(context));
  CHECK_EQ(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
  CHECK_CU(createContext(&context, 0, 0));
  CHECK_CU(cuMemGetInfo(&free_after, &total));
  CHECK(free_after >= free_before + kLarge / 2);
  CHECK_CU(cuCtxDestroy(context));
}

void primaryContexts() {
  CUcontext primary = nullptr, again = nullptr, current = nullptr;
  unsigned flags = 1;
  int active = -1;
  CHECK_CU(cuDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK_EQ(active, 0);
  CHECK_CU(cuDevicePrimaryCtxRetain(&primary, 0));
  CHECK_CU(cuDevicePrimaryCtxRetain(&again, 0));
  CHECK(primary == again);
  CHECK_CU(cuDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK_EQ(active, 1);
  CHECK_CU(cuCtxSetCurrent(primary));
  // The runtime API works in it.
  int *value = nullptr;
  CHECK_EQ(cudaMalloc(&value, sizeof(int)), cudaSuccess);
  CHECK_CU(cuMemsetD32(reinterpret_cast<CUdeviceptr>(value), 5, 1));
  int read = 0;
  CHECK_EQ(cudaMemcpy(&read, value, sizeof read, cudaMemcpyDeviceToHost), cudaSuccess);
  CHECK_EQ(read, 5);
  CHECK_CU(cuMemFree(reinterpret_cast<CUdeviceptr>(value)));
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  // The runtime makes the primary context of its device current.
  CHECK_CU(cuCtxSetCurrent(nullptr));
  CHECK_EQ(cudaSetDevice(0), cudaSuccess);
  CHECK_EQ(cudaFree(nullptr), cudaSuccess);
  CHECK_CU(cuCtxGetCurrent(&current));
  CHECK(current == primary);
  CHECK_EQ(cuCtxDestroy(primary), CUDA_ERROR_INVALID_CONTEXT);
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
}

void devicesTellOfThemselves() {
  CUuuid uuid = {};
  cudaDeviceProp properties;
  CHECK_CU(cuDeviceGetUuid(&uuid, 0));
  CHECK_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  CHECK(std::string(uuid.bytes, 16) == std::string(properties.uuid.bytes, 16));
  int major = 0, minor = 0;
  CHECK_CU(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  CHECK_CU(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
  CHECK(major == properties.major && minor == properties.minor);
  char address[32] = {};
  CUdevice found = -1;
  CHECK_CU(cuDeviceGetPCIBusId(address, sizeof address, 0));
  CHECK_CU(cuDeviceGetByPCIBusId(&found, address));
  CHECK_EQ(found, 0);
  const char *name = nullptr, *text = nullptr;
  CHECK_CU(cuGetErrorName(CUDA_ERROR_INVALID_PTX, &name));
  CHECK_EQ(std::string(name), std::string("CUDA_ERROR_INVALID_PTX"));
  CHECK_CU(cuGetErrorString(CUDA_ERROR_INVALID_PTX, &text));
  CHECK(text && *text);
  CHECK_EQ(cuGetErrorName(static_cast<CUresult>(12345), &name), CUDA_ERROR_INVALID_VALUE);
}

} // namespace

int main() {
  nothingWithoutInit();
  nothingWithoutContext();
  ownContextsAndTheirStack();
  whatGoesWithAContext();
  primaryContexts();
  devicesTellOfThemselves();
  return verdict();
}
