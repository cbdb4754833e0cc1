#include "run_kernel.h"

#include "diagnostics/symbolizer.h"
#include "runtime/worker/guarded_copy.h"

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

struct Pointer {
  volatile int *pointer;
};

RaddleKernel storeKernel() {
  return threadKernel(
      [](RaddleThread *thread, const void *parameters) {
        if (thread->block->block_idx.x == 2 && thread->thread_idx.x == 17)
          *parametersOf<Pointer>(parameters).pointer = 1;
        raddle_syncthreads(thread);
      },
      "_Z5saxpyiPf");
}

volatile int *address(std::uintptr_t value) { return reinterpret_cast<volatile int *>(value); }

TEST(Fault, WildWriteEndsTheLaunchOnly) {
  const RaddleKernel kernel = storeKernel();
  for (int i = 0; i < 20; ++i)
    expectFault(runKernel(kernel, {4, 1, 1}, {64, 1, 1}, Pointer{address(0x10)}), FaultKind::kIllegalAddress,
                {"error: kernel 'saxpy(int, float*)' wrote address 0x10, which is not mapped",
                 "note: block (2,0,0), thread (17,0,0), warp 0, lane 17"});
  int target = 0;
  EXPECT_EQ(runKernel(kernel, {4, 1, 1}, {64, 1, 1}, Pointer{&target}).kind, FaultKind::kNone);
  EXPECT_EQ(target, 1);
}

TEST(Fault, WildReadIsToldApart) {
  const RaddleKernel kernel = threadKernel(
      [](RaddleThread *, const void *parameters) { (void)*parametersOf<Pointer>(parameters).pointer; });
  expectFault(runKernel(kernel, {1, 1, 1}, {1, 1, 1}, Pointer{address(0x20)}), FaultKind::kIllegalAddress,
              {"read address 0x20, which is not mapped"});
  // AArch64 ignores the highest byte.
#if defined(__x86_64__)
  const char *text = "accessed an address that cannot exist";
#else
  const char *text = "read address 0x0, which is not mapped";
#endif
  expectFault(runKernel(kernel, {1, 1, 1}, {1, 1, 1}, Pointer{address(0x8000'0000'0000'0000)}),
              FaultKind::kIllegalAddress, {text});
}

TEST(Fault, ReadOnlyMemoryIsToldApart) {
  void *page = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  expectFault(runKernel(storeKernel(), {4, 1, 1}, {64, 1, 1}, Pointer{static_cast<volatile int *>(page)}),
              FaultKind::kIllegalAddress, {"wrote address 0x", "which is read-only"});
  mprotect(page, 4096, PROT_NONE);
  expectFault(runKernel(storeKernel(), {4, 1, 1}, {64, 1, 1}, Pointer{static_cast<volatile int *>(page)}),
              FaultKind::kIllegalAddress, {"wrote address 0x", "which this process may not access"});
  munmap(page, 4096);
}

struct Function {
  void (*function)();
};

// UBSan would look at the memory in front of the function.
__attribute__((no_sanitize("undefined"))) void callKernel(RaddleThread *, const void *parameters) {
  parametersOf<Function>(parameters).function();
  asm volatile("");
}

TEST(Fault, CallOfNullIsToldApart) {
  const RaddleKernel kernel = threadKernel(callKernel);
  expectFault(runKernel(kernel, {1, 1, 1}, {1, 1, 1}, Function{nullptr}), FaultKind::kIllegalAddress,
              {"called address 0x0, which is no function"});
}

TEST(Fault, PlainKernelsNameTheThread) {
  // block_entry has no thread to name; the runtime finds it by running the threads one by one.
  RaddleKernel kernel = blockKernel(
      [](RaddleBlock *, const void *parameters) { *parametersOf<Pointer>(parameters).pointer = 1; });
  const LaunchFault nameless = runKernel(kernel, {5, 1, 1}, {64, 1, 1}, Pointer{address(0x10)});
  expectFault(nameless, FaultKind::kIllegalAddress, {"wrote address 0x10", "note: block ("});
  EXPECT_EQ(nameless.report.find("thread ("), std::string::npos);

  kernel.thread_entry = [](RaddleThread *thread, const void *parameters) {
    if (thread->thread_idx.y == 3)
      *parametersOf<Pointer>(parameters).pointer = 1;
  };
  expectFault(runKernel(kernel, {1, 5, 1}, {16, 4, 1}, Pointer{address(0x10)}), FaultKind::kIllegalAddress,
              {"note: block (0,", "thread (0,3,0), warp 1, lane 16"});
}

TEST(Fault, WarpsNameTheThreadThatFaultsAgain) {
  RaddleKernel warps = blockKernel([](RaddleBlock *block, const void *parameters) {
    block->running_warp = 2;
    *parametersOf<Pointer>(parameters).pointer = 1;
  });
  warps.lanes = 32;
  // Threads of other warps fault too.
  static RaddleKernel threads = threadKernel([](RaddleThread *thread, const void *parameters) {
    if (thread->lane == 5 || thread->lane == 9)
      *parametersOf<Pointer>(parameters).pointer = 1;
  });
  threads.parameter_bytes = sizeof(Pointer);
  auto launch = makeLaunch(warps, {2, 1, 1}, {128, 1, 1}, Pointer{address(0x10)});
  const CpuFunction by_threads(threads);
  functionOf(*launch).for_single_threads = [&] { return &by_threads; };
  expectFault(runLaunch(testExecutor(), launch), FaultKind::kIllegalAddress,
              {"wrote address 0x10", "thread (69,0,0), warp 2, lane 5"});

  static const RaddleKernel harmless = threadKernel([](RaddleThread *, const void *) {});
  launch = makeLaunch(warps, {2, 1, 1}, {128, 1, 1}, Pointer{address(0x10)});
  const CpuFunction by_harmless_threads(harmless);
  functionOf(*launch).for_single_threads = [&] { return &by_harmless_threads; };
  expectFault(runLaunch(testExecutor(), launch), FaultKind::kIllegalAddress,
              {"wrote address 0x10", "a thread of warp 2; RADDLE_LANES=1 tells which"});
}

TEST(Fault, IllegalInstruction) {
  const RaddleKernel illegal = threadKernel([](RaddleThread *, const void *) { __builtin_trap(); });
  expectFault(runKernel(illegal, {1, 1, 1}, {1, 1, 1}, Pointer{}), FaultKind::kIllegalInstruction,
              {"executed an illegal instruction"});
}

TEST(Fault, AssertPrintsCudasFormat) {
  const RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (thread->thread_idx.x == 3)
      raddle_assertfail(thread, "x < 3", "a.cu", 12, "void f(int)", 1);
  });
  testing::internal::CaptureStderr();
  const LaunchFault fault = runKernel(kernel, {1, 1, 1}, {4, 2, 1}, Pointer{});
  const std::string expected =
      "a.cu:12: void f(int): block: [0,0,0], thread: [3,0,0] Assertion `x < 3` failed.\n";
  EXPECT_EQ(testing::internal::GetCapturedStderr(), expected);
  EXPECT_EQ(fault.report, expected);
  EXPECT_EQ(fault.kind, FaultKind::kAssert);
}

TEST(Fault, TrapEndsAllBlocks) {
  struct Counter {
    std::atomic<int> *blocks;
  };
  const RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    raddle_syncthreads(thread);
    if (thread->block->block_idx.x == 10)
      raddle_trap(thread);
    if (thread->thread_idx.x == 0)
      ++*parametersOf<Counter>(parameters).blocks;
  });
  std::atomic<int> blocks = 0;
  expectFault(runKernel(kernel, {1'000'000, 1, 1}, {64, 1, 1}, Counter{&blocks}), FaultKind::kTrap,
              {"executed __trap()", "block (10,0,0)"});
  EXPECT_LT(blocks, 1'000'000);
}

// As generated code does: every function compares its stack pointer with the limit.
[[gnu::noinline]] int recurse(RaddleThread *thread, int depth) {
  volatile char frame[200];
  frame[0] = 0;
  if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < thread->stack_limit)
    raddle_stack_overflow(thread);
  if (depth == 0)
    return frame[0];
  return recurse(thread, depth - 1) + 1;
}

TEST(Fault, RunawayRecursion) {
  struct Depth {
    int depth;
    int *result;
  };
  RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    *parametersOf<Depth>(parameters).result = recurse(thread, parametersOf<Depth>(parameters).depth);
  });
  kernel.flags |= kRaddleKernelRecurses;
  int result = 0;
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Depth{100, &result}).kind, FaultKind::kNone);
  EXPECT_EQ(result, 100);
  expectFault(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Depth{1'000'000, &result}), FaultKind::kStackOverflow,
              {"overflowed the stack of a thread, which has ", "cudaLimitStackSize"});

  auto launch = makeLaunch(kernel, {1, 1, 1}, {2, 1, 1}, Depth{20'000, &result});
  launch->stack_bytes = 16 << 20;
  EXPECT_EQ(runLaunch(testExecutor(), launch).kind, FaultKind::kNone);
  EXPECT_EQ(result, 20'000);
}

TEST(Fault, DivisionByZeroWarnsOnce) {
  struct Count {
    std::atomic<int> *threads;
  };
  const RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    raddle_division_by_zero(thread);
    ++*parametersOf<Count>(parameters).threads;
  });
  std::atomic<int> threads = 0;
  testing::internal::CaptureStderr();
  EXPECT_EQ(runKernel(kernel, {4, 1, 1}, {64, 1, 1}, Count{&threads}).kind, FaultKind::kNone);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(threads, 256);
  EXPECT_EQ(text.find("warning: kernel 'kernel(int*)' divides an integer by zero"),
            text.rfind("warning: kernel 'kernel(int*)' divides an integer by zero"));
  EXPECT_NE(text.find("divides an integer by zero"), std::string::npos);
}

TEST(Fault, PlacesComeFromTheSymbolizer) {
  setSymbolizer([](const std::vector<std::uintptr_t> &addresses) {
    std::vector<std::vector<SourceFrame>> frames;
    for (std::uintptr_t address : addresses)
      frames.push_back(address ? std::vector<SourceFrame>{{"saxpy.cu:12:7", "store(int)", ""},
                                                          {"saxpy.cu:20:1", "saxpy(int*)", ""}}
                               : std::vector<SourceFrame>{});
    return frames;
  });
  const LaunchFault fault = runKernel(storeKernel(), {4, 1, 1}, {64, 1, 1}, Pointer{address(0x10)});
  const LaunchFault deadlock = runKernel(threadKernel([](RaddleThread *thread, const void *) {
                                           if (thread->lane == 0)
                                             raddle_syncwarp(thread, 3);
                                           else
                                             raddle_syncthreads(thread);
                                         }),
                                         {1, 1, 1}, {2, 1, 1}, Pointer{});
  setSymbolizer(nullptr);
  EXPECT_EQ(fault.report.find("saxpy.cu:12:7: error: kernel 'saxpy(int, float*)' wrote address 0x10"), 0u);
  EXPECT_NE(fault.report.find("note: the thread's stack:\n  #0 store(int) at saxpy.cu:12:7\n"
                              "  #1 saxpy(int*) at saxpy.cu:20:1\n"),
            std::string::npos)
      << fault.report;
  expectFault(deadlock, FaultKind::kDeadlock,
              {"lane 0 waits at __syncwarp(0x00000003) [saxpy.cu:12:7] for lane 1\n",
               "thread 1 waits at __syncthreads() [saxpy.cu:12:7], 1 of 2\n"});
}

TEST(Fault, DeviceHeap) {
  const RaddleKernel fine = threadKernel([](RaddleThread *thread, const void *) {
    auto *memory = static_cast<unsigned char *>(raddle_malloc(thread, 1000));
    memory[0] = memory[999] = 1;
    raddle_syncthreads(thread);
    raddle_free(thread, memory);
    raddle_free(thread, nullptr);
    if (raddle_malloc(thread, ~std::uint64_t{0}) != nullptr)
      raddle_trap(thread);
  });
  EXPECT_EQ(runKernel(fine, {4, 1, 1}, {64, 1, 1}, Pointer{}).kind, FaultKind::kNone);
  const RaddleKernel wrong = threadKernel([](RaddleThread *thread, const void *parameters) {
    raddle_free(thread, const_cast<int *>(parametersOf<Pointer>(parameters).pointer));
  });
  alignas(16) int local[8] = {};
  expectFault(runKernel(wrong, {1, 1, 1}, {1, 1, 1}, Pointer{local + 4}), FaultKind::kTrap,
              {"freed address 0x", "which malloc() did not return"});
  expectFault(runKernel(wrong, {1, 1, 1}, {1, 1, 1}, Pointer{address(0x1000)}), FaultKind::kTrap,
              {"freed address 0x1000, which malloc() did not return"});
}

TEST(Fault, ProgramsOwnHandlersStillWork) {
  // Starts a fresh process, in which the program's handler is there first.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // Outside of kernels a signal reaches the handler that was installed before ours, or kills the process.
  EXPECT_EXIT(
      {
        struct sigaction action = {};
        action.sa_handler = [](int) { _exit(42); };
        sigaction(SIGSEGV, &action, nullptr);
        Executor executor(1);
        const RaddleKernel kernel = storeKernel();
        runLaunch(executor, makeLaunch(kernel, {4, 1, 1}, {64, 1, 1}, Pointer{address(0x10)}));
        *address(0x30) = 1;
      },
      testing::ExitedWithCode(42), "wrote address 0x10");
}

TEST(GuardedCopy, CopiesOrSaysNo) {
  std::vector<char> from(100'000, 'x'), to(100'000);
  EXPECT_TRUE(guardedCopy(to.data(), from.data(), from.size()));
  EXPECT_EQ(from, to);
  EXPECT_TRUE(guardedCopy(to.data(), nullptr, 0));
  EXPECT_FALSE(guardedCopy(to.data(), nullptr, 1));
  EXPECT_FALSE(guardedCopy(nullptr, from.data(), 1));
  EXPECT_FALSE(guardedCopy(to.data(), reinterpret_cast<void *>(std::uintptr_t{1} << 63), 8));
  auto *pages =
      static_cast<char *>(mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  munmap(pages + 4096, 4096);
  EXPECT_FALSE(guardedCopy(pages + 4090, from.data(), 10));
  EXPECT_EQ(pages[4095], 'x') << "bytes before the hole are copied";
  std::string text;
  EXPECT_FALSE(guardedString(pages + 4090, 100, text));
  EXPECT_EQ(text, "xxxxxx");
  pages[4095] = 0;
  EXPECT_TRUE(guardedString(pages + 4090, 100, text));
  EXPECT_EQ(text, "xxxxx");
  munmap(pages, 4096);
}

TEST(GuardedCopy, PastTheCachesIsTheSame) {
  for (std::size_t offset : {0u, 1u, 63u})
    for (std::size_t bytes : {0u, 1u, 64u, 130u, 10'000u}) {
      std::vector<char> from(bytes + 1, 'x'), to(bytes + 200, 'y');
      EXPECT_TRUE(guardedCopyPastCaches(to.data() + offset, from.data() + 1, bytes));
      EXPECT_EQ(std::count(to.begin(), to.end(), 'x'), static_cast<std::ptrdiff_t>(bytes));
      EXPECT_EQ(std::string(to.data() + offset, bytes), std::string(bytes, 'x'));
    }
  char byte = 0;
  std::vector<char> bytes(1000);
  EXPECT_FALSE(guardedCopyPastCaches(nullptr, bytes.data(), 1000));
  EXPECT_FALSE(guardedCopyPastCaches(bytes.data(), nullptr, 1000));
  EXPECT_FALSE(guardedCopyPastCaches(&byte, nullptr, 1));
}

} // namespace
