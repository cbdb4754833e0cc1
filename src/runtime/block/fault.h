// What ends a launch early, as it was seen.
#ifndef RADDLE_RUNTIME_BLOCK_FAULT_H
#define RADDLE_RUNTIME_BLOCK_FAULT_H

#include "abi/kernel_abi.h"
#include "backend/launch.h"
#include "check/finding.h"
#include "diagnostics/stack_trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raddle::runtime {

using backend::FaultKind;

struct FaultNote {
  std::string text;
  std::uintptr_t site = 0; // code address the note is about, 0 for none
};

/// A fault as it was seen, before it is put into words: made on the stack of the fiber that faulted, turned
/// into a report on the worker's home stack.
struct Fault {
  FaultKind kind = FaultKind::kNone;
  std::string text;                   // what was observed, without a place
  bool about_kernel = false;          // `text` continues "kernel 'name' ..."
  std::uintptr_t site = 0;            // where: a code address, 0 when unknown
  std::uintptr_t caller = 0;          // second choice, when `site` lies in code without debug information
  StackTrace stack;                   // from `site` outwards; empty where there is none to show
  std::optional<RaddleThread> thread; // who; copied, because fibers are reused
  bool some_lane = false;             // it is not known which thread of its warps it was
  std::vector<FaultNote> notes;
  bool told = false;     // the checker has reported it
  bool verbatim = false;           // `text` is the whole report but for the stack
  std::string finding; // of a whole report: its first line for the checker, where it knows more; or ""
  std::optional<check::Rule> rule; // which the checker says was broken, where `kind` does not tell
};

} // namespace raddle::runtime

#endif
