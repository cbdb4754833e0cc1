#include "vectorize/widen/emit/accesses/guarded_accesses.h"

#include "abi/kernel_abi.h"
#include "nvvm/markers.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/versions.h"

using namespace llvm;

namespace raddle::vectorize {

void emitGuarded(WarpBuilder &warp, const Instruction &access, function_ref<void()> for_all,
                 function_ref<void()> for_some) {
  CallInst *check = warp.plan.guardOf(access);
  if (!check)
    return for_all();
  Value *refused = warp.scalar(check);
  emitVersions(
      warp, warp.CreateIsNull(refused),
      [&] {
        for_all();
        return ValueList();
      },
      [&] {
        warp.forLanes(warp.CreateNot(warp.maskFromBits(refused)), for_some);
        return ValueList();
      });
}

namespace {

// Values side by side, as in memory.
bool hasForm(const WarpBuilder &warp, Type *type) {
  return (type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy()) &&
         warp.layout.typeSizeEqualsStoreSize(type) &&
         warp.layout.getTypeStoreSize(type).getFixedValue() <= sizeof(std::uint64_t);
}

class ValuesOfSome {
public:
  ValuesOfSome(WarpBuilder &warp, Type *type, Value *pointer)
      : warp_(warp), bytes_(static_cast<unsigned>(warp.layout.getTypeStoreSize(type).getFixedValue())) {
    AllocaInst *&record = warp.values_of_some;
    if (!record) {
      record = warp.slot(ArrayType::get(warp.getInt8Ty(), sizeof(RaddleLaneValues)), "lane.values");
      record->setAlignment(Align(64));
    }
    record_ = record;
    warp.CreateAlignedStore(warp.vector(pointer), record_, Align(64));
  }

  Value *place() const {
    return warp_.CreateConstGEP1_64(warp_.getInt8Ty(), record_, offsetof(RaddleLaneValues, values));
  }

  void call(nvvm::Runtime function, MemoryEffects effects) const {
    CallInst *call = callRuntime(warp_, function, {warp_.bits(warp_.mask), warp_.getInt32(bytes_), record_});
    call->addFnAttr(Attribute::get(call->getContext(), marker::kKeepsRegisters));
    call->setMemoryEffects(effects);
  }

private:
  WarpBuilder &warp_;
  const unsigned bytes_;
  Value *record_;
};

} // namespace

Value *loadSome(WarpBuilder &warp, Type *type, Value *pointer) {
  if (!hasForm(warp, type))
    return nullptr;
  const ValuesOfSome some(warp, type, pointer);
  some.call(nvvm::Runtime::raddle_load_lanes, MemoryEffects::readOnly() | MemoryEffects::argMemOnly());
  return warp.CreateAlignedLoad(widened(type), some.place(), Align(64));
}

bool storeSome(WarpBuilder &warp, Value *values, Value *pointer) {
  Type *type = values->getType()->getScalarType();
  if (!hasForm(warp, type))
    return false;
  const ValuesOfSome some(warp, type, pointer);
  warp.CreateAlignedStore(values, some.place(), Align(64));
  some.call(nvvm::Runtime::raddle_store_lanes, MemoryEffects::unknown());
  return true;
}

} // namespace raddle::vectorize
