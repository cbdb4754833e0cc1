// Work of a device that nothing orders, and that accesses the same memory: races between launches, copies and fills.
//
// Whoever gives work to a stream says what it comes after (begin()); when it has ended, and its footprint is known, it is
// compared with all work that it does not come after and that does not come after it. So what is found depends on how the program
// has put its work in order, and not on what happened to run first.
#ifndef RADDLE_CHECK_CONCURRENT_WORK_H
#define RADDLE_CHECK_CONCURRENT_WORK_H

#include "base/asked_once.h"
#include "check/options.h"
#include "check/work.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace raddle::check {

/// Whether work is looked at (RADDLE_CHECK=race). Cheap.
inline bool ordersWork() {
  return askedOnce<[] { return options().has(Detector::kRace); }>();
}
/// The program has made a stream, has launched a graph, or has several devices: its work may be concurrent from now on. Before
/// that the accesses of launches are not recorded.
void expectConcurrentWork();

/// The work comes after all of `past`, and after what the host has waited for.
void begin(const std::shared_ptr<Work> &work, const Past &past);
/// The same of work that waits for what nobody knows: it comes after everything so far.
void beginAfterAll(const std::shared_ptr<Work> &work);
/// A part of it has ended; with the last one it is compared with others, and what races is reported.
void end(const std::shared_ptr<Work> &work);

/// The host has waited for all of that, so that whatever it gives to streams from now on comes after it.
void hostKnows(const Past &past);
/// A function of the host runs in that place.
void hostKnows(const Work &work);

/// The work is an access of the host, made now.
void hostAccessed(const std::shared_ptr<Work> &work);

/// How much work has begun.
std::uint64_t workBegun();
bool isWorkRunning();
/// Another number whenever work has begun or ended, the host has waited, or memory is another.
std::uint64_t versionOfWork();
/// By plain accesses of work that the host has not waited for. Nothing while work is running, or where it is too much.
std::optional<std::vector<TouchedRange>> touchedByUnawaitedWork();

/// Other memory is there now.
void forgetTouches(const void *memory, std::size_t bytes);

} // namespace raddle::check

#endif
