// Neighbours that a thread loads or stores together, and that are aligned as a vector, are one access on a GPU. LLVM has the pass
// that joins them there; here it must not know the machine that the code is for, which has other vectors.
//
// Of a vector that is loaded, and of which some elements are used only, NVIDIA's compiler loads these, unless they are three of four.

#include "vectorize/passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

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

} // namespace

void joinAccesses(Module &module) {
  for (Function &function : module) {
    SmallVector<LoadInst *, 32> loads;
    for (Instruction &instruction : instructions(function))
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        loads.push_back(load);
    for (LoadInst *load : loads)
      narrow(*load);
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
}

} // namespace raddle::vectorize
