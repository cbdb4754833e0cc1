// Answers that stay the same while the process lives, and that each launch asks for: from the environment, say.
#ifndef RADDLE_BASE_ASKED_ONCE_H
#define RADDLE_BASE_ASKED_ONCE_H

#include <atomic>

namespace raddle {

/// What find() answers, which is called at first only. A load and a branch, where a static variable of a function is two and a call.
template <bool (*find)()> inline bool askedOnce() {
  enum class Known : unsigned char { kNothing, kNo, kYes };
  static constinit std::atomic<Known> known = Known::kNothing;
  const Known answer = known.load(std::memory_order_relaxed);
  if (answer != Known::kNothing) [[likely]]
    return answer == Known::kYes;
  const bool found = find();
  known.store(found ? Known::kYes : Known::kNo, std::memory_order_relaxed);
  return found;
}

} // namespace raddle

#endif
