#include "driver/device/open_bitcode.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

namespace raddle::driver {

Result<std::unique_ptr<llvm::Module>> openBitcode(const std::filesystem::path &file,
                                                  llvm::LLVMContext &context) {
  auto buffer = llvm::MemoryBuffer::getFile(file.string());
  if (!buffer)
    return Error{fmt::format("cannot read {}: {}", file.string(), buffer.getError().message())};
  auto module = llvm::getOwningLazyBitcodeModule(std::move(*buffer), context);
  if (!module)
    return Error{fmt::format("{}: {}", file.string(), llvm::toString(module.takeError()))};
  return std::move(*module);
}

} // namespace raddle::driver
