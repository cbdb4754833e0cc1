#include "runtime/worker/signal_record.h"

#include <csignal>
#include <cstddef>
#include <memory>

namespace raddle::runtime {

namespace {

constexpr std::size_t kSignalStackBytes = 64 * 1024;

// The signal stack of one thread, for as long as the thread lives.
class SignalStack {
public:
  SignalStack() {
    stack_t present{};
    if (sigaltstack(nullptr, &present) == 0 && !(present.ss_flags & SS_DISABLE))
      return;
    memory_ = std::make_unique<unsigned char[]>(kSignalStackBytes);
    stack_t own{};
    own.ss_sp = memory_.get();
    own.ss_size = kSignalStackBytes;
    sigaltstack(&own, nullptr);
  }
  ~SignalStack() {
    stack_t present{};
    if (!memory_ || sigaltstack(nullptr, &present) != 0 || present.ss_sp != memory_.get())
      return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;

private:
  std::unique_ptr<unsigned char[]> memory_;
};

} // namespace

void ensureSignalStack() {
  [[gnu::tls_model("initial-exec")]] static thread_local SignalStack stack; // see Carrier::ofThisThread()
}

} // namespace raddle::runtime
