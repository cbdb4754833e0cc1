#include "machine/identity.h"

namespace raddle::runtime {

// Only the kernel may ask the processor.
bool isVirtualMachine() { return false; }

SharedCache lastSharedCache() { return {}; }

} // namespace raddle::runtime
