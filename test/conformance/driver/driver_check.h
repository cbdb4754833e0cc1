// What the programs of the driver API share.
#ifndef RADDLE_TEST_CONFORMANCE_DRIVER_CHECK_H
#define RADDLE_TEST_CONFORMANCE_DRIVER_CHECK_H

#include "../check.h"

#include <cuda.h>

// The call succeeds.
#define CHECK_CU(call) CHECK_EQ(call, CUDA_SUCCESS)

// CUDA 13 has another function under the name cuCtxCreate.
inline CUresult createContext(CUcontext *context, unsigned flags, CUdevice device) {
#if CUDA_VERSION >= 13000
  return cuCtxCreate(context, nullptr, flags, device);
#else
  return cuCtxCreate(context, flags, device);
#endif
}

// Memory of the current context with what is copied to it and back.
template <typename T> struct DeviceValues {
  CUdeviceptr pointer = 0;
  std::size_t count;

  explicit DeviceValues(std::size_t size) : count(size) { CHECK_CU(cuMemAlloc(&pointer, count * sizeof(T))); }
  explicit DeviceValues(const std::vector<T> &values) : DeviceValues(values.size()) {
    CHECK_CU(cuMemcpyHtoD(pointer, values.data(), count * sizeof(T)));
  }
  ~DeviceValues() { CHECK_CU(cuMemFree(pointer)); }
  DeviceValues(const DeviceValues &) = delete;
  DeviceValues &operator=(const DeviceValues &) = delete;

  std::vector<T> get() const {
    std::vector<T> values(count);
    CHECK_CU(cuMemcpyDtoH(values.data(), pointer, count * sizeof(T)));
    return values;
  }
};

#endif
