#include "host/device/visible_devices.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace raddle::host {

namespace {

constexpr std::string_view kUuidPrefix = "GPU-";

// White space before a number and anything after it is ignored.
std::optional<int> deviceByNumber(const std::string &entry, std::size_t devices) {
  char *end = nullptr;
  const long number = std::strtol(entry.c_str(), &end, 10);
  if (end == entry.c_str() || number < 0 || static_cast<std::size_t>(number) >= devices)
    return std::nullopt;
  return static_cast<int>(number);
}

bool isSameLetter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// The only one that begins so.
std::optional<int> deviceByUuid(std::string_view entry, const std::vector<std::string> &uuids) {
  if (!entry.starts_with(kUuidPrefix) || entry.size() == kUuidPrefix.size())
    return std::nullopt;
  std::optional<int> found;
  for (std::size_t i = 0; i < uuids.size(); ++i) {
    const std::string_view beginning = entry.substr(0, uuids[i].size());
    if (!std::equal(beginning.begin(), beginning.end(), uuids[i].begin(), isSameLetter))
      continue;
    if (found)
      return std::nullopt;
    found = static_cast<int>(i);
  }
  return found;
}

} // namespace

VisibleDevices visibleDevices(const std::string &list, const std::vector<std::string> &uuids) {
  VisibleDevices visible;
  const bool by_uuid = list.starts_with(kUuidPrefix);
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find(',', start), list.size());
    const std::string entry = list.substr(start, end - start);
    const std::optional<int> device =
        by_uuid ? deviceByUuid(entry, uuids) : deviceByNumber(entry, uuids.size());
    if (!device)
      break;
    if (std::ranges::find(visible.numbers, *device) != visible.numbers.end())
      return {{}, Status::kInvalidDevice};
    visible.numbers.push_back(*device);
    start = end + 1;
  }
  if (visible.numbers.empty())
    visible.status = Status::kNoDevice;
  return visible;
}

std::string formatUuid(const std::array<unsigned char, 16> &uuid) {
  std::string text(kUuidPrefix);
  for (std::size_t i = 0; i < uuid.size(); ++i)
    text += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
  return text;
}

} // namespace raddle::host
