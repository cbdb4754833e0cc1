// Arrays of one process that another one opens: large and small ones, at the same time; what is written is seen on both sides.
#include "two_processes.h"

#include <atomic>
#include <thread>

__global__ void fill(int *values, int count, int first) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    values[i] = first + i;
}

constexpr int kCounts[] = {1, 100, 5000, 40'000, 300'000, 3'000'000};
constexpr int kArrays = sizeof kCounts / sizeof kCounts[0];

void checkHolds(const int *values, int count, int first) {
  std::vector<int> got(count);
  CHECK_CUDA(cudaMemcpy(got.data(), values, sizeof(int) * got.size(), cudaMemcpyDeviceToHost));
  bool is_right = true;
  for (int i = 0; i < count; ++i)
    is_right &= got[i] == first + i;
  CHECK(is_right);
}

int *filled(int count, int first) {
  int *values = nullptr;
  CHECK_CUDA(cudaMalloc(&values, sizeof(int) * count));
  fill<<<8, 128>>>(values, count, first);
  CHECK_LAUNCH();
  return values;
}

// A host thread that counts in memory which lies beside what is shared meanwhile.
class Counter {
public:
  Counter()
      : thread_([this] {
          CHECK_CUDA(cudaMallocHost(const_cast<long **>(&count_), sizeof *count_));
          *count_ = 0;
          while (!ends_.load()) {
            *count_ = *count_ + 1;
            ++expected_;
          }
        }) {}
  ~Counter() {
    ends_ = true;
    thread_.join();
    CHECK_EQ(*count_, expected_);
    CHECK_CUDA(cudaFreeHost(const_cast<long *>(count_)));
  }

private:
  volatile long *count_ = nullptr;
  long expected_ = 0;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

void owner(Peer &peer) {
  const Counter counter;
  int *values[kArrays], *neighbours[kArrays];
  for (int i = 0; i < kArrays; ++i) {
    values[i] = filled(kCounts[i], i);
    neighbours[i] = filled(kCounts[i], 1000 + i);
  }
  for (int i = 0; i < kArrays; ++i) {
    cudaIpcMemHandle_t handle;
    CHECK_CUDA(cudaIpcGetMemHandle(&handle, values[i]));
    // Sharing changes nothing here.
    checkHolds(values[i], kCounts[i], i);
    peer.send(handle);
  }
  peer.receive<int>();
  for (int i = 0; i < kArrays; ++i) {
    checkHolds(values[i], kCounts[i], 500 + i);
    checkHolds(neighbours[i], kCounts[i], 1000 + i);
    fill<<<8, 128>>>(values[i], kCounts[i], 700 + i);
  }
  CHECK_LAUNCH();
  peer.send(0);
  peer.receive<int>();
  for (int i = 0; i < kArrays; ++i) {
    CHECK_CUDA(cudaFree(values[i]));
    checkHolds(neighbours[i], kCounts[i], 1000 + i);
    int *const fresh = filled(kCounts[i], 3);
    checkHolds(fresh, kCounts[i], 3);
    CHECK_CUDA(cudaFree(fresh));
    CHECK_CUDA(cudaFree(neighbours[i]));
  }
}

void user(Peer &peer, pid_t) {
  void *values[kArrays];
  for (int i = 0; i < kArrays; ++i) {
    const auto handle = peer.receive<cudaIpcMemHandle_t>();
    CHECK_EQ(cudaIpcOpenMemHandle(&values[i], handle, 0), cudaErrorInvalidValue);
    cudaGetLastError();
    CHECK_CUDA(cudaIpcOpenMemHandle(&values[i], handle, cudaIpcMemLazyEnablePeerAccess));
    cudaPointerAttributes attributes;
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, values[i]));
    CHECK_EQ(attributes.type, cudaMemoryTypeDevice);
    int *const own = static_cast<int *>(values[i]);
    checkHolds(own, kCounts[i], i);
    fill<<<8, 128>>>(own, kCounts[i], 500 + i);
    CHECK_LAUNCH();
  }
  peer.send(0);
  peer.receive<int>();
  for (int i = 0; i < kArrays; ++i) {
    checkHolds(static_cast<int *>(values[i]), kCounts[i], 700 + i);
    CHECK_CUDA(cudaIpcCloseMemHandle(values[i]));
  }
  peer.send(0);
}

int main() { return runTwo(owner, user); }
