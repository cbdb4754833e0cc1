// What the program tells of its pools, through raddle/check.h and nvtx3/nvToolsExtMem.h.

#include "check/pools.h"
#include "check/options.h"

#include <cstddef>
#include <cstdint>

using namespace raddle::check;

namespace {

// As raddle/check.h counts.
enum MemoryNote : unsigned {
  kPool,
  kPoolGone,
  kPoolReset,
  kPiece,
  kPieceResized,
  kPieceGone,
  kPermissions,
  kName,
  kAllPermissions,
  kThroughNvtx = 0x100
};

void note(MemoryNote what, const void *begin, std::size_t number, std::uintptr_t caller) {
  switch (what) {
  case kPool:
    return notePool(begin, number);
  case kPoolGone:
    return notePoolGone(begin);
  case kPoolReset:
    return notePoolReset(begin, caller);
  case kPiece:
    return notePiece(begin, number, caller);
  case kPieceResized:
    return notePieceResized(begin, number);
  case kPieceGone:
    return notePieceGone(begin, caller);
  case kPermissions:
    return notePermissions(begin, static_cast<unsigned>(number));
  case kName:
    if (const auto *name = reinterpret_cast<const char *>(number))
      noteName(begin, name);
    return;
  case kAllPermissions:
    return notePermissionsGone();
  default:
    return; // of a later version of the header
  }
}

} // namespace

extern "C" __attribute__((visibility("default"))) int raddle_note_memory(unsigned what, const void *begin,
                                                                         std::size_t number) {
  if (!options().memory || ((what & kThroughNvtx) && !options().nvtx))
    return 0;
  note(static_cast<MemoryNote>(what & ~unsigned{kThroughNvtx}), begin, number,
       reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
  return 1;
}
