// Private memory that becomes shared memory while other threads use it.
#ifndef RADDLE_MACHINE_MOVED_PAGES_H
#define RADDLE_MACHINE_MOVED_PAGES_H

#include "machine/shared_pages.h"

#include <cstddef>
#include <cstdint>

namespace raddle {

/// Copies `bytes` at `begin` to the beginning of `pages`, which are as long, and puts these in their place. Threads that write
/// there meanwhile get a SIGSEGV, whose handler calls retriesAfterMove(). False, and nothing has changed, when the system
/// refuses.
bool moveToShared(std::byte *begin, std::size_t bytes, const SharedPages &pages);

/// Such memory ends: what is done with its addresses is nobody's concern here.
void forgetMoved(std::byte *begin);

/// For handlers of signals: whether the address could not be accessed for no other reason than a move, which has ended on
/// return.
bool retriesAfterMove(std::uintptr_t address);

} // namespace raddle

#endif
