// Shared variables become offsets into the block's shared memory.
//
//   __shared__ float tile[32]; extern __shared__ float dynamic[];
//
//   | module-wide variables | the kernel's own variables | dynamic shared memory of the launch
//   0                                                      static size, rounded up to 16
//
// The module-wide part holds what functions called through pointers use: any kernel may call them, so those
// offsets must be the same in all. A kernel without indirect calls leaves it out. Dynamic arrays all start at
// the same address, as on a GPU.

#include "analysis/address_taken.h"
#include "nvvm/address_spaces.h"
#include "vectorize/fields.h"
#include "vectorize/global_uses.h"
#include "vectorize/passes.h"

#include <llvm/ADT/StringMap.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr uint64_t kSharedAlignment = 128; // of RaddleBlock.shared
constexpr uint64_t kDynamicAlignment = 16;
constexpr uint64_t kMaxStaticShared = 48 * 1024; // of every architecture

class Layout {
public:
  uint64_t place(StringRef name, uint64_t bytes, uint64_t align) {
    auto [entry, inserted] = offsets_.try_emplace(name, 0);
    if (inserted) {
      entry->second = alignTo(end_, std::max<uint64_t>(align, 1));
      end_ = entry->second + bytes;
    }
    return entry->second;
  }
  uint64_t end() const { return end_; }

private:
  StringMap<uint64_t> offsets_;
  uint64_t end_ = 0;
};

bool callsThroughPointers(const Module &module) {
  return any_of(module, [](const Function &function) { return analysis::callsIndirectly(function); });
}

} // namespace

void lowerSharedMemory(CompileJob &job) {
  Layout layout;
  if (!job.kernel || callsThroughPointers(*job.module))
    for (const auto &variable : job.module_shared_variables)
      layout.place(variable.name, variable.bytes, variable.align);

  const DataLayout &data_layout = job.module->getDataLayout();
  SmallVector<GlobalVariable *, 8> shared, dynamic;
  for (GlobalVariable &variable : job.module->globals())
    if (variable.getAddressSpace() == nvvm::kSharedAddressSpace)
      (variable.isDeclaration() ? dynamic : shared).push_back(&variable);

  auto replace = [&](GlobalVariable *variable, uint64_t offset) {
    SmallVector<DIGlobalVariableExpression *, 1> descriptions;
    variable->getDebugInfo(descriptions);
    for (DIGlobalVariableExpression *description : descriptions)
      job.shared_for_debugger.push_back({description->getVariable(), offset});
    replaceInFunctions(variable, [&](IRBuilder<> &builder, Function &function) -> Value * {
      LoadInst *base = blockField(job, builder, offsetof(RaddleBlock, shared), builder.getPtrTy());
      base->setMetadata(
          LLVMContext::MD_align,
          MDNode::get(builder.getContext(), ConstantAsMetadata::get(builder.getInt64(kSharedAlignment))));
      Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
      return builder.CreateAddrSpaceCast(address, variable->getType(), variable->getName());
    });
    variable->removeDeadConstantUsers();
    if (variable->use_empty())
      variable->eraseFromParent();
    else
      job.errors.push_back("error: the address of shared variable '" + variable->getName().str() +
                           "' is used to initialise a global variable, which CUDA does not allow");
  };
  for (GlobalVariable *variable : shared) {
    uint64_t bytes = data_layout.getTypeAllocSize(variable->getValueType());
    uint64_t align = data_layout.getPreferredAlign(variable).value();
    replace(variable, layout.place(variable->getName(), bytes, align));
  }
  job.static_shared_bytes = layout.end();
  job.has_dynamic_shared = !dynamic.empty();
  if (job.kernel && layout.end() > kMaxStaticShared)
    job.errors.push_back(
        fmt::format("error: kernel '{}' declares {} bytes of static shared memory; at most {} are "
                    "allowed, more needs 'extern __shared__' and cudaFuncSetAttribute",
                    readableName(*job.kernel), layout.end(), kMaxStaticShared));
  for (GlobalVariable *variable : dynamic)
    replace(variable, alignTo(layout.end(), kDynamicAlignment));
}

} // namespace raddle::vectorize
