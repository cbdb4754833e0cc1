// RADDLE_SAMPLES: the folder in which a process keeps where its kernels spend the time of this CPU, for `raddle profile
// --hot-lines`.
//
// Each thread that drives a worker is interrupted (SIGPROF) after each millisecond of its processor time, or as often as the system's
// clock ticks. <process>.samples says where it stood (samples_file.h); <process>.jsonl has a line for each object of a kernel,
// {"object": {number, kernel, file}}, and the folder a copy of it, whose line table says what stands there.
#ifndef RADDLE_PROFILE_SAMPLES_H
#define RADDLE_PROFILE_SAMPLES_H

#include "abi/kernel_abi.h"
#include "base/asked_once.h"

#include <string>

namespace raddle::profile::samples {

/// Whether $RADDLE_SAMPLES names a folder that can be written. Why not is told once.
bool hasFolder();
/// The same, for what each launch asks.
inline bool isOn() { return askedOnce<hasFolder>(); }

/// A kernel's object has been loaded from that file.
void noteObject(const RaddleObject &object, const std::string &file);

/// From now on the calling thread works for kernels, until it says that it no longer does. May be nested.
void beginWork();
void endWork();

} // namespace raddle::profile::samples

#endif
