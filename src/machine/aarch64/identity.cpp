#include "machine/identity.h"

namespace raddle {

// Only the kernel may ask the processor.
bool isVirtualMachine() { return false; }

SharedCache lastSharedCache() { return {}; }

} // namespace raddle
