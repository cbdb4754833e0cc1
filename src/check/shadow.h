// RADDLE_CHECK=init: which bits of the memory that kernels see are not initialised. Each byte has one beside it, at
// kRaddleShadowOffset, of which the bits are set that nobody has written; all other memory of the process counts as
// written.
#ifndef RADDLE_CHECK_SHADOW_H
#define RADDLE_CHECK_SHADOW_H

#include "base/asked_once.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace raddle::check {

/// Whether memory has a shadow in this process.
bool reserveShadow();
/// The same, for what each copy asks. Reserves it, the first time.
inline bool hasShadow() { return askedOnce<reserveShadow>(); }

// These do nothing where there is no shadow.

/// Nobody has written the bytes.
void poison(const void *begin, std::size_t bytes);
/// Somebody has.
void unpoison(const void *begin, std::size_t bytes);
/// They are copied. They may overlap.
void copyShadow(void *to, const void *from, std::size_t bytes);

/// The first bytes of [begin, begin + bytes) that are poisoned and lie together.
struct PoisonedBytes {
  std::size_t offset, count;
};
std::optional<PoisonedBytes> findPoisoned(const void *begin, std::size_t bytes);

} // namespace raddle::check

#endif
