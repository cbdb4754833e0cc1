#include "driver/device/kernel_list.h"

#include "driver/device/open_bitcode.h"
#include "nvvm/kernel_bounds.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace raddle::driver {

Result<std::string> listKernels(const std::filesystem::path &bitcode) {
  llvm::LLVMContext context;
  auto module = openBitcode(bitcode, context);
  if (!module)
    return module.error();
  std::string text;
  const llvm::NamedMDNode *annotations = (*module)->getNamedMetadata("nvvm.annotations");
  for (unsigned i = 0; annotations && i < annotations->getNumOperands(); ++i) {
    const llvm::MDNode *row = annotations->getOperand(i);
    auto *kernel = llvm::mdconst::dyn_extract_or_null<llvm::Function>(row->getOperand(0));
    auto *key = row->getNumOperands() < 2 ? nullptr : llvm::dyn_cast<llvm::MDString>(row->getOperand(1));
    if (kernel && key && key->getString() == "kernel")
      text += fmt::format("{} {}\n", nvvm::boundsOf(*kernel).max_threads, kernel->getName().str());
  }
  return text;
}

} // namespace raddle::driver
