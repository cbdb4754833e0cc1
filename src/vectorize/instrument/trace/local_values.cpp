#include "vectorize/instrument/trace/local_values.h"

#include "vectorize/instrument/locals/local_variables.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// What clang passes the arguments of printf() in, which no program has.
bool isHiddenType(const Type *type) {
  auto *structure = dyn_cast<StructType>(type);
  return structure && structure->hasName() && structure->getName().contains("printf_args");
}

// ".x", "[3]" or "[$]" for the member of a structure or the element of an array that this is the address of; "" of anything else.
std::string partOf(GetElementPtrInst &element, const MemberNames &members,
                   SmallVectorImpl<Value *> &indices) {
  auto *first = element.getNumIndices() == 2 ? dyn_cast<ConstantInt>(*element.idx_begin()) : nullptr;
  if (!first || !first->isZero())
    return "";
  if (auto *structure = dyn_cast<StructType>(element.getSourceElementType());
      structure && !isHiddenType(structure))
    return "." +
           members.of(structure, static_cast<unsigned>(
                                     cast<ConstantInt>(*std::next(element.idx_begin()))->getZExtValue()));
  if (!isa<ArrayType>(element.getSourceElementType()))
    return "";
  Value *index = *std::next(element.idx_begin());
  if (auto *constant = dyn_cast<ConstantInt>(index))
    return "[" + std::to_string(constant->getSExtValue()) + "]";
  indices.insert(indices.begin(), index);
  return "[$]";
}

// "float4", "uchar2": members are x, y, z and w.
bool isVectorOfCuda(const StructType &type) {
  StringRef name = type.hasName() ? type.getName() : "";
  if (!name.consume_front("struct.") || name.empty() || name.back() < '1' || name.back() > '4')
    return false;
  name = name.drop_back();
  name.consume_front("u");
  return is_contained({"char", "short", "int", "long", "longlong", "float", "double"}, name);
}

class LeafFinder {
public:
  LeafFinder(const DataLayout &layout, const MemberNames &names, std::size_t most,
             SmallVectorImpl<Leaf> &found)
      : layout_(layout), names_(names), most_(most), found_(found) {}

  void find(Type *type, const Leaf &at) {
    if (found_.size() > most_)
      return;
    if (auto *structure = dyn_cast<StructType>(type)) {
      const StructLayout *members = layout_.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        enter(structure->getElementType(i), at, "." + names_.of(structure, i),
              members->getElementOffset(i).getFixedValue(), i);
    } else if (auto *array = dyn_cast<ArrayType>(type)) {
      findElements(array->getElementType(), array->getNumElements(), at, /*of_vector=*/false);
    } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      findElements(vector->getElementType(), vector->getNumElements(), at, /*of_vector=*/true);
    } else {
      found_.push_back(at);
      found_.back().type = type;
    }
  }

private:
  void findElements(Type *element, std::uint64_t count, const Leaf &at, bool of_vector) {
    const std::uint64_t bytes = layout_.getTypeAllocSize(element).getFixedValue();
    for (std::uint64_t i = 0; i < count && found_.size() <= most_; ++i)
      enter(element, at,
            of_vector && count <= 4 ? std::string(".") + "xyzw"[i] : "[" + std::to_string(i) + "]", i * bytes,
            static_cast<unsigned>(i));
  }

  void enter(Type *type, const Leaf &at, const std::string &suffix, std::uint64_t offset, unsigned member) {
    Leaf inner{at.suffix + suffix, type, at.offset + offset, at.path};
    inner.path.push_back(member);
    find(type, inner);
  }

  const DataLayout &layout_;
  const MemberNames &names_;
  const std::size_t most_;
  SmallVectorImpl<Leaf> &found_;
};

// Of a number at a fixed place in a local variable, however its address was computed.
LocalName nameOfFixedPart(Value *address, Type *type, const DataLayout &layout, const MemberNames &members) {
  constexpr std::size_t kMost = 256;
  APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  auto *local = dyn_cast<AllocaInst>(
      address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (!local || nameInSource(*local).empty() || isHiddenType(local->getAllocatedType()))
    return {};
  for (const Leaf &leaf : leavesOf(local->getAllocatedType(), layout, members, kMost))
    if (leaf.type == type && leaf.offset == offset.getZExtValue())
      return {nameInSource(*local).str() + leaf.suffix, {}};
  return {};
}

} // namespace

LocalName nameOfLocal(Value *address, Type *type, const DataLayout &layout, const MemberNames &members) {
  if (LocalName name = nameOfFixedPart(address, type, layout, members); !name.text.empty())
    return name;
  LocalName name;
  for (Value *each = address; each; each = pointerBefore(each)) {
    const StringRef own = nameInSource(*each);
    if (auto *local = dyn_cast<AllocaInst>(each)) {
      // Bits of several members at once have no name.
      const bool is_whole = each != address || !local->getAllocatedType()->isAggregateType() ||
                            local->getAllocatedType() == type;
      if (own.empty() || !is_whole)
        return {};
      name.text = own.str() + name.text;
      return name;
    }
    auto *element = dyn_cast<GetElementPtrInst>(each);
    if (!element)
      continue;
    const std::string part = own.empty() ? partOf(*element, members, name.indices) : "." + own.str();
    if (part.empty())
      return {};
    name.text = part + name.text;
  }
  return {};
}

// Clang may have added a number.
static void keepShorter(std::string &known, StringRef name) {
  if (known.empty() || name.size() < known.size())
    known = name.str();
}

MemberNames::MemberNames(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *address = dyn_cast<GetElementPtrInst>(&instruction);
      auto *structure = address ? dyn_cast<StructType>(address->getSourceElementType()) : nullptr;
      const StringRef name = nameInSource(instruction);
      if (!structure || name.empty() || address->getNumIndices() != 2)
        continue;
      if (auto *member = dyn_cast<ConstantInt>(*std::next(address->idx_begin())))
        keepShorter(names_[{structure, static_cast<unsigned>(member->getZExtValue())}], name);
    }
}

std::string MemberNames::of(StructType *type, unsigned member) const {
  if (isVectorOfCuda(*type))
    return std::string(1, "xyzw"[member]);
  const auto known = names_.find({type, member});
  return known != names_.end() ? known->second : std::to_string(member);
}

SmallVector<Leaf, 8> leavesOf(Type *type, const DataLayout &layout, const MemberNames &names,
                              std::size_t most) {
  SmallVector<Leaf, 8> found;
  LeafFinder(layout, names, most, found).find(type, {"", type, 0, {}});
  if (found.size() > most)
    found.clear();
  return found;
}

} // namespace raddle::vectorize
