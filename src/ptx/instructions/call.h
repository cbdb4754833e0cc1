// One PTX instruction while it is emitted: what its table row may ask and do.
#ifndef RADDLE_PTX_INSTRUCTIONS_CALL_H
#define RADDLE_PTX_INSTRUCTIONS_CALL_H

#include "ptx/instructions/instruction_table.h"
#include "ptx/type.h"

#include <llvm/IR/IRBuilder.h>

namespace raddle::ptx {

/// The destinations and sources of an instruction come as its row lists them, sources and destinations
/// counted apart.
class Call {
public:
  Call(llvm::IRBuilder<> &builder, const Match &match) : builder(builder), match_(match) {}

  llvm::IRBuilder<> &builder;

  // ---- The opcode ----

  bool has(const std::string &modifier) const { return match_.has(modifier); }
  std::string get(const std::string &group) const { return match_.get(group); }
  /// The type that a group chose, or the type of that name.
  Type type(const std::string &group_or_name) const;
  /// The type that an operand of this instruction has.
  Type typeOf(const OperandSpec &spec) const;
  llvm::Type *ir(const std::string &group_or_name) const {
    return type(group_or_name).inIr(builder.getContext());
  }
  const Match &match() const { return match_; }
  /// N of a shape such as m64nNk16.
  unsigned columns() const;

  // ---- Operands ----

  /// A source, of the type that the row gives it: f32 is a float, f16x2 an i32, pred an i1, an address a
  /// pointer. Null when it is optional and missing.
  llvm::Value *source(unsigned i) const {
    return i < sources.size() && !sources[i].empty() ? sources[i][0] : nullptr;
  }
  std::uint64_t constant(unsigned i) const {
    return llvm::cast<llvm::ConstantInt>(source(i))->getZExtValue();
  }
  /// Whether a destination is there, and no sink.
  bool wantsPredicate() const { return wants_predicate; }

  std::vector<llvm::SmallVector<llvm::Value *, 4>> sources; // a vector has several values
  std::vector<llvm::Value *> results;                       // of several destinations, or of one vector
  std::vector<std::string> selectors;                       // of sources, for video instructions
  std::string destination_selector;
  bool wants_predicate = false;
  bool is_volatile = false; // each execution counts: its loads and stores must not vanish or move
  std::string error;        // what the user has to mend

  llvm::Value *fail(std::string message) {
    if (error.empty())
      error = std::move(message);
    return nullptr;
  }

  // ---- What rows do ----

  llvm::Module &module() const { return *builder.GetInsertBlock()->getModule(); }
  /// Calls a function of the device library or a row of nvvm/intrinsics.def.
  llvm::CallInst *callFunction(llvm::StringRef name, llvm::Type *result,
                               llvm::ArrayRef<llvm::Value *> arguments);
  /// The elements of the vector that a function of the device library gives. LLVM takes it apart once the function is inlined.
  llvm::SmallVector<llvm::Value *, 4> callForElements(llvm::StringRef name, llvm::Type *element,
                                                      unsigned count,
                                                      llvm::ArrayRef<llvm::Value *> arguments);
  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value *> arguments) {
    return builder.CreateIntrinsic(id, {arguments[0]->getType()}, arguments);
  }
  /// These convert from and to integers of the same size.
  llvm::Value *asInteger(llvm::Value *value) const;
  llvm::Value *asType(llvm::Value *value, llvm::Type *type) const;
  /// "name{t}": with the choices of groups in place of their names.
  std::string expand(std::string_view name) const;

private:
  const Match &match_;
};

// ---- Emissions that many rows share ----

/// An instruction of LLVM on the sources.
Emit binary(llvm::Instruction::BinaryOps operation);
/// An intrinsic of LLVM, overloaded on its first operand, on the sources.
Emit intrinsic(llvm::Intrinsic::ID id);
/// A function of the device library with the sources as arguments; see Call::expand for its name.
Emit library(const char *name);
/// The same for an instruction without a result.
Emit libraryEffect(const char *name);
/// Nothing happens on a CPU.
Emit nothing();

} // namespace raddle::ptx

#endif
