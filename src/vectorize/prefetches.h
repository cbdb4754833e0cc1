// llvm.prefetch: prefetches of what will be read or written, which are of no consequence otherwise.
#ifndef RADDLE_VECTORIZE_PREFETCHES_H
#define RADDLE_VECTORIZE_PREFETCHES_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// How near a line is kept: the intrinsic's operand, which x86 calls t1 and t0.
enum class CacheLevel : unsigned { kSecond = 2, kFirst = 3 };

inline bool isPrefetch(const llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == llvm::Intrinsic::prefetch;
}

/// Announces the cache line at an address.
inline llvm::CallInst *createPrefetch(llvm::IRBuilderBase &builder, llvm::Value *address, CacheLevel level,
                                      bool for_writing = false) {
  constexpr unsigned kOfData = 1;
  return builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {address->getType()},
                                 {address, builder.getInt32(for_writing),
                                  builder.getInt32(static_cast<unsigned>(level)), builder.getInt32(kOfData)});
}

} // namespace raddle::vectorize

#endif
