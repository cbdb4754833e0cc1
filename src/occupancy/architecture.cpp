#include "occupancy/architecture.h"

#include <algorithm>
#include <charconv>

namespace raddle::occupancy {

namespace {

constexpr std::size_t kKib = 1024;

std::vector<std::size_t> inBytes(std::vector<std::size_t> kib) {
  for (std::size_t &size : kib)
    size *= kKib;
  return kib;
}

} // namespace

std::string_view name(Family family) {
  constexpr std::string_view kNames[] = {"Fermi",  "Kepler", "Maxwell", "Pascal", "Volta",
                                         "Turing", "Ampere", "Ada",     "Hopper", "Blackwell"};
  return kNames[static_cast<unsigned>(family)];
}

std::string Architecture::name() const { return "sm_" + std::to_string(major) + std::to_string(minor); }

std::span<const Architecture> architectures() {
  static const std::vector<Architecture> table = {
  // clang-format off
#define RADDLE_SM(major, minor, family, chip, warps, blocks, sm_registers, block_registers, thread_registers, \
                  register_unit, subpartitions, shared_kib, optin_kib, reserved, shared_unit, barriers,       \
                  carveouts, source)                                                                          \
  {major, minor, Family::family, chip, warps, blocks, sm_registers, block_registers, thread_registers,        \
   register_unit, subpartitions, (shared_kib) * kKib, (optin_kib) * kKib, reserved, shared_unit, barriers,    \
   inBytes(carveouts), source},
// clang-format on
#include "raddle/occupancy/architectures.def"
  };
  return table;
}

const Architecture *findArchitecture(std::string_view name) {
  for (std::string_view prefix : {"sm_", "compute_"})
    if (name.starts_with(prefix))
      name.remove_prefix(prefix.size());
  if (name.ends_with('a') || name.ends_with('f'))
    name.remove_suffix(1);
  std::string digits(name);
  // "9.0" is 90.
  if (std::size_t dot = digits.find('.'); dot != std::string::npos && dot + 2 == digits.size())
    digits.erase(dot, 1);
  unsigned number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size())
    return nullptr;
  for (const Architecture &row : architectures())
    if (row.major * 10 + row.minor == number)
      return &row;
  return nullptr;
}

} // namespace raddle::occupancy
