#include "vectorize/instrument/trace/assignments.h"

#include "abi/kernel_abi.h"
#include "vectorize/instrument/memory/object_roots.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The numbers of a structure, an array or a vector beyond so many are not told.
constexpr std::size_t kMostLeaves = 16;

// What stands at the address of a local variable, a member of it or an element.
Type *typeAt(Value *address) {
  if (auto *local = dyn_cast<AllocaInst>(address))
    return local->getAllocatedType();
  if (auto *element = dyn_cast<GetElementPtrInst>(address))
    return element->getResultElementType();
  return nullptr;
}

} // namespace

void AssignmentWriter::writeStore(StoreInst &store, const AllocaInst &local) {
  Value *value = store.getValueOperand();
  if (steps_.isShown(store, local) && !isa<Argument>(value))
    writeAssignment(&store, steps_.standingOf(store),
                    nameOfLocal(store.getPointerOperand(), value->getType(), layout_, members_), value);
}

void AssignmentWriter::writeAssignment(Instruction *before, const StepWriter::Standing &standing,
                                       const LocalName &name, Value *value) {
  if (name.text.empty())
    return;
  // What a function returns, clang stores member by member.
  auto *returned = dyn_cast<ExtractValueInst>(value);
  bool joins = returned && returned->getIndices().front() != 0;
  IRBuilder<> builder(before);
  for (const Leaf &leaf : leavesOf(value->getType(), layout_, members_, kMostLeaves)) {
    Value *part = value;
    for (const unsigned member : leaf.path)
      part = isa<FixedVectorType>(part->getType()) ? builder.CreateExtractElement(part, member)
                                                   : builder.CreateExtractValue(part, member);
    joins |= writeLeaf(before, standing, {name.text + leaf.suffix, name.indices}, part, joins);
  }
}

void AssignmentWriter::writeCopy(MemIntrinsic &copy, std::uint64_t bytes) {
  Value *address = copy.getRawDest();
  auto *local = dyn_cast<AllocaInst>(rootOf(address));
  if (!local || !steps_.isShown(copy, *local))
    return;
  Type *type = typeAt(address);
  const LocalName name = nameOfLocal(address, type, layout_, members_);
  if (!type || layout_.getTypeStoreSize(type).getFixedValue() != bytes || name.text.empty())
    return;
  bool joins = false;
  Instruction *after = copy.getNextNode();
  IRBuilder<> builder(after);
  for (const Leaf &leaf : leavesOf(type, layout_, members_, kMostLeaves)) {
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, leaf.offset);
    Value *value = builder.CreateAlignedLoad(leaf.type, place, Align(1));
    joins |= writeLeaf(after, steps_.standingOf(copy), {name.text + leaf.suffix, name.indices}, value, joins);
  }
}

// Whether it is a step, or a part of one.
bool AssignmentWriter::writeLeaf(Instruction *before, const StepWriter::Standing &standing,
                                 const LocalName &name, Value *value, bool joins) {
  if (traceTypeOf(value->getType()).empty() || name.indices.size() + 1 > kRaddleTraceMostValues)
    return false;
  SmallVector<Value *, 4> values{value};
  values.append(name.indices);
  json::Object site{{"kind", "assign"}, {"name", name.text}};
  if (joins)
    site["joins"] = true;
  steps_.tell(before, standing, std::move(site), values);
  return true;
}

} // namespace raddle::vectorize
