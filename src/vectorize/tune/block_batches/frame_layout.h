// Frames: what a warp of a block in a batch keeps of a loop, in memory.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_FRAME_LAYOUT_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_FRAME_LAYOUT_H

#include "base/cache_line.h"
#include "vectorize/llvm.h"

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// Where values lie in a frame, which begins at a cache line and fills whole ones.
class FrameLayout {
public:
  explicit FrameLayout(const llvm::DataLayout &layout) : layout_(layout) {}

  /// The place of another value.
  std::uint64_t add(llvm::Type *type) {
    const std::uint64_t place = llvm::alignTo(bytes_, layout_.getABITypeAlign(type));
    bytes_ = place + layout_.getTypeAllocSize(type).getFixedValue();
    return place;
  }
  std::uint64_t bytes() const { return llvm::alignTo(bytes_, kCacheLineBytes); }

private:
  const llvm::DataLayout &layout_;
  std::uint64_t bytes_ = 0;
};

inline llvm::Value *fieldOf(llvm::IRBuilder<> &builder, llvm::Value *base, std::uint64_t offset) {
  return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset) : base;
}
/// The offset of an address in the frame at `frame`; none where it lies elsewhere.
inline std::optional<std::int64_t> placeInFrame(const llvm::Value &address, const llvm::Value &frame,
                                                const llvm::DataLayout &layout) {
  llvm::APInt offset(64, 0);
  if (address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true) != &frame)
    return std::nullopt;
  return offset.getSExtValue();
}
inline llvm::Value *loadFromFrame(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *frame,
                                  std::uint64_t place) {
  return builder.CreateAlignedLoad(type, fieldOf(builder, frame, place),
                                   llvm::commonAlignment(llvm::Align(kCacheLineBytes), place));
}
inline void storeToFrame(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *frame,
                         std::uint64_t place) {
  builder.CreateAlignedStore(value, fieldOf(builder, frame, place),
                             llvm::commonAlignment(llvm::Align(kCacheLineBytes), place));
}

} // namespace raddle::vectorize

#endif
