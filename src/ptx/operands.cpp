#include "ptx/operands.h"

#include "ptx/special_registers.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

// Subnormal numbers become zero of the same sign.
Value *flushed(Call &call, Value *value, const Type &type) {
  if (type.isFloat() && type.bits == 32 && type.elements == 1) {
    Value *magnitude = call.intrinsic(Intrinsic::fabs, value);
    Value *is_subnormal = call.builder.CreateFCmpOLT(magnitude, ConstantFP::get(value->getType(), 0x1p-126));
    Value *zero = call.intrinsic(Intrinsic::copysign, {ConstantFP::get(value->getType(), 0), value});
    return call.builder.CreateSelect(is_subnormal, zero, value);
  }
  if (type.kind == Type::Kind::Float && type.bits / type.elements == 16)
    return call.callFunction(type.elements == 2 ? "__raddle_ptx_flush_f16x2" : "__raddle_ptx_flush_f16",
                             value->getType(), value);
  return value;
}

// Numbers are clamped to [0, 1]; NaN becomes 0.
Value *saturated(Call &call, Value *value, const Type &type) {
  if (type.isNativeFloat()) {
    Value *zero = ConstantFP::get(value->getType(), 0), *one = ConstantFP::get(value->getType(), 1);
    Value *positive = call.builder.CreateSelect(call.builder.CreateFCmpOGT(value, zero), value, zero);
    return call.builder.CreateSelect(call.builder.CreateFCmpOGT(positive, one), one, positive);
  }
  if (!type.isFloat())
    return value;
  const std::string function =
      fmt::format("__raddle_ptx_saturate_{}{}", type.kind == Type::Kind::Float ? "f16" : "bf16",
                  type.elements == 2 ? "x2" : "");
  return call.callFunction(function, value->getType(), value);
}

// How many elements a vector operand has.
std::size_t lengthOf(const OperandSpec &spec, const Call &call) {
  if (spec.columns_per_element != 0)
    return call.columns() / spec.columns_per_element;
  const std::string vec = call.get("vec");
  return spec.length != 0 ? spec.length : vec.empty() ? 1 : static_cast<std::size_t>(vec[1] - '0');
}

const Operand &elementOf(const Operand &vector, std::size_t i) {
  return vector.kind == Operand::Kind::Vector ? vector.parts[i] : vector;
}

std::string nameOf(const Operand &operand) {
  return operand.kind == Operand::Kind::Argument ? fmt::format("%{}", operand.argument) : operand.name;
}

} // namespace

Value *Operands::readConstant(const Operand &operand, const Type &type) {
  if (operand.kind == Operand::Kind::Integer) {
    if (type.isNativeFloat())
      return ConstantFP::get(type.inIr(builder_.getContext()),
                             static_cast<double>(static_cast<int64_t>(operand.value)));
    return ConstantInt::get(builder_.getIntNTy(type.bits), operand.value, false);
  }
  // 0f... and 0d... convert to the other width; bits they are only where the type says no more.
  double number = operand.float_bits == 32 ? bit_cast<float>(static_cast<uint32_t>(operand.value))
                                           : bit_cast<double>(operand.value);
  if (type.isNativeFloat()) {
    if (operand.float_bits == type.bits)
      return ConstantFP::get(builder_.getContext(),
                             type.bits == 32 ? APFloat(bit_cast<float>(static_cast<uint32_t>(operand.value)))
                                             : APFloat(bit_cast<double>(operand.value)));
    return ConstantFP::get(type.inIr(builder_.getContext()), number);
  }
  if (type.bits != 32 && type.bits != 64)
    return emission_.fail("a floating-point constant cannot stand here");
  return builder_.getIntN(type.bits, type.bits == 32 ? bit_cast<uint32_t>(static_cast<float>(number))
                                                     : bit_cast<uint64_t>(number));
}

// Its address as a number of 64 bits: in shared memory what counts from the block's first byte.
Value *Operands::readSymbol(const Operand &operand, Value *pointer) {
  Value *number;
  if (pointer->stripPointerCasts()->getType()->getPointerAddressSpace() == 3) {
    Call call(builder_, Match{});
    number = call.callFunction("__raddle_shared_offset", builder_.getInt64Ty(), pointer);
  } else {
    // No constant expression, in which recoverPointers() would not look.
    number = builder_.Insert(new PtrToIntInst(pointer, builder_.getInt64Ty()));
  }
  return builder_.CreateAdd(number, builder_.getInt64(operand.value));
}

// Only addresses of variables and functions may have one.
bool Operands::hasNoOffset(const Operand &operand) {
  if (operand.value != 0)
    emission_.fail(fmt::format("'{}' is a register: add to it in an instruction of its own", nameOf(operand)));
  return operand.value == 0;
}

Value *Operands::readRegister(const Operand &operand, const Type &type, bool may_be_wider) {
  Register source = registers_.find(operand);
  Value *value = nullptr;
  if (source.slot) {
    if (!hasNoOffset(operand))
      return nullptr;
    value = builder_.CreateLoad(builder_.getIntNTy(source.bits), source.slot);
  } else if (Value *symbol = emission_.symbolOf(operand)) {
    value = readSymbol(operand, symbol);
    source.bits = 64;
    may_be_wider = type.bits == 32;
  } else if (!emission_.hasFailed()) {
    value = readSpecialRegister(builder_, operand.name);
    if (!value)
      return emission_.fail(
          emission_.symbols ? fmt::format("there is no register, variable or function '{}'", operand.name)
          : operand.name.starts_with('%')
              ? fmt::format("there is no special register '{}'", operand.name)
              : fmt::format("there is no register '{}': declare it with .reg", operand.name));
    if (!hasNoOffset(operand))
      return nullptr;
    source.bits = value->getType()->getIntegerBitWidth();
    may_be_wider = operand.name == "%gridid";
  }
  if (!value)
    return nullptr;
  if (source.bits != type.bits && !(may_be_wider && source.bits > type.bits))
    return emission_.fail(
        fmt::format("'{}' is of {} bits, but {} are needed", nameOf(operand), source.bits, type.bits));
  return builder_.CreateTrunc(value, builder_.getIntNTy(type.bits));
}

Value *Operands::read(const Operand &operand, const Type &type, bool may_be_wider) {
  Value *value = nullptr;
  switch (operand.kind) {
  case Operand::Kind::Integer:
  case Operand::Kind::Float:
    value = readConstant(operand, type);
    break;
  case Operand::Kind::Name:
  case Operand::Kind::Argument:
    value = readRegister(operand, type, may_be_wider);
    break;
  case Operand::Kind::Not:
    if (type.kind != Type::Kind::Predicate)
      return emission_.fail("'!' is for predicates");
    value = read(operand.parts[0], type);
    return value ? builder_.CreateNot(value) : nullptr;
  case Operand::Kind::Vector:
    value = pack(operand, type);
    break;
  default:
    return emission_.fail("an operand is of the wrong kind");
  }
  return value ? builder_.CreateBitCast(value, type.inIr(builder_.getContext())) : nullptr;
}

// Only mov takes vectors apart and puts them together: mov.b64 %0, {low, high}. 0 where that fails.
unsigned Operands::bitsOfElement(const Operand &vector, const Type &type) {
  const unsigned count = static_cast<unsigned>(vector.parts.size());
  if (emission_.current->opcode[0] == "mov" && type.bits % count == 0 && type.bits / count >= 8)
    return type.bits / count;
  emission_.fail("a vector cannot stand here");
  return 0;
}

Value *Operands::pack(const Operand &vector, const Type &type) {
  const unsigned bits = bitsOfElement(vector, type);
  if (bits == 0)
    return nullptr;
  Value *packed = builder_.getIntN(type.bits, 0);
  for (unsigned i = 0; i < vector.parts.size(); ++i) {
    Value *part = read(vector.parts[i], Type{Type::Kind::Bits, bits});
    if (!part)
      return nullptr;
    packed =
        builder_.CreateOr(packed, builder_.CreateShl(builder_.CreateZExt(part, packed->getType()), i * bits));
  }
  return packed;
}

void Operands::unpack(const Operand &vector, Value *value, const Type &type) {
  const unsigned bits = bitsOfElement(vector, type);
  if (bits == 0)
    return;
  value = builder_.CreateBitCast(value, builder_.getIntNTy(type.bits));
  for (unsigned i = 0; i < vector.parts.size(); ++i)
    write(vector.parts[i],
          builder_.CreateTrunc(builder_.CreateLShr(value, i * bits), builder_.getIntNTy(bits)),
          Type{Type::Kind::Bits, bits});
}

void Operands::write(const Operand &operand, Value *value, const Type &type, bool may_be_wider) {
  if (operand.kind == Operand::Kind::Sink)
    return;
  if (operand.kind == Operand::Kind::Vector)
    return unpack(operand, value, type);
  const bool is_argument = operand.kind == Operand::Kind::Argument;
  if (operand.kind != Operand::Kind::Name && !is_argument) {
    emission_.fail("the destination must be a register");
    return;
  }
  if (!hasNoOffset(operand))
    return;
  const Register target = registers_.find(operand);
  if (!target.slot || (target.bits != type.bits && !(may_be_wider && target.bits > type.bits))) {
    const std::string name = nameOf(operand);
    emission_.fail(
        target.slot ? fmt::format("'{}' is of {} bits, but the result is of {}", name, target.bits, type.bits)
        : is_argument ? fmt::format("the destination '{}' is a constant", name)
                      : fmt::format("there is no register '{}': declare it with .reg", name));
    return;
  }
  if (value->getType()->isPointerTy())
    value = builder_.CreatePtrToInt(value, builder_.getInt64Ty());
  value = builder_.CreateBitCast(value, builder_.getIntNTy(type.bits));
  llvm::Type *wide = builder_.getIntNTy(target.bits);
  builder_.CreateStore(type.isSigned() ? builder_.CreateSExt(value, wide) : builder_.CreateZExt(value, wide),
                       target.slot);
}

// Shared memory has addresses of 32 bits that count from the block's first byte; all other memory is where it
// is.
Value *Operands::readAddress(const Operand &operand, StringRef space) {
  if (operand.kind != Operand::Kind::Address)
    return emission_.fail("an address in [brackets] is needed");
  const bool shared = space.starts_with("shared");
  if (!operand.parts.empty() && !registers_.find(operand.parts[0]).slot)
    if (Value *symbol = emission_.symbolOf(operand.parts[0]))
      return builder_.CreatePtrAdd(symbol, builder_.getInt64(operand.value));
  if (!operand.parts.empty() && !shared) {
    const Operand &part = operand.parts[0];
    const Argument *argument =
        part.kind == Operand::Kind::Argument && part.argument < emission_.arguments.size()
            ? &emission_.arguments[part.argument]
            : nullptr;
    // A pointer that stays one helps to see what it points to.
    if (argument && !argument->is_output && argument->same_as < 0 && argument->type->isPointerTy())
      return builder_.CreatePtrAdd(argument->value, builder_.getInt64(operand.value));
  }
  Value *address = readSum(operand, space);
  if (!address)
    return nullptr;
  if (!shared)
    return builder_.CreateIntToPtr(address, builder_.getPtrTy());
  Call call(builder_, Match{});
  return call.callFunction(space == "shared::cluster" ? "__raddle_ptx_cluster_pointer"
                                                      : "__raddle_shared_pointer",
                           builder_.getPtrTy(), address);
}

// An address as a number of 64 bits.
Value *Operands::readSum(const Operand &address, StringRef space) {
  if (address.parts.empty())
    return builder_.getInt64(address.value);
  const Register source = registers_.find(address.parts[0]);
  if (source.slot && source.bits != 32 && source.bits != 64)
    return emission_.fail("an address must be of 32 or 64 bits");
  const unsigned bits = source.slot ? source.bits : 64;
  Value *base = read(address.parts[0], ptx::Type{ptx::Type::Kind::Unsigned, bits});
  if (!base)
    return nullptr;
  if (bits == 32 && !space.starts_with("shared") && space != "local" && space != "const" &&
      !space.starts_with("param"))
    return emission_.fail("this address must be of 64 bits: only shared memory has addresses of 32");
  return builder_.CreateAdd(builder_.CreateZExt(base, builder_.getInt64Ty()),
                            builder_.getInt64(address.value));
}

bool Operands::isVectorOf(const Operand &operand, std::size_t count) {
  const bool has_braces = operand.kind == Operand::Kind::Vector;
  if (has_braces ? operand.parts.size() == count : count <= 1)
    return true;
  emission_.fail(fmt::format("a vector of {} is needed", count));
  return false;
}

void Operands::readSource(const Operand &operand, const OperandSpec &spec, Call &call) {
  auto &values = call.sources.back();
  if (spec.is_address) {
    const StringRef named = StringRef(spec.type).drop_front().drop_back();
    const std::string chosen = call.get(named.empty() ? "space" : named.str());
    if (Value *pointer = readAddress(operand, chosen.empty() ? named : StringRef(chosen)))
      values.push_back(pointer);
    return;
  }
  ptx::Type type = call.typeOf(spec);
  bool is_vector = spec.is_vector;
  // u32/pred: the type is whichever the operand is of. b64/b32*4: the latter with braces.
  if (const auto [word, other] = StringRef(spec.type).split('/'); !other.empty()) {
    const bool is_other = is_vector
                              ? operand.kind == Operand::Kind::Vector
                              : operand.kind == Operand::Kind::Not || registers_.find(operand).bits == 1;
    type = *parseType(is_other ? other : word);
    is_vector = is_vector && is_other;
  }
  if (spec.is_constant && operand.kind != Operand::Kind::Integer) {
    emission_.fail("an operand must be a constant here");
    return;
  }
  if (is_vector) {
    const std::size_t count = lengthOf(spec, call);
    if (!isVectorOf(operand, count))
      return;
    for (std::size_t i = 0; i < count; ++i)
      if (Value *value = read(elementOf(operand, i), type, spec.may_be_wider))
        values.push_back(value);
    return;
  }
  Value *value = read(operand, type, spec.may_be_wider);
  if (!value)
    return;
  // slct looks at its last operand alone.
  const bool flushes =
      call.has("ftz") && (call.match().pattern->mnemonic[0] != "slct" || call.sources.size() == 3);
  values.push_back(flushes ? flushed(call, value, type) : value);
}

void Operands::writeDestination(const Operand &operand, const OperandSpec &spec, const Call &call,
                                Value *value) {
  const ptx::Type type = call.typeOf(spec);
  if (spec.is_vector) {
    const std::size_t count = call.results.size();
    if (!isVectorOf(operand, count))
      return;
    for (std::size_t i = 0; i < count && !emission_.hasFailed(); ++i)
      write(elementOf(operand, i), call.results[i], type, spec.may_be_wider);
    return;
  }
  if (spec.has_predicate) {
    const bool pair = operand.kind == Operand::Kind::Pair;
    write(pair ? operand.parts[0] : operand, call.results.at(0), type, spec.may_be_wider);
    if (pair)
      write(operand.parts[1], call.results.at(1), *parseType("pred"));
    return;
  }
  Call finishing(builder_, call.match());
  if (call.has("sat"))
    value = saturated(finishing, value, type);
  if (call.has("ftz") && call.match().pattern->mnemonic[0] != "slct")
    value = flushed(finishing, value, type);
  write(operand, value, type, spec.may_be_wider);
}

} // namespace raddle::ptx
