#include "jit/compiler/load/load_module.h"

#include "analysis/address_taken.h"
#include "base/matrix_mode.h"
#include "base/paths.h"
#include "jit/compiler/load/declared_shared.h"
#include "jit/compiler/load/device_launches.h"
#include "jit/compiler/load/grid_constants.h"
#include "jit/compiler/load/kernel_annotations.h"
#include "jit/compiler/load/maths_intrinsics.h"
#include "jit/compiler/load/reached_code.h"
#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"
#include "ptx/module/translate_module.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::jit {

namespace {

// The device pass wrote for nvptx64; its data layout agrees with the host's on every type that C++ has.
void retarget(Module &module, const TargetMachine &target) {
  module.setTargetTriple(target.getTargetTriple().str());
  module.setDataLayout(target.createDataLayout());
}

// Functions lose what was inferred for the GPU, and get the attributes of the host's.
void retargetFunctions(Module &module, const TargetMachine &target) {
  AttributeMask gpu;
  for (StringRef attribute : {"target-cpu", "target-features", "uniform-work-group-size"})
    gpu.addAttribute(attribute);
  AttrBuilder host(module.getContext());
  host.addAttribute("target-cpu", target.getTargetCPU());
  host.addAttribute("target-features", target.getTargetFeatureString());
  for (Function &function : module) {
    function.removeFnAttrs(gpu);
    if (function.isIntrinsic())
      continue;
    function.addFnAttrs(host);
    function.setDSOLocal(false);
    function.setCallingConv(CallingConv::C);
  }
  for (GlobalVariable &variable : module.globals())
    variable.setDSOLocal(false);
}

// Lists that keep variables alive for the host's sake; the descriptor names those.
void dropListsOfUsedVariables(Module &module) {
  for (const char *list : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *variable = module.getGlobalVariable(list))
      variable->eraseFromParent();
}

// clang declares threadIdx and the like as objects without contents, whose members are functions. Code that
// takes their address, as a member call does before inlining, gets one of no importance.
void defineBuiltinVariables(Module &module) {
  for (const char *name : {"threadIdx", "blockIdx", "blockDim", "gridDim"}) {
    GlobalVariable *variable = module.getGlobalVariable(name);
    if (!variable || !variable->isDeclaration())
      continue;
    variable->setInitializer(Constant::getNullValue(variable->getValueType()));
    variable->setLinkage(GlobalValue::InternalLinkage);
    variable->setConstant(true);
  }
}

// clang makes static kernels and variables visible from outside, so that the host can name them. To the other
// units of a module they are internal all the same.
bool isInternalToItsUnit(const GlobalValue &value) {
  return value.hasLocalLinkage() || (!value.isDeclaration() && (value.getName().starts_with("_ZL") ||
                                                                value.getName().contains("_GLOBAL__N_")));
}

void makeInternalNamesUnique(Module &module, size_t unit) {
  unsigned anonymous = 0;
  for (GlobalValue &value : module.global_values()) {
    if (!isInternalToItsUnit(value))
      continue;
    if (auto *object = dyn_cast<GlobalObject>(&value))
      object->setComdat(nullptr);
    if (!value.hasName())
      value.setName("anonymous." + Twine(anonymous++));
    value.setName(value.getName() + "@" + Twine(unit));
    // Private symbols never leave their object file, but the module object may have to export this one. What is
    // visible stays so: the linker leaves out internal symbols that their own unit does not use.
    if (value.hasLocalLinkage())
      value.setLinkage(GlobalValue::InternalLinkage);
    else
      value.setLinkage(GlobalValue::ExternalLinkage);
  }
}

struct MessageCollector final : DiagnosticHandler {
  explicit MessageCollector(std::string &text) : text(text) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream stream(text);
    DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    stream << '\n';
    return true;
  }
  std::string &text;
};

// Function bodies stay in the file until somebody materializes them; metadata, which say what is a kernel, do not.
Result<std::unique_ptr<Module>> readModule(LLVMContext &context, const std::string &file,
                                           const TargetMachine &target) {
  SMDiagnostic problem;
  std::unique_ptr<Module> module =
      getLazyIRFileModule(file, problem, context, /*ShouldLazyLoadMetadata=*/true);
  if (!module)
    return raddle::Error{fmt::format("cannot read device code: {}: {}", file, problem.getMessage().str())};
  if (llvm::Error failed = module->materializeMetadata())
    return raddle::Error{fmt::format("cannot read device code: {}: {}", file, toString(std::move(failed)))};
  retarget(*module, target);
  return module;
}

// All of it; or what the kernel needs, where there is one of that name.
Result<bool> readCode(ArrayRef<std::unique_ptr<Module>> units, const std::string &kernel) {
  SmallVector<Function *, 1> kernels;
  for (const std::unique_ptr<Module> &unit : units)
    if (Function *found = kernel.empty() ? nullptr : findKernel(*unit, kernel))
      kernels.push_back(found);
  if (!kernels.empty())
    return readReachedCode(units, kernels);
  for (const std::unique_ptr<Module> &unit : units)
    if (llvm::Error failed = unit->materializeAll())
      return raddle::Error{toString(std::move(failed))};
  return true;
}

// In PTX a conversion says itself what becomes of numbers out of range.
bool comesFromPtx(const Module &unit) { return unit.getNamedMetadata(marker::kFromPtx); }

// clang calls a casting function so that it does not take a constant out of range for poison. What casts do there is for
// the pass define-conversions to say.
void makeCastsOfCalls(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      const auto id = call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
      if (id != Intrinsic::fptosi_sat && id != Intrinsic::fptoui_sat)
        continue;
      // A builder would take the constant for poison.
      auto *cast = CastInst::Create(id == Intrinsic::fptosi_sat ? Instruction::FPToSI : Instruction::FPToUI,
                                    call->getArgOperand(0), call->getType(), "", call->getIterator());
      cast->setDebugLoc(call->getDebugLoc());
      cast->takeName(call);
      call->replaceAllUsesWith(cast);
      call->eraseFromParent();
    }
}

// Before inlining more constants seem to need one address than do so in the end. The module object provides for all of them.
void noteConstantsWithAddresses(Module &module) {
  for (GlobalVariable &variable : module.globals())
    if (variable.isConstant() && analysis::addressEscapes(variable))
      variable.addAttribute(marker::kAddressMatters);
}

} // namespace

Result<std::unique_ptr<Module>> loadUnits(LLVMContext &context, const std::vector<std::string> &files,
                                          TargetMachine &target, const std::string &kernel,
                                          NamesOfLocals names, CodeOrigin origin) {
  std::string problems;
  context.setDiagnosticHandler(std::make_unique<MessageCollector>(problems));
  std::vector<std::unique_ptr<Module>> units;
  for (const std::string &file : files) {
    auto module = readModule(context, file, target);
    if (!module)
      return module.error();
    // Before anything is dropped, so that each compilation gives the same names.
    makeInternalNamesUnique(**module, units.size());
    dropListsOfUsedVariables(**module);
    noteKernelAnnotations(**module);
    units.push_back(std::move(*module));
  }
  // Without them code is as if there were none. What is read as text, by tests, has been read whole.
  context.setDiscardValueNames(names == NamesOfLocals::kLeftOut);
  const auto read = readCode(units, kernel);
  context.setDiscardValueNames(false);
  if (!read)
    return raddle::Error{"cannot read device code: " + read.error().message};
  std::unique_ptr<Module> whole;
  for (std::unique_ptr<Module> &unit : units) {
    retargetFunctions(*unit, target);
    if (origin == CodeOrigin::kFromClang && !comesFromPtx(*unit))
      makeCastsOfCalls(*unit);
    callLibraryForIntrinsics(*unit);
    defineBuiltinVariables(*unit);
    defineDeclaredShared(*unit);
    if (!whole)
      whole = std::move(unit);
    else if (Linker::linkModules(*whole, std::move(unit)))
      return raddle::Error{"cannot link device code: " + problems};
  }
  if (!whole)
    return raddle::Error{"no device code given"};
  noteGridConstants(*whole);
  if (origin == CodeOrigin::kFromClang)
    resolveLaunches(*whole);
  noteConstantsWithAddresses(*whole);
  return whole;
}

// Whether anything is declared that only the device library may define; many kernels need nothing of it.
static bool needsDeviceLibrary(const Module &module) {
  auto is_missing = [](const GlobalValue &value) {
    auto *function = dyn_cast<Function>(&value);
    return value.isDeclaration() && !(function && function->isIntrinsic());
  };
  return any_of(module.global_values(), is_missing);
}

// Products that have a form with the bits of an H100 are called in that one.
static void callExactProducts(Module &module, const Module &library) {
  for (Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with("__raddle_mma_"))
      if (const std::string exact = function.getName().str() + "_exact"; library.getFunction(exact))
        function.setName(exact);
}

Result<bool> linkDeviceLibrary(Module &module, TargetMachine &target) {
  if (!needsDeviceLibrary(module))
    return true;
  auto path = installPrefix() / "lib" / "raddle" / "device.bc";
  auto library = readModule(module.getContext(), path.string(), target);
  if (!library)
    return library.error();
  if (matrixMode() == MatrixMode::kExact)
    callExactProducts(module, **library);
  // Reads the functions that are needed, and no others.
  if (Linker::linkModules(module, std::move(*library), Linker::LinkOnlyNeeded))
    return raddle::Error{"cannot link the device library " + path.string()};
  retargetFunctions(module, target);
  return true;
}

Function *findKernel(Module &module, const std::string &name) {
  if (Function *kernel = module.getFunction(name); kernel && is_contained(kernelsOf(module), kernel))
    return kernel;
  if (size_t at = name.rfind('@'); at != std::string::npos)
    return findKernel(module, name.substr(0, at));
  return nullptr;
}

std::vector<Function *> kernelsOf(Module &module) {
  std::vector<Function *> kernels;
  SmallPtrSet<Function *, 16> seen;
  NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations)
    return kernels;
  for (MDNode *node : annotations->operands()) {
    if (node->getNumOperands() < 3)
      continue;
    auto *function = mdconst::dyn_extract_or_null<Function>(node->getOperand(0));
    auto *key = dyn_cast_or_null<MDString>(node->getOperand(1));
    if (function && !function->isDeclaration() && key && key->getString() == "kernel" &&
        seen.insert(function).second)
      kernels.push_back(function);
  }
  return kernels;
}

void keepOnly(Module &module, const std::vector<Function *> &roots) {
  SmallPtrSet<const Function *, 16> kept(roots.begin(), roots.end());
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.setComdat(nullptr);
    function.setLinkage(kept.contains(&function) ? GlobalValue::ExternalLinkage
                                                 : GlobalValue::InternalLinkage);
  }
  for (GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration())
      continue;
    variable.setComdat(nullptr);
    bool fixed = variable.isConstant() || variable.getAddressSpace() == nvvm::kSharedAddressSpace;
    variable.setLinkage(fixed ? GlobalValue::InternalLinkage : GlobalValue::ExternalLinkage);
    if (!fixed)
      variable.setExternallyInitialized(true);
  }
  // Variables that nothing here reaches need not be carried along.
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.use_empty())
      variable.eraseFromParent();
  }
  ModuleAnalysisManager analyses;
  GlobalDCEPass().run(module, analyses);
}

} // namespace raddle::jit
