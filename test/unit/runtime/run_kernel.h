// Runs C++ functions as if the kernel compiler had made them from kernels.
#ifndef RADDLE_TEST_UNIT_RUNTIME_RUN_KERNEL_H
#define RADDLE_TEST_UNIT_RUNTIME_RUN_KERNEL_H

#include "abi/kernel_abi.h"
#include "runtime/block/cpu_function.h"
#include "runtime/device/cpu_device.h"
#include "runtime/executor/executor.h"

#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <type_traits>

namespace raddle::runtime {

using backend::FaultKind;
using backend::LaunchFault;

/// A kernel that runs thread by thread, each of which may wait.
inline RaddleKernel threadKernel(void (*entry)(RaddleThread *, const void *),
                                 const char *name = "_Z6kernelPi") {
  RaddleKernel kernel{};
  kernel.shared_align = kRaddleSharedAlign;
  kernel.name = name;
  kernel.source_file = "";
  kernel.flags = kRaddleKernelNeedsFibers;
  kernel.lanes = 1;
  kernel.thread_entry = entry;
  return kernel;
}

/// A kernel whose blocks are plain loops.
inline RaddleKernel blockKernel(void (*entry)(RaddleBlock *, const void *),
                                const char *name = "_Z6kernelPi") {
  RaddleKernel kernel{};
  kernel.shared_align = kRaddleSharedAlign;
  kernel.name = name;
  kernel.source_file = "";
  kernel.lanes = 1;
  kernel.block_entry = entry;
  return kernel;
}

/// The processor's part of a launch that makeLaunch() has made.
inline CpuFunction &functionOf(const Launch &launch) {
  return const_cast<CpuFunction &>(static_cast<const CpuFunction &>(*launch.function));
}

/// A launch of `kernel`, which must outlive it, with `parameters` as its parameter buffer.
template <typename Parameters>
std::shared_ptr<Launch> makeLaunch(const RaddleKernel &kernel, RaddleDim3 grid, RaddleDim3 block,
                                   const Parameters &parameters) {
  static_assert(std::is_trivially_copyable_v<Parameters>);
  struct Owner {
    explicit Owner(const RaddleKernel &kernel) : function(kernel) {}
    Launch launch;
    CpuFunction function;
    CpuDevice device{std::size_t{1} << 20, std::size_t{8} << 20};
  };
  const auto owner = std::make_shared<Owner>(kernel);
  const std::shared_ptr<Launch> launch(owner, &owner->launch);
  launch->function = &owner->function;
  launch->grid_dim = grid;
  launch->block_dim = block;
  launch->device_state = &owner->device;
  std::memcpy(launch->parameters.allocate(sizeof parameters), &parameters, sizeof parameters);
  return launch;
}

/// Why a launch that has ended ended early.
inline backend::LaunchFault faultOf(const Launch &launch) {
  return launch.fault ? *launch.fault : backend::LaunchFault{};
}

/// Runs a launch to its end, with the calling thread's help, and returns its fault.
inline LaunchFault runLaunch(Executor &executor, std::shared_ptr<Launch> launch) {
  std::atomic<bool> finished = false;
  launch->on_finished = [&](Launch &) {
    finished = true;
    executor.notify();
  };
  executor.submit(launch);
  executor.helpUntil([&] { return finished.load(); });
  return faultOf(*launch);
}

/// One executor for all tests that do not care; four workers, whatever the machine has.
inline Executor &testExecutor() {
  static Executor executor(4);
  return executor;
}

template <typename Parameters>
LaunchFault runKernel(const RaddleKernel &kernel, RaddleDim3 grid, RaddleDim3 block,
                      const Parameters &parameters) {
  return runLaunch(testExecutor(), makeLaunch(kernel, grid, block, parameters));
}

template <typename T> const T &parametersOf(const void *parameters) {
  return *static_cast<const T *>(parameters);
}

inline std::uint32_t linearThread(const RaddleThread *thread) {
  return thread->warp * kRaddleWarpSize + thread->lane;
}

/// Expects that a launch has failed in this way, with all the given texts in its report.
inline void expectFault(const LaunchFault &fault, FaultKind kind, std::initializer_list<const char *> texts) {
  EXPECT_EQ(static_cast<int>(fault.kind), static_cast<int>(kind)) << fault.report;
  for (const char *text : texts)
    EXPECT_NE(fault.report.find(text), std::string::npos) << "missing: " << text << "\nin: " << fault.report;
}

} // namespace raddle::runtime

#endif
