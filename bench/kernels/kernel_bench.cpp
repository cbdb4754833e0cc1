// What a kernel launch, a barrier, a shuffle, a vote and plain arithmetic cost on this machine.
#include "kernels.h"

#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include <chrono>

namespace {

void synchronize(benchmark::State &state) {
  if (cudaDeviceSynchronize() != cudaSuccess) {
    state.SkipWithError("a kernel failed");
  }
}

// Seconds that `launch` takes until its kernel has ended, divided by `operations`.
template <typename Launch> double secondsEach(benchmark::State &state, int operations, Launch launch) {
  auto start = std::chrono::steady_clock::now();
  launch();
  synchronize(state);
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / operations;
}

// Where the reported time is that of one operation among thousands, the number of iterations is given: Google
// Benchmark would add up the reported times to decide when it has seen enough.
//
// The first launch of a kernel compiles it, so each benchmark launches once before the clock starts.

void emptyLaunchAndWait(benchmark::State &state) {
  launchEmpty();
  synchronize(state);
  for (auto _ : state) {
    launchEmpty();
    synchronize(state);
  }
}
BENCHMARK(emptyLaunchAndWait)->UseRealTime()->Unit(benchmark::kMicrosecond);

void emptyLaunchPipelined(benchmark::State &state) {
  const int launches = 1000;
  launchEmpty();
  synchronize(state);
  for (auto _ : state) {
    state.SetIterationTime(secondsEach(state, launches, [] {
      for (int i = 0; i < launches; ++i) {
        launchEmpty();
      }
    }));
  }
}
BENCHMARK(emptyLaunchPipelined)->UseManualTime()->Unit(benchmark::kMicrosecond)->Iterations(50);

void syncthreads(benchmark::State &state) {
  const int barriers = 2000;
  const int threads = int(state.range(0));
  launchBarriers(threads, 1);
  synchronize(state);
  for (auto _ : state) {
    state.SetIterationTime(secondsEach(state, barriers, [&] { launchBarriers(threads, barriers); }));
  }
}
BENCHMARK(syncthreads)
    ->Arg(32)
    ->Arg(256)
    ->Arg(1024)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(20);

void shuffleOfOneWarp(benchmark::State &state) {
  const int shuffles = 10000;
  launchShuffles(1);
  synchronize(state);
  for (auto _ : state) {
    state.SetIterationTime(secondsEach(state, shuffles, [] { launchShuffles(shuffles); }));
  }
}
BENCHMARK(shuffleOfOneWarp)->UseManualTime()->Unit(benchmark::kMicrosecond)->Iterations(20);

void sumOfOneWarp(benchmark::State &state) {
  const int shuffles = 10000;
  launchSums(1);
  synchronize(state);
  for (auto _ : state) {
    state.SetIterationTime(secondsEach(state, shuffles, [] { launchSums(shuffles); }));
  }
}
BENCHMARK(sumOfOneWarp)->UseManualTime()->Unit(benchmark::kMicrosecond)->Iterations(20);

// What a vote costs; with one warp how long it takes, as nothing else is there to do meanwhile.
void votes(benchmark::State &state) {
  const int votes = 10000, warps = int(state.range(0));
  launchVotes(warps, 4);
  synchronize(state);
  for (auto _ : state) {
    state.SetIterationTime(secondsEach(state, votes * warps, [&] { launchVotes(warps, votes); }));
  }
}
BENCHMARK(votes)->Arg(1)->Arg(8)->UseManualTime()->Unit(benchmark::kNanosecond)->Iterations(20);

// bench/scaling.py runs this one with different numbers of workers.
void computeBound(benchmark::State &state) {
  launchCompute(1, 1);
  synchronize(state);
  for (auto _ : state) {
    launchCompute(1024, 2000);
    synchronize(state);
  }
}
BENCHMARK(computeBound)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
