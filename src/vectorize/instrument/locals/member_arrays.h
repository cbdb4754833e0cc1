// Arrays within structures that an expression indexes.
#ifndef RADDLE_VECTORIZE_NORMALISE_MEMBER_ARRAYS_H
#define RADDLE_VECTORIZE_NORMALISE_MEMBER_ARRAYS_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <cstdint>

namespace raddle::vectorize {

struct MemberArray {
  llvm::Value *address; // of an element of it,
  std::uint64_t offset; // so many bytes behind its beginning
  llvm::Type *type;
  llvm::StringRef name; // in the source, "" where that is unknown
};

/// Those that the address was computed by indexing, innermost first, as `s.rows[i].x[j]` names them: `x` and `rows`. A pointer
/// that is computed with leaves them, and an array at the end of a structure may be meant to go on behind it, unless the
/// structure is a variable.
llvm::SmallVector<MemberArray, 2> memberArraysOf(llvm::Value *address, const llvm::DataLayout &layout);

} // namespace raddle::vectorize

#endif
