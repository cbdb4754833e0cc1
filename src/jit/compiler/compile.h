// From device bitcode to a loadable object, in one call each.
#ifndef RADDLE_JIT_COMPILER_COMPILE_H
#define RADDLE_JIT_COMPILER_COMPILE_H

#include "abi/block_class.h"
#include "base/result.h"
#include "jit/compiler/host_target.h"
#include "vectorize/pipeline.h"

#include <string>
#include <vector>

namespace raddle::jit {

/// How the plan of the pass widen is printed.
enum class PlanFormat { kNone, kText, kJson };

struct CompileRequest {
  // Bitcode files, one per translation unit, in the order of their registration.
  std::vector<std::string> bitcode;
  std::string kernel;         // mangled name; empty: the module object
  std::string output;         // path of the shared object; empty: run the passes only
  bool debug = false;         // -G
  bool check_races = false;
  bool profile = false;
  bool trace = false;
  bool check_memory = false;  // see vectorize::Input
  bool check_sync = false;
  bool check_init = false;
  unsigned lanes = 1;         // 32: all at once where the kernel allows it, else 1
  BlockClass block;           // with 32 lanes: what it will be launched with
  bool print_engine = false;  // says which it became, and why
  bool print_remarks = false; // and what became of loops, branches and accesses
  PlanFormat print_plan = PlanFormat::kNone;
  unsigned parts_from = 0;    // instructions of a kernel that is compiled in parts; 0: what pays
  Machine machine;            // that will run it
  vectorize::PipelineOptions pipeline;
};

/// Compiles one kernel, or the module object, and writes the shared object.
Result<bool> compile(const CompileRequest &request);

/// Why the request's kernel gets the thread engine in its blocks, and what to change: two lines (see
/// vectorize/reshape/lanes/thread_engine_reasons.h), or "" where it gets the warp engine. Writes nothing.
Result<std::string> whyThreadEngine(const CompileRequest &request);

/// The mangled names of all kernels in the files, in order.
Result<std::vector<std::string>> listKernels(const std::vector<std::string> &bitcode);

/// Identifies the compiler and the host it compiles for, in every object it writes. (Cache keys are made by the
/// loader, which cannot ask this process: see backend/cpu/loader/compiler_process.h.)
std::string compilerIdentity();

} // namespace raddle::jit

#endif
