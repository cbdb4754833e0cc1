// An instruction is [REX prefix] opcode [ModRM [SIB] [displacement]] [immediate]. Intel's Software Developer's Manual, volume 2,
// chapter 2. The result is in eax; it is followed through moves between registers and to and from the stack.
#include "machine/use_of_result.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace raddle {

namespace {

constexpr unsigned kEax = 0, kEsp = 4, kEbp = 5;
constexpr unsigned kArguments =
    1u << 7 | 1u << 6 | 1u << 2 | 1u << 1 | 1u << 8 | 1u << 9; // edi esi edx ecx r8d r9d

// A word of the stack: relative to esp or ebp.
struct Slot {
  unsigned base;
  std::int32_t displacement;
  bool operator==(const Slot &) const = default;
};

class Reader {
public:
  explicit Reader(const unsigned char *code) : code_(code) {}

  ResultUse read() {
    constexpr int kMostInstructions = 12;
    for (int i = 0; i < kMostInstructions && use_ == ResultUse::kUnknown && !is_at_end_; ++i)
      readInstruction();
    return use_;
  }

private:
  // What ModRM and what follows it name: a register, a slot, or other memory.
  struct Operand {
    bool is_register = false;
    bool is_slot = false;
    unsigned number = 0; // of the register
    Slot slot = {};
    unsigned other = 0; // the register, or part of the opcode, in the middle of ModRM
  };

  std::int32_t readNumber(unsigned bytes) {
    std::int32_t number = 0;
    std::memcpy(&number, code_, bytes);
    code_ += bytes;
    return bytes == 1 ? static_cast<std::int8_t>(number) : number;
  }

  Operand readOperand(unsigned rex) {
    const unsigned modrm = *code_++, mode = modrm >> 6, low = modrm & 7;
    Operand operand;
    operand.other = (modrm >> 3 & 7) | (rex & 4) << 1;
    if (mode == 3) {
      operand.is_register = true;
      operand.number = low | (rex & 1) << 3;
      return operand;
    }
    const unsigned sib = low == 4 ? *code_++ : 0;
    const bool is_relative = mode == 0 && low == kEbp; // to the instruction
    const bool has_no_base = mode == 0 && low == 4 && (sib & 7) == kEbp;
    const std::int32_t displacement = is_relative || has_no_base || mode == 2 ? readNumber(4)
                                      : mode == 1                             ? readNumber(1)
                                                                              : 0;
    const bool is_esp = low == 4 && sib == 0x24, is_ebp = low == kEbp && !is_relative;
    operand.is_slot = (is_esp || is_ebp) && !(rex & 1);
    operand.slot = {is_esp ? kEsp : kEbp, displacement};
    return operand;
  }

  bool holds(unsigned number) const { return registers_ >> number & 1; }
  bool holds(const Operand &operand) const {
    return operand.is_register ? holds(operand.number)
                               : operand.is_slot && std::ranges::find(slots_, operand.slot) != slots_.end();
  }
  void set(unsigned number, bool holds_result) {
    registers_ = holds_result ? registers_ | 1u << number : registers_ & ~(1u << number);
  }
  void set(const Operand &operand, bool holds_result) {
    if (operand.is_register)
      return set(operand.number, holds_result);
    if (!operand.is_slot)
      return;
    std::erase(slots_, operand.slot);
    if (holds_result)
      slots_.push_back(operand.slot);
  }
  void lookIf(bool holds_result) {
    if (holds_result)
      use_ = ResultUse::kLookedAt;
    else
      is_at_end_ = true;
  }

  void readInstruction() {
    unsigned rex = 0;
    if ((*code_ & 0xf0) == 0x40)
      rex = *code_++;
    const bool is_wide = rex & 8;
    const unsigned opcode = *code_++;
    switch (opcode) {
    case 0x89: { // mov to a register or memory
      const Operand to = readOperand(rex);
      return set(to, holds(to.other));
    }
    case 0x8b: { // mov from one
      const Operand from = readOperand(rex);
      return set(from.other, holds(from));
    }
    case 0x85: { // test
      const Operand operand = readOperand(rex);
      return lookIf(holds(operand) && holds(operand.other));
    }
    case 0x39: // cmp
    case 0x3b: {
      const Operand operand = readOperand(rex);
      return lookIf(holds(operand) || holds(operand.other));
    }
    case 0x3d: // cmp of eax
      return lookIf(holds(kEax));
    case 0x81: // arithmetic with a constant
    case 0x83: {
      const Operand operand = readOperand(rex);
      readNumber(opcode == 0x81 ? 4 : 1);
      if (operand.is_register && operand.number == kEsp && is_wide) // arguments or the frame are taken away
        return slots_.clear();
      if ((operand.other & 7) == 7) // cmp
        return lookIf(holds(operand));
      return set(operand, false);
    }
    case 0xc1: // shifts
    case 0xd1: {
      const Operand operand = readOperand(rex);
      code_ += opcode == 0xc1;
      return set(operand, false);
    }
    case 0x63: { // movsxd
      const Operand from = readOperand(rex);
      return set(from.other, holds(from));
    }
    case 0x31: // xor: a constant 0
    case 0x33: {
      const Operand operand = readOperand(rex);
      return set(operand, false), set(operand.other, false);
    }
    case 0x8d: // lea
      return set(readOperand(rex).other, false);
    case 0xc7: { // mov of a constant
      const Operand to = readOperand(rex);
      readNumber(4);
      return set(to, false);
    }
    case 0xe8: // call
      return lookIf((registers_ & kArguments) != 0);
    case 0xc9: // leave
      return slots_.clear();
    case 0xc3: // ret
      is_at_end_ = true;
      if (holds(kEax))
        use_ = ResultUse::kReturned;
      return;
    default:
      return readShortInstruction(opcode, rex);
    }
  }

  // Its register is part of the opcode.
  void readShortInstruction(unsigned opcode, unsigned rex) {
    const unsigned number = (opcode & 7) | (rex & 1) << 3;
    const bool is_small = opcode >= 0xb0 && opcode <= 0xb7, is_large = opcode >= 0xb8 && opcode <= 0xbf;
    const bool is_pop = opcode >= 0x58 && opcode <= 0x5f;
    if (is_small || is_large) // mov of a constant
      code_ += is_small ? 1 : rex & 8 ? 8 : 4;
    else if (!is_pop)
      is_at_end_ = true;
    if (is_small || is_large || is_pop)
      set(number, false);
  }

  const unsigned char *code_;
  unsigned registers_ = 1u << kEax; // that hold the result
  std::vector<Slot> slots_;         // that do
  ResultUse use_ = ResultUse::kUnknown;
  bool is_at_end_ = false;
};

} // namespace

ResultUse useOfResult(const unsigned char *code) { return Reader(code).read(); }

} // namespace raddle
