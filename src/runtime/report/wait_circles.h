// RADDLE_CHECK=sync: threads that hang because each waits for the next one, and the last one for the first.
#ifndef RADDLE_RUNTIME_REPORT_WAIT_CIRCLES_H
#define RADDLE_RUNTIME_REPORT_WAIT_CIRCLES_H

#include <span>
#include <string>

namespace raddle::runtime {

struct Block;

/// A line for each of them, or "" where no circle is known. The blocks are of one launch and of one worker, which is where
/// this is called; none of them is suspended.
std::string describeCircle(std::span<const Block *const> blocks);

} // namespace raddle::runtime

#endif
