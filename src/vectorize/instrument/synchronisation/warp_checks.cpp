#include "vectorize/instrument/synchronisation/warp_checks.h"

#include "nvvm/markers.h"

using namespace llvm;

namespace raddle::vectorize {

void WarpChecks::noteAt(CallInst &call) const {
  const char text[] = {static_cast<char>('0' + static_cast<int>(active_mask)), discards ? 'd' : 'u', 0};
  call.addFnAttr(Attribute::get(call.getContext(), marker::kChecksOfOperation, text));
}

std::optional<WarpChecks> WarpChecks::at(const CallInst &call) {
  const StringRef text = call.getAttributes().getFnAttr(marker::kChecksOfOperation).getValueAsString();
  if (text.size() != 2)
    return std::nullopt;
  return WarpChecks{static_cast<ActiveMaskUse>(text[0] - '0'), text[1] == 'd'};
}

} // namespace raddle::vectorize
