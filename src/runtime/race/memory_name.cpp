#include "runtime/race/memory_name.h"

#include "backend/device_memory.h"
#include "check/live_objects.h"
#include "check/report.h"

#include <fmt/format.h>

namespace raddle::runtime::race {

std::string nameOfMemory(std::uintptr_t address) {
  const backend::DeviceMemory *memory = backend::deviceMemory();
  const auto object = memory ? memory->objectAt(address) : std::nullopt;
  if (!object)
    return "";
  std::string text = fmt::format("byte {} of {}", address - object->begin,
                                 object->name.empty() ? object->text : "'" + object->name + "'");
  if (const auto lifetime = check::lifetimeOf(reinterpret_cast<const void *>(object->begin)))
    if (const std::string where = check::Access{.stack = check::placesOf(lifetime->made)}.place().text();
        !where.empty())
      text += " allocated at " + where;
  return text;
}

} // namespace raddle::runtime::race
