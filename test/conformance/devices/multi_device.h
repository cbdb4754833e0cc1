// What the programs about multi-device launches share. CUDA 13 has no such launch; with Raddle's headers,
// which have one of their own, the programs run there too.
#ifndef RADDLE_TEST_CONFORMANCE_MULTI_DEVICE_H
#define RADDLE_TEST_CONFORMANCE_MULTI_DEVICE_H

#include "../headers_under_test.h"
#include "devices.h"

#include <cooperative_groups.h>

#if RADDLE_COOPERATIVE_GROUPS
#include <cooperative_groups/launch_multi_device.h>
#endif

#include <algorithm>

// One stream on each device, destroyed at the end.
class StreamOfEach {
public:
  explicit StreamOfEach(int devices) : streams_(devices) {
    for (int device = 0; device < devices; ++device) {
      CHECK_CUDA(cudaSetDevice(device));
      CHECK_CUDA(cudaStreamCreate(&streams_[device]));
    }
    CHECK_CUDA(cudaSetDevice(0));
  }
  ~StreamOfEach() {
    for (cudaStream_t stream : streams_)
      cudaStreamDestroy(stream);
  }
  StreamOfEach(const StreamOfEach &) = delete;
  StreamOfEach &operator=(const StreamOfEach &) = delete;

  cudaStream_t operator[](int device) const { return streams_[device]; }
  int count() const { return static_cast<int>(streams_.size()); }
  void synchronize() const {
    for (cudaStream_t stream : streams_)
      CHECK_CUDA(cudaStreamSynchronize(stream));
  }

private:
  std::vector<cudaStream_t> streams_;
};

// Memory that the host and all devices reach, zeroed at first. Managed, because over PCIe atomics of several
// GPUs lose updates in pinned host memory.
template <typename T> class SharedArray {
public:
  explicit SharedArray(std::size_t count) : count_(count) {
    CHECK_CUDA(cudaMallocManaged(&data_, count * sizeof(T)));
    std::fill_n(data_, count, T());
  }
  ~SharedArray() { cudaFree(data_); }
  SharedArray(const SharedArray &) = delete;
  SharedArray &operator=(const SharedArray &) = delete;

  T *get() const { return data_; }
  std::vector<T> host() const { return std::vector<T>(data_, data_ + count_); }

private:
  std::size_t count_;
  T *data_ = nullptr;
};

#if RADDLE_COOPERATIVE_GROUPS
// The same launch for each stream; `arguments` holds pointers to the kernel's arguments.
template <typename Kernel>
std::vector<cudaLaunchParams> sameOnEach(const StreamOfEach &streams, Kernel *kernel, dim3 grid, dim3 block,
                                         void **arguments, std::size_t shared_bytes = 0) {
  std::vector<cudaLaunchParams> list(streams.count());
  for (int device = 0; device < streams.count(); ++device)
    list[device] = {reinterpret_cast<void *>(kernel), grid, block, arguments, shared_bytes, streams[device]};
  return list;
}

inline cudaError_t launch(std::vector<cudaLaunchParams> list, unsigned flags = 0) {
  return cooperative_groups::launch_multi_device(list.data(), static_cast<unsigned>(list.size()), flags);
}
#endif

#endif
