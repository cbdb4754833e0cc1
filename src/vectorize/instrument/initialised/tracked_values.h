// Which values may hold bits that nobody has given a value, and which of their bits those are: their shadows.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_INITIALISED_TRACKED_VALUES_H
#define RADDLE_VECTORIZE_INSTRUMENT_INITIALISED_TRACKED_VALUES_H

#include "vectorize/instrument/initialised/shadow_memory.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace raddle::vectorize {

class TrackedValues {
public:
  /// Finds what is read from memory, or stands for variables to which nothing was assigned, and all that is computed from it.
  /// Accesses to the shadow memory itself do not count.
  TrackedValues(llvm::Function &function, ShadowMemory &memory);

  bool contains(const llvm::Value *value) const { return tracked_.contains(value); }
  /// Whether a tracked value comes from memory or from a variable, not from other values.
  bool isSource(const llvm::Value *value) const { return sources_.contains(value); }

  /// A number of the value's width: zeros where it is known to be initialised. Null where values of its type have no shadow.
  llvm::Value *shadowOf(llvm::Value *value) const;
  bool hasShadow(const llvm::Value *value) const { return shadows_.contains(value); }
  void setShadow(llvm::Value *value, llvm::Value *shadow) { shadows_[value] = shadow; }

private:
  bool isRead(llvm::Instruction &instruction, ShadowMemory &memory) const;

  const llvm::DataLayout &layout_;
  llvm::SmallPtrSet<const llvm::Value *, 32> tracked_, sources_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> shadows_;
};

} // namespace raddle::vectorize

#endif
