// A wavefront of 10,000 small kernels, of which each waits for those above and to the left: as a graph, by streams and events,
// and by a kernel that launches the others. Prints the milliseconds of each, the best of a few.
//
//   raddlecc -O3 -rdc=true -o wavefront wavefront.cu && ./wavefront
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

constexpr int kSide = 100;

#define CHECKED(call)                                                                                        \
  do {                                                                                                       \
    const cudaError_t error = (call);                                                                        \
    if (error != cudaSuccess) {                                                                              \
      std::printf("%s: %s\n", #call, cudaGetErrorName(error));                                               \
      std::exit(1);                                                                                          \
    }                                                                                                        \
  } while (0)

// The number of ways to come to a place, modulo 2^32.
__global__ void place(unsigned *ways, int row, int column) {
  const unsigned above = row ? ways[(row - 1) * kSide + column] : 0;
  const unsigned left = column ? ways[row * kSide + column - 1] : 0;
  ways[row * kSide + column] = row + column ? above + left : 1;
}

__global__ void launchAll(unsigned *ways) {
  cudaStream_t *const streams = static_cast<cudaStream_t *>(malloc(kSide * sizeof(cudaStream_t)));
  cudaEvent_t *const events = static_cast<cudaEvent_t *>(malloc(kSide * sizeof(cudaEvent_t)));
  for (int row = 0; row < kSide; ++row) {
    cudaStreamCreateWithFlags(&streams[row], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&events[row], cudaEventDisableTiming);
  }
  // By columns: the event of the row above is that of this column.
  for (int column = 0; column < kSide; ++column)
    for (int row = 0; row < kSide; ++row) {
      if (row)
        cudaStreamWaitEvent(streams[row], events[row - 1], 0);
      place<<<1, 1, 0, streams[row]>>>(ways, row, column);
      cudaEventRecord(events[row], streams[row]);
    }
  free(streams);
  free(events);
}

static double milliseconds(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

template <typename Run> static void measure(const char *name, unsigned *ways, Run run) {
  double best = 1e9;
  for (int turn = 0; turn < 5; ++turn) {
    CHECKED(cudaMemset(ways, 0, kSide * kSide * sizeof(unsigned)));
    CHECKED(cudaDeviceSynchronize());
    const auto begin = std::chrono::steady_clock::now();
    run();
    CHECKED(cudaDeviceSynchronize());
    best = std::min(best, milliseconds(begin));
  }
  std::vector<unsigned> expected(kSide * kSide), got(kSide * kSide);
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      expected[row * kSide + column] = row + column
                                           ? (row ? expected[(row - 1) * kSide + column] : 0) +
                                                 (column ? expected[row * kSide + column - 1] : 0)
                                           : 1;
  CHECKED(cudaMemcpy(got.data(), ways, got.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
  std::printf("%-16s %8.2f ms%s\n", name, best, got == expected ? "" : "  WRONG");
}

int main() {
  unsigned *ways = nullptr;
  CHECKED(cudaMalloc(&ways, kSide * kSide * sizeof(unsigned)));
  CHECKED(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4 * kSide * kSide));

  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  CHECKED(cudaGraphCreate(&graph, 0));
  std::vector<cudaGraphNode_t> nodes(kSide * kSide);
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      cudaGraphNode_t before[2];
      int count = 0;
      if (row)
        before[count++] = nodes[(row - 1) * kSide + column];
      if (column)
        before[count++] = nodes[row * kSide + column - 1];
      void *arguments[] = {&ways, &row, &column};
      cudaKernelNodeParams params = {};
      params.func = reinterpret_cast<void *>(place);
      params.gridDim = params.blockDim = dim3(1);
      params.kernelParams = arguments;
      CHECKED(cudaGraphAddKernelNode(&nodes[row * kSide + column], graph, before, count, &params));
    }
  CHECKED(cudaGraphInstantiate(&exec, graph, 0));
  measure("graph", ways, [&] { CHECKED(cudaGraphLaunch(exec, 0)); });

  std::vector<cudaStream_t> streams(kSide);
  std::vector<cudaEvent_t> events(kSide);
  for (int row = 0; row < kSide; ++row) {
    CHECKED(cudaStreamCreateWithFlags(&streams[row], cudaStreamNonBlocking));
    CHECKED(cudaEventCreateWithFlags(&events[row], cudaEventDisableTiming));
  }
  measure("streams", ways, [&] {
    for (int column = 0; column < kSide; ++column)
      for (int row = 0; row < kSide; ++row) {
        if (row)
          CHECKED(cudaStreamWaitEvent(streams[row], events[row - 1], 0));
        place<<<1, 1, 0, streams[row]>>>(ways, row, column);
        CHECKED(cudaEventRecord(events[row], streams[row]));
      }
  });
  measure("device launches", ways, [&] { launchAll<<<1, 1>>>(ways); });
  return 0;
}
