// flags: -rdc=true
// 64 host threads with 256 streams capture, update and launch graphs and kernels that launch kernels, at the same time: nothing is
// lost, and nothing changes places.
#include "../check.h"

#include <array>
#include <atomic>
#include <thread>

constexpr int kThreads = 64, kStreams = 4, kShared = 8, kRounds = 3, kLaunches = 6;

// The order of two of these shows in the result.
__host__ __device__ unsigned next(unsigned value, unsigned by) { return value * 31 + by; }

__global__ void step(unsigned *value, unsigned by) { *value = next(*value, by); }
__global__ void combine(unsigned *values) {
  for (int i = 1; i < kStreams; ++i)
    values[0] = next(values[0], values[i]);
}
__global__ void family(unsigned *value, unsigned by) {
  *value = next(*value, by);
  step<<<1, 1, 0, cudaStreamTailLaunch>>>(value, by + 3);
  step<<<1, 1>>>(value, by + 1);
  step<<<1, 1>>>(value, by + 2);
}

struct Log {
  int count;
  int who[kThreads * kLaunches], turn[kThreads * kLaunches];
};
// Those of one stream run one after the other.
__global__ void write(Log *log, int who, int turn) {
  log->who[log->count] = who;
  log->turn[log->count++] = turn;
}

// Calls of many threads are counted without a lock in check.h, so each thread has a count of its own.
struct Worker {
  int number;
  unsigned *values; // kStreams of them
  Log *logs;
  const std::array<cudaStream_t, kShared> &shared;
  std::array<cudaStream_t, kStreams> streams = {};
  std::array<cudaEvent_t, kStreams> events = {};
  std::array<unsigned, kStreams> expected = {};
  int faults = 0;

  void call(cudaError_t error) { faults += error != cudaSuccess; }

  // A fork to all streams, and the join.
  cudaGraph_t capture(unsigned by) {
    call(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeThreadLocal));
    call(cudaEventRecord(events[0], streams[0]));
    step<<<1, 1, 0, streams[0]>>>(values, by);
    for (int i = 1; i < kStreams; ++i) {
      call(cudaStreamWaitEvent(streams[i], events[0], 0));
      step<<<1, 1, 0, streams[i]>>>(values + i, by + i);
      step<<<1, 1, 0, streams[i]>>>(values + i, by * i);
      call(cudaEventRecord(events[i], streams[i]));
      call(cudaStreamWaitEvent(streams[0], events[i], 0));
    }
    combine<<<1, 1, 0, streams[0]>>>(values);
    call(cudaGetLastError());
    cudaGraph_t graph = nullptr;
    call(cudaStreamEndCapture(streams[0], &graph));
    return graph;
  }
  void modelGraph(unsigned by) {
    expected[0] = next(expected[0], by);
    for (int i = 1; i < kStreams; ++i)
      expected[i] = next(next(expected[i], by + i), by * i);
    for (int i = 1; i < kStreams; ++i)
      expected[0] = next(expected[0], expected[i]);
  }

  void launchGraph(cudaGraphExec_t exec, unsigned by) {
    call(cudaGraphLaunch(exec, streams[0]));
    modelGraph(by);
  }
  void launchFamily(unsigned by) {
    family<<<1, 1, 0, streams[0]>>>(values, by);
    call(cudaGetLastError());
    for (unsigned i = 0; i < 4; ++i)
      expected[0] = next(expected[0], by + i);
  }

  void round(int round) {
    const unsigned by = static_cast<unsigned>(number * 100 + round * 10);
    const cudaGraph_t graph = capture(by), other = capture(by + 5);
    cudaGraphExec_t exec = nullptr;
    call(cudaGraphInstantiate(&exec, graph, 0));
    launchGraph(exec, by);
    launchFamily(by + 7);
    cudaGraphExecUpdateResultInfo info;
    call(cudaGraphExecUpdate(exec, other, &info));
    launchGraph(exec, by + 5);
    launchGraph(exec, by + 5);
    for (int i = 0; i < kLaunches / kRounds; ++i)
      write<<<1, 1, 0, shared[number % kShared]>>>(logs + number % kShared, number, round * (kLaunches / kRounds) + i);
    call(cudaGetLastError());
    call(cudaGraphExecDestroy(exec));
    call(cudaGraphDestroy(graph));
    call(cudaGraphDestroy(other));
  }

  void run() {
    for (cudaStream_t &stream : streams)
      call(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (cudaEvent_t &event : events)
      call(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (int i = 0; i < kRounds; ++i)
      round(i);
    for (cudaStream_t stream : streams)
      call(cudaStreamSynchronize(stream));
    for (cudaEvent_t event : events)
      call(cudaEventDestroy(event));
    for (cudaStream_t stream : streams)
      call(cudaStreamDestroy(stream));
  }
};

int main() {
  unsigned *values = nullptr;
  Log *logs = nullptr;
  CHECK_CUDA(cudaMalloc(&values, kThreads * kStreams * sizeof(unsigned)));
  CHECK_CUDA(cudaMalloc(&logs, kShared * sizeof(Log)));
  CHECK_CUDA(cudaMemset(logs, 0, kShared * sizeof(Log)));
  std::array<cudaStream_t, kShared> shared;
  for (cudaStream_t &stream : shared)
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  // All kernels are there before a stream captures.
  step<<<1, 1>>>(values, 0);
  combine<<<1, 1>>>(values);
  family<<<1, 1>>>(values, 0);
  write<<<1, 1>>>(logs, 0, 0);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaMemset(logs, 0, kShared * sizeof(Log)));
  CHECK_CUDA(cudaMemset(values, 0, kThreads * kStreams * sizeof(unsigned)));
  CHECK_CUDA(cudaDeviceSynchronize());

  std::vector<Worker> workers;
  for (int i = 0; i < kThreads; ++i)
    workers.push_back({i, values + i * kStreams, logs, shared});
  std::vector<std::thread> threads;
  for (Worker &worker : workers)
    threads.emplace_back([&worker] { worker.run(); });
  for (std::thread &thread : threads)
    thread.join();
  CHECK_CUDA(cudaDeviceSynchronize());

  std::vector<unsigned> got(kThreads * kStreams), expected;
  CHECK_CUDA(cudaMemcpy(got.data(), values, got.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (const Worker &worker : workers) {
    CHECK_EQ(worker.faults, 0);
    expected.insert(expected.end(), worker.expected.begin(), worker.expected.end());
  }
  CHECK_SAME(got, expected);
  std::vector<Log> written(kShared);
  CHECK_CUDA(cudaMemcpy(written.data(), logs, kShared * sizeof(Log), cudaMemcpyDeviceToHost));
  std::vector<int> turns(kThreads);
  for (const Log &log : written) {
    CHECK_EQ(log.count, kThreads / kShared * kLaunches);
    for (int i = 0; i < log.count; ++i)
      CHECK_EQ(log.turn[i], turns[log.who[i]]++);
  }
  for (cudaStream_t stream : shared)
    CHECK_CUDA(cudaStreamDestroy(stream));
  CHECK_CUDA(cudaFree(values));
  CHECK_CUDA(cudaFree(logs));
  return verdict();
}
