#include "driver/device/ptx_module.h"

#include "driver/device/fat_binary_writer.h"
#include "driver/device/open_bitcode.h"
#include "ptx/module/translate_module.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/raw_ostream.h>

namespace raddle::driver {

namespace {

/// The functions of the device library, which is read when the first one is asked for.
class DeviceLibrary {
public:
  DeviceLibrary(const std::filesystem::path &path, llvm::LLVMContext &context)
      : path_(path), context_(context) {}

  llvm::FunctionType *typeOf(llvm::StringRef name) {
    if (!was_read_)
      read();
    llvm::Function *function = module_ ? module_->getFunction(name) : nullptr;
    return function ? function->getFunctionType() : nullptr;
  }

private:
  // Without the library nothing runs at all; the kernel compiler will say so.
  void read() {
    was_read_ = true;
    if (auto module = openBitcode(path_, context_))
      module_ = std::move(*module);
  }

  const std::filesystem::path path_;
  llvm::LLVMContext &context_;
  bool was_read_ = false;
  std::unique_ptr<llvm::Module> module_;
};

} // namespace

Result<bool> translatePtxModule(const std::filesystem::path &text,
                                const std::filesystem::path &device_library,
                                const std::filesystem::path &bitcode) {
  auto contents = readFile(text);
  if (!contents)
    return contents.error();
  llvm::LLVMContext context;
  DeviceLibrary library(device_library, context);
  std::vector<std::string> errors;
  const auto module = ptx::translateModule(
      {contents->data(), contents->size()}, text.string(), context,
      [&](llvm::StringRef name) { return library.typeOf(name); }, errors);
  if (!module)
    return Error{fmt::format("{}", fmt::join(errors, "\n"))};
  std::error_code failed;
  llvm::raw_fd_ostream file(bitcode.string(), failed);
  if (failed)
    return Error{fmt::format("cannot write {}: {}", bitcode.string(), failed.message())};
  llvm::WriteBitcodeToFile(*module, file);
  return true;
}

} // namespace raddle::driver
