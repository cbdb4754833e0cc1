#include "vectorize/remarks.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <filesystem>
#include <mutex>

using namespace llvm;

namespace raddle::vectorize {

void remark(const CompileJob &job, const Instruction &instruction, const Twine &text) {
  if (!job.input.wants_remarks)
    return;
  // Of threadIdx and the like, which clang reads in a header of its own, nobody asks.
  const DILocation *location = instruction.getDebugLoc();
  if (!location || location->getLine() == 0 ||
      location->getFilename().ends_with("__clang_cuda_builtin_vars.h"))
    return;
  static std::mutex parts_of_code;
  const std::lock_guard lock(parts_of_code);
  job.report.remarks.push_back(
      {(std::filesystem::path(location->getDirectory().str()) / location->getFilename().str()).string(),
       location->getLine(), location->getColumn(), text.str()});
}

static constexpr StringLiteral kRefusal = "not changed by ";

void refuse(const CompileJob &job, const Instruction &instruction, const Twine &why) {
  remark(job, instruction, kRefusal + StringRef(job.report.pass) + ": " + why);
}

bool isRefusal(const Remark &remark) { return StringRef(remark.text).starts_with(kRefusal); }

} // namespace raddle::vectorize
