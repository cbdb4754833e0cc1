// Moves between registers; vectors in braces are put together and taken apart on the way
// (Operands::pack).

#include "nvvm/runtime_functions.h"
#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

Value *copy(Call &call) { return call.source(0); }

// A return from the kernel, once all functions around it are inlined: see the pass resolve-ptx-state.
Value *exitThread(Call &call) {
  call.builder.CreateCall(nvvm::declare(call.module(), nvvm::Runtime::raddle_ptx_exit));
  return nullptr;
}

} // namespace

const std::vector<Row> &moveInstructions() {
  static const std::vector<Row> rows = {
      {"mov <t:@any|b128|pred>", "=t t", copy},

      {"nanosleep <u32>", "u32", libraryEffect("llvm.nvvm.nanosleep")},
      {"trap", "", libraryEffect("__raddle_trap")},
      {"brkpt", "", nothing()},
      {"exit", "", exitThread},
      {"pmevent {mask}", "#u32", nothing()},
      {"setmaxnreg <inc|dec> <sync> <aligned> <u32>", "#u32", nothing()},
      {"griddepcontrol <launch_dependents|wait>", "", nothing()},
  };
  return rows;
}

} // namespace raddle::ptx
