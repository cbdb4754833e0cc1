// Shared variables become offsets into the block's shared memory.
//
//   __shared__ float tile[32]; extern __shared__ float dynamic[];
//
//   | module-wide variables | the kernel's own variables | dynamic shared memory of the launch
//   0                                                      static size, rounded up to 128
//
// The module-wide part holds what functions called through pointers use: any kernel may call them, so those
// offsets must be the same in all. A kernel without indirect calls leaves it out. Dynamic arrays all start at
// the same address, as on a GPU; such functions ask the block for it. Where a launch gives none, that is the address of a
// page that nobody may access.

#include "analysis/address_taken.h"
#include "nvvm/address_spaces.h"
#include "vectorize/fields.h"
#include "vectorize/lower/global_uses.h"
#include "vectorize/passes.h"

#include <llvm/ADT/StringMap.h>

#include <fmt/format.h>
#include <optional>
#include <vector>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr uint64_t kSmallAlignment = 16;         // of what programs take for granted of dynamic shared memory
constexpr uint64_t kLargestAlignment = 1024;     // of what swizzled tiles ask for
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

void lowerSharedMemory(Module &module, const Function *kernel, Facts &facts, Outputs &outputs,
                       Report &report) {
  Layout layout;
  if (!kernel || callsThroughPointers(module))
    for (const auto &variable : facts.module_shared_variables)
      layout.place(variable.name, variable.bytes, variable.align);

  const DataLayout &data_layout = module.getDataLayout();
  SmallVector<GlobalVariable *, 8> shared, dynamic;
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    if (variable.getAddressSpace() != nvvm::kSharedAddressSpace)
      continue;
    variable.removeDeadConstantUsers();
    if (variable.use_empty())
      variable.eraseFromParent();
    else
      (variable.isDeclaration() ? dynamic : shared).push_back(&variable);
  }

  auto alignOf = [&](const GlobalVariable &variable) {
    return std::max<uint64_t>(data_layout.getPreferredAlign(&variable).value(), 1);
  };
  auto replace = [&](GlobalVariable *variable, std::optional<uint64_t> offset) {
    SmallVector<DIGlobalVariableExpression *, 1> descriptions;
    variable->getDebugInfo(descriptions);
    if (offset)
      for (DIGlobalVariableExpression *description : descriptions)
        facts.shared_for_debugger.push_back({description->getVariable(), *offset});
    replaceInFunctions(variable, [&](IRBuilder<> &builder, Function &function) -> Value * {
      LoadInst *base =
          blockField(builder, offset ? offsetof(RaddleBlock, shared) : offsetof(RaddleBlock, dynamic_shared),
                     builder.getPtrTy());
      base->setMetadata(
          LLVMContext::MD_align,
          MDNode::get(builder.getContext(), ConstantAsMetadata::get(builder.getInt64(outputs.shared_align))));
      Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset.value_or(0));
      return builder.CreateAddrSpaceCast(address, variable->getType(), variable->getName());
    });
    variable->removeDeadConstantUsers();
    if (variable->use_empty())
      variable->eraseFromParent();
    else
      report.errors.push_back("error: the address of shared variable '" + variable->getName().str() +
                              "' is used to initialise a global variable, which CUDA does not allow");
  };
  std::vector<uint64_t> offsets;
  for (GlobalVariable *variable : shared)
    offsets.push_back(layout.place(
        variable->getName(), data_layout.getTypeAllocSize(variable->getValueType()), alignOf(*variable)));
  outputs.static_shared_bytes = layout.end();
  outputs.has_dynamic_shared = !dynamic.empty();
  // A launch may give a few bytes only, which need not be aligned further than the program asks for.
  std::uint64_t alignment =
      outputs.has_dynamic_shared && layout.end() == 0 ? kSmallAlignment : kRaddleSharedAlign;
  for (const auto *variables : {&shared, &dynamic})
    for (const GlobalVariable *variable : *variables)
      alignment = std::max(alignment, std::min<std::uint64_t>(alignOf(*variable), kLargestAlignment));
  outputs.shared_align = static_cast<std::uint32_t>(alignment);
  if (kernel && layout.end() > kMaxStaticShared)
    report.errors.push_back(
        fmt::format("error: kernel '{}' declares {} bytes of static shared memory; at most {} are "
                    "allowed, more needs 'extern __shared__' and cudaFuncSetAttribute",
                    readableName(*kernel), layout.end(), kMaxStaticShared));
  for (auto [variable, offset] : zip_equal(shared, offsets))
    replace(variable, offset);
  for (GlobalVariable *variable : dynamic)
    replace(variable, kernel ? std::optional(alignTo(layout.end(),
                                                     std::max<std::uint64_t>(alignment, kRaddleSharedAlign)))
                             : std::nullopt);
}

} // namespace raddle::vectorize
