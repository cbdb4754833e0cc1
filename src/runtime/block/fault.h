// What ends a launch early, and how it is told.
#ifndef RADDLE_RUNTIME_BLOCK_FAULT_H
#define RADDLE_RUNTIME_BLOCK_FAULT_H

#include "abi/kernel_abi.h"
#include "backend/launch.h"
#include "diagnostics/stack_trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raddle::runtime {

struct Block;
class Run;

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
  bool verbatim = false; // `text` is the whole report but for the stack
};

/// The address of the call instruction that returns to `return_address`, near enough for line tables.
inline std::uintptr_t callSite(std::uintptr_t return_address) {
  return return_address ? return_address - 1 : 0;
}

/// The name of a function as a user writes it; `name` itself when it is not mangled.
std::string demangled(const char *name);

/// The kernel's name as a user writes it: "saxpy(int, float*)".
std::string kernelName(const RaddleKernel &kernel);

/// "(2,0,0)"
std::string format(const RaddleDim3 &index);

/// "lanes 0-3,7" or "lane 7"
std::string formatLanes(std::uint32_t lanes);

/// "0-3,7" of ascending numbers.
std::string formatRanges(const std::vector<std::uint32_t> &numbers);

/// "file.cu:12:5: " for each code address, or "raddle: " where it is unknown.
std::string placePrefix(const std::string &place);

/// The diagnostic: one line that says what and where, then notes.
std::string composeReport(const Block &block, const Fault &fault);

/// Writes a whole diagnostic to stderr at once.
void printDiagnostic(const std::string &text);

/// Ends the launch of the running block. To be called on a fiber of that block.
[[noreturn]] void raiseFault(Block &block, Fault fault);

/// The same, for what a thread of the kernel did in the call that returns to `return_address`: `text`
/// continues "kernel 'name' ...". `advice` becomes a note, null for none.
[[noreturn, gnu::noinline]] void raiseFaultOfKernel(RaddleThread *thread, FaultKind kind, std::string text,
                                                    std::uintptr_t return_address,
                                                    const char *advice = nullptr);

} // namespace raddle::runtime

#endif
