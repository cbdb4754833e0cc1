// LLVM takes the longer for a module the larger it is, and no two threads may work on one context. So the functions that outlineRegions has made of a large kernel, and the rest, go through bitcode
// into modules and contexts of their own.

#include "vectorize/block/code_parts.h"

#include "nvvm/markers.h"
#include "vectorize/function_passes.h"
#include "vectorize/passes.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include <thread>

using namespace llvm;

namespace raddle::vectorize {

namespace {

unsigned partOf(const Function &function) {
  unsigned part = 0;
  function.getFnAttribute(marker::kPartOfCode).getValueAsString().getAsInteger(10, part);
  return part;
}

void inParallel(unsigned count, function_ref<void(unsigned)> function) {
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < count; ++i)
    threads.emplace_back([=] { function(i); });
  function(0);
  for (std::thread &thread : threads)
    thread.join();
}

// Globals that several modules may name become visible to all of them, and stay hidden outside the object.
void makeVisible(Module &module) {
  for (GlobalObject &global : module.global_objects()) {
    if (global.isDeclaration() || !global.hasLocalLinkage())
      continue;
    if (!global.hasName())
      global.setName(marker::kUnnamed);
    global.setLinkage(GlobalValue::ExternalLinkage);
    global.setVisibility(GlobalValue::HiddenVisibility);
  }
}

std::unique_ptr<TargetMachine> anotherLike(const TargetMachine &target) {
  return std::unique_ptr<TargetMachine>(target.getTarget().createTargetMachine(
      target.getTargetTriple().str(), target.getTargetCPU(), target.getTargetFeatureString(), target.Options,
      target.getRelocationModel(), target.getCodeModel(), target.getOptLevel()));
}

// Reads the functions of one part from the whole code in `bitcode`; the first part also has the variables.
CodePart readPart(StringRef bitcode, unsigned number, const TargetMachine &target) {
  CodePart part;
  part.context = std::make_unique<LLVMContext>();
  part.target = anotherLike(target);
  part.module = cantFail(getLazyBitcodeModule(MemoryBufferRef(bitcode, "part"), *part.context));
  for (Function &function : *part.module)
    if (!function.isDeclaration() && partOf(function) != number) {
      function.deleteBody();
      function.setComdat(nullptr);
    }
  cantFail(part.module->materializeAll());
  if (number == 0)
    return part;
  for (GlobalVariable &variable : make_early_inc_range(part.module->globals())) {
    if (variable.hasAppendingLinkage()) {
      variable.eraseFromParent();
    } else if (!variable.isDeclaration()) {
      variable.setComdat(nullptr);
      // The values of constants are known everywhere.
      if (variable.isConstant())
        variable.setLinkage(GlobalValue::AvailableExternallyLinkage);
      else
        variable.setInitializer(nullptr);
    }
  }
  return part;
}

} // namespace

SmallVector<Module *, kMostParts> modulesOf(const CompileJob &job) {
  SmallVector<Module *, kMostParts> modules;
  for (const CodePart &part : job.parts)
    modules.push_back(part.module.get());
  if (modules.empty())
    modules.push_back(job.module);
  return modules;
}

void forEachModule(const CompileJob &job, function_ref<void(unsigned, Module &, TargetMachine &)> function) {
  if (job.parts.empty())
    return function(0, *job.module, *job.target);
  inParallel(job.parts.size(), [&](unsigned number) {
    const CodePart &part = job.parts[number];
    function(number, *part.module, *part.target);
  });
}

bool divideCode(Module &module, TargetMachine &machine, CodeParts &parts) {
  unsigned count = 1;
  for (const Function &function : module)
    count = std::max(count, partOf(function) + 1);
  if (count == 1)
    return false;
  // After makeVisible LLVM no longer knows which globals are needless.
  ModulePassManager passes;
  passes.addPass(GlobalDCEPass());
  runPasses(passes, module, machine);
  makeVisible(module);
  SmallVector<char, 0> bitcode;
  BitcodeWriter writer(bitcode);
  writer.writeModule(module);
  writer.writeStrtab();
  parts.resize(count);
  inParallel(count, [&](unsigned number) {
    parts[number] = readPart(StringRef(bitcode.data(), bitcode.size()), number, machine);
  });
  return true;
}

} // namespace raddle::vectorize
