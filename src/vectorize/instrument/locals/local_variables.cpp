#include "vectorize/instrument/locals/local_variables.h"

#include "nvvm/markers.h"
#include "vectorize/passes.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfo.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// "tile5" is "tile" and 5.
std::pair<StringRef, unsigned> divided(StringRef name) {
  const StringRef base = name.rtrim("0123456789");
  unsigned number = 0;
  if (name.substr(base.size()).getAsInteger(10, number) || base.empty())
    return {name, 0};
  return {base, number};
}

// LLVM numbers all values of a function whose names are taken in the order in which clang makes them, so `sum2` is a second
// `sum` only if its number fits into this order.
class NamesOfFunction {
public:
  explicit NamesOfFunction(const Function &function) {
    for (const BasicBlock &block : function)
      add(block);
    for (const Instruction &instruction : instructions(function))
      add(instruction);
    unsigned position = 0, highest = 0;
    for (const Instruction &instruction : instructions(function)) {
      ++position;
      const Value *made_here = &instruction;
      if (auto *start = dyn_cast<IntrinsicInst>(&instruction);
          start && start->getIntrinsicID() == Intrinsic::lifetime_start)
        made_here = start->getArgOperand(1);
      else if (isa<AllocaInst>(instruction))
        continue;
      positions_.try_emplace(made_here, position);
      if (const unsigned number = isa<AllocaInst>(made_here) ? 0 : numberOf(instruction.getName());
          number > highest)
        numbers_.emplace_back(position, highest = number);
    }
  }

  StringRef written(const Value &value) const {
    StringRef name = value.getName();
    name.consume_back(".addr");
    if (const unsigned number = numberOf(name); number != 0 && fits(value, number))
      name = divided(name).first;
    name.consume_back(".addr");
    return name.contains('.') || name == "retval" ? StringRef() : name;
  }

private:
  void add(const Value &value) {
    if (value.hasName())
      taken_.insert(value.getName());
  }

  // 0 where it has none, or nothing has the name without it.
  unsigned numberOf(StringRef name) const {
    const auto [base, number] = divided(name);
    return number != 0 && taken_.contains(base) ? number : 0;
  }

  // Between the numbers of what was made before and after it.
  bool fits(const Value &value, unsigned number) const {
    const auto found = positions_.find(&value);
    if (found == positions_.end())
      return false;
    const unsigned position = found->second;
    return all_of(numbers_, [&](const auto &other) {
      return other.first < position ? other.second < number
                                    : other.first == position || number < other.second;
    });
  }

  StringSet<> taken_;
  SmallVector<std::pair<unsigned, unsigned>, 32> numbers_; // positions of values, and their numbers
  DenseMap<const Value *, unsigned> positions_; // of values, and of the beginnings of variables' scopes
};

// Of -g.
StringRef nameForDebuggers(AllocaInst &local) {
  for (DbgVariableRecord *record : findDVRDeclares(&local))
    return record->getVariable()->getName();
  for (DbgDeclareInst *declaration : findDbgDeclares(&local))
    return declaration->getVariable()->getName();
  return {};
}

bool isAddressOfMember(const Instruction &instruction) {
  auto *address = dyn_cast<GetElementPtrInst>(&instruction);
  return address && isa<StructType>(address->getSourceElementType());
}

} // namespace

void nameLocals(Module &module) {
  LLVMContext &context = module.getContext();
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const NamesOfFunction names(function);
    for (Instruction &instruction : instructions(function)) {
      auto *local = dyn_cast<AllocaInst>(&instruction);
      if (!local && !isAddressOfMember(instruction))
        continue;
      StringRef name = local ? nameForDebuggers(*local) : StringRef();
      if (name.empty())
        name = names.written(instruction);
      if (!name.empty())
        instruction.setMetadata(marker::kNameInSource, MDNode::get(context, MDString::get(context, name)));
    }
  }
}

StringRef nameInSource(const Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  const MDNode *name = instruction ? instruction->getMetadata(marker::kNameInSource) : nullptr;
  return name ? cast<MDString>(name->getOperand(0))->getString() : StringRef();
}

SmallVector<IntrinsicInst *, 2> beginningsOf(const AllocaInst &local) {
  SmallVector<IntrinsicInst *, 2> beginnings;
  for (const User *user : local.users())
    if (auto *call = dyn_cast<IntrinsicInst>(user);
        call && call->getIntrinsicID() == Intrinsic::lifetime_start)
      beginnings.push_back(const_cast<IntrinsicInst *>(call));
  return beginnings;
}

} // namespace raddle::vectorize
