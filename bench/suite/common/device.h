// The CUDA competitors' memory and errors.
#ifndef RADDLE_BENCH_DEVICE_H
#define RADDLE_BENCH_DEVICE_H

#include "harness.h"

#include <cuda_runtime.h>

namespace bench {

inline void require(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(error));
}

/// Waits for all launches; throws when one failed.
inline void finish() {
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
}

template <typename T> class DeviceArray {
public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    require(cudaMalloc(&data_, size * sizeof(T)));
    require(cudaMemset(data_, 0, size * sizeof(T)));
  }
  explicit DeviceArray(const Array<T> &host) : DeviceArray(host.size()) {
    require(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  operator T *() const { return data_; }
  std::size_t size() const { return size_; }
  void copyTo(Array<T> &host) const {
    require(cudaMemcpy(host.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
  }

private:
  std::size_t size_;
  T *data_ = nullptr;
};

inline int blocksFor(std::size_t threads, int block) { return int((threads + block - 1) / block); }

} // namespace bench

#endif
