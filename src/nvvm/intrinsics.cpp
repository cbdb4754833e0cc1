#include "nvvm/intrinsics.h"

#include "abi/kernel_abi.h"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace raddle::nvvm {

namespace {

using Kind = Intrinsic::Kind;

const Intrinsic kTable[] = {
#define RADDLE_THREAD_FIELD(name, field) {name, Kind::ThreadField, offsetof(RaddleThread, field)},
#define RADDLE_BLOCK_FIELD(name, field) {name, Kind::BlockField, offsetof(RaddleBlock, field)},
#define RADDLE_CALL(name, function) {name, Kind::Call, 0, &rowOf(Runtime::function)},
#define RADDLE_CALL_MASK_LAST(name, function) {name, Kind::CallMaskLast, 0, &rowOf(Runtime::function)},
#define RADDLE_FENCE(name, scope) {name, Kind::Fence, 0, nullptr, scope},
#define RADDLE_LLVM(name, intrinsic) {name, Kind::Llvm, 0, nullptr, {}, llvm::Intrinsic::intrinsic},
#define RADDLE_SPECIAL(name, handler)                                                                        \
  {name, Kind::Special, 0, nullptr, {}, llvm::Intrinsic::not_intrinsic, Special::handler},
#include "nvvm/intrinsics.def"
};

std::unordered_map<std::string_view, const Intrinsic *> indexByName() {
  std::unordered_map<std::string_view, const Intrinsic *> index;
  for (const Intrinsic &row : kTable)
    index.emplace(row.name, &row);
  return index;
}

} // namespace

const Intrinsic *findIntrinsic(std::string_view name) {
  static const auto index = indexByName();
  for (;;) {
    if (auto found = index.find(name); found != index.end())
      return found->second;
    // Drop one overload suffix and look again: "llvm.nvvm.ldg.global.i.i32.p0" has two.
    size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || !name.starts_with("llvm."))
      return nullptr;
    name = name.substr(0, dot);
  }
}

} // namespace raddle::nvvm
