// Code before a loop in which nothing is computed twice.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_PREHEADER_CODE_H
#define RADDLE_VECTORIZE_TUNE_TILES_PREHEADER_CODE_H

#include "vectorize/llvm.h"

#include <map>
#include <tuple>

namespace raddle::vectorize {

/// All rows of a tile share the values that are computed here, so that these take few registers.
class PreheaderCode {
public:
  explicit PreheaderCode(const llvm::Loop &loop) : builder_(loop.getLoopPreheader()->getTerminator()) {}

  llvm::Value *combine(llvm::Instruction::BinaryOps operation, llvm::Value *left, llvm::Value *right) {
    llvm::Value *&result = known_[{operation, left, right, nullptr}];
    return result ? result : result = builder_.CreateBinOp(operation, left, right);
  }
  llvm::Value *extend(llvm::Instruction::CastOps extension, llvm::Value *value) {
    llvm::Value *&result = known_[{extension, value, nullptr, builder_.getInt64Ty()}];
    return result ? result : result = builder_.CreateCast(extension, value, builder_.getInt64Ty());
  }
  llvm::Value *resize(llvm::Value *value, llvm::Type *type) {
    llvm::Value *&result = known_[{0, value, nullptr, type}];
    return result ? result : result = builder_.CreateSExtOrTrunc(value, type);
  }
  llvm::ConstantInt *getInt64(std::uint64_t number) { return builder_.getInt64(number); }

private:
  llvm::IRBuilder<> builder_;
  std::map<std::tuple<unsigned, llvm::Value *, llvm::Value *, llvm::Type *>, llvm::Value *> known_;
};

} // namespace raddle::vectorize

#endif
