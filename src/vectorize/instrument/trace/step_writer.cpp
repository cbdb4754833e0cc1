#include "vectorize/instrument/trace/step_writer.h"

#include "abi/kernel_abi.h"
#include "nvvm/readable_names.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/source_places.h"
#include "vectorize/instrument/trace/headers.h"

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;

std::string traceTypeOf(const Type *type) {
  if (type->isPointerTy())
    return "ptr";
  if (!type->isIntegerTy() && !type->isHalfTy() && !type->isBFloatTy() && !type->isFloatTy() &&
      !type->isDoubleTy())
    return "";
  const unsigned bits = type->getScalarSizeInBits();
  if (bits > 64)
    return "";
  return (type->isIntegerTy() ? "i" : type->isBFloatTy() ? "b" : "f") + std::to_string(bits);
}

StepWriter::StepWriter(Function &function, const Function *kernel, TraceTable &table,
                       GlobalVariable &variable)
    : function_(function), module_(*function.getParent()), table_(table), variable_(variable) {
  DISubprogram *program = kernel ? kernel->getSubprogram() : nullptr;
  if (program)
    shows_headers_ = isInHeader(*DILocation::get(function.getContext(), program->getLine(), 0, program));
}

StepWriter::Standing StepWriter::standingOf(const Instruction &instruction) const {
  const DILocation *place = instruction.getDebugLoc().get();
  std::string by;
  while (place && !shows_headers_ && isInHeader(*place)) {
    if (const DISubprogram *function = place->getScope()->getSubprogram())
      by = nvvm::readableName(
          (function->getLinkageName().empty() ? function->getName() : function->getLinkageName()).str());
    place = place->getInlinedAt();
  }
  return {place && place->getLine() ? place : nullptr, by};
}

bool StepWriter::isWritten(const Instruction &instruction) const {
  const DILocation *place = instruction.getDebugLoc().get();
  return place && place->getLine() && (shows_headers_ || !isOfHeader(instruction));
}

Value *StepWriter::numberOf(IRBuilder<> &builder, Value *value) const {
  Type *type = value->getType();
  if (traceTypeOf(type).empty())
    return builder.getInt64(0);
  if (type->isPointerTy())
    return builder.CreatePtrToInt(builder.CreateAddrSpaceCast(value, builder.getPtrTy()),
                                  builder.getInt64Ty());
  Value *bits = builder.CreateBitCast(value, builder.getIntNTy(type->getScalarSizeInBits()));
  return builder.CreateZExt(bits, builder.getInt64Ty());
}

unsigned StepWriter::tell(Instruction *before, const Standing &standing, json::Object site,
                          ArrayRef<Value *> values, unsigned flags) {
  json::Array types;
  for (const Value *value : values)
    types.push_back(traceTypeOf(value->getType()));
  if (!values.empty() && !site.get("types"))
    site["types"] = std::move(types);
  if (!standing.by.empty())
    site["by"] = standing.by;
  const unsigned number = table_.add(std::move(site), standing.place);
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(before->getDebugLoc());
  if (!builder.getCurrentDebugLocation())
    builder.SetCurrentDebugLocation(DebugLoc(standing.place));
  SmallVector<Value *, 8> arguments{
      threadOf(function_), &variable_,
      builder.getInt32(number | static_cast<unsigned>(values.size()) << kRaddleTraceValuesShift | flags),
      threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty())};
  for (unsigned i = 0; i < kRaddleTraceMostValues; ++i)
    arguments.push_back(i < values.size() ? numberOf(builder, values[i]) : builder.getInt64(0));
  CallInst *call = builder.CreateCall(nvvm::declare(module_, Runtime::raddle_trace), arguments);
  call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  call->addFnAttr(Attribute::NoMerge);
  call->addFnAttr(Attribute::WillReturn);
  call->setConvergent();
  return number;
}

void StepWriter::tellResult(Instruction &instruction, const Standing &standing, unsigned of, StringRef type,
                            unsigned flags) {
  json::Object site{{"kind", "result"}, {"of", of}};
  SmallVector<Value *, 1> values;
  if (!traceTypeOf(instruction.getType()).empty())
    values.push_back(&instruction);
  if (!type.empty() && !values.empty())
    site["types"] = json::Array{type};
  tell(instruction.getNextNode(), standing, std::move(site), values, flags);
}

bool StepWriter::isShown(const Instruction &assignment, const AllocaInst &local) const {
  return isWritten(assignment) && (shows_headers_ || !isOfHeader(local));
}

} // namespace raddle::vectorize
