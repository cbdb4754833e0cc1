#include "occupancy/architecture.h"

#include <charconv>

namespace raddle::occupancy {

namespace {

constexpr std::size_t kKib = 1024;

std::vector<std::size_t> inBytes(std::vector<std::size_t> kib) {
  for (std::size_t &size : kib)
    size *= kKib;
  return kib;
}

}  // namespace

std::span<const Architecture> architectures() {
  static const std::vector<Architecture> table = {
// clang-format off
#define ARCHITECTURE(major, minor, chip, warps, blocks, sm_registers, block_registers, thread_registers,     \
                     subpartitions, shared_kib, optin_kib, reserved, unit, barriers, carveouts)              \
  {major, minor, chip, warps, blocks, sm_registers, block_registers, thread_registers, subpartitions,        \
   (shared_kib) * kKib, (optin_kib) * kKib, reserved, unit, barriers, inBytes(carveouts)},
// clang-format on
#include "occupancy/architectures.def"
  };
  return table;
}

const Architecture *findArchitecture(std::string_view name) {
  for (std::string_view prefix : {"sm_", "compute_"})
    if (name.starts_with(prefix))
      name.remove_prefix(prefix.size());
  if (name.ends_with('a') || name.ends_with('f'))
    name.remove_suffix(1);
  unsigned number = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size())
    return nullptr;
  for (const Architecture &row : architectures())
    if (row.major * 10 + row.minor == number)
      return &row;
  return nullptr;
}

}  // namespace raddle::occupancy
