#include "runtime/block/carrier.h"

namespace raddle::runtime {

namespace {

// libraddle.so is loaded at program start or by an early dlopen, so the fast model is available.
[[gnu::tls_model("initial-exec")]] constinit thread_local Carrier *of_this_thread = nullptr;

} // namespace

[[gnu::hot]] Carrier *Carrier::ofThisThread() { return of_this_thread; }

[[gnu::hot]] void Carrier::setOfThisThread(Carrier *carrier) { of_this_thread = carrier; }

unsigned char *Carrier::frames() {
  if (!frames_)
    frames_ = std::make_unique_for_overwrite<Frames>();
  return frames_->bytes;
}

} // namespace raddle::runtime
