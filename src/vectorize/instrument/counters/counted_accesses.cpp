#include "vectorize/instrument/counters/counted_accesses.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kWidestAccess = 16;
// Of wider accesses, copies and fills so many parts are counted at most.
constexpr std::uint64_t kMostParts = 8;

class AccessList {
public:
  AccessList(BasicBlock &block, SmallVectorImpl<CountedAccess> &accesses,
             SmallPtrSetImpl<const Instruction *> &joined)
      : layout_(block.getDataLayout()), accesses_(accesses), joined_(joined) {
    for (Instruction &instruction : block)
      add(instruction);
    joinRun();
  }

private:
  // An access that may be a part of a vector.
  struct Element {
    Instruction *instruction;
    Value *address;
    const Value *base;
    std::int64_t offset;
    std::uint64_t bytes, align;
  };

  void add(Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple())
      return addElement(instruction, load->getPointerOperand(), load->getType(), load->getAlign(), "load");
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
      return addElement(instruction, store->getPointerOperand(), store->getValueOperand()->getType(),
                        store->getAlign(), "store");
    if (instruction.mayReadOrWriteMemory() && !(run_kind_ == "load" && !instruction.mayWriteToMemory()))
      joinRun();
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      addWhole(instruction, load->getPointerOperand(), sizeOf(load->getType()), "load");
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      addWhole(instruction, store->getPointerOperand(), sizeOf(store->getValueOperand()->getType()), "store");
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      addWhole(instruction, update->getPointerOperand(), sizeOf(update->getType()), "atomic");
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      addWhole(instruction, exchange->getPointerOperand(), sizeOf(exchange->getCompareOperand()->getType()),
               "atomic");
    } else if (auto *whole = dyn_cast<MemIntrinsic>(&instruction)) {
      if (auto *copy = dyn_cast<MemTransferInst>(whole))
        addPart(*whole, copy->getRawSource(), copy->getSourceAlign(), "load");
      addPart(*whole, whole->getRawDest(), whole->getDestAlign(), "store");
    }
  }

  std::uint64_t sizeOf(Type *type) const { return layout_.getTypeStoreSize(type).getFixedValue(); }

  void addWhole(Instruction &instruction, Value *address, std::uint64_t bytes, StringRef kind) {
    if (bytes == 0)
      return;
    const std::uint64_t parts = (bytes + kWidestAccess - 1) / kWidestAccess;
    accesses_.push_back(
        {&instruction, address, std::min(bytes, kWidestAccess), kind, std::min(parts, kMostParts)});
  }

  // Of a copy or fill: a GPU makes it of accesses as wide as both sides are aligned.
  void addPart(MemIntrinsic &whole, Value *address, MaybeAlign align, StringRef kind) {
    auto *length = dyn_cast<ConstantInt>(whole.getLength());
    if (length && length->isZero())
      return;
    const std::uint64_t bytes = std::min<std::uint64_t>(align.valueOrOne().value(), kWidestAccess);
    const std::uint64_t parts = length ? std::max<std::uint64_t>(length->getZExtValue() / bytes, 1) : 1;
    accesses_.push_back({&whole, address, bytes, kind, std::min(parts, kMostParts)});
  }

  // ---- elements that may make one access

  void addElement(Instruction &instruction, Value *address, Type *type, Align align, StringRef kind) {
    if (kind != run_kind_)
      joinRun();
    run_kind_ = kind;
    APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    const Value *base =
        address->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    run_.push_back({&instruction, address, base, offset.getSExtValue(), sizeOf(type), align.value()});
  }

  // The elements of the run that follow `first` and, with it, fill `bytes`; none where they do not.
  SmallVector<const Element *, 4> vectorFrom(const Element &first, std::uint64_t bytes) const {
    SmallVector<const Element *, 4> elements{&first};
    if (first.bytes >= bytes || bytes % first.bytes != 0 || first.align < bytes)
      return {};
    while (elements.size() * first.bytes < bytes) {
      const auto end = first.offset + static_cast<std::int64_t>(elements.size() * first.bytes);
      const auto next = find_if(run_, [&](const Element &other) {
        return other.base == first.base && other.offset == end && other.bytes == first.bytes &&
               !taken_.contains(other.instruction);
      });
      if (next == run_.end())
        return {};
      elements.push_back(&*next);
    }
    return elements;
  }

  void joinRun() {
    for (const Element &first : run_) {
      if (taken_.contains(first.instruction))
        continue;
      SmallVector<const Element *, 4> elements;
      for (std::uint64_t bytes = kWidestAccess; bytes >= 8 && elements.empty(); bytes /= 2)
        elements = vectorFrom(first, bytes);
      for (const Element *element : elements)
        taken_.insert(element->instruction);
      if (elements.empty())
        continue;
      // All addresses are known at the last of them.
      const Element *last =
          *llvm::max_element(elements, [](const Element *one, const Element *other) { return one < other; });
      accesses_.push_back({last->instruction, first.address, elements.size() * first.bytes, run_kind_});
      for (const Element *element : elements)
        if (element != last)
          joined_.insert(element->instruction);
    }
    for (const Element &element : run_)
      if (!taken_.contains(element.instruction))
        addWhole(*element.instruction, element.address, element.bytes, run_kind_);
    run_.clear();
    taken_.clear();
  }

  const DataLayout &layout_;
  SmallVectorImpl<CountedAccess> &accesses_;
  SmallPtrSetImpl<const Instruction *> &joined_;
  StringRef run_kind_;
  std::vector<Element> run_; // in the order of the code, with nothing between them that would come in the way
  SmallPtrSet<const Instruction *, 16> taken_;
};

} // namespace

void addAccesses(BasicBlock &block, SmallVectorImpl<CountedAccess> &accesses,
                 SmallPtrSetImpl<const Instruction *> &joined) {
  AccessList(block, accesses, joined);
}

} // namespace raddle::vectorize
