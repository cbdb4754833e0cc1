// Host threads that launch small kernels at the same time, on streams of their own and on one that they share,
// and wait for them in every way there is, or by looking at mapped memory only.
#include "../check.h"

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

constexpr int kThreads = 4, kRounds = 150;

__global__ void add(int *counter, int amount) {
  if (threadIdx.x == 0)
    atomicAdd(counter, amount);
}

__global__ void tell(volatile int *place, int value) {
  *place = value;
  __threadfence_system();
}

__global__ void expect(const int *sum, int expected, int *wrong) {
  if (*sum != expected)
    atomicAdd(wrong, 1);
}

struct Results {
  int *own;     // of each host thread
  int *shared;  // of all
  int *wrong;   // what kernels did not expect
  int *mailbox; // mapped, of each host thread
  cudaStream_t common;
};

std::atomic<int> wrong_results = 0, failed_calls = 0;

void require(cudaError_t error) { failed_calls += error != cudaSuccess; }

void work(int self, const Results &results) {
  cudaStream_t first, second;
  cudaEvent_t event;
  require(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  require(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  require(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  int *const own = results.own + self;
  volatile int *const mail = results.mailbox + self;
  int expected = 0;
  auto compareOwn = [&] {
    int value = -1;
    require(cudaMemcpyAsync(&value, own, sizeof value, cudaMemcpyDeviceToHost, first));
    require(cudaStreamSynchronize(first));
    wrong_results += value != expected;
  };
  for (int round = 0; round < kRounds; ++round) {
    const int blocks = round % 7 == 0 ? 64 : 1;
    add<<<blocks, 32, 0, first>>>(own, 1);
    expected += blocks;
    switch ((round + self) % 6) {
    case 0:
      require(cudaStreamSynchronize(first));
      break;
    case 1: // the other stream looks at it, and the first one goes on after that
      require(cudaEventRecord(event, first));
      require(cudaStreamWaitEvent(second, event, 0));
      expect<<<1, 1, 0, second>>>(own, expected, results.wrong);
      require(cudaEventRecord(event, second));
      require(cudaStreamWaitEvent(first, event, 0));
      break;
    case 2:
      require(cudaEventRecord(event, first));
      require(cudaEventSynchronize(event));
      compareOwn();
      break;
    case 3: // a kernel starts even if the host does not come back to ask
      tell<<<1, 1, 0, first>>>(results.mailbox + self, round);
      while (*mail != round)
        std::this_thread::yield();
      break;
    case 4:
      require(cudaDeviceSynchronize());
      break;
    case 5:
      while (cudaStreamQuery(first) == cudaErrorNotReady)
        std::this_thread::yield();
      compareOwn();
      break;
    }
    add<<<1, 64, 0, results.common>>>(results.shared, 1);
  }
  compareOwn();
  require(cudaStreamSynchronize(second));
  require(cudaGetLastError());
  require(cudaEventDestroy(event));
  require(cudaStreamDestroy(first));
  require(cudaStreamDestroy(second));
}

int main() {
  DeviceArray<int> own(kThreads), shared(1), wrong(1);
  Results results{own.get(), shared.get(), wrong.get(), nullptr, nullptr};
  CHECK_CUDA(cudaHostAlloc(&results.mailbox, kThreads * sizeof(int), cudaHostAllocMapped));
  CHECK_CUDA(cudaStreamCreate(&results.common));
  for (int thread = 0; thread < kThreads; ++thread)
    results.mailbox[thread] = -1;
  CHECK_CUDA(cudaDeviceSynchronize());

  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back(work, thread, std::cref(results));
  for (std::thread &thread : threads)
    thread.join();

  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(failed_calls.load(), 0);
  CHECK_EQ(wrong_results.load(), 0);
  CHECK_EQ(wrong.first(), 0);
  CHECK_EQ(shared.first(), kThreads * kRounds);
  return verdict();
}
