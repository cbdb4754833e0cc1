// Tells the runtime of assignments to local variables: a step for each number of a structure, an array or a vector.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_TRACE_ASSIGNMENTS_H
#define RADDLE_VECTORIZE_INSTRUMENT_TRACE_ASSIGNMENTS_H

#include "vectorize/instrument/trace/local_values.h"
#include "vectorize/instrument/trace/step_writer.h"

#include <llvm/IR/IntrinsicInst.h>

namespace raddle::vectorize {

class AssignmentWriter {
public:
  AssignmentWriter(StepWriter &steps, const llvm::DataLayout &layout, const MemberNames &members)
      : steps_(steps), layout_(layout), members_(members) {}

  /// A store into `local`, which the store's address leads to.
  void writeStore(llvm::StoreInst &store, const llvm::AllocaInst &local);

  /// memcpy() or memset() of `bytes`, after which the variable holds them.
  void writeCopy(llvm::MemIntrinsic &copy, std::uint64_t bytes);

private:
  void writeAssignment(llvm::Instruction *before, const StepWriter::Standing &standing, const LocalName &name,
                       llvm::Value *value);
  bool writeLeaf(llvm::Instruction *before, const StepWriter::Standing &standing, const LocalName &name,
                 llvm::Value *value, bool joins);

  StepWriter &steps_;
  const llvm::DataLayout &layout_;
  const MemberNames &members_;
};

} // namespace raddle::vectorize

#endif
