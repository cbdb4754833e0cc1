// Races between launches, copies and fills in words.
#ifndef RADDLE_CHECK_CONCURRENCY_REPORT_H
#define RADDLE_CHECK_CONCURRENCY_REPORT_H

#include "check/work.h"

namespace raddle::check {

/// Reports accesses of `first` and `second` that nothing orders.
void reportConcurrent(const Work &first, const Work &second, const Clash &clash);

/// How an address is called in these reports: "byte 4 of an array of 64 bytes".
void nameMemoryBy(std::string (*name)(std::uintptr_t address));

} // namespace raddle::check

#endif
