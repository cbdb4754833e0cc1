// Device code as a program brings it.
#ifndef RADDLE_BACKEND_MODULE_SOURCE_H
#define RADDLE_BACKEND_MODULE_SOURCE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace raddle::backend {

/// The device code of one module: one translation unit, or, with -rdc, all relocatable units of one
/// executable or shared library in the order of their registration.
struct ModuleSource {
  struct Unit {
    std::span<const std::byte> bitcode; // must stay valid; it lies in the program's image, or in one of `kept`
    std::array<std::uint64_t, 2> hash;  // of the unit, from its fat-binary header
    std::string_view kernels = {};      // as abi::PayloadKind::kKernels; lies there, too
  };
  std::vector<Unit> units;
  std::vector<std::shared_ptr<const void>> kept = {};
  bool debug = false; // -G: compile without optimisation
};

} // namespace raddle::backend

#endif
