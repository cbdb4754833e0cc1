// The file of samples, as the runtime writes it and `raddle profile --hot-lines` reads it. It is mapped into memory, so that what
// was sampled is there, however the process ends.
#ifndef RADDLE_PROFILE_SAMPLES_FILE_H
#define RADDLE_PROFILE_SAMPLES_FILE_H

#include <cstdint>

namespace raddle::profile::samples {

inline constexpr std::uint64_t kSamplesMagic = 0x3153'4c44'4452'0002;

/// Followed by `taken` samples, or kMostSamples if that is less.
struct SamplesHeader {
  std::uint64_t magic;
  std::uint64_t taken;
};

/// Where a thread stood that drove a worker.
struct Sample {
  std::uint32_t object; // the number of a kernel's object, or kNoObject: in the runtime
  std::uint32_t offset; // in its file; where `in_callee`, of a call
  std::uint32_t in_callee;
};

inline constexpr std::uint32_t kNoObject = ~std::uint32_t{0};
inline constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 22;

} // namespace raddle::profile::samples

#endif
