#include "jit/compiler/emit_object.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/DataExtractor.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;

namespace raddle::jit {

ObjectFile emitObject(Module &module, TargetMachine &target) {
  ObjectFile object;
  raw_svector_ostream stream(object);
  legacy::PassManager passes;
  if (target.addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile))
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
