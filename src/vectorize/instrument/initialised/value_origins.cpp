#include "vectorize/instrument/initialised/value_origins.h"

#include "abi/kernel_abi.h"
#include "nvvm/address_spaces.h"
#include "nvvm/readable_names.h"
#include "vectorize/instrument/initialised/shadow_rules.h"
#include "vectorize/instrument/initialised/tracked_values.h"
#include "vectorize/instrument/initialised/uninitialised.h"
#include "vectorize/instrument/locals/local_variables.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostSources = 4; // that are named of one value
constexpr unsigned kMostSteps = 64;  // from a value to what it was computed from

// A value on the way back to the sources; certain where no phi lies between.
struct Step {
  Value *value;
  bool is_certain;
};

SmallVector<Step, kMostSources> sourcesOf(Value *value, const TrackedValues &values) {
  SmallVector<Step, 16> open{{value, true}};
  SmallPtrSet<Value *, 16> seen;
  SmallVector<Step, kMostSources> found;
  for (unsigned i = 0; i < open.size() && i < kMostSteps && found.size() < kMostSources; ++i) {
    const Step step = open[i];
    if (!values.contains(step.value) || !seen.insert(step.value).second)
      continue;
    auto *instruction = cast<Instruction>(step.value);
    if (values.isSource(instruction)) {
      // Those that are certain are asked, the last one first; else it is the first, a variable most likely.
      if (step.is_certain)
        found.push_back(step);
      else if (isUninitialised(*instruction))
        found.insert(found.begin(), step);
      else
        found.insert(find_if(found, [](const Step &other) { return other.is_certain; }), step);
      continue;
    }
    const bool is_certain = step.is_certain && !isa<PHINode>(instruction);
    if (auto *part = dyn_cast<ExtractValueInst>(instruction))
      instruction = cast<Instruction>(part->getAggregateOperand());
    for (Value *operand : instruction->operands())
      open.push_back({operand, is_certain});
  }
  return found;
}

// As RaddleUninitialisedLanes has it.
std::string lineOf(const Instruction &instruction, Value *address) {
  std::string variable;
  char kind = address ? kRaddleSourceMemory : kRaddleSourceVariable;
  const Value *root = address ? rootOf(address) : nullptr;
  if (auto *local = dyn_cast_or_null<AllocaInst>(root)) {
    variable = nameInSource(*local).str();
    kind = kRaddleSourceLocal;
  } else if (auto *global = dyn_cast_or_null<GlobalVariable>(root)) {
    variable = nvvm::readableName(global->getName().split('@').first.str());
    if (const std::size_t colon = variable.rfind("::"); colon != std::string::npos)
      variable.erase(0, colon + 2);
    if (global->getAddressSpace() == nvvm::kSharedAddressSpace)
      kind = kRaddleSourceShared;
  }
  if (isUninitialised(instruction))
    variable = variableOfUninitialised(cast<CallInst>(instruction)).str();
  const DILocation *place = instruction.getDebugLoc().get();
  if (!place || place->getLine() == 0)
    return fmt::format("\t0\t0\t\t{}\t{}\n", kind, variable);
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", place->getFilename().str(), place->getLine(),
                     place->getColumn(), place->getScope()->getSubprogram()->getName().str(), kind, variable);
}

} // namespace

// Of those reads that are on the way here for sure the poisoned one is found when it happens; else it is one in a loop.
Origin originOf(IRBuilderBase &builder, Value *value, const TrackedValues &values) {
  const DataLayout &layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  Origin origin{builder.getInt64(0), builder.getInt64(0), ""};
  for (auto [i, step] : enumerate(sourcesOf(value, values))) {
    auto *instruction = cast<Instruction>(step.value);
    Value *address = nullptr;
    if (auto *load = dyn_cast<LoadInst>(instruction))
      address = load->getPointerOperand();
    else if (auto *update = dyn_cast<AtomicRMWInst>(instruction))
      address = update->getPointerOperand();
    origin.names += lineOf(*instruction, address);
    Value *source = builder.getInt64(std::uint64_t{i} << kRaddleSourceShift |
                                     layout.getTypeStoreSize(instruction->getType()).getFixedValue());
    const bool has_address = step.is_certain && address && !isa<AllocaInst>(rootOf(address));
    Value *read = has_address ? builder.CreatePtrToInt(address, builder.getInt64Ty())
                              : static_cast<Value *>(builder.getInt64(0));
    if (i == 0 || !step.is_certain) {
      if (i == 0)
        origin.read = read, origin.source = source;
      continue;
    }
    Value *is_this = isPoisoned(builder, values.shadowOf(instruction));
    origin.read = builder.CreateSelect(is_this, read, origin.read);
    origin.source = builder.CreateSelect(is_this, source, origin.source);
  }
  return origin;
}

Origin originOfMemory(IRBuilderBase &builder, const Instruction &access, Value *address,
                      std::uint64_t bytes) {
  return {builder.CreatePtrToInt(address, builder.getInt64Ty()), builder.getInt64(bytes),
          lineOf(access, address)};
}

} // namespace raddle::vectorize
