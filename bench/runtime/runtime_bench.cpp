// What the runtime inside kernels costs: switches, barriers, shuffles, launches.
//
// The kernels are C++ functions, so this measures the runtime and nothing else. Times are of one operation;
// for operations of many threads at once (barrier, shuffle), of all of them together.
#include "runtime/block/cpu_function.h"
#include "runtime/executor/executor.h"
#include "runtime/fiber/context.h"

#include <atomic>
#include <benchmark/benchmark.h>
#include <cstring>
#include <memory>

using namespace raddle;
using namespace raddle::runtime;

namespace {

struct Parameters {
  int rounds;
};

RaddleKernel threadKernel(void (*entry)(RaddleThread *, const void *)) {
  RaddleKernel kernel{};
  kernel.shared_align = kRaddleSharedAlign;
  kernel.name = "bench";
  kernel.source_file = "";
  kernel.flags = kRaddleKernelNeedsFibers;
  kernel.lanes = 1;
  kernel.thread_entry = entry;
  return kernel;
}

void run(Executor &executor, const CpuFunction &function, std::uint32_t blocks, std::uint32_t threads,
         int rounds, bool cooperative = false) {
  auto launch = std::make_shared<Launch>();
  launch->function = &function;
  launch->grid_dim = {blocks, 1, 1};
  launch->block_dim = {threads, 1, 1};
  launch->cooperative = cooperative;
  const Parameters parameters{rounds};
  std::memcpy(launch->parameters.allocate(sizeof parameters), &parameters, sizeof parameters);
  std::atomic<bool> finished = false;
  launch->on_finished = [&](Launch &) {
    finished = true;
    executor.notify();
  };
  executor.submit(launch);
  executor.helpUntil([&] { return finished.load(); });
}

int roundsOf(const void *parameters) { return static_cast<const Parameters *>(parameters)->rounds; }

// Runs `rounds` operations in each of `threads` threads of one block. The reported time is that of one round.
void measure(benchmark::State &state, const RaddleKernel &kernel, std::uint32_t threads, int rounds) {
  const CpuFunction function(kernel);
  Executor executor(1);
  run(executor, function, 1, threads, rounds);
  while (state.KeepRunningBatch(rounds))
    run(executor, function, 1, threads, rounds);
}

// A bare switch from one stack to another.
void fiberSwitch(benchmark::State &state) {
  constexpr std::size_t kStackBytes = 64 * 1024;
  static Context home, fiber;
  auto stack = std::make_unique<unsigned char[]>(kStackBytes);
  prepareContext(fiber, stack.get() + kStackBytes, [](Context *previous) {
    arrivedOn(fiber, previous);
    for (;;)
      switchContext(fiber, home);
  });
  // There and back.
  while (state.KeepRunningBatch(2))
    switchContext(home, fiber);
}

// Two threads that meet again and again: a rendezvous and one switch each time.
void syncTwoThreads(benchmark::State &state) {
  const RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    for (int i = 0, n = roundsOf(parameters); i < n; ++i)
      raddle_syncwarp(thread, 3);
  });
  measure(state, kernel, 2, 100'000);
}

void syncthreads(benchmark::State &state) {
  const RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    for (int i = 0, n = roundsOf(parameters); i < n; ++i)
      raddle_syncthreads(thread);
  });
  measure(state, kernel, static_cast<std::uint32_t>(state.range(0)), 1000);
}

// One shuffle of a whole warp.
void shuffle(benchmark::State &state) {
  const RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t value = thread->lane;
    for (int i = 0, n = roundsOf(parameters); i < n; ++i)
      value += raddle_shfl_bfly(thread, 0xffffffff, value, 1, 0x1f);
    benchmark::DoNotOptimize(value);
  });
  measure(state, kernel, 32, 1000);
}

// All blocks of a grid, so many of so many threads, spread over four workers.
void gridSync(benchmark::State &state) {
  const RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    for (int i = 0, n = roundsOf(parameters); i < n; ++i)
      raddle_grid_sync(thread);
  });
  constexpr int kRounds = 10'000;
  const CpuFunction function(kernel);
  Executor executor(4);
  const auto blocks = static_cast<std::uint32_t>(state.range(0)),
             threads = static_cast<std::uint32_t>(state.range(1));
  run(executor, function, blocks, threads, kRounds, true);
  while (state.KeepRunningBatch(kRounds))
    run(executor, function, blocks, threads, kRounds, true);
}

// Threads that never wait: what it costs to start one.
void startThread(benchmark::State &state) {
  const RaddleKernel kernel = threadKernel([](RaddleThread *, const void *) {});
  const CpuFunction function(kernel);
  Executor executor(1);
  constexpr int kBlocks = 1000;
  while (state.KeepRunningBatch(kBlocks * 256))
    run(executor, function, kBlocks, 256, 0);
}

// Blocks of a kernel without fibers.
void startPlainBlock(benchmark::State &state) {
  RaddleKernel kernel = threadKernel(nullptr);
  kernel.flags = 0;
  kernel.block_entry = [](RaddleBlock *, const void *) {};
  const CpuFunction function(kernel);
  Executor executor(1);
  constexpr int kBlocks = 100'000;
  while (state.KeepRunningBatch(kBlocks))
    run(executor, function, kBlocks, 256, 0);
}

// A launch of one block and the wait for its end, again and again; with the given number of workers.
void emptyLaunch(benchmark::State &state) {
  RaddleKernel kernel = threadKernel(nullptr);
  kernel.flags = 0;
  kernel.block_entry = [](RaddleBlock *, const void *) {};
  const CpuFunction function(kernel);
  Executor executor(static_cast<unsigned>(state.range(0)));
  for (auto _ : state)
    run(executor, function, 1, 1, 0);
}

BENCHMARK(fiberSwitch)->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(syncTwoThreads)->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(syncthreads)->Arg(32)->Arg(256)->Arg(1024)->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(shuffle)->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(gridSync)->Args({4, 1})->Args({4, 256})->Args({32, 64})->UseRealTime()->Unit(
    benchmark::kNanosecond);
BENCHMARK(startThread)->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(startPlainBlock)->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(emptyLaunch)->Arg(1)->Arg(4)->UseRealTime()->Unit(benchmark::kNanosecond);

} // namespace
