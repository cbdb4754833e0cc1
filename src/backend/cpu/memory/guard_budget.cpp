#include "backend/cpu/memory/guard_budget.h"

#include <fstream>

namespace raddle::cpu {

std::size_t GuardBudget::ofThisProcess() {
  constexpr std::size_t kUsualMappings = 65530, kMappingsOfAGuard = 2;
  std::size_t mappings = 0;
  if (!(std::ifstream("/proc/sys/vm/max_map_count") >> mappings))
    mappings = kUsualMappings;
  return mappings / 4 / kMappingsOfAGuard;
}

} // namespace raddle::cpu
