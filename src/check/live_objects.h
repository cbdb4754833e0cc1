// What the program has made by calls of the API and not given back yet: where each was made, for reports, and for leaks.
#ifndef RADDLE_CHECK_LIVE_OBJECTS_H
#define RADDLE_CHECK_LIVE_OBJECTS_H

#include "check/lifetime.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace raddle::check {

/// By the call that returns to `caller`. These do nothing unless something is checked.
void noteMade(const void *object, Rule leak, int device, std::size_t bytes, std::uintptr_t caller);
void noteGone(const void *object, std::uintptr_t caller);

/// What is known of the object that is there, or was there last.
std::optional<Lifetime> lifetimeOf(const void *object);

/// Reports what is left, of one device or (-1) of all, if the options ask for leaks. Each is reported once.
void reportLeaks(int device);

} // namespace raddle::check

#endif
