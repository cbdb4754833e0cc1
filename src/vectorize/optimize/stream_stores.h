// Large results go past the caches.
#ifndef RADDLE_VECTORIZE_OPTIMIZE_STREAM_STORES_H
#define RADDLE_VECTORIZE_OPTIMIZE_STREAM_STORES_H

#include <llvm/IR/Function.h>

namespace raddle::vectorize {

/// Before: the function runs a block (RaddleBlock first, then the parameters). After: where it stores whole
/// cache lines in memory that the kernel does not read, it does so without reading them first, and without
/// keeping them, in launches that write more than the caches hold (RaddleBlock.streams):
///
///   store v, p      becomes      if (block.streams && p % 64 == 0) store v, p, !nontemporal
///                                else store v, p
///
/// Such stores come out of order, so kernels that have an atomic operation, a fence or a volatile access, by
/// which other blocks could tell, stay as they are; whoever waits for the launch sees all (Worker::complete).
void streamStores(llvm::Function &block_entry);

} // namespace raddle::vectorize

#endif
