// What a function does with the shared memory of its block.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_TILE_ACCESSES_H
#define RADDLE_VECTORIZE_TUNE_TILES_TILE_ACCESSES_H

#include "vectorize/llvm.h"

#include <cstddef>

namespace raddle::vectorize {

/// The operand that is the address of a simple load or store, or the addresses of a masked one or a prefetch; else -1.
int addressOperand(const llvm::Instruction &access);

/// Whether that is the address of a field of the block's RaddleBlock.
bool isFieldOf(const llvm::Value &address, const llvm::Argument &block, std::size_t field);

/// An instruction of which one operand is an address in shared memory, or a vector of such.
struct TileAccess {
  llvm::Instruction *instruction;
  unsigned operand;

  llvm::Value *address() const { return instruction->getOperand(operand); }
  /// Moves the address by a number of bytes (i64), with code before the instruction.
  void moveBy(llvm::Value *distance) const;
};

/// All accesses to the shared memory of the block that a function's first argument describes.
class TileAccesses {
public:
  /// Whether all are known, and there are such that write and such that read. Changes nothing.
  bool find(llvm::Function &function);

  /// Loads of the address where the shared memory begins.
  llvm::ArrayRef<llvm::LoadInst *> bases() const { return bases_; }
  llvm::ArrayRef<TileAccess> writers() const { return writers_; }
  llvm::ArrayRef<TileAccess> readers() const { return readers_; }

private:
  bool findUsersOf(llvm::Value &pointer);
  bool findUsersOfKept(llvm::StoreInst &store);

  llvm::SmallVector<llvm::LoadInst *, 2> bases_;
  llvm::SmallVector<TileAccess, 32> writers_, readers_;
  llvm::DenseSet<const llvm::LoadInst *> kept_; // addresses that come out of a warp's frame
};

} // namespace raddle::vectorize

#endif
