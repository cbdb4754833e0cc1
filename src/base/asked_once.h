// Answers that stay the same while the process lives, and that each launch asks for: from the environment, say.
#ifndef RADDLE_BASE_ASKED_ONCE_H
#define RADDLE_BASE_ASKED_ONCE_H

#include <atomic>

namespace raddle {

/// What find() answers. It is called until an answer is known, by several threads if they are the first at the same time. A
/// "no", the common answer, costs a load and a branch; a static variable of a function has a guard besides.
template <bool (*find)()> inline bool askedOnce() {
  enum class Known : unsigned char { kNothing, kNo, kYes };
  static constinit std::atomic<Known> known = Known::kNothing;
  const Known answer = known.load(std::memory_order_relaxed);
  if (answer == Known::kNo) [[likely]]
    return false;
  if (answer == Known::kYes)
    return true;
  const bool found = find();
  known.store(found ? Known::kYes : Known::kNo, std::memory_order_relaxed);
  return found;
}

} // namespace raddle

#endif
