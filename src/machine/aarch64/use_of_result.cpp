// Arm Architecture Reference Manual, C6. The result is in w0.
#include "machine/use_of_result.h"

#include <cstdint>
#include <cstring>

namespace raddle {

namespace {

// Registers and frames that a function gives back before it returns: ldp with sp as its base, ldr likewise, add to sp.
bool isOfEpilogue(std::uint32_t instruction) {
  const bool is_ldp =
      (instruction & 0xfe4003e0u) == 0xa84003e0u || (instruction & 0xfe4003e0u) == 0x6c4003e0u;
  const bool is_ldr =
      (instruction & 0xffc003e0u) == 0xf94003e0u || (instruction & 0xffe00fe0u) == 0xf84007e0u;
  const bool is_add = (instruction & 0xff8003ffu) == 0x910003ffu;
  return is_ldp || is_ldr || is_add;
}

} // namespace

ResultUse useOfResult(const unsigned char *code) {
  constexpr int kMostInstructions = 8;
  for (int i = 0; i < kMostInstructions; ++i, code += sizeof(std::uint32_t)) {
    std::uint32_t instruction = 0;
    std::memcpy(&instruction, code, sizeof instruction);
    const bool is_branch_on_zero = (instruction & 0xfe00001fu) == 0x34000000u; // cbz, cbnz w0
    const bool is_comparison = (instruction & 0xff0003e0u) == 0x71000000u ||   // subs ..., w0, constant
                               (instruction & 0xffe0ffe0u) == 0x6b000000u;     // subs ..., w0, w...
    if (is_branch_on_zero || is_comparison)
      return ResultUse::kLookedAt;
    if (instruction == 0xd65f03c0u) // ret
      return ResultUse::kReturned;
    if (!isOfEpilogue(instruction))
      return ResultUse::kUnknown;
  }
  return ResultUse::kUnknown;
}

} // namespace raddle
