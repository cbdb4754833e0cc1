// What a signal in a kernel says about it: who accessed what, and where.
#ifndef RADDLE_RUNTIME_WORKER_SIGNALLED_FAULT_H
#define RADDLE_RUNTIME_WORKER_SIGNALLED_FAULT_H

#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/worker/signal_record.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace raddle::runtime {

/// A fault that ends its block.
class SignalledFault {
public:
  /// `carrier` has run the block until the signal, and resume() runs it on. That leaves what it did in `signal`, and in
  /// `thread` who did it, where the block is run thread by thread.
  SignalledFault(Carrier &carrier, Block &block, SignalRecord &signal,
                 const std::optional<RaddleThread> &thread, std::function<BlockEvent()> resume)
      : carrier_(carrier), block_(block), signal_(signal), thread_(thread), resume_(std::move(resume)) {}

  Fault describe();

private:
  std::optional<RaddleThread> findThread(const std::shared_ptr<Run> &run,
                                         const std::optional<RaddleThread> &known);
  std::optional<RaddleThread> replay(const std::shared_ptr<Run> &run,
                                     const std::optional<RaddleThread> &known);
  std::shared_ptr<Run> runOfSingleThreads() const;

  Carrier &carrier_;
  Block &block_;
  SignalRecord &signal_;
  const std::optional<RaddleThread> &thread_;
  const std::function<BlockEvent()> resume_;
};

} // namespace raddle::runtime

#endif
