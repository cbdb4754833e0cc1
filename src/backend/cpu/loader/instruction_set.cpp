#include "backend/cpu/loader/instruction_set.h"

#include "base/environment.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>

namespace raddle::jit {

namespace {

#ifdef __x86_64__

// A kind of instructions, by the kernel's name of it in /proc/cpuinfo, and whether CPUID, which emulators answer
// themselves, has it.
struct Feature {
  std::string_view name;
  bool is_here;
};

std::array<Feature, 6> features() {
  return {{{"avx512f", __builtin_cpu_supports("avx512f") != 0},
           {"gfni", __builtin_cpu_supports("gfni") != 0},
           {"vaes", __builtin_cpu_supports("vaes") != 0},
           {"avx2", __builtin_cpu_supports("avx2") != 0},
           {"fma", __builtin_cpu_supports("fma") != 0},
           {"bmi2", __builtin_cpu_supports("bmi2") != 0}}};
}

std::string findInstructionSet() {
  std::istringstream words(processorDescription());
  const std::set<std::string, std::less<>> flags{std::istream_iterator<std::string>(words), {}};
  const auto here = features();
  const bool emulated = std::ranges::any_of(
      here, [&](const Feature &feature) { return !feature.is_here && flags.contains(feature.name); });
  if (!emulated)
    return "native";
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")
             ? "avx2"
             : "sse4.2";
}

#else

std::string findInstructionSet() { return "native"; }

#endif

} // namespace

const std::string &processorDescription() {
  static const std::string description = [] {
    std::ifstream info("/proc/cpuinfo");
    std::string found;
    for (std::string line; std::getline(info, line);) {
      const bool features = line.starts_with("flags") || line.starts_with("Features");
      if (features || line.starts_with("model name"))
        found += line + "\n";
      if (features)
        break;
    }
    return found;
  }();
  return description;
}

const std::string &instructionSet() {
  static const std::string set = [] {
    auto chosen = environment("RADDLE_ISA");
    return chosen ? *chosen : findInstructionSet();
  }();
  return set;
}

} // namespace raddle::jit
