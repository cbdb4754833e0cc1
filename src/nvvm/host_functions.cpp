#include "nvvm/host_functions.h"

#include <unordered_set>

namespace raddle::nvvm {

bool isHostFunction(std::string_view name) {
// In two steps, because some names are macros' results.
#define RADDLE_QUOTED(name) #name
#define RADDLE_HOST_FUNCTION(name) RADDLE_QUOTED(name),
  static const std::unordered_set<std::string_view> names = {
#include "device/host_functions.def"
  };
#undef RADDLE_QUOTED
  return names.contains(name);
}

} // namespace raddle::nvvm
