// What a warp tells the runtime of its accesses and of what orders them (see check-races): one call for all its lanes.

#include "abi/race_flags.h"
#include "vectorize/instrument/races/race_check.h"
#include "vectorize/widen/emit/calls/calls.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// An array with an element of each lane.
Value *stored(WarpBuilder &warp, Value *vector, const Twine &name) {
  auto *type = cast<FixedVectorType>(vector->getType());
  AllocaInst *array = warp.scratch(ArrayType::get(type->getElementType(), kRaddleWarpSize), name);
  warp.CreateAlignedStore(vector, array, Align(64));
  return array;
}

Value *asNumber(WarpBuilder &warp, Value *pointer) {
  return warp.CreatePtrToInt(pointer, pointer->getType()->getWithNewType(warp.getInt64Ty()));
}

Value *numbersOf(WarpBuilder &warp, Value *pointers) { return asNumber(warp, warp.vector(pointers)); }

std::optional<std::int64_t> strideOf(WarpBuilder &warp, const Value *address) {
  if (warp.isUniform(address))
    return 0;
  const analysis::LaneShape shape = warp.shapes.of(address);
  return shape.isScalar() ? shape.stride() : std::nullopt;
}

void callFor(WarpBuilder &warp, Runtime function, ArrayRef<Value *> arguments, const CallInst &call,
             bool is_atomic) {
  CallInst *told = callRuntime(warp, function, arguments, /*waits=*/true);
  told->setDebugLoc(call.getDebugLoc());
  told->setTailCallKind(CallInst::TCK_NoTail);
  if (!is_atomic)
    told->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
}

void emitDryAccess(WarpBuilder &warp, CallInst &call, const RaceCheck &check) {
  const auto stride = strideOf(warp, check.address);
  SmallVector<Value *, 9> arguments{warp.thread, warp.ofFirstLane(check.warp), warp.bits(warp.mask)};
  if (stride)
    arguments.append(
        {asNumber(warp, warp.scalar(check.address)), warp.getInt64(static_cast<std::uint64_t>(*stride))});
  else
    arguments.push_back(stored(warp, numbersOf(warp, check.address), "looked at"));
  arguments.append({asNumber(warp, warp.ofFirstLane(check.variable)), warp.ofFirstLane(check.value),
                    warp.getInt64(check.bytes),
                    warp.getInt32(check.flags & (kRaddleRaceWrites | kRaddleRaceIsMade))});
  callFor(warp, stride ? Runtime::raddle_dry_row : Runtime::raddle_dry_lanes, arguments, call, false);
}

} // namespace

void emitRaceCheck(WarpBuilder &warp, CallInst &call) {
  const RaceCheck check(call);
  if (check.flags & kRaddleRaceIsDry)
    return emitDryAccess(warp, call, check);
  const bool is_atomic = check.flags & kRaddleRaceIsAtomic;
  GlobalVariable *site = siteOf(check, *warp.target.getParent());
  Value *variable = asNumber(warp, warp.ofFirstLane(check.variable));
  Value *values = Constant::getNullValue(warp.getPtrTy());
  if (check.flags & kRaddleRaceHasValue)
    values = stored(warp, warp.vector(check.value), "written");
  Value *number = warp.ofFirstLane(check.warp), *lanes = warp.bits(warp.mask);
  if (CallInst *bounds = boundsCheckOf(call))
    lanes = warp.CreateAnd(lanes, warp.CreateNot(warp.scalar(bounds)));
  if (const auto stride = strideOf(warp, check.address))
    return callFor(warp, Runtime::raddle_race_row,
                   {warp.thread, site, number, lanes, asNumber(warp, warp.scalar(check.address)),
                    warp.getInt64(static_cast<std::uint64_t>(*stride)), variable, values},
                   call, is_atomic);
  callFor(warp, Runtime::raddle_race_lanes,
          {warp.thread, site, number, lanes, stored(warp, numbersOf(warp, check.address), "accessed"),
           variable, values},
          call, is_atomic);
}

void emitRaceAcquire(WarpBuilder &warp, CallInst &call) {
  callFor(warp, Runtime::raddle_race_acquire,
          {warp.thread, warp.ofFirstLane(call.getArgOperand(2)), warp.bits(warp.mask),
           stored(warp, numbersOf(warp, call.getArgOperand(1)), "acquired"), call.getArgOperand(3)},
          call, true);
}

// Lanes of a warp come to its operations together, so that it is enough to tell that they have met.
void emitRaceEvent(WarpBuilder &warp, CallInst &call) {
  const std::uint64_t event = cast<ConstantInt>(call.getArgOperand(2))->getZExtValue();
  if (event == kRaddleRaceWarpArrives)
    return;
  Value *operand = call.getArgOperand(3);
  Value *number = warp.ofFirstLane(call.getArgOperand(1)), *lanes = warp.bits(warp.mask);
  if (event == kRaddleRaceDryBarrier)
    return callFor(warp, Runtime::raddle_dry_barrier, {warp.thread, number, lanes}, call, false);
  if (warp.isUniform(operand))
    return callFor(warp, Runtime::raddle_race_event,
                   {warp.thread, number, lanes, call.getArgOperand(2), warp.scalar(operand)}, call, false);
  callFor(warp, Runtime::raddle_race_events,
          {warp.thread, number, lanes, call.getArgOperand(2), stored(warp, warp.vector(operand), "operands")},
          call, false);
}

} // namespace raddle::vectorize
