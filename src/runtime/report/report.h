// Reports on launches that cannot get on: who waits where.
#ifndef RADDLE_RUNTIME_REPORT_REPORT_H
#define RADDLE_RUNTIME_REPORT_REPORT_H

#include "runtime/block/cohort.h"
#include "runtime/block/fault.h"
#include "runtime/device/shared_memory.h"

#include <string>

namespace raddle::runtime {

struct Block;
class Run;

/// For a block of which no thread can run, and none can be released.
Fault describeDeadlock(const Block &block);

/// Where the first of the block's threads polls, or waits, that does; 0 where none is known to.
std::uintptr_t firstWait(const Block &block);

/// The same of the blocks of `run` that wait for others.
std::uintptr_t firstWait(const Run &run, const Cohort &cohort);

/// For a block beside whose shared memory something was written, or beside that of one that ran in the same place.
std::string describeSharedOverrun(const Block &block, const SharedMemory::Overrun &overrun);

/// For blocks that all wait for each other: who waits where, and who has returned. Covers the blocks of
/// `run`.
std::string describeStuck(const Run &run, const Cohort &cohort);

/// Those blocks of `run` that wait for others.
std::string describeSuspended(const Run &run, const Cohort &cohort);

/// For a block of which all threads that can run poll memory: one line for each place where they do.
std::string describePolling(const Block &block);

} // namespace raddle::runtime

#endif
