// What is wrong with a call that is about to be refused, in words, for programs that do not look at its error.
#ifndef RADDLE_HOST_MEMORY_EXPLANATIONS_H
#define RADDLE_HOST_MEMORY_EXPLANATIONS_H

#include "check/finding.h"
#include "host/memory/memory.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace raddle::host {

struct Explanation {
  std::function<std::string()> notes; // one line each that begins with "note: "
  check::Rule rule = check::Rule::kApiError;
  std::string what = {}; // instead of the name of the function that failed, or ""
};

/// Before the calling thread is answered that something is wrong: what. The notes are asked for when the program is told.
void explainNextError(Explanation explanation);

/// What was said since the last call of this, or nothing. Front ends take it when they answer.
std::unique_ptr<Explanation> takeExplanation();

/// It was to be freed.
void explainFree(const MemoryRegistry &memory, const void *address);

/// `bytes` bytes from there on were to be an operand on that side. `role`: "the source", "the destination", ...
void explainOperand(const MemoryRegistry &memory, const char *role, const void *address, std::size_t bytes,
                    Side side);

/// A thing of another process ("memory", "event") cannot be had.
void explainAbsence(const char *thing, int process);

/// A copy would have been right in that direction, and no other: to a device, or to the host.
void explainDirection(bool to_device);

} // namespace raddle::host

#endif
