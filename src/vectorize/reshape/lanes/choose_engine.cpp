// Which of the two engines runs a kernel in blocks of one class. In blocks of other shapes other branches make the lanes diverge,
// so the engine may be another one.

#include "analysis/program_shapes.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/lanes/lane_dependence.h"
#include "vectorize/reshape/reachable_functions.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Why one of the functions cannot run 32 lanes at once, or "".
std::string whyNotAtOnce(ArrayRef<Function *> functions, const analysis::ProgramShapes &shapes) {
  for (Function *function : functions) {
    const analysis::LaneShapes &own = shapes.of(function);
    const bool is_kernel = function == functions.front();
    std::string reason = whyLanesWaitForEachOther(*function, is_kernel, own, LinearOrder(*function, own));
    if (!reason.empty())
      return reason;
  }
  return {};
}

} // namespace

void chooseEngine(Function &kernel, const Input &input, Report &report) {
  const SmallVector<Function *, 8> functions = reachableFunctions(kernel);
  report.thread_engine_reason = whyNotAtOnce(functions, analysis::ProgramShapes(functions, input.block));
}

} // namespace raddle::vectorize
