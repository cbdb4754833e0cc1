// The driver API beside the runtime API: the same devices, streams, events and kernels, results of its own, and no last error.
// check: trap
#include "driver_functions.h"

#include <string_view>

namespace {

__global__ void store(int *target) { *target = 1; }
__global__ void fail() { __trap(); }

void attributesAreThoseOfTheRuntime() {
  for (int number = 1; number <= CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH; ++number) {
    int of_driver = -1, of_runtime = -1;
    const cudaError_t error = cudaDeviceGetAttribute(&of_runtime, static_cast<cudaDeviceAttr>(number), 0);
    if (error == cudaSuccess) {
      CHECK_EQ(FUNCTION(cuDeviceGetAttribute)(&of_driver, static_cast<CUdevice_attribute>(number), 0),
               CUDA_SUCCESS);
      CHECK_EQ(of_driver, of_runtime);
    }
  }
  cudaGetLastError();
  char name[256] = {};
  cudaDeviceProp properties;
  CHECK_EQ(FUNCTION(cuDeviceGetName)(name, sizeof name, 0), CUDA_SUCCESS);
  CHECK_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  CHECK(std::string_view(name) == properties.name);
}

void wrongHandlesAndValues() {
  cudaStream_t gone = nullptr;
  CHECK_EQ(cudaStreamCreate(&gone), cudaSuccess);
  CHECK_EQ(FUNCTION(cuDeviceGetAttribute)(nullptr, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0),
           CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(FUNCTION(cuStreamWaitEvent)(gone, nullptr, 0), CUDA_ERROR_INVALID_HANDLE);
  CHECK_EQ(FUNCTION(cuEventRecord)(nullptr, gone), CUDA_ERROR_INVALID_HANDLE);
  CHECK_EQ(cudaStreamDestroy(gone), cudaSuccess);
  CHECK_EQ(functionNamed<decltype(&cuMemFree)>("cuMemFree")(1), CUDA_ERROR_INVALID_VALUE);

  cudaFunction_t kernel = nullptr;
  CHECK_EQ(cudaGetFuncBySymbol(&kernel, reinterpret_cast<const void *>(&store)), cudaSuccess);
  CUlaunchConfig configuration{};
  configuration.gridDimX = configuration.gridDimY = configuration.gridDimZ = 1;
  configuration.blockDimX = configuration.blockDimY = configuration.blockDimZ = 1;
  int *target = nullptr;
  CHECK_EQ(cudaMallocManaged(&target, sizeof(int)), cudaSuccess);
  void *parameters[] = {&target};
  CUlaunchAttribute cluster{};
  cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  cluster.value.clusterDim = {2, 1, 1};
  configuration.attrs = &cluster;
  configuration.numAttrs = 1;
  CHECK_EQ(FUNCTION(cuLaunchKernelEx)(&configuration, kernel, parameters, nullptr),
           CUDA_ERROR_INVALID_CLUSTER_SIZE);
  configuration.numAttrs = 0;
  configuration.blockDimX = 2000;
  CHECK_EQ(FUNCTION(cuLaunchKernelEx)(&configuration, kernel, parameters, nullptr), CUDA_ERROR_INVALID_VALUE);
  configuration.blockDimX = 1;
  CHECK_EQ(FUNCTION(cuLaunchKernelEx)(&configuration, kernel, parameters, nullptr), CUDA_SUCCESS);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(*target, 1);
  int shared = 0;
  CHECK_EQ(FUNCTION(cuFuncSetAttribute)(kernel, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1),
           CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000), cudaSuccess);
  CHECK_EQ(FUNCTION(cuFuncGetAttribute)(&shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel),
           CUDA_SUCCESS);
  CHECK_EQ(shared, 50000);
  cudaFree(target);
}

void eventsOfBoth() {
  cudaEvent_t first = nullptr;
  CUevent last = nullptr, untimed = nullptr;
  float milliseconds = -1;
  CHECK_EQ(cudaEventCreate(&first), cudaSuccess);
  CHECK_EQ(FUNCTION(cuEventCreate)(&last, CU_EVENT_DEFAULT), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuEventCreate)(&untimed, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuEventRecord)(first, nullptr), CUDA_SUCCESS);
  CHECK_EQ(cudaEventRecord(last, nullptr), cudaSuccess);
  CHECK_EQ(FUNCTION(cuEventRecord)(untimed, nullptr), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuEventSynchronize)(last), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuEventElapsedTime)(&milliseconds, first, last), CUDA_SUCCESS);
  CHECK(milliseconds >= 0);
  CHECK_EQ(FUNCTION(cuEventElapsedTime)(&milliseconds, first, untimed), CUDA_ERROR_INVALID_HANDLE);
  CHECK_EQ(functionNamed<decltype(&cuEventDestroy)>("cuEventDestroy")(first), CUDA_SUCCESS);
  CHECK_EQ(cudaEventDestroy(last), cudaSuccess);
}

struct Calls {
  decltype(&cuStreamQuery) query = FUNCTION(cuStreamQuery);
  CUresult in_function = CUDA_SUCCESS;
};

// Functions of streams may not use either API.
void noCallsInFunctionsOfStreams() {
  static Calls calls;
  CHECK_EQ(FUNCTION(cuLaunchHostFunc)(
               nullptr, [](void *) { calls.in_function = calls.query(nullptr); }, nullptr),
           CUDA_SUCCESS);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(calls.in_function, CUDA_ERROR_NOT_PERMITTED);
}

// Both see the fault of a kernel.
void faultsAreOfTheDevice() {
  fail<<<1, 1>>>();
  CHECK_EQ(FUNCTION(cuStreamSynchronize)(nullptr), CUDA_ERROR_LAUNCH_FAILED);
  CHECK_EQ(FUNCTION(cuStreamQuery)(nullptr), CUDA_ERROR_LAUNCH_FAILED);
  CHECK_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

} // namespace

int main() {
  if (!findDriver())
    return verdict();
  CHECK_EQ(FUNCTION(cuInit)(0), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuInit)(1), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(cudaFree(nullptr), cudaSuccess);
  attributesAreThoseOfTheRuntime();
  wrongHandlesAndValues();
  eventsOfBoth();
  noCallsInFunctionsOfStreams();
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  faultsAreOfTheDevice();
  return verdict();
}
