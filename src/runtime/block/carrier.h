// What carries a block: the home stack of a thread, which the block's fibers leave to, and the stacks that they take. Of a
// worker it is all that blocks know.
#ifndef RADDLE_RUNTIME_BLOCK_CARRIER_H
#define RADDLE_RUNTIME_BLOCK_CARRIER_H

#include "runtime/block/fault.h"
#include "runtime/fiber/fiber.h"

#include <memory>
#include <optional>
#include <type_traits>

namespace raddle::runtime {

struct Block;

/// Why a fiber resumed the worker's home context.
enum class BlockEvent {
  kDone,      // all threads have exited
  kPolling,   // every thread that can run has yielded since the last time
  kSuspended, // no thread can run until another block releases it
  kStuck,     // no thread can run, and none can be released
  kFault,     // Carrier::fault says what
  kSignal,    // the worker knows what
  kAbandoned, // the launch was aborted
  kCall,      // Carrier::onHomeStack() has something that is to be run on the home stack
};

class Carrier {
public:
  Carrier(const Carrier &) = delete;
  Carrier &operator=(const Carrier &) = delete;

  unsigned index() const { return index_; }
  /// How many there are of its kind.
  virtual unsigned count() const = 0;
  /// Blocks on others that are suspended may go on.
  virtual void wakeOthers() = 0;
  FiberPool &fibers() { return fibers_; }

  /// For RaddleKernel.batch_entry.
  unsigned char *frames();

  /// Whether this worker has nothing to do but this block, and no other worker needs its core.
  virtual bool hasOnly(const Block &block) const = 0;

  /// The block has run all of its range, and nothing waits in it. Takes more blocks of its launch, unless
  /// this worker has something else to do; false when there are none.
  virtual bool claimMore(Block &block) = 0;

  /// The fiber that is running; null when the home context is.
  Fiber *current = nullptr;
  BlockEvent event = BlockEvent::kDone;
  std::optional<Fault> fault;

  void switchTo(Fiber &from, Fiber &to) {
    current = &to;
    switchContext(from, to);
  }
  /// Resumes the home context. Returns when the home context resumes the block and this fiber's turn comes.
  void leave(Fiber &from, BlockEvent why) {
    event = why;
    switchContext(from, home_);
  }

  /// Runs f() on the home stack: for work that needs more stack than a fiber has to spare, and in which a
  /// crash is not the kernel's fault.
  template <typename F> void onHomeStack(F &&f) {
    Fiber &self = *current;
    call_ = [](void *function) { (*static_cast<std::remove_reference_t<F> *>(function))(); };
    call_argument_ = &f;
    leave(self, BlockEvent::kCall);
  }

  /// What the calling thread drives, or null.
  static Carrier *ofThisThread();

protected:
  explicit Carrier(unsigned index) : index_(index) {}
  ~Carrier() = default;

  /// The calling thread drives it from now on, or none.
  static void setOfThisThread(Carrier *carrier);

  const unsigned index_;
  Context home_;
  FiberPool fibers_;
  void (*call_)(void *) = nullptr;
  void *call_argument_ = nullptr;

private:
  struct alignas(64) Frames {
    unsigned char bytes[kRaddleFramesBytes];
  };
  std::unique_ptr<Frames> frames_;
};

} // namespace raddle::runtime

#endif
