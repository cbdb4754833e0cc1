// Vectors and what they consist of: parts of registers, elements of lanes, values of several parts.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_VECTORS_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_VECTORS_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

/// `count` lanes from `first` on.
llvm::Value *partOf(WarpBuilder &warp, llvm::Value *lanes, unsigned first, unsigned count);
/// Vectors of one length, a power of two of them, one after the other.
llvm::Value *concatenate(WarpBuilder &warp, llvm::SmallVector<llvm::Value *, 8> parts);
/// A vector of elements of other vectors, which may be of different lengths; null: any.
llvm::Value *assemble(WarpBuilder &warp, llvm::ArrayRef<std::pair<llvm::Value *, unsigned>> wanted);
/// Vectors in which as many fields alternate: a vector for each field.
llvm::SmallVector<llvm::Value *, 8> separate(WarpBuilder &warp, llvm::ArrayRef<llvm::Value *> alternating);

/// What a lane has of a value, each part of which is a vector.
llvm::Value *extractLane(WarpBuilder &warp, llvm::Value *wide, llvm::Type *type, llvm::Value *lane);
llvm::Value *insertLane(WarpBuilder &warp, llvm::Value *wide, llvm::Value *value, llvm::Value *lane);
/// By lanes, or by one condition for all; structures part by part.
llvm::Value *selectLanes(WarpBuilder &warp, llvm::Value *mask, llvm::Value *value, llvm::Value *otherwise,
                         const llvm::Twine &name = "");

/// How many parts a structure or an array has.
std::uint64_t partCount(const llvm::Type *type);

/// Volatile accesses of different lanes have no order among themselves, but none may vanish or move.
void compilerBarrier(WarpBuilder &warp);

} // namespace raddle::vectorize

#endif
