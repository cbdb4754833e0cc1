#include "vectorize/tune/tiles/copies/copy_state.h"

using namespace llvm;

namespace raddle::vectorize {

CopyState::CopyState(Function &function) : layout_(function.getDataLayout()) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  memory_ = builder.CreateAlloca(builder.getInt8Ty(), nullptr, "copy.state");
}

CopyState::Field CopyState::addField(Type *type) {
  const std::uint64_t align = layout_.getPrefTypeAlign(type).value();
  const Field field = alignTo(bytes_, align);
  bytes_ = field + layout_.getTypeStoreSize(type).getFixedValue();
  align_ = std::max(align_, align);
  return field;
}

CopyState::Field CopyState::addList(std::uint64_t entries) {
  const Field first = addField(Type::getInt64Ty(memory_->getContext()));
  bytes_ = first + kEntryBytes * entries;
  return first;
}

void CopyState::allocate() {
  IRBuilder<> builder(memory_);
  AllocaInst *all = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes_), nullptr, "copy.state");
  all->setAlignment(Align(align_));
  memory_->replaceAllUsesWith(all);
  memory_->eraseFromParent();
  memory_ = all;
}

Value *CopyState::address(IRBuilder<> &builder, Field field) const {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory_, field);
}

Value *CopyState::load(IRBuilder<> &builder, Type *type, Field field) const {
  return builder.CreateAlignedLoad(type, address(builder, field), layout_.getPrefTypeAlign(type));
}

StoreInst *CopyState::store(IRBuilder<> &builder, Value *value, Field field) const {
  return builder.CreateAlignedStore(value, address(builder, field),
                                    layout_.getPrefTypeAlign(value->getType()));
}

} // namespace raddle::vectorize
