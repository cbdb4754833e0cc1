// How an asm statement reads and writes its operands: registers, constants, vectors, addresses.
#include "ptx/special_registers.h"
#include "ptx/statement_translator.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

// Numbers below the least normal one become zero of the same sign.
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

// To [0, 1]; NaN becomes 0.
Value *saturated(Call &call, Value *value, const Type &type) {
  if (type.isNativeFloat()) {
    Value *zero = ConstantFP::get(value->getType(), 0), *one = ConstantFP::get(value->getType(), 1);
    Value *positive = call.builder.CreateSelect(call.builder.CreateFCmpOGT(value, zero), value, zero);
    return call.builder.CreateSelect(call.builder.CreateFCmpOGT(positive, one), one, positive);
  }
  if (type.kind == Type::Kind::Float)
    return call.callFunction(type.elements == 2 ? "__raddle_ptx_saturate_f16x2" : "__raddle_ptx_saturate_f16",
                             value->getType(), value);
  if (type.kind == Type::Kind::Bfloat)
    return call.callFunction(type.elements == 2 ? "__raddle_ptx_saturate_bf16x2"
                                                : "__raddle_ptx_saturate_bf16",
                             value->getType(), value);
  return value;
}

Type typeOf(const OperandSpec &spec, const Call &call) {
  Type type = call.type(spec.type);
  if (spec.twice_as_wide)
    type.bits *= 2;
  return type;
}

} // namespace

Register StatementTranslator::newRegister(unsigned bits, const Twine &name) {
  BasicBlock &entry = function_.getEntryBlock();
  IRBuilder<> at_entry(&entry, entry.getFirstInsertionPt());
  Register result{at_entry.CreateAlloca(builder_.getIntNTy(bits), nullptr, name), bits};
  // What is never written reads as zero, in every run and on both engines.
  builder_.CreateStore(ConstantInt::get(builder_.getIntNTy(bits), 0), result.slot);
  return result;
}

Register StatementTranslator::findRegister(const Operand &operand) {
  if (operand.kind == Operand::Kind::Argument) {
    if (operand.argument < argument_registers_.size())
      return argument_registers_[operand.argument];
    fail(fmt::format("there is no operand %{}", operand.argument));
    return {};
  }
  if (operand.kind != Operand::Kind::Name)
    return {};
  for (unsigned scope = current_->scope; scope != 0; scope = program_->parent_scopes[scope])
    if (auto found = scope_registers_[scope].find(operand.name); found != scope_registers_[scope].end())
      return found->second;
  return function_registers_.lookup(operand.name);
}

Value *StatementTranslator::readConstant(const Operand &operand, const Type &type) {
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
  if (type.bits != 32 && type.bits != 64) {
    fail("a floating-point constant cannot stand here");
    return nullptr;
  }
  return builder_.getIntN(type.bits, type.bits == 32 ? bit_cast<uint32_t>(static_cast<float>(number))
                                                     : bit_cast<uint64_t>(number));
}

Value *StatementTranslator::readRegister(const Operand &operand, const Type &type, bool may_be_wider) {
  Register source = findRegister(operand);
  Value *value = nullptr;
  if (source.slot) {
    value = builder_.CreateLoad(builder_.getIntNTy(source.bits), source.slot);
  } else if (error_.empty()) {
    value = readSpecialRegister(builder_, operand.name);
    if (!value) {
      fail(fmt::format(operand.name.starts_with('%')
                           ? fmt::runtime("there is no special register '{}'")
                           : fmt::runtime("there is no register '{}': declare it with .reg"),
                       operand.name));
      return nullptr;
    }
    source.bits = value->getType()->getIntegerBitWidth();
    may_be_wider = operand.name == "%gridid";
  }
  if (!value)
    return nullptr;
  if (source.bits != type.bits && !(may_be_wider && source.bits > type.bits)) {
    const std::string name =
        operand.kind == Operand::Kind::Argument ? fmt::format("%{}", operand.argument) : operand.name;
    fail(fmt::format("'{}' is of {} bits, but {} are needed", name, source.bits, type.bits));
    return nullptr;
  }
  return builder_.CreateTrunc(value, builder_.getIntNTy(type.bits));
}

Value *StatementTranslator::read(const Operand &operand, const Type &type, bool may_be_wider) {
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
      fail("'!' is for predicates");
    else
      value = read(operand.parts[0], type, false);
    return value ? builder_.CreateNot(value) : nullptr;
  case Operand::Kind::Vector:
    value = pack(operand, type);
    break;
  default:
    fail("an operand is of the wrong kind");
  }
  return value ? builder_.CreateBitCast(value, type.inIr(builder_.getContext())) : nullptr;
}

// mov.b64 %0, {low, high};
Value *StatementTranslator::pack(const Operand &vector, const Type &type) {
  const unsigned count = static_cast<unsigned>(vector.parts.size());
  if (current_->opcode[0] != "mov" || type.bits % count != 0 || type.bits / count < 8) {
    fail("a vector cannot stand here");
    return nullptr;
  }
  const unsigned bits = type.bits / count;
  Value *packed = builder_.getIntN(type.bits, 0);
  for (unsigned i = 0; i < count; ++i) {
    Value *part = read(vector.parts[i], Type{Type::Kind::Bits, bits}, false);
    if (!part)
      return nullptr;
    packed =
        builder_.CreateOr(packed, builder_.CreateShl(builder_.CreateZExt(part, packed->getType()), i * bits));
  }
  return packed;
}

void StatementTranslator::unpack(const Operand &vector, Value *value, const Type &type) {
  const unsigned count = static_cast<unsigned>(vector.parts.size());
  if (current_->opcode[0] != "mov" || type.bits % count != 0 || type.bits / count < 8)
    return fail("a vector cannot stand here");
  const unsigned bits = type.bits / count;
  value = builder_.CreateBitCast(value, builder_.getIntNTy(type.bits));
  for (unsigned i = 0; i < count; ++i)
    write(vector.parts[i],
          builder_.CreateTrunc(builder_.CreateLShr(value, i * bits), builder_.getIntNTy(bits)),
          Type{Type::Kind::Bits, bits}, false);
}

void StatementTranslator::write(const Operand &operand, Value *value, const Type &type, bool may_be_wider) {
  if (operand.kind == Operand::Kind::Sink)
    return;
  if (operand.kind == Operand::Kind::Vector)
    return unpack(operand, value, type);
  if (operand.kind != Operand::Kind::Name && operand.kind != Operand::Kind::Argument)
    return fail("the destination must be a register");
  const Register target = findRegister(operand);
  const std::string name =
      operand.kind == Operand::Kind::Argument ? fmt::format("%{}", operand.argument) : operand.name;
  if (!target.slot) {
    if (operand.kind == Operand::Kind::Argument)
      return fail(fmt::format("the destination '{}' is a constant", name));
    return fail(fmt::format("there is no register '{}': declare it with .reg", name));
  }
  if (target.bits != type.bits && !(may_be_wider && target.bits > type.bits))
    return fail(fmt::format("'{}' is of {} bits, but the result is of {}", name, target.bits, type.bits));
  if (value->getType()->isPointerTy())
    value = builder_.CreatePtrToInt(value, builder_.getInt64Ty());
  value = builder_.CreateBitCast(value, builder_.getIntNTy(type.bits));
  llvm::Type *wide = builder_.getIntNTy(target.bits);
  builder_.CreateStore(type.isSigned() ? builder_.CreateSExt(value, wide) : builder_.CreateZExt(value, wide),
                       target.slot);
}

// Shared memory has addresses of 32 bits that count from the block's first byte; all other memory is where it
// is.
Value *StatementTranslator::address(const Operand &operand, StringRef space) {
  if (operand.kind != Operand::Kind::Address) {
    fail("an address in [brackets] is needed");
    return nullptr;
  }
  const bool shared = space.starts_with("shared");
  Value *base = nullptr;
  if (operand.parts.empty()) {
    base = builder_.getInt64(operand.value);
  } else {
    const Operand &part = operand.parts[0];
    const Argument *argument = part.kind == Operand::Kind::Argument && part.argument < arguments_.size()
                                   ? &arguments_[part.argument]
                                   : nullptr;
    // A pointer that stays one helps to see what it points to.
    if (!shared && argument && !argument->is_output && argument->same_as < 0 && argument->type->isPointerTy())
      return builder_.CreatePtrAdd(argument->value, builder_.getInt64(operand.value));
    const Register source = findRegister(part);
    if (source.slot && source.bits != 32 && source.bits != 64) {
      fail("an address must be of 32 or 64 bits");
      return nullptr;
    }
    const unsigned bits = source.slot ? source.bits : 64;
    base = read(part, ptx::Type{ptx::Type::Kind::Unsigned, bits}, false);
    if (!base)
      return nullptr;
    if (bits == 32 && !shared && space != "local" && space != "const" && !space.starts_with("param")) {
      fail("this address must be of 64 bits: only shared memory has addresses of 32");
      return nullptr;
    }
    base = builder_.CreateAdd(builder_.CreateZExt(base, builder_.getInt64Ty()),
                              builder_.getInt64(operand.value));
  }
  if (!shared)
    return builder_.CreateIntToPtr(base, builder_.getPtrTy());
  Call call(builder_, Match{});
  if (space == "shared::cluster")
    return call.callFunction("__raddle_ptx_cluster_pointer", builder_.getPtrTy(), base);
  return call.callFunction("__raddle_shared_pointer", builder_.getPtrTy(), base);
}

void StatementTranslator::readSource(const Operand &operand, const OperandSpec &spec, Call &call) {
  auto &values = call.sources.back();
  if (spec.is_address) {
    const StringRef named = StringRef(spec.type).drop_front().drop_back();
    const std::string chosen = call.get(named.empty() ? "space" : named.str());
    if (Value *pointer = address(operand, chosen.empty() ? named : StringRef(chosen)))
      values.push_back(pointer);
    return;
  }
  ptx::Type type = typeOf(spec, call);
  // u32/pred: whichever the operand is.
  if (const auto [word, other] = StringRef(spec.type).split('/'); !other.empty())
    type = *parseType(operand.kind == Operand::Kind::Not || findRegister(operand).bits == 1 ? other : word);
  if (spec.is_constant && operand.kind != Operand::Kind::Integer)
    return fail("an operand must be a constant here");
  if (spec.is_vector) {
    const std::string vec = call.get("vec");
    const std::size_t count = vec.empty() ? 1 : static_cast<std::size_t>(vec[1] - '0');
    if (count > 1 && (operand.kind != Operand::Kind::Vector || operand.parts.size() != count))
      return fail(fmt::format("a vector of {} is needed", count));
    for (std::size_t i = 0; i < count; ++i)
      if (Value *value = read(count == 1 ? operand : operand.parts[i], type, spec.may_be_wider))
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

void StatementTranslator::writeDestination(const Operand &operand, const OperandSpec &spec, const Call &call,
                                           Value *value) {
  const ptx::Type type = typeOf(spec, call);
  if (spec.is_vector) {
    const std::size_t count = call.results.size();
    if (count > 1 && (operand.kind != Operand::Kind::Vector || operand.parts.size() != count))
      return fail(fmt::format("a vector of {} is needed", count));
    for (std::size_t i = 0; i < count && error_.empty(); ++i)
      write(count == 1 ? operand : operand.parts[i], call.results[i], type, spec.may_be_wider);
    return;
  }
  if (spec.has_predicate) {
    const bool pair = operand.kind == Operand::Kind::Pair;
    write(pair ? operand.parts[0] : operand, call.results.at(0), type, spec.may_be_wider);
    if (pair)
      write(operand.parts[1], call.results.at(1), *parseType("pred"), false);
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
