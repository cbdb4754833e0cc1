// What the dry runs of a launch have found (see race::DryRun).
#ifndef RADDLE_RUNTIME_BLOCK_DRY_RUN_RESULTS_H
#define RADDLE_RUNTIME_BLOCK_DRY_RUN_RESULTS_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace raddle::runtime {

class DryRunResults {
public:
  enum State : std::uint64_t { kNotMade, kBeingMade, kPassed, kFailed };

  /// Bytes of a block's shared memory.
  struct Bytes {
    std::size_t begin, count;
  };
  struct Initialised {
    std::vector<Bytes> needed;  // by the loop, where it begins
    std::vector<Bytes> written; // by the loop, in all blocks, and not needed
  };

  State state(unsigned loop) const {
    return static_cast<State>(states_.load(std::memory_order_acquire) >> loop * kBits & 3);
  }

  /// True for the first caller, who is to make the dry run.
  bool claim(unsigned loop) {
    for (std::uint64_t known = states_; (known >> loop * kBits & 3) == kNotMade;)
      if (states_.compare_exchange_weak(known, known | std::uint64_t{kBeingMade} << loop * kBits))
        return true;
    return false;
  }

  /// To be called by whom claim() has told.
  void end(unsigned loop, bool has_passed, Initialised &&initialised) {
    {
      std::lock_guard guard(mutex_);
      initialised_[loop] = std::move(initialised);
    }
    states_.fetch_xor((std::uint64_t{kBeingMade} ^ (has_passed ? kPassed : kFailed)) << loop * kBits,
                      std::memory_order_release);
  }

  /// Of a loop whose dry run has passed.
  const Initialised &initialised(unsigned loop) {
    std::lock_guard guard(mutex_);
    return initialised_[loop];
  }

private:
  static constexpr unsigned kBits = 2;
  std::atomic<std::uint64_t> states_ = 0; // of 32 loops
  std::mutex mutex_;
  std::map<unsigned, Initialised> initialised_;
};

} // namespace raddle::runtime

#endif
