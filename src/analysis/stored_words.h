// How much one thread of a kernel writes.
#ifndef RADDLE_ANALYSIS_STORED_WORDS_H
#define RADDLE_ANALYSIS_STORED_WORDS_H

#include <llvm/IR/Function.h>

#include <cstdint>

namespace raddle::analysis {

/// The words of four bytes that a thread stores in memory which it reaches through parameters, on the way through
/// the kernel on which it stores most. What stands in a loop counts once, and what called functions store not at
/// all. The kernel is one for a single thread.
std::uint32_t storedWords(const llvm::Function &kernel);

} // namespace raddle::analysis

#endif
