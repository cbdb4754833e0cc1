#include "vectorize/remarks.h"

#include <filesystem>
#include <mutex>

using namespace llvm;

namespace raddle::vectorize {

std::optional<SourcePlace> placeInProgram(const Instruction &instruction) {
  // Nobody asks about threadIdx and the like, which clang reads in a header of its own.
  const DILocation *location = instruction.getDebugLoc();
  if (!location || location->getLine() == 0 ||
      location->getFilename().ends_with("__clang_cuda_builtin_vars.h"))
    return std::nullopt;
  return SourcePlace{
      (std::filesystem::path(location->getDirectory().str()) / location->getFilename().str()).string(),
      location->getLine(), location->getColumn()};
}

void remark(const Report &report, const Instruction &instruction, const Twine &text) {
  if (!report.wants_remarks)
    return;
  const std::optional<SourcePlace> place = placeInProgram(instruction);
  if (!place)
    return;
  static std::mutex parts_of_code;
  const std::lock_guard lock(parts_of_code);
  report.remarks.push_back({place->file, place->line, place->column, text.str()});
}

static constexpr StringLiteral kRefusal = "not changed by ";

void refuse(const Report &report, const Instruction &instruction, const Twine &why) {
  remark(report, instruction, kRefusal + StringRef(report.pass) + ": " + why);
}

void refuse(const Report &report, const BasicBlock &start, const Twine &why) {
  for (const BasicBlock &block : make_range(start.getIterator(), start.getParent()->end()))
    for (const Instruction &instruction : block)
      if (const DebugLoc &location = instruction.getDebugLoc(); location && location.getLine() != 0)
        return refuse(report, instruction, why);
}

bool isRefusal(const Remark &remark) { return StringRef(remark.text).starts_with(kRefusal); }

} // namespace raddle::vectorize
