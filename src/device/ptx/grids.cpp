// The words of which PTX from nvcc's headers makes the barrier of a cooperative grid by itself: it counts the blocks with
// atomic additions to the second word, and polls it. When all have come, what is left there serves the next barrier, or
// another launch, as well as zeros.

#define DEVICE extern "C"

using u32 = unsigned int;
using u64 = unsigned long long;

DEVICE u32 __raddle_grid_is_valid();

namespace {

// Launches at the same time have different numbers; more of them than this do not wait for their blocks at once.
constexpr u32 kLaunches = 1024, kWords = 16;

__attribute__((address_space(1))) u32 words[kLaunches * kWords];

} // namespace

// Null in a launch that is not cooperative.
DEVICE void *__raddle_ptx_grid_workspace() {
  if (__raddle_grid_is_valid() == 0)
    return nullptr;
  const u32 launch = static_cast<u32>(__nvvm_read_ptx_sreg_gridid()) % kLaunches;
  return (void *)(words + launch * kWords);
}
