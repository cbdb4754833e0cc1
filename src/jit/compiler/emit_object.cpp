#include "jit/compiler/emit_object.h"

#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/DataExtractor.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;

namespace raddle::jit {

namespace {

bool describesVariables(const Module &module) {
  return any_of(module.debug_compile_units(), [](const DICompileUnit *unit) {
    return unit->getEmissionKind() == DICompileUnit::FullDebug;
  });
}

// What LLVM's TargetMachine::addPassesToEmitFile() does, but for passes that large kernels would wait for in vain: one follows
// debuggers' variables from block to block even where there are none, and one reorders instructions after registers are
// allocated, for processors that execute them in order.
bool addCodeGenerator(legacy::PassManager &passes, raw_pwrite_stream &stream, TargetMachine &machine,
                      bool describes_variables) {
  auto &target = static_cast<LLVMTargetMachine &>(machine);
  TargetPassConfig *config = target.createPassConfig(passes);
  config->setDisableVerify(true);
  if (!describes_variables)
    config->disablePass(&LiveDebugValuesID);
  config->disablePass(&PostRASchedulerID);
  passes.add(config);
  auto *module_info = new MachineModuleInfoWrapperPass(&target);
  passes.add(module_info);
  if (config->addISelPasses())
    return false;
  config->addMachinePasses();
  config->setInitialized();
  if (target.addAsmPrinter(passes, stream, nullptr, CodeGenFileType::ObjectFile,
                           module_info->getMMI().getContext()))
    return false;
  passes.add(createFreeMachineFunctionPass());
  return true;
}

} // namespace

ObjectFile emitObject(Module &module, TargetMachine &target) {
  ObjectFile object;
  raw_svector_ostream stream(object);
  legacy::PassManager passes;
  if (!addCodeGenerator(passes, stream, target, describesVariables(module)))
    report_fatal_error("raddle: internal error: this machine's back end cannot write object files");
  passes.run(module);
  return object;
}

std::uint64_t totalStackBytes(const ObjectFile &object) {
  MemoryBufferRef buffer(StringRef(object.data(), object.size()), "kernel");
  auto file = object::ObjectFile::createObjectFile(buffer);
  if (!file)
    report_fatal_error(file.takeError());
  uint64_t total = 0;
  for (const object::SectionRef &section : (*file)->sections()) {
    auto name = section.getName();
    if (!name || *name != ".stack_sizes") {
      consumeError(name.takeError());
      continue;
    }
    auto contents = section.getContents();
    if (!contents)
      report_fatal_error(contents.takeError());
    // Records of an 8-byte address and a ULEB128 size.
    DataExtractor data(*contents, /*IsLittleEndian=*/true, /*AddressSize=*/8);
    for (uint64_t offset = 0; data.isValidOffset(offset);) {
      data.getU64(&offset);
      total += data.getULEB128(&offset);
    }
  }
  return total;
}

} // namespace raddle::jit
