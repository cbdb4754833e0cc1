// Clocks, printf, malloc, and the ways in which a thread gives up: what kernels call that is not about other
// threads. These are also called from kernels without fibers, whose RaddleThread is not a Fiber.
#include "abi/kernel_exports.h"
#include "base/checks.h"
#include "base/margin.h"
#include "check/report.h"
#include "check/shadow.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "diagnostics/symbolizer.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/calls/device_printf.h"
#include "runtime/device/device_heap.h"
#include "runtime/race/shadow.h"
#include "runtime/worker/guarded_copy.h"
#include "runtime/worker/worker.h"

#include <atomic>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <time.h>

using namespace raddle;
using namespace raddle::runtime;

namespace {

Block &blockOf(const RaddleThread *thread) { return *static_cast<Block *>(thread->block); }

void tellHeapOverrun(RaddleThread *thread, const DeviceHeap::Overrun &overrun,
                     std::uintptr_t return_address) {
  std::string text = fmt::format("freed {} of malloc(), past the end of which {} {} overwritten, {}",
                                 plural(overrun.bytes, "byte"), plural(overrun.rear.bytes, "byte"),
                                 overrun.rear.bytes == 1 ? "was" : "were", distanceBehind(overrun.rear));
  if (!checks().lenient)
    raiseFaultOfKernel(thread, FaultKind::kIllegalAddress, std::move(text), return_address, nullptr,
                       check::Rule::kStrayWrite);
  // The first is enough.
  static std::atomic<bool> told = false;
  if (!told.exchange(true))
    blockOf(thread).worker->onHomeStack([&] {
      printDiagnostic(fmt::format("{}warning: kernel '{}' {}\n",
                                  placePrefix(symbolize({callSite(return_address)})[0]),
                                  kernelName(blockOf(thread).kernel()), text));
    });
}

} // namespace

RADDLE_EXPORT uint64_t raddle_clock64(void) { return timeStamp(); }

RADDLE_EXPORT uint64_t raddle_globaltimer(void) {
  // The GPU's timer counts from the epoch too.
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(now.tv_nsec);
}

RADDLE_EXPORT uint32_t raddle_smid(RaddleThread *thread) { return blockOf(thread).worker->index(); }

RADDLE_EXPORT uint32_t raddle_nsmid(RaddleThread *thread) { return blockOf(thread).worker->count(); }

namespace {

// As an H100 lays it out, and not as it lies here.
uint32_t sharedBytesOf(const Block &block) {
  constexpr uint32_t kDynamicAlign = 16;
  const auto static_bytes = static_cast<uint32_t>(block.kernel().static_shared_bytes);
  return (static_bytes + kDynamicAlign - 1) / kDynamicAlign * kDynamicAlign + block.dynamic_shared_bytes;
}

} // namespace

RADDLE_EXPORT uint32_t raddle_total_shared_bytes(RaddleThread *thread) {
  constexpr uint32_t kUnit = 128;
  return (sharedBytesOf(blockOf(thread)) + kUnit - 1) / kUnit * kUnit;
}

RADDLE_EXPORT uint32_t raddle_aggregate_shared_bytes(RaddleThread *thread) {
  // The value on sm_90, with which the register came.
  constexpr uint32_t kReserved = 1024;
  return sharedBytesOf(blockOf(thread)) + kReserved;
}

RADDLE_EXPORT int32_t raddle_vprintf(RaddleThread *thread, const char *format, const void *arguments) {
  if (!format)
    return -1;
  Block &block = blockOf(thread);
  int32_t count = 0;
  block.worker->onHomeStack([&] {
    std::string text;
    count = formatDevicePrintf(text, format, arguments);
    block.print(*thread, text);
  });
  return count;
}

RADDLE_EXPORT void raddle_release_prints(RaddleThread *thread) {
  Block &block = blockOf(thread);
  if (block.held_output)
    block.held_output->release(*thread);
}

RADDLE_EXPORT void raddle_acquire_prints(RaddleThread *thread) {
  Block &block = blockOf(thread);
  if (block.held_output)
    block.held_output->acquire(*thread);
}

static void release(RaddleThread *thread, DeviceHeap &heap, const std::vector<void *> &blocks,
                    std::uintptr_t call) {
  for (void *block : blocks) {
    std::optional<DeviceHeap::Overrun> overrun;
    heap.release(block, &overrun);
    if (overrun)
      tellHeapOverrun(thread, *overrun, call);
  }
}

static void *allocate(RaddleThread *thread, uint64_t size, uint64_t alignment, std::uintptr_t call) {
  const Block &block = blockOf(thread);
  DeviceHeap *heap = block.run->heap();
  if (!heap || !std::has_single_bit(alignment))
    return nullptr;
  void *memory = heap->allocate(size, alignment, block.worker->index());
  if (check::enabled(check::Detector::kMemory))
    block.worker->onHomeStack([&] {
      if (!memory) {
        release(thread, *heap, heap->history().takeRetired(), call);
        memory = heap->allocate(size, alignment, block.worker->index());
      }
      if (memory)
        heap->history().noteMade(memory, callSite(call));
    });
  if (memory)
    check::poison(memory, size);
  if (memory && checks().poison)
    std::memset(memory, kPoisonByte, size);
  // Whoever had it before has given it back.
  if (memory && check::enabled(check::Detector::kRace))
    race::forgetAccesses(reinterpret_cast<std::uintptr_t>(memory), size);
  return memory;
}

// Where the program is checked, what was freed is held back for a while. False when it was no block.
static bool retire(RaddleThread *thread, DeviceHeap &heap, void *pointer, std::uintptr_t call) {
  bool done = false;
  blockOf(thread).worker->onHomeStack([&] {
    const auto block = heap.find(pointer);
    if (!block || block->begin != pointer || block->is_free)
      return;
    if (const auto released = heap.history().retire(pointer, block->bytes, callSite(call))) {
      release(thread, heap, *released, call);
      done = true;
    }
  });
  return done;
}

RADDLE_EXPORT void *raddle_malloc(RaddleThread *thread, uint64_t size) {
  return allocate(thread, size, DeviceHeap::kAlignment, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void *raddle_aligned_malloc(RaddleThread *thread, uint64_t size, uint64_t alignment) {
  return allocate(thread, size, alignment, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_free(RaddleThread *thread, void *pointer) {
  if (!pointer)
    return;
  Block &block = blockOf(thread);
  DeviceHeap *heap = block.run->heap();
  std::optional<DeviceHeap::Overrun> overrun;
  const bool is_checked = check::enabled(check::Detector::kMemory);
  if (heap && (is_checked ? retire(thread, *heap, pointer, RADDLE_CALL_SITE) : heap->release(pointer, &overrun))) {
    if (overrun) [[unlikely]]
      tellHeapOverrun(thread, *overrun, RADDLE_CALL_SITE);
    return;
  }
  Fault fault;
  fault.kind = FaultKind::kTrap; // as on a GPU
  fault.about_kernel = true;
  fault.text = fmt::format("freed address {}, which malloc() did not return or which is already free", pointer);
  fault.site = callSite(RADDLE_CALL_SITE);
  fault.thread = *thread;
  fault.rule = check::Rule::kInvalidDeviceFree;
  if (is_checked && heap)
    if (const HeapHistory::Life life = heap->history().lifeOf(pointer); life.freed)
      fault.notes.push_back({"it was freed here", life.freed});
  raiseFault(block, std::move(fault));
}

RADDLE_EXPORT void raddle_assertfail(RaddleThread *thread, const char *message, const char *file,
                                     uint32_t line, const char *function, uint64_t) {
  Block &block = blockOf(thread);
  const RaddleDim3 &b = block.block_idx;
  const RaddleDim3 &t = thread->thread_idx;
  Fault fault;
  fault.kind = FaultKind::kAssert;
  fault.verbatim = true;
  fault.site = callSite(RADDLE_CALL_SITE);
  fault.thread = *thread;
  fault.text = fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n", file,
                           line, function, b.x, b.y, b.z, t.x, t.y, t.z, message);
  raiseFault(block, std::move(fault));
}

RADDLE_EXPORT void raddle_trap(RaddleThread *thread) {
  raiseFaultOfKernel(thread, FaultKind::kTrap, "executed __trap()", RADDLE_CALL_SITE);
}

namespace {

// `text` holds {} for the numbers.
[[noreturn]] void raiseFaultOfText(RaddleThread *thread, FaultKind kind, std::optional<check::Rule> rule, const char *text,
                                   uint32_t first, uint32_t second, std::uintptr_t return_address) {
  Block &block = blockOf(thread);
  Fault fault;
  fault.kind = kind;
  fault.rule = rule;
  block.worker->onHomeStack([&] { fault.text = fmt::format(fmt::runtime(text), first, second); });
  fault.site = callSite(return_address);
  fault.thread = *thread;
  raiseFault(block, std::move(fault));
}

} // namespace

RADDLE_EXPORT void raddle_wrong_use(RaddleThread *thread, const char *text, uint32_t first, uint32_t second) {
  raiseFaultOfText(thread, FaultKind::kTrap, check::Rule::kInvalidGroup, text, first, second, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_illegal_instruction(RaddleThread *thread, const char *text, uint32_t first, uint32_t second) {
  raiseFaultOfText(thread, FaultKind::kIllegalInstruction, std::nullopt, text, first, second, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_misaligned_operand(RaddleThread *thread, const char *text, uint32_t first, uint32_t second) {
  raiseFaultOfText(thread, FaultKind::kMisalignedAddress, std::nullopt, text, first, second, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_stack_overflow(RaddleThread *thread) {
  Block &block = blockOf(thread);
  const Fiber &fiber = *block.worker->current;
  const std::uintptr_t top = reinterpret_cast<std::uintptr_t>(&fiber);
  Fault fault;
  fault.kind = FaultKind::kStackOverflow;
  fault.about_kernel = true;
  fault.text = fmt::format("overflowed the stack of a thread, which has {} bytes",
                           (top - fiber.stack_limit) / block.kernel().lanes);
  fault.site = callSite(RADDLE_CALL_SITE);
  fault.thread = *thread;
  fault.notes.push_back(
      {"runaway recursion, or deeper than cudaDeviceSetLimit(cudaLimitStackSize, ...) allows", 0});
  raiseFault(block, std::move(fault));
}

RADDLE_EXPORT void raddle_misaligned(RaddleThread *thread, const void *pointer, uint32_t alignment) {
  Block &block = blockOf(thread);
  Fault fault;
  fault.kind = FaultKind::kMisalignedAddress;
  fault.about_kernel = true;
  fault.text = fmt::format("accessed address {}, which is no multiple of {}", pointer, alignment);
  fault.site = callSite(RADDLE_CALL_SITE);
  fault.thread = *thread;
  // Where warps are fused, it is not known here which one it was.
  fault.some_lane = block.lanes > kRaddleWarpSize;
  raiseFault(block, std::move(fault));
}
