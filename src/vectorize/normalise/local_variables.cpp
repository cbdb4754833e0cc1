#include "vectorize/normalise/local_variables.h"

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
      if (const unsigned number = isa<AllocaInst>(instruction) ? 0 : numberOf(instruction.getName());
          number > highest)
        numbers_.emplace_back(position, highest = number);
      if (auto *start = dyn_cast<IntrinsicInst>(&instruction);
          start && start->getIntrinsicID() == Intrinsic::lifetime_start)
        if (auto *local = dyn_cast<AllocaInst>(start->getArgOperand(1)))
          positions_.try_emplace(local, position);
    }
  }

  StringRef written(const AllocaInst &local) const {
    StringRef name = local.getName();
    name.consume_back(".addr");
    if (const unsigned number = numberOf(name); number != 0 && fits(local, number))
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

  bool fits(const AllocaInst &local, unsigned number) const {
    const auto found = positions_.find(&local);
    if (found == positions_.end())
      return false;
    const auto next = find_if(numbers_, [&](const auto &entry) { return entry.first > found->second; });
    return (next == numbers_.begin() || std::prev(next)->second < number) &&
           (next == numbers_.end() || number < next->second);
  }

  StringSet<> taken_;
  SmallVector<std::pair<unsigned, unsigned>, 32> numbers_; // positions of values, and their numbers
  DenseMap<const AllocaInst *, unsigned> positions_;       // of declarations
};

// Of -g.
StringRef nameForDebuggers(AllocaInst &local) {
  for (DbgVariableRecord *record : findDVRDeclares(&local))
    return record->getVariable()->getName();
  for (DbgDeclareInst *declaration : findDbgDeclares(&local))
    return declaration->getVariable()->getName();
  return {};
}

} // namespace

void nameLocals(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const NamesOfFunction names(function);
    for (Instruction &instruction : function.getEntryBlock())
      if (auto *local = dyn_cast<AllocaInst>(&instruction)) {
        StringRef name = nameForDebuggers(*local);
        if (name.empty())
          name = names.written(*local);
        if (!name.empty())
          local->setMetadata(marker::kLocalVariable,
                             MDNode::get(module.getContext(), MDString::get(module.getContext(), name)));
      }
  }
}

StringRef nameOfLocal(const AllocaInst &local) {
  const MDNode *name = local.getMetadata(marker::kLocalVariable);
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
