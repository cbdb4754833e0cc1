// RADDLE_CHECK=sync: what threads that hang poll, since when, and for whom they wait.
#ifndef RADDLE_RUNTIME_REPORT_POLLED_WORDS_H
#define RADDLE_RUNTIME_REPORT_POLLED_WORDS_H

#include <string>

namespace raddle::runtime {

struct Block;
struct Fiber;

/// The word that the fiber polls: "byte 4 of an array of 4096 bytes".
std::string describePolledObject(const Block &block, const Fiber &fiber);

/// One line about the word that the fiber polls, or "" where that is not known. `indentation` stands in front of it.
std::string describePolledWord(const Block &block, const Fiber &fiber, const std::string &indentation);

} // namespace raddle::runtime

#endif
