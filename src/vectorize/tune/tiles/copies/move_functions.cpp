#include "vectorize/tune/tiles/copies/move_functions.h"

#include "nvvm/markers.h"
#include "vectorize/tune/noted_numbers.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A function of the state, the array, and some numbers.
Function *createFunction(const Function &model, StringRef suffix, ArrayRef<Type *> parameters) {
  LLVMContext &context = model.getContext();
  StringRef name = model.getName();
  name.consume_back(".copy");
  auto *function =
      Function::Create(FunctionType::get(Type::getVoidTy(context), parameters, false),
                       GlobalValue::InternalLinkage, name + suffix, const_cast<Module *>(model.getParent()));
  function->addFnAttrs(AttrBuilder(context, model.getAttributes().getFnAttrs()));
  for (unsigned array : {0, 1}) {
    function->addParamAttr(array, Attribute::NoAlias);
    function->addParamAttr(array, Attribute::NoCapture);
  }
  return function;
}

void emitMovesOfIteration(const DeferredMoves &deferred, Function &function) {
  const ListedMoves &moves = deferred.moves;
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  Value *state = function.getArg(0), *array = function.getArg(1), *tile = function.getArg(2);
  Type *number = builder.getInt64Ty();
  auto fieldAt = [&](CopyState::Field field) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state, field);
  };
  // Where no tile is listed, something is copied once more, to where nothing reads it.
  Value *is_listed = builder.CreateICmpULT(tile, builder.CreateLoad(number, fieldAt(deferred.listed)));
  Value *known = builder.CreateSelect(is_listed, tile, builder.getInt64(0));
  ListedMoves::Values bases, prefetched, places;
  for (std::uint64_t group = 0; group < moves.groups(); ++group) {
    Value *base =
        builder.CreateLoad(builder.getPtrTy(), deferred.entry(builder, state, deferred.bases, known, group));
    bases.push_back(base);
    Value *distance = deferred.prefetch_distances[group];
    if (distance)
      distance = builder.CreateLoad(distance->getType(),
                                    fieldAt(deferred.distances + CopyState::kEntryBytes * group));
    prefetched.push_back(distance ? builder.CreatePtrAdd(base, distance) : nullptr);
    Value *place = builder.CreateSelect(
        is_listed, builder.CreateLoad(number, deferred.entry(builder, state, deferred.places, known, group)),
        builder.getInt64(deferred.spare));
    places.push_back(builder.CreatePtrAdd(array, place));
  }
  Value *offsets = fieldAt(deferred.offsets);
  if (!deferred.is_same_for_all_tiles)
    offsets = builder.CreateInBoundsGEP(ArrayType::get(number, moves.offsets()), offsets, known);
  moves.emit(builder, bases, prefetched, places, offsets, function.getArg(3));
  builder.CreateRetVoid();
}

// All iterations of the first tile come first, then those of the next one.
void emitAllMoves(Function &function, Function &of_iteration, unsigned tiles, std::uint64_t iterations) {
  LLVMContext &context = function.getContext();
  auto *before = BasicBlock::Create(context, "", &function),
       *body = BasicBlock::Create(context, "", &function), *end = BasicBlock::Create(context, "", &function);
  BranchInst::Create(body, before);
  IRBuilder<> builder(body);
  PHINode *counter = builder.CreatePHI(builder.getInt64Ty(), 2);
  Value *all = builder.getInt64(iterations);
  // The order in which these are created is that in which they stand in the code.
  Value *tile = builder.CreateUDiv(counter, all);
  Value *iteration = builder.CreateURem(counter, all);
  builder.CreateCall(&of_iteration, {function.getArg(0), function.getArg(1), tile, iteration});
  Value *next = builder.CreateAdd(counter, builder.getInt64(1));
  builder.CreateCondBr(builder.CreateICmpNE(next, builder.getInt64(iterations * tiles)), body, end);
  counter->addIncoming(builder.getInt64(0), before);
  counter->addIncoming(next, body);
  ReturnInst::Create(context, end);
}

} // namespace

MoveFunctions createMoveFunctions(const DeferredMoves &deferred, const Function &model,
                                  std::uint64_t iterations) {
  auto *pointer = PointerType::getUnqual(model.getContext());
  auto *number = Type::getInt64Ty(model.getContext());
  MoveFunctions functions;
  functions.of_iteration = createFunction(model, ".move", {pointer, pointer, number, number});
  emitMovesOfIteration(deferred, *functions.of_iteration);
  functions.all = createFunction(model, ".moves", {pointer, pointer});
  emitAllMoves(*functions.all, *functions.of_iteration, deferred.tiles, iterations);
  return functions;
}

void callAllMoves(IRBuilder<> &builder, const MoveFunctions &functions, const DeferredMoves &deferred,
                  Value *state) {
  CallInst *call = builder.CreateCall(functions.all, {state, deferred.array});
  call->setMetadata(
      marker::kDeferredMoves,
      MDNode::get(call->getContext(), {ValueAsMetadata::get(functions.of_iteration),
                                       ConstantAsMetadata::get(builder.getInt32(deferred.tiles))}));
}

unsigned tilesOfMoves(const CallInst &moves) {
  return static_cast<unsigned>(notedNumber(moves, marker::kDeferredMoves, 1));
}

CallInst *moveInIteration(IRBuilder<> &builder, const CallInst &moves, unsigned tile, Value *iteration) {
  auto *note = cast<ValueAsMetadata>(moves.getMetadata(marker::kDeferredMoves)->getOperand(0));
  auto *function = cast<Function>(note->getValue());
  return builder.CreateCall(
      function, {moves.getArgOperand(0), moves.getArgOperand(1), builder.getInt64(tile), iteration});
}

} // namespace raddle::vectorize
