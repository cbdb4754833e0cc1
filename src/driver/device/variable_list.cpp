#include "driver/device/variable_list.h"

#include "driver/device/open_bitcode.h"
#include "nvvm/address_spaces.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace raddle::driver {

namespace {

// PTX has arrays and structures as bytes.
std::string declarationOf(const llvm::GlobalVariable &variable) {
  const llvm::DataLayout &layout = variable.getParent()->getDataLayout();
  llvm::Type *const type = variable.getValueType();
  const std::uint64_t bytes = layout.getTypeAllocSize(type);
  const bool is_constant = variable.getAddressSpace() == nvvm::kConstantAddressSpace;
  const std::string heading =
      fmt::format("{}{} .align {}", variable.hasExternalLinkage() ? ".visible " : "",
                  is_constant ? ".const" : ".global", layout.getPreferredAlign(&variable).value());
  const std::string name = variable.getName().str();
  if (type->isFloatTy() || type->isDoubleTy())
    return fmt::format("{} .f{} {};\n", heading, bytes * 8, name);
  if (type->isPointerTy() || (type->isIntegerTy() && bytes <= 8))
    return fmt::format("{} .u{} {};\n", heading, bytes * 8, name);
  return fmt::format("{} .b8 {}[{}];\n", heading, name, bytes);
}

} // namespace

Result<std::string> listVariables(const std::filesystem::path &bitcode) {
  llvm::LLVMContext context;
  auto module = openBitcode(bitcode, context);
  if (!module)
    return module.error();
  std::string text;
  for (const llvm::GlobalVariable &variable : (*module)->globals()) {
    const unsigned space = variable.getAddressSpace();
    const bool is_of_device = space == nvvm::kGlobalAddressSpace || space == nvvm::kConstantAddressSpace;
    // Those of a nameless namespace are internal, the compiler's own are private.
    const bool has_name = (variable.hasExternalLinkage() || variable.hasInternalLinkage()) &&
                          !variable.getName().starts_with("__raddle_");
    if (is_of_device && has_name && !variable.isDeclaration())
      text += declarationOf(variable);
  }
  return text;
}

} // namespace raddle::driver
