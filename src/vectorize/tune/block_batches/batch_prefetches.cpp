#include "vectorize/tune/block_batches/batch_prefetches.h"

#include <llvm/Support/MathExtras.h>

using namespace llvm;

namespace raddle::vectorize {

void BatchPrefetches::findDistances(Value *end_of_frames) {
  IRBuilder<> &builder = batch_.builder;
  Type *offset = builder.getInt64Ty();
  Value *first_frame = batch_.firstFrame();
  const std::uint64_t frames = divideCeil(batch_.processor.batch_prefetch_bytes, batch_.bytesOfIteration());
  Value *to_last = builder.CreateSub(builder.CreatePtrToInt(end_of_frames, offset),
                                     builder.CreatePtrToInt(batch_.frameAfter(first_frame), offset));
  Value *to_later = builder.CreateBinaryIntrinsic(Intrinsic::umin, to_last,
                                                  builder.getInt64(frames * batch_.frame.bytes()));
  Values in_first = batch_.loadAll(first_frame),
         in_later = batch_.loadAll(builder.CreatePtrAdd(first_frame, to_later)),
         in_last = batch_.loadAll(builder.CreatePtrAdd(first_frame, to_last));
  auto number = [&](Value *place) {
    return place->getType()->isPointerTy() ? builder.CreatePtrToInt(place, offset)
                                           : builder.CreateSExtOrTrunc(place, offset);
  };
  auto distanceOf = [&](Value *value) -> Value * {
    Value *first = batch_.inIteration(value, in_first), *later = batch_.inIteration(value, in_later),
          *last = batch_.inIteration(value, in_last);
    if (!first || !later || !last)
      return nullptr;
    Value *distance = builder.CreateSub(number(later), number(first));
    Value *expected = builder.CreateMul(distance, to_last);
    Value *found = builder.CreateMul(builder.CreateSub(number(last), number(first)), to_later);
    Value *is_even = builder.CreateICmpEQ(expected, found);
    return builder.CreateSelect(is_even, distance, builder.getInt64(0));
  };
  for (LoadInst *load : batch_.loads()) {
    Value *address = load->getPointerOperand();
    if (batch_.grid.loop->isLoopInvariant(address))
      continue;
    if (auto *element = elementOfArray(*address)) {
      if (Value *elements = distanceOf(element->getOperand(1)))
        moved_arrays_[load] =
            builder.CreateGEP(element->getSourceElementType(), element->getPointerOperand(), elements);
    } else if (Value *bytes = distanceOf(address)) {
      distances_[load] = bytes;
    }
  }
}

// The address as an element of an array that lies in the same place for all frames; else null.
GetElementPtrInst *BatchPrefetches::elementOfArray(Value &address) const {
  auto *element = dyn_cast<GetElementPtrInst>(&address);
  if (!element || element->getNumIndices() != 1)
    return nullptr;
  const Value *array = element->getPointerOperand();
  const bool is_common =
      batch_.grid.loop->isLoopInvariant(array) &&
      none_of(batch_.live_ins, [&](const LiveIn &live_in) { return live_in.here == array; });
  return is_common ? element : nullptr;
}

void BatchPrefetches::insert(LoadInst &load, LoadInst &copy) {
  IRBuilder<> &builder = batch_.builder;
  builder.SetInsertPoint(&copy);
  Value *address = nullptr;
  if (Value *array = moved_arrays_.lookup(&load)) {
    auto *element = cast<GetElementPtrInst>(copy.getPointerOperand());
    address = builder.CreateGEP(element->getSourceElementType(), array, element->getOperand(1));
  } else if (Value *bytes = distances_.lookup(&load)) {
    address = builder.CreatePtrAdd(copy.getPointerOperand(), bytes);
  } else {
    return;
  }
  const std::uint64_t bytes = batch_.bytesOf(load);
  for (std::uint64_t offset = 0; offset < bytes; offset += kCacheLineBytes)
    createPrefetch(builder, fieldOf(builder, address, offset), batch_.processor.batch_prefetch_level);
}

} // namespace raddle::vectorize
