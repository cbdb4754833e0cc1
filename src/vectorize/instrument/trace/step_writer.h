// Writes the calls by which a function tells the runtime its steps, and knows where in the program each step is.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_TRACE_STEP_WRITER_H
#define RADDLE_VECTORIZE_INSTRUMENT_TRACE_STEP_WRITER_H

#include "vectorize/instrument/trace/trace_table.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>

#include <string>

namespace raddle::vectorize {

/// What a value is, as trace_table.h calls it; "" if a step cannot hold it.
std::string traceTypeOf(const llvm::Type *type);

class StepWriter {
public:
  /// `kernel` may be null. `variable` is what declareTraceTable() has given.
  StepWriter(llvm::Function &function, const llvm::Function *kernel, TraceTable &table,
             llvm::GlobalVariable &variable);

  /// Where the program itself stands, and through which function of a header it got here.
  struct Standing {
    const llvm::DILocation *place = nullptr;
    std::string by;
  };
  Standing standingOf(const llvm::Instruction &instruction) const;

  /// Whether an instruction belongs to what the trace shows as statements, and not to a header of CUDA.
  bool isWritten(const llvm::Instruction &instruction) const;

  /// Whether an assignment is one to a variable that the trace shows.
  bool isShown(const llvm::Instruction &assignment, const llvm::AllocaInst &local) const;

  /// Tells a step with its values, before an instruction; returns the step's number in the table.
  unsigned tell(llvm::Instruction *before, const Standing &standing, llvm::json::Object site,
                llvm::ArrayRef<llvm::Value *> values, unsigned flags = 0);

  /// Tells what an instruction, whose step has the number `of`, has given.
  void tellResult(llvm::Instruction &instruction, const Standing &standing, unsigned of,
                  llvm::StringRef type = "", unsigned flags = 0);

private:
  llvm::Value *numberOf(llvm::IRBuilder<> &builder, llvm::Value *value) const;

  llvm::Function &function_;
  llvm::Module &module_;
  bool shows_headers_ = false; // the kernel itself stands in one
  TraceTable &table_;
  llvm::GlobalVariable &variable_;
};

} // namespace raddle::vectorize

#endif
