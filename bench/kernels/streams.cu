// Measures how long the host takes to enqueue operations in a stream, and compares a graph of kernels with the same kernels launched in
// streams.
#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include <array>

namespace {

// The host enqueues this many operations before it waits; a graph has this many kernels.
constexpr int kOperations = 1000;
constexpr int kRows = 4;

__global__ void empty() {}

class Streams {
public:
  Streams() {
    cudaStreamCreate(&first);
    for (cudaStream_t &row : rows)
      cudaStreamCreateWithFlags(&row, cudaStreamNonBlocking);
    cudaMalloc(&device, sizeof(int));
    cudaMallocHost(&pinned, sizeof(int));
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    for (cudaEvent_t &end : ends)
      cudaEventCreateWithFlags(&end, cudaEventDisableTiming);
  }

  void launchInARow() const {
    for (int i = 0; i < kOperations; ++i)
      empty<<<1, 32, 0, first>>>();
  }

  // Rows of kernels that begin and end together.
  void launchInRows() const {
    cudaEventRecord(untimed, first);
    for (int row = 0; row < kRows; ++row) {
      cudaStreamWaitEvent(rows[row], untimed, 0);
      for (int i = 0; i < kOperations / kRows; ++i)
        empty<<<1, 32, 0, rows[row]>>>();
      cudaEventRecord(ends[row], rows[row]);
      cudaStreamWaitEvent(first, ends[row], 0);
    }
  }

  cudaStream_t first;
  std::array<cudaStream_t, kRows> rows;
  cudaEvent_t timed, untimed;
  std::array<cudaEvent_t, kRows> ends;
  int *device, *pinned;
  int pageable = 0;
};

const Streams &streams() {
  static const Streams all;
  return all;
}

// Counts the operations that `enqueue` adds to the first stream, until they have ended.
template <typename Enqueue> void measure(benchmark::State &state, Enqueue enqueue) {
  const cudaStream_t stream = streams().first;
  enqueue();
  cudaStreamSynchronize(stream);
  for (auto _ : state) {
    enqueue();
    if (cudaStreamSynchronize(stream) != cudaSuccess)
      state.SkipWithError("an operation failed");
  }
  state.SetItemsProcessed(state.iterations() * kOperations);
}

template <typename Operation> void measureEach(benchmark::State &state, Operation operation) {
  measure(state, [&] {
    for (int i = 0; i < kOperations; ++i)
      operation();
  });
}

template <typename Launches> void measureGraph(benchmark::State &state, Launches launches) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(streams().first, cudaStreamCaptureModeGlobal);
  launches();
  cudaStreamEndCapture(streams().first, &graph);
  cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0);
  measure(state, [&] { cudaGraphLaunch(executable, streams().first); });
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

void launches(benchmark::State &state) {
  measure(state, [] { streams().launchInARow(); });
}
void launchesOfGraph(benchmark::State &state) {
  measureGraph(state, [] { streams().launchInARow(); });
}
void launchesInFourStreams(benchmark::State &state) {
  measure(state, [] { streams().launchInRows(); });
}
void launchesOfGraphInFourRows(benchmark::State &state) {
  measureGraph(state, [] { streams().launchInRows(); });
}
void copiesOfPinnedWords(benchmark::State &state) {
  measureEach(state, [] {
    cudaMemcpyAsync(streams().device, streams().pinned, sizeof(int), cudaMemcpyHostToDevice, streams().first);
  });
}
void copiesOfPageableWords(benchmark::State &state) {
  measureEach(state, [] {
    cudaMemcpyAsync(streams().device, &streams().pageable, sizeof(int), cudaMemcpyHostToDevice,
                    streams().first);
  });
}
void eventsWithTime(benchmark::State &state) {
  measureEach(state, [] { cudaEventRecord(streams().timed, streams().first); });
}
void eventsWithoutTime(benchmark::State &state) {
  measureEach(state, [] { cudaEventRecord(streams().untimed, streams().first); });
}

BENCHMARK(launches)->UseRealTime();
BENCHMARK(launchesOfGraph)->UseRealTime();
BENCHMARK(launchesInFourStreams)->UseRealTime();
BENCHMARK(launchesOfGraphInFourRows)->UseRealTime();
BENCHMARK(copiesOfPinnedWords)->UseRealTime();
BENCHMARK(copiesOfPageableWords)->UseRealTime();
BENCHMARK(eventsWithTime)->UseRealTime();
BENCHMARK(eventsWithoutTime)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
