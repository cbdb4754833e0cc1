// What is wrong with a call that is about to be refused, in words, for programs that do not look at its error.
#ifndef RADDLE_API_CUDART_EXPLANATIONS_H
#define RADDLE_API_CUDART_EXPLANATIONS_H

#include "driver_types.h"
#include "host/memory/memory.h"

#include <cstddef>

namespace raddle::cudart {

/// It was to be freed.
void explainFree(const runtime::MemoryRegistry &memory, const void *address);

/// `bytes` bytes from there on were to be an operand on that side. `role`: "the source", "the destination", ...
void explainOperand(const runtime::MemoryRegistry &memory, const char *role, const void *address,
                    std::size_t bytes, runtime::Side side);

/// A copy would have been right in that direction, and no other.
void explainDirection(cudaMemcpyKind right);

} // namespace raddle::cudart

#endif
