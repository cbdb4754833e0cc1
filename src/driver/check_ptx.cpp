#include "driver/check_ptx.h"

#include "ptx/translate.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/MemoryBuffer.h>
#include <set>

namespace raddle::driver {

Result<std::string> checkInlinePtx(const std::filesystem::path &bitcode) {
  auto buffer = llvm::MemoryBuffer::getFile(bitcode.string());
  if (!buffer)
    return Error{fmt::format("cannot read {}: {}", bitcode.string(), buffer.getError().message())};
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile((*buffer)->getMemBufferRef(), context);
  if (!module)
    return Error{fmt::format("{}: {}", bitcode.string(), llvm::toString(module.takeError()))};
  std::string text;
  // A template's instances all have the same asm.
  std::set<std::string> seen;
  for (const std::string &error : ptx::translate(**module))
    if (seen.insert(error).second)
      text += error + '\n';
  return text;
}

} // namespace raddle::driver
