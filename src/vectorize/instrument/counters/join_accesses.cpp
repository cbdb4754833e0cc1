// Neighbours that a thread loads or stores together, and that are aligned as a vector, are one access on a GPU. LLVM has the pass
// that joins them there; here it must not know the machine that the code is for, which has other vectors.
//
// Of a vector that is loaded, and of which some elements are used only, NVIDIA's compiler loads these, unless they are three of four.
// Three of four that are loaded one by one, the first among them, it loads as a whole vector, too; of elements that are smaller than a
// word, two that are not neighbours are enough.

#include "vectorize/passes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include <array>
#include <tuple>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kWordBytes = 4;

using Uses = SmallVector<ExtractElementInst *, 8>;

// By element; nothing where the vector is used as a whole.
std::optional<SmallVector<Uses, 4>> usesOf(const LoadInst &load, unsigned elements) {
  SmallVector<Uses, 4> uses(elements);
  for (const User *user : load.users()) {
    auto *element = const_cast<ExtractElementInst *>(dyn_cast<ExtractElementInst>(user));
    auto *index = element ? dyn_cast<ConstantInt>(element->getIndexOperand()) : nullptr;
    if (!index || index->getZExtValue() >= elements)
      return std::nullopt;
    uses[index->getZExtValue()].push_back(element);
  }
  return uses;
}

void narrow(LoadInst &load) {
  auto *type = dyn_cast<FixedVectorType>(load.getType());
  const std::uint64_t bytes = type ? type->getScalarSizeInBits() / 8 : 0;
  if (!load.isSimple() || bytes < kWordBytes)
    return;
  const unsigned elements = type->getNumElements();
  const auto uses = usesOf(load, elements);
  if (!uses || elements > 4)
    return;
  const auto used = static_cast<unsigned>(count_if(*uses, [](const Uses &its) { return !its.empty(); }));
  if (used == 0 || used + 1 >= elements + (elements < 4))
    return;
  IRBuilder<> builder(&load);
  for (unsigned i = 0; i < elements; ++i) {
    if ((*uses)[i].empty())
      continue;
    Value *address = load.getPointerOperand();
    if (i)
      address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, i * bytes);
    Value *element = builder.CreateAlignedLoad(type->getElementType(), address,
                                               commonAlignment(load.getAlign(), i * bytes));
    for (ExtractElementInst *use : (*uses)[i]) {
      use->replaceAllUsesWith(element);
      use->eraseFromParent();
    }
  }
  load.eraseFromParent();
}

constexpr unsigned kElements = 4;

// Of four elements that may be a vector, the first load of each in a block.
using Elements = std::array<LoadInst *, kElements>;

// Loads of a block between which nothing is written, by the number of writes before them, the base of their address, the size of
// what they load, and which four from the base on it belongs to.
using Places = MapVector<std::tuple<unsigned, const Value *, std::uint64_t, std::int64_t>, Elements>;

Places placesOf(BasicBlock &block, const DataLayout &layout) {
  Places places;
  unsigned writes = 0;
  for (Instruction &instruction : block) {
    writes += instruction.mayWriteToMemory();
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple() || load->getType()->isVectorTy() || load->getType()->isAggregateType())
      continue;
    const std::uint64_t bytes = layout.getTypeStoreSize(load->getType());
    if (bytes > kWordBytes)
      continue;
    std::int64_t offset = 0;
    const Value *base = GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset, layout);
    const auto size = static_cast<std::int64_t>(bytes);
    if (offset < 0 || offset % size != 0)
      continue;
    LoadInst *&first = places[{writes, base, bytes, offset / size / kElements}][offset / size % kElements];
    if (!first)
      first = load;
  }
  return places;
}

// Whether NVIDIA's compiler loads the four, although some are missing.
bool isLoadedWhole(const Elements &elements, std::uint64_t bytes, const DataLayout &layout) {
  const LoadInst *const first = elements[0];
  const auto loaded = count_if(elements, [](const LoadInst *load) { return load != nullptr; });
  if (!first || first->getAlign() < kElements * bytes || loaded == kElements)
    return false;
  if (bytes < kWordBytes ? !elements[2] && !elements[3] : loaded < 3)
    return false;
  // A variable may end before.
  std::uint64_t size = 0;
  return !getObjectSize(first->getPointerOperand(), size, layout, nullptr) || size >= kElements * bytes;
}

// Loads what is missing of vectors that are loaded whole, so that there are no gaps between what can be joined. What is not joined
// has to go again.
void fillGaps(Function &function, SmallVectorImpl<WeakVH> &added) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  for (BasicBlock &block : function) {
    for (const auto &[place, elements] : placesOf(block, layout)) {
      const std::uint64_t bytes = std::get<2>(place);
      if (!isLoadedWhole(elements, bytes, layout))
        continue;
      LoadInst &first = *elements[0];
      IRBuilder<> builder(&first);
      for (unsigned i = 1; i < kElements; ++i) {
        if (elements[i])
          continue;
        Value *address =
            builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), first.getPointerOperand(), i * bytes);
        added.push_back(builder.CreateAlignedLoad(first.getType(), address,
                                                  commonAlignment(first.getAlign(), i * bytes)));
      }
    }
  }
}

} // namespace

void joinAccesses(Module &module) {
  SmallVector<WeakVH, 32> added;
  for (Function &function : module) {
    SmallVector<LoadInst *, 32> loads;
    for (Instruction &instruction : instructions(function))
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        loads.push_back(load);
    for (LoadInst *load : loads)
      narrow(*load);
    fillGaps(function, added);
  }

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager call_graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graphs, modules);
  ModulePassManager pipeline;
  pipeline.addPass(createModuleToFunctionPassAdaptor(LoadStoreVectorizerPass()));
  pipeline.run(module, modules);
  for (const WeakVH &value : added)
    if (auto *load = dyn_cast_or_null<LoadInst>(value))
      load->eraseFromParent();
}

} // namespace raddle::vectorize
