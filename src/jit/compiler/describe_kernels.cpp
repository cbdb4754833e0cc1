#include "jit/compiler/describe_kernels.h"

#include "analysis/register_pressure.h"
#include "jit/compiler/load/kernel_annotations.h"
#include "jit/compiler/load/load_module.h"
#include "nvvm/address_spaces.h"
#include "nvvm/intrinsics.h"
#include "nvvm/kernel_bounds.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::jit {

namespace {

// As it came from the device pass: for a GPU, not for this machine.
Result<std::unique_ptr<Module>> loadForGpu(LLVMContext &context, const std::vector<std::string> &files) {
  auto module = std::make_unique<Module>("kernels", context);
  Linker linker(*module);
  for (const std::string &file : files) {
    SMDiagnostic diagnostic;
    std::unique_ptr<Module> unit = parseIRFile(file, diagnostic, context);
    if (!unit)
      return raddle::Error{fmt::format("{}: {}", file, diagnostic.getMessage().str())};
    if (files.size() == 1)
      return unit;
    if (linker.linkInModule(std::move(unit)))
      return raddle::Error{fmt::format("{}: cannot be linked with the others", file)};
  }
  return module;
}

std::unique_ptr<TargetMachine> createGpuTarget() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  std::string error;
  const Target *target = TargetRegistry::lookupTarget("nvptx64-nvidia-cuda", error);
  if (!target)
    return nullptr;
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine("nvptx64-nvidia-cuda", "sm_90", "+ptx85", TargetOptions(), std::nullopt));
}

// Unrolls and inlines as a compiler for GPUs does.
void optimizeForGpu(Module &module, TargetMachine *target) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager call_graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder(target);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graphs, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(module, modules);
}

SetVector<const Function *> reachableFrom(const Function &kernel) {
  SetVector<const Function *> reached;
  reached.insert(&kernel);
  for (size_t i = 0; i < reached.size(); ++i)
    for (const Instruction &instruction : instructions(reached[i]))
      for (const Use &operand : instruction.operands())
        if (auto *callee = dyn_cast<Function>(operand->stripPointerCasts()))
          reached.insert(callee);
  return reached;
}

bool isUsedBy(const Value &value, const SetVector<const Function *> &functions) {
  return any_of(value.users(), [&](const User *user) {
    auto *instruction = dyn_cast<Instruction>(user);
    return instruction ? functions.contains(instruction->getFunction()) : isUsedBy(*user, functions);
  });
}

// Bytes of the variables in an address space that the functions use.
uint64_t bytesOfVariables(const Module &module, unsigned address_space,
                          const SetVector<const Function *> &functions) {
  const DataLayout &layout = module.getDataLayout();
  uint64_t bytes = 0;
  for (const GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == address_space && !variable.isDeclaration() &&
        isUsedBy(variable, functions))
      bytes = alignTo(bytes, layout.getPreferredAlign(&variable)) +
              layout.getTypeAllocSize(variable.getValueType());
  return bytes;
}

bool waitsAtBarrier(const SetVector<const Function *> &functions) {
  return any_of(functions, [](const Function *function) {
    const nvvm::Intrinsic *row = nvvm::findIntrinsic(function->getName());
    return row && (row->special == nvvm::Special::WholeBlockBarrier ||
                   (row->function && row->function->isBarrier()));
  });
}

} // namespace

Result<std::vector<std::string>> describeKernels(const std::vector<std::string> &bitcode) {
  LLVMContext context;
  auto module = loadForGpu(context, bitcode);
  if (!module)
    return module.error();
  noteKernelAnnotations(**module);
  // The optimiser may drop or replace shared variables and calls; what the program says is read before it.
  std::unique_ptr<TargetMachine> target = createGpuTarget();
  std::unique_ptr<Module> optimized = CloneModule(**module);
  optimizeForGpu(*optimized, target.get());

  std::vector<std::string> lines;
  for (Function *kernel : kernelsOf(**module)) {
    SetVector<const Function *> functions = reachableFrom(*kernel);
    nvvm::KernelBounds bounds = nvvm::boundsOf(*kernel);
    auto bytes = [&](unsigned address_space) {
      return static_cast<int64_t>(bytesOfVariables(**module, address_space, functions));
    };
    const Function *compiled = optimized->getFunction(kernel->getName());
    json::Object facts{{"name", kernel->getName()},
                       {"static_shared", bytes(nvvm::kSharedAddressSpace)},
                       {"constants", bytes(nvvm::kConstantAddressSpace)},
                       {"max_threads", static_cast<int64_t>(bounds.max_threads)},
                       {"min_blocks", static_cast<int64_t>(bounds.min_blocks)},
                       {"max_registers", static_cast<int64_t>(bounds.max_registers)},
                       {"registers", compiled ? analysis::estimateRegisters(*compiled) : 0},
                       {"barriers", waitsAtBarrier(functions) ? 1 : 0}};
    lines.push_back(formatv("{0}", json::Value(std::move(facts))));
  }
  return lines;
}

} // namespace raddle::jit
