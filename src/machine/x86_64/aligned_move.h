// Moves of vectors that need an aligned address: what the processor calls a general protection fault, without the
// address, where it is not.
#ifndef RADDLE_MACHINE_X86_64_ALIGNED_MOVE_H
#define RADDLE_MACHINE_X86_64_ALIGNED_MOVE_H

#include <cstdint>
#include <optional>
#include <ucontext.h>

namespace raddle {

struct AlignedMove {
  std::uintptr_t address;
  unsigned bytes; // 16, 32 or 64: the size, and what the address should be a multiple of
  bool write;

  bool isMisaligned() const { return address % bytes != 0 && canExist(); }

private:
  // In the lower or upper half of 48 bits.
  bool canExist() const { return address + (std::uint64_t{1} << 47) < std::uint64_t{1} << 48; }
};

/// The instruction at `code`, if it is such a move between a register and memory; `registers`: before it runs. May
/// be called in a signal handler.
std::optional<AlignedMove> alignedMoveAt(const unsigned char *code, const gregset_t &registers);

} // namespace raddle

#endif
