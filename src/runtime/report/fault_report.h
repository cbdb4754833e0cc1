// A fault in words.
#ifndef RADDLE_RUNTIME_REPORT_FAULT_REPORT_H
#define RADDLE_RUNTIME_REPORT_FAULT_REPORT_H

#include "runtime/block/fault.h"

#include <string>

namespace raddle::runtime {

struct Block;

/// The diagnostic: one line that says what and where, then notes.
std::string composeReport(const Block &block, const Fault &fault);

} // namespace raddle::runtime

#endif
