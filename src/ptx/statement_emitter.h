// PTX statements become IR, one after the other: what asm statements and functions of modules have in common.
#ifndef RADDLE_PTX_STATEMENT_EMITTER_H
#define RADDLE_PTX_STATEMENT_EMITTER_H

#include "ptx/operands.h"
#include "ptx/registers.h"

#include <map>

namespace raddle::ptx {

/// Registers, labels, guards, branches, and instructions by the rows of the table.
class StatementEmitter {
public:
  /// New blocks are put before `next_block`, or at the end where that is null.
  StatementEmitter(Emission &emission, RegisterNames &function_registers, llvm::BasicBlock *next_block)
      : emission_(emission), builder_(emission.builder), registers_(emission, function_registers),
        operands_(emission, registers_), next_block_(next_block) {}
  virtual ~StatementEmitter() = default;

protected:
  /// To be called before the first statement, where there are labels.
  void findLabels();
  void emit(const Statement &statement);

  /// What only the derived class knows; false where it is none of that. The guard has been seen to.
  virtual bool emitOwn(const Statement &statement) = 0;

  void setNextBlock(llvm::BasicBlock *block) { next_block_ = block; }
  void emitInstruction(const Statement &statement);
  llvm::BasicBlock *newBlock(const llvm::Twine &name);
  /// Ends this block, if nothing has, and goes on in that one.
  void continueIn(llvm::BasicBlock *block);
  /// What follows an instruction that never goes on to the next.
  void continueAfterEnd();
  /// The block of a label that the current statement can see; null, and a problem, where there is none.
  llvm::BasicBlock *blockOf(const std::string &label);

  Emission &emission_;
  llvm::IRBuilder<> &builder_;
  Registers registers_;
  Operands operands_;

private:
  void emitUnguarded(const Statement &statement);
  llvm::Value *conditionOf(const Statement &statement);
  llvm::BasicBlock *targetOf(const Statement &branch);
  bool takesOperandsOf(const Statement &statement, const Match &match);
  void readSources(const Statement &statement, Call &call);
  void writeResults(const Statement &statement, Call &call, llvm::Value *result);

  llvm::BasicBlock *next_block_;
  std::map<std::pair<unsigned, std::string>, llvm::BasicBlock *> labels_;
};

} // namespace raddle::ptx

#endif
