// Small kernels, in groups of variants, to measure how good the model of a GPU's time of raddle profile is. Prints JSON: how long
// each takes on the device that runs it.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 bench/gpu_model/gpu_model.cu -o gpu_model && ./gpu_model > measured.json
//   raddlecc -O3 bench/gpu_model/gpu_model.cu -o gpu_model && raddle profile --json predicted.json ./gpu_model --once
//   bench/gpu_model/compare.py predicted.json measured.json
#include "compute_kernels.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    if (cudaError_t error_ = (call)) {                                                                       \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));                                   \
      std::exit(1);                                                                                          \
    }                                                                                                        \
  } while (0)

namespace {

class Bench {
public:
  explicit Bench(bool once) : once_(once) {
    CHECK(cudaEventCreate(&begin_));
    CHECK(cudaEventCreate(&end_));
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    std::printf("{\"device\": \"%s\", \"kernels\": [", properties.name);
  }
  ~Bench() { std::printf("\n]}\n"); }

  // The shortest of several times, each of launches that follow each other.
  template <typename Launch> void run(const char *group, const char *name, Launch launch) {
    const int launches = once_ ? 1 : 10, times = once_ ? 0 : 7;
    launch();
    float best = 1e30f;
    for (int time = 0; time < times; ++time) {
      CHECK(cudaEventRecord(begin_));
      for (int i = 0; i < launches; ++i)
        launch();
      CHECK(cudaEventRecord(end_));
      CHECK(cudaEventSynchronize(end_));
      float milliseconds = 0;
      CHECK(cudaEventElapsedTime(&milliseconds, begin_, end_));
      best = milliseconds < best ? milliseconds : best;
    }
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    if (!once_)
      std::printf("%s\n{\"group\": \"%s\", \"kernel\": \"%s\", \"nanoseconds\": %.0f}", is_first_ ? "" : ",",
                  group, name, best * 1e6 / launches);
    is_first_ = false;
  }

private:
  const bool once_;
  bool is_first_ = true;
  cudaEvent_t begin_, end_;
};

} // namespace

#define RUN(group, kernel, grid, block, ...)                                                                 \
  bench.run(group, #kernel, [&] { kernel<<<grid, block>>>(__VA_ARGS__); })

int main(int count, char **arguments) {
  Bench bench(count > 1 && !std::strcmp(arguments[1], "--once"));
  float *in, *more, *out, *matrices[3], *small, *squares_in, *squares_out, *quarters[4];
  CHECK(cudaMalloc(&in, kElements * sizeof(float)));
  CHECK(cudaMalloc(&more, kElements * sizeof(float)));
  CHECK(cudaMalloc(&out, kElements * sizeof(float)));
  for (float *&matrix : matrices)
    CHECK(cudaMalloc(&matrix, kMatrix * kMatrix * sizeof(float)));
  for (float *&quarter : quarters)
    CHECK(cudaMalloc(&quarter, kElements / 4 * sizeof(float)));
  CHECK(cudaMalloc(&small, (1 << 20) * sizeof(float)));
  CHECK(cudaMalloc(&squares_in, kSide * kSide * sizeof(float)));
  CHECK(cudaMalloc(&squares_out, kSide * kSide * sizeof(float)));
  std::vector<unsigned> numbers(kElements);
  unsigned state = 1;
  for (unsigned &number : numbers)
    number = (state = state * 1664525u + 1013904223u) >> 8 & (kElements - 1);
  CHECK(cudaMemset(in, 0, kElements * sizeof(float)));
  CHECK(cudaMemset(out, 0, kElements * sizeof(float)));
  CHECK(cudaMemcpy(more, numbers.data(), kElements * sizeof(float), cudaMemcpyHostToDevice));
  int *indices = reinterpret_cast<int *>(more), *results = reinterpret_cast<int *>(out);
  unsigned *words = reinterpret_cast<unsigned *>(more), *bins = reinterpret_cast<unsigned *>(out);

  const int all = kElements / 256;
  RUN("copy", copyFloat, all, 256, in, out);
  RUN("copy", copyFloat4, all / 4, 256, reinterpret_cast<float4 *>(in), reinterpret_cast<float4 *>(out));
  RUN("copy", copyGridStride, 1056, 256, in, out);
  RUN("copy", copyOffset<1>, all, 256, in, out);
  RUN("copy", copyStrided<2>, all, 256, in, out);
  RUN("copy", copyStrided<4>, all, 256, in, out);
  RUN("copy", copyStrided<8>, all, 256, in, out);
  RUN("copy", copyStrided<32>, all, 256, in, out);
  RUN("copy", copyScattered, all, 256, in, out);
  RUN("rows", sumOwnRow, all / 64, 256, in, out);
  RUN("rows", sumOwnColumn, all / 64, 256, in, out);
  RUN("particles", particlesOfStructures, all / 4, 256, reinterpret_cast<Particle *>(in));
  RUN("particles", particlesOfArrays, all / 4, 256, quarters[0], quarters[1], quarters[2], quarters[3]);
  RUN("blocks", triadOfBlocks<32>, kElements / 32, 32, in, more, out);
  RUN("blocks", triadOfBlocks<128>, kElements / 128, 128, in, more, out);
  RUN("blocks", triadOfBlocks<1024>, kElements / 1024, 1024, in, more, out);
  RUN("occupancy", triadWithShared<4>, all, 256, in, more, out);
  RUN("occupancy", triadWithShared<24>, all, 256, in, more, out);
  RUN("occupancy", triadWithShared<48>, all, 256, in, more, out);
  RUN("cache", copyInCache, 4096, 256, small, quarters[0]);
  RUN("latency", chase, 264, 128, indices, results, 256);
  RUN("latency", gatherIndependent, 264, 128, indices, results, 256);

  const dim3 tiles(kSide / 32, kSide / 8), squares(kSide / 32, kSide / 32), tile(32, 8);
  RUN("transpose", transposeCoalescedReads, tiles, tile, squares_in, squares_out);
  RUN("transpose", transposeCoalescedWrites, tiles, tile, squares_in, squares_out);
  RUN("transpose", transposeTile<0>, squares, tile, squares_in, squares_out);
  RUN("transpose", transposeTile<1>, squares, tile, squares_in, squares_out);
  RUN("stencil", stencilGlobal, tiles, tile, squares_in, squares_out);
  RUN("stencil", stencilShared, tiles, tile, squares_in, squares_out);

  RUN("chains, one warp", multiplyAdd<1>, 132, 32, out, 0.5f, 0.25f);
  RUN("chains, one warp", multiplyAdd<4>, 132, 32, out, 0.5f, 0.25f);
  RUN("arithmetic", multiplyAdd<2>, 4096, 256, out, 0.5f, 0.25f);
  RUN("arithmetic", multiplyAddDouble, 2048, 256, out, 0.5, 0.25);
  RUN("arithmetic", integerSteps, 2048, 256, results, 12345, 54321);
  RUN("arithmetic", specialFunctions, 2048, 256, out, 0.5f);
  RUN("arithmetic", integerDivisions, 2048, 256, words, 17u);
  RUN("branch", branchBy<1>, 2048, 256, out, 0.5f, 0.25f);
  RUN("branch", branchBy<32>, 2048, 256, out, 0.5f, 0.25f);
  RUN("iterations", iterationsBy<1>, 2048, 256, out, 0.5f);
  RUN("iterations", iterationsBy<32>, 2048, 256, out, 0.5f);

  RUN("banks", sharedStride<1>, 1056, 256, out, 256);
  RUN("banks", sharedStride<2>, 1056, 256, out, 256);
  RUN("banks", sharedStride<4>, 1056, 256, out, 256);
  RUN("banks", sharedStride<8>, 1056, 256, out, 256);
  RUN("banks", sharedStride<16>, 1056, 256, out, 256);
  RUN("banks", sharedStride<32>, 1056, 256, out, 256);

  const dim3 by16(kMatrix / 16, kMatrix / 16), by32(kMatrix / 32, kMatrix / 32);
  RUN("product", productUncoalesced, by16, dim3(16, 16), matrices[0], matrices[1], matrices[2]);
  RUN("product", productNaive, by16, dim3(16, 16), matrices[0], matrices[1], matrices[2]);
  RUN("product", productTiled<16>, by16, dim3(16, 16), matrices[0], matrices[1], matrices[2]);
  RUN("product", productTiled<32>, by32, dim3(32, 32), matrices[0], matrices[1], matrices[2]);
  RUN("product", productRegisters, by32, dim3(32, 8), matrices[0], matrices[1], matrices[2]);

  RUN("reduce", reduceDivergent, all, 256, in, out);
  RUN("reduce", reduceConflicts, all, 256, in, out);
  RUN("reduce", reduceSequential, all, 256, in, out);
  RUN("reduce", reduceShuffles, all, 256, in, out);
  RUN("reduce", reduceManyEach, 1056, 256, in, out);
  RUN("scan", scanSteps, all, 256, in, out);
  RUN("scan", scanShuffles, all, 256, in, out);
  RUN("histogram", histogramGlobal, all, 256, words, bins);
  RUN("histogram", histogramShared, all / 16, 256, words, bins);
  RUN("count", countEach, all, 256, words, bins);
  RUN("count", countByWarps, all, 256, words, bins);
  RUN("barriers", manyBarriers, 528, 1024, out);
  RUN("barriers", manySyncwarps, 528, 1024, out);
  return 0; // the process ends, and its memory with it
}
