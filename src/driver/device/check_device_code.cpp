#include "driver/device/check_device_code.h"

#include "nvvm/local_memory.h"
#include "ptx/translate.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/MemoryBuffer.h>
#include <set>

namespace raddle::driver {

Result<DeviceCodeFindings> checkDeviceCode(const std::filesystem::path &bitcode) {
  auto buffer = llvm::MemoryBuffer::getFile(bitcode.string());
  if (!buffer)
    return Error{fmt::format("cannot read {}: {}", bitcode.string(), buffer.getError().message())};
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile((*buffer)->getMemBufferRef(), context);
  if (!module)
    return Error{fmt::format("{}: {}", bitcode.string(), llvm::toString(module.takeError()))};
  DeviceCodeFindings findings;
  // A template's instances all have the same asm, and the same variables.
  std::set<std::string> seen;
  auto add = [&seen](const std::string &line, std::string &text) {
    if (seen.insert(line).second)
      text += line + '\n';
  };
  for (const nvvm::LargeVariable &variable : nvvm::variablesTooLarge(**module))
    add(variable.place + ": warning: " + variable.text, findings.warnings);
  for (const std::string &error : ptx::translate(**module))
    add(error, findings.errors);
  return findings;
}

} // namespace raddle::driver
