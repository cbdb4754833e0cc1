#include "tools/profile/fit.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace raddle::tools::profile {

using namespace raddle::occupancy;

std::string withArticle(std::string_view product) {
  // Of names that are spelled, what counts is how their first letter is called.
  const bool is_spelled = product.size() > 1 && !std::islower(static_cast<unsigned char>(product[1]));
  const std::string_view vowels = is_spelled ? "AEFHILMNORSX" : "AEIOU";
  return (vowels.find(product.substr(0, 1)) != std::string_view::npos ? "an " : "a ") + std::string(product);
}

std::optional<Fit> fitOf(const Launches &launches, const Target &target) {
  Fit fit;
  fit.architecture = findArchitecture(target.architecture);
  if (!fit.architecture)
    return std::nullopt;
  fit.machine = target.product.empty() ? machineOf(*fit.architecture) : findMachine(target.product);
  fit.resources.static_shared = launches.static_shared;
  fit.resources.max_dynamic_shared = launches.dynamic_shared;
  if (launches.max_threads)
    fit.resources.max_threads_per_block = launches.max_threads;
  if (launches.max_registers)
    fit.resources.registers_per_thread = std::min(fit.resources.registers_per_thread, launches.max_registers);
  fit.occupancy =
      computeOccupancy(*fit.architecture, fit.resources, {launches.threads(), launches.dynamic_shared});
  for (const Resource resource : kResources)
    if (fit.occupancy.isLimitedBy(resource))
      fit.limiter += (fit.limiter.empty() ? "" : ", ") + std::string(name(resource));
  if (fit.machine && fit.occupancy.blocks) {
    const double at_once = static_cast<double>(fit.machine->multiprocessors) * fit.occupancy.blocks;
    fit.waves = static_cast<double>(launches.blocks()) / at_once;
    const double all = std::ceil(fit.waves);
    fit.idle_part = all > 0 ? (all - fit.waves) / all : 0;
  }
  return fit;
}

} // namespace raddle::tools::profile
