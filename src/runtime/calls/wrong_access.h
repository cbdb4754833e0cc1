// An access of a kernel that may not be made: how it is found out, and how it is put into words.
#ifndef RADDLE_RUNTIME_CALLS_WRONG_ACCESS_H
#define RADDLE_RUNTIME_CALLS_WRONG_ACCESS_H

#include "check/finding.h"
#include "check/live_objects.h"
#include "runtime/block/block.h"

#include <cstdint>
#include <optional>
#include <string>

namespace raddle::runtime {

/// One that failed the test of its bounds, of one thread.
struct CheckedAccess {
  std::uintptr_t address; // or the offset into the variable
  std::uint64_t bytes;
  std::uintptr_t root;  // what the address was computed from
  std::uint64_t size;   // of the variable
  const char *variable; // see raddle_thread_outside
  std::uint32_t flags;  // RaddleAccessFlags
};

/// What is wrong with it. `begin` and `bytes` are the object's, and `base` is where it was allocated, if it was.
struct WrongAccess {
  check::Rule rule;
  std::string object = {}; // "128 bytes", "'tile'"
  std::int64_t offset = 0; // from where the object begins
  std::uint64_t bytes = 0;
  const void *base = nullptr;
  std::uint64_t element = 0;
  std::optional<check::Lifetime> life = {}; // of a piece of a pool
  std::string name = {};                // of a variable
  std::uintptr_t made = 0, freed = 0;   // code that called malloc() and free() in a kernel
  std::string declared = {}, left = {}; // "file.cu:12:5": where the scope of a local variable begins and ends
};

/// Nothing where it may be made after all. `fiber` makes it, on its own stack.
std::optional<WrongAccess> whatIsWrong(const Block &block, Fiber &fiber, const CheckedAccess &access);

check::Finding findingOf(const CheckedAccess &access, const WrongAccess &wrong);

} // namespace raddle::runtime

#endif
