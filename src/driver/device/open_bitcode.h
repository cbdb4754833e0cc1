// Reading the bitcode of a unit for what it declares.
#ifndef RADDLE_DRIVER_DEVICE_OPEN_BITCODE_H
#define RADDLE_DRIVER_DEVICE_OPEN_BITCODE_H

#include "base/result.h"

#include <filesystem>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace raddle::driver {

/// The module in a file. The bodies of its functions are read only where somebody asks for them. An error names the file.
Result<std::unique_ptr<llvm::Module>> openBitcode(const std::filesystem::path &file,
                                                  llvm::LLVMContext &context);

} // namespace raddle::driver

#endif
