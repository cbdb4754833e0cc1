#include "ptx/module/signature.h"

#include "ptx/module/storage.h"

#include "nvvm/markers.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

using namespace llvm;

namespace raddle::ptx {

namespace {

// The words of an array that is given back, as wide as its alignment allows.
llvm::Type *wordsOf(const Variable &result, LLVMContext &context) {
  const std::uint64_t bytes =
      result.elements * result.lanes * (elementType(result, context)->getPrimitiveSizeInBits() / 8);
  std::uint64_t word = std::min<std::uint64_t>(alignmentOf(result, context).value(), 8);
  while (bytes % word != 0)
    word /= 2;
  const SmallVector<llvm::Type *, 8> words(bytes / word,
                                           IntegerType::get(context, static_cast<unsigned>(8 * word)));
  return StructType::get(context, words);
}

llvm::Type *passedType(const Variable &parameter, LLVMContext &context) {
  return isByValue(parameter) ? PointerType::getUnqual(context) : elementType(parameter, context);
}

AttributeSet attributesOf(const Variable &parameter, LLVMContext &context) {
  AttrBuilder builder(context);
  if (isByValue(parameter)) {
    builder.addByValAttr(storageType(parameter, context));
    builder.addAlignmentAttr(alignmentOf(parameter, context));
  }
  return AttributeSet::get(context, builder);
}

/// Follows what is loaded from parameters to the addresses of memory accesses.
class PointerSearch {
public:
  explicit PointerSearch(const FunctionText &function) {
    for (const Variable &parameter : function.signature.parameters)
      if (!isByValue(parameter))
        candidates_.insert(parameter.name);
    for (const Statement &statement : function.body.statements)
      if (statement.kind == Statement::Kind::Instruction && !statement.operands.empty())
        ++written_[statement.operands[0].name];
    for (const Statement &statement : function.body.statements)
      if (statement.kind == Statement::Kind::Instruction)
        look(statement);
  }

  std::set<std::string> found;

private:
  // The parameter that a register was loaded from, perhaps with something added; "" for none.
  std::string sourceOf(const Operand &operand) const {
    const auto source = sources_.find(operand.name);
    return operand.kind == Operand::Kind::Name && source != sources_.end() ? source->second : std::string();
  }

  void note(const std::string &reg, const std::string &parameter) {
    if (!parameter.empty() && written_[reg] == 1)
      sources_[reg] = parameter;
  }

  void look(const Statement &statement) {
    const std::vector<Operand> &operands = statement.operands;
    const std::string &mnemonic = statement.opcode[0];
    const bool is_load = mnemonic == "ld" && operands.size() == 2;
    if (is_load && statement.opcode.size() > 1 && statement.opcode[1] == "param") {
      if (operands[1].parts.size() == 1 && operands[1].value == 0 &&
          candidates_.contains(operands[1].parts[0].name))
        note(operands[0].name, operands[1].parts[0].name);
      return;
    }
    if (mnemonic == "cvta" && operands.size() == 2)
      found.insert(sourceOf(operands[1]));
    if ((mnemonic == "mov" || mnemonic == "cvta") && operands.size() == 2)
      note(operands[0].name, sourceOf(operands[1]));
    if (mnemonic == "add" && operands.size() == 3) {
      const std::string left = sourceOf(operands[1]), right = sourceOf(operands[2]);
      if (left.empty() != right.empty())
        note(operands[0].name, left + right);
    }
    for (const Operand &operand : operands)
      if (operand.kind == Operand::Kind::Address && operand.parts.size() == 1)
        found.insert(sourceOf(operand.parts[0]));
  }

  std::set<std::string> candidates_;
  std::map<std::string, unsigned> written_;
  std::map<std::string, std::string> sources_;
};

} // namespace

FunctionType *functionType(const Signature &signature, const std::set<std::string> &pointers,
                           LLVMContext &context) {
  SmallVector<llvm::Type *, 8> types;
  for (const Variable &parameter : signature.parameters)
    types.push_back(pointers.contains(parameter.name) ? PointerType::getUnqual(context)
                                                      : passedType(parameter, context));
  llvm::Type *result = llvm::Type::getVoidTy(context);
  if (!signature.results.empty()) {
    const Variable &given = signature.results[0];
    result = isByValue(given) ? wordsOf(given, context) : elementType(given, context);
  }
  return FunctionType::get(result, types, false);
}

AttributeList callAttributes(const Signature &signature, LLVMContext &context) {
  AttributeList attributes;
  for (const auto &[i, parameter] : enumerate(signature.parameters))
    attributes = attributes.addParamAttributes(context, static_cast<unsigned>(i),
                                               AttrBuilder(context, attributesOf(parameter, context)));
  return attributes;
}

void setParameterAttributes(Function &function, const Signature &signature, bool is_kernel) {
  LLVMContext &context = function.getContext();
  for (const auto &[i, parameter] : enumerate(signature.parameters)) {
    AttrBuilder attributes(context, attributesOf(parameter, context));
    // PTX has no way to write to a kernel's parameter, so one copy serves all threads.
    if (is_kernel && isByValue(parameter))
      attributes.addAttribute(Attribute::ReadOnly).addAttribute(marker::kGridConstant);
    function.addParamAttrs(static_cast<unsigned>(i), attributes);
  }
}

std::set<std::string> pointerParameters(const FunctionText &function) {
  std::set<std::string> found = PointerSearch(function).found;
  std::erase_if(found, [&](const std::string &name) {
    const auto parameter = find_if(function.signature.parameters,
                                   [&](const Variable &variable) { return variable.name == name; });
    return parameter == function.signature.parameters.end() || parameter->type.substr(1) != "64" ||
           parameter->type == "f64";
  });
  return found;
}

} // namespace raddle::ptx
