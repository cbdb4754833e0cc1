#include "nvvm/host_functions.h"

#include <unordered_set>

namespace raddle::nvvm {

bool isHostFunction(std::string_view name) {
  static const std::unordered_set<std::string_view> names = {
#define RADDLE_HOST_FUNCTION(function) #function,
#include "device/host_functions.def"
#undef RADDLE_HOST_FUNCTION
  };
  return names.contains(name);
}

}  // namespace raddle::nvvm
