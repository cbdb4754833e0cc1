#include "runtime/calls/spans.h"

#include "diagnostics/stack_trace.h"
#include "machine/processor.h"
#include "runtime/block/block.h"

#include <string>

namespace raddle::runtime {

namespace {

[[noreturn, gnu::noinline]] void raiseArrivedTwice(RaddleThread *thread, Span span, std::uintptr_t site) {
  static constexpr const char *kNames[kSpans] = {"cluster", "grid", "multi-grid"};
  raiseFaultOfKernel(thread, FaultKind::kIllegalInstruction,
                     std::string("arrived twice at the barrier of its ") + kNames[static_cast<int>(span)] +
                         " without waiting in between",
                     site, nullptr, check::Rule::kInvalidBarrier);
}

inline std::uint32_t arrive(RaddleThread *thread, Span span, std::uintptr_t site) {
  Fiber &self = fiberOf(thread);
  Block &block = *static_cast<Block *>(thread->block);
  SpanPart &part = block.part(span);
  block.refresh(part, block.live);
  std::uint32_t &arrivals = self.span_arrivals[static_cast<int>(span)];
  if (arrivals > part.phase) [[unlikely]]
    raiseArrivedTwice(&self, span, site);
  const std::uint32_t token = part.phase;
  arrivals = token + 1;
  part.arrived = true;
  block.noteProgress();
  block.noLongerMissing(part);
  return token;
}

// Whether the phase is not complete, as far as the block's worker can see.
inline bool isBefore(const Block &block, const SpanPart &part, std::uint32_t token) {
  if (static_cast<std::int32_t>(part.complete() - token) > 0)
    return false;
  part.barrier->look(*block.worker);
  return static_cast<std::int32_t>(part.complete() - token) <= 0;
}

// Others are about to complete the phase, as long as they have cores of their own. Looking out for that here
// saves the way to the worker's home context and back. False when it takes them longer.
bool watch(const Block &block, const SpanPart &part, std::uint32_t token) {
  // A pause takes a good part of the time that the others need.
  constexpr int kLooks = 128, kLooksWithoutPause = 64;
  for (int look = 0; look < kLooks; ++look) {
    if (look >= kLooksWithoutPause)
      spinPause();
    if (!isBefore(block, part, token))
      return true;
  }
  return false;
}

inline void wait(RaddleThread *thread, Span span, std::uint32_t token, const char *what,
                 std::uintptr_t site) {
  Fiber &self = fiberOf(thread);
  Block &block = *static_cast<Block *>(thread->block);
  SpanPart &part = block.part(span);
  while (isBefore(block, part, token)) {
    if (block.nobodyElseCanRun() && block.worker->hasOnly(block) && watch(block, part, token)) {
      block.refresh(part, block.live);
      return;
    }
    self.wait = {what, 0, site};
    part.waiting.push(&self);
    if (!block.by_threads)
      self.lanes_here = thread->lanes_here;
    block.leaveIfAborted(self);
    block.wait(self);
  }
}

} // namespace

std::uint32_t arriveAt(RaddleThread *thread, Span span, std::uintptr_t site) {
  return arrive(thread, span, site);
}

void waitFor(RaddleThread *thread, Span span, std::uint32_t token, const char *what, std::uintptr_t site) {
  wait(thread, span, token, what, site);
}

void syncAt(RaddleThread *thread, Span span, const char *what, std::uintptr_t site) {
  wait(thread, span, arrive(thread, span, site), what, site);
}

} // namespace raddle::runtime
