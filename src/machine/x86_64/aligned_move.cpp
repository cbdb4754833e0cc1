// An instruction is [legacy prefixes] [REX, VEX or EVEX prefix] opcode ModRM [SIB] [displacement]. Intel's Software
// Developer's Manual, volume 2, chapter 2.
#include "machine/x86_64/aligned_move.h"

#include <cstring>

namespace raddle {

namespace {

// By the numbers that instructions have for them.
constexpr int kRegisters[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

struct Prefixes {
  unsigned bytes = 16;        // of the vector
  bool is_operand_66 = false; // the prefix 0x66, or what stands for it
  bool is_other = false;      // 0xf2, 0xf3, or what stands for them
  unsigned index = 0;         // the highest bits of the numbers of registers
  unsigned base = 0;
  bool is_evex = false; // small displacements count vectors
};

void readSimdPrefix(Prefixes &prefixes, unsigned pp) {
  prefixes.is_operand_66 = pp == 1;
  prefixes.is_other = pp > 1;
}

// After it stands the opcode, of the map that begins with 0x0f; null for any other instruction.
const unsigned char *readPrefixes(const unsigned char *code, Prefixes &prefixes) {
  for (;; ++code)
    if (*code == 0x66)
      prefixes.is_operand_66 = true;
    else if (*code != 0x2e && *code != 0x3e)
      break;
  auto readExtensions = [&](unsigned inverted) {
    prefixes.index = inverted & 0x40 ? 0 : 8;
    prefixes.base = inverted & 0x20 ? 0 : 8;
  };
  switch (*code) {
  case 0xc5: // VEX of two bytes
    prefixes.bytes = code[1] & 4 ? 32 : 16;
    readSimdPrefix(prefixes, code[1] & 3);
    return code + 2;
  case 0xc4: // of three
    readExtensions(code[1]);
    prefixes.bytes = code[2] & 4 ? 32 : 16;
    readSimdPrefix(prefixes, code[2] & 3);
    return (code[1] & 0x1f) == 1 ? code + 3 : nullptr;
  case 0x62: // EVEX
    readExtensions(code[1]);
    readSimdPrefix(prefixes, code[2] & 3);
    prefixes.bytes = 16u << (code[3] >> 5 & 3);
    prefixes.is_evex = true;
    return (code[1] & 7) == 1 && prefixes.bytes <= 64 ? code + 4 : nullptr;
  default:
    if ((*code & 0xf0) == 0x40) {
      readExtensions(~static_cast<unsigned>(*code) << 5);
      ++code;
    }
    return *code == 0x0f ? code + 1 : nullptr;
  }
}

std::optional<std::uintptr_t> addressAt(const unsigned char *code, const Prefixes &prefixes,
                                        const gregset_t &registers) {
  auto value = [&](unsigned number) { return static_cast<std::uintptr_t>(registers[kRegisters[number]]); };
  const unsigned mod = *code >> 6, rm = *code & 7;
  ++code;
  if (mod == 3)
    return std::nullopt;
  std::uintptr_t address = 0;
  bool has_base = true;
  unsigned base = rm;
  if (rm == 4) {
    const unsigned scale = *code >> 6, index = (*code >> 3 & 7) | prefixes.index;
    base = *code & 7;
    ++code;
    if (index != 4)
      address = value(index) << scale;
  }
  const bool is_relative = mod == 0 && rm == 5;
  if (mod == 0 && base == 5)
    has_base = false;
  if (has_base)
    address += value(base | prefixes.base);
  if (mod == 1) {
    address += static_cast<std::uintptr_t>(std::intptr_t{static_cast<signed char>(*code)} *
                                           (prefixes.is_evex ? prefixes.bytes : 1));
  } else if (mod == 2 || !has_base) {
    std::int32_t displacement;
    std::memcpy(&displacement, code, sizeof displacement);
    address += static_cast<std::uintptr_t>(std::intptr_t{displacement});
    if (is_relative)
      address += reinterpret_cast<std::uintptr_t>(code + sizeof displacement);
  }
  return address;
}

} // namespace

std::optional<AlignedMove> alignedMoveAt(const unsigned char *code, const gregset_t &registers) {
  Prefixes prefixes;
  code = readPrefixes(code, prefixes);
  if (!code || prefixes.is_other)
    return std::nullopt;
  bool write = false;
  switch (*code) {
  case 0x29: // movaps, movapd
  case 0x2b: // movntps, movntpd
    write = true;
    break;
  case 0x28:
    break;
  case 0x7f: // movdqa
  case 0xe7: // movntdq
    write = true;
    [[fallthrough]];
  case 0x6f:
    if (!prefixes.is_operand_66)
      return std::nullopt;
    break;
  default:
    return std::nullopt;
  }
  const std::optional<std::uintptr_t> address = addressAt(code + 1, prefixes, registers);
  if (!address)
    return std::nullopt;
  return AlignedMove{*address, prefixes.bytes, write};
}

} // namespace raddle
