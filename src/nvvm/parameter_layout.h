// Where the parameters of a kernel lie in the buffer that a launch packs them into.
#ifndef RADDLE_NVVM_PARAMETER_LAYOUT_H
#define RADDLE_NVVM_PARAMETER_LAYOUT_H

#include "abi/kernel_abi.h"

#include <llvm/IR/DataLayout.h>

#include <vector>

namespace raddle::nvvm {

class ParameterLayout {
public:
  explicit ParameterLayout(const llvm::DataLayout &layout) : layout_(layout) {}

  /// The next one. `by_value`: what is passed by address, of that alignment, and lies in the buffer itself; else null.
  void add(llvm::Type *by_value, llvm::MaybeAlign alignment, llvm::Type *type) {
    llvm::Type *const held = by_value ? by_value : type;
    end_ = llvm::alignTo(end_, by_value && alignment ? *alignment : layout_.getABITypeAlign(held));
    const auto size = static_cast<std::uint32_t>(layout_.getTypeAllocSize(held));
    parameters_.push_back({static_cast<std::uint32_t>(end_), size});
    end_ += size;
  }

  const std::vector<RaddleParameter> &parameters() const { return parameters_; }
  std::uint32_t bytes() const { return static_cast<std::uint32_t>(end_); }

private:
  const llvm::DataLayout &layout_;
  std::vector<RaddleParameter> parameters_;
  std::uint64_t end_ = 0;
};

} // namespace raddle::nvvm

#endif
