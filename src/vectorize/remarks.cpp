#include "vectorize/remarks.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <filesystem>
#include <mutex>

using namespace llvm;

namespace raddle::vectorize {

void remark(const Report &report, const Instruction &instruction, const Twine &text) {
  if (!report.wants_remarks)
    return;
  // Remarks on threadIdx and the like would point into a header of clang's.
  const DILocation *location = instruction.getDebugLoc();
  if (!location || location->getLine() == 0 ||
      location->getFilename().ends_with("__clang_cuda_builtin_vars.h"))
    return;
  static std::mutex parts_of_code;
  const std::lock_guard lock(parts_of_code);
  report.remarks.push_back(
      {(std::filesystem::path(location->getDirectory().str()) / location->getFilename().str()).string(),
       location->getLine(), location->getColumn(), text.str()});
}

static constexpr StringLiteral kRefusal = "not changed by ";

void refuse(const Report &report, const Instruction &instruction, const Twine &why) {
  remark(report, instruction, kRefusal + StringRef(report.pass) + ": " + why);
}

void refuse(const CompileJob &job, const BasicBlock &start, const Twine &why) {
  for (const BasicBlock &block : make_range(start.getIterator(), start.getParent()->end()))
    for (const Instruction &instruction : block)
      if (const DebugLoc &location = instruction.getDebugLoc(); location && location.getLine() != 0)
        return refuse(job, instruction, why);
}

bool isRefusal(const Remark &remark) { return StringRef(remark.text).starts_with(kRefusal); }

} // namespace raddle::vectorize
