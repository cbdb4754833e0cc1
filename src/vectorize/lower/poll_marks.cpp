#include "vectorize/lower/poll_marks.h"

#include "nvvm/markers.h"

#include <llvm/ADT/StringExtras.h>

using namespace llvm;

namespace raddle::vectorize {

void noteAwaitedWrites(CallBase &call, const analysis::AwaitedWrites &awaited) {
  std::string text = itostr(awaited.kind);
  for (std::int64_t value : awaited.values)
    text += "," + itostr(value);
  call.addFnAttr(Attribute::get(call.getContext(), marker::kAwaits, text));
}

std::optional<analysis::AwaitedWrites> notedAwaitedWrites(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || !call->hasFnAttr(marker::kAwaits))
    return std::nullopt;
  SmallVector<StringRef, 4> parts;
  call->getFnAttr(marker::kAwaits).getValueAsString().split(parts, ',');
  analysis::AwaitedWrites awaited;
  int kind = awaited.kind;
  to_integer(parts.front(), kind);
  awaited.kind = static_cast<analysis::AwaitedWrites::Kind>(kind);
  for (StringRef part : drop_begin(parts))
    to_integer(part, awaited.values.emplace_back());
  return awaited;
}

} // namespace raddle::vectorize
