#include "vectorize/tune/accumulators/fission_loop.h"

#include "nvvm/markers.h"
#include "vectorize/never_unrolled.h"

using namespace llvm;

namespace raddle::vectorize {

Value *shuffledPiece(IRBuilder<> &builder, const AccumulatorLoop &loop, Value *value, unsigned index) {
  return builder.CreateShuffleVector(
      value, createSequentialMask(index * loop.lanesOfPiece(), loop.lanesOfPiece(), 0));
}

FissionLoop::FissionLoop(const AccumulatorLoop &loop, BasicBlock *block, BasicBlock *before,
                         AllocaInst *scratch, bool counts, Needs needs)
    : loop_(loop), block_(block), before_(before), scratch_(scratch), builder_(block) {
  if (counts) {
    iteration_ = builder_.CreatePHI(builder_.getInt64Ty(), 2, "iteration");
    iteration_->addIncoming(builder_.getInt64(0), before);
  }
  for (PHINode &phi : loop.body()->phis())
    if (!loop.isOfAccumulators(&phi) && needs(phi)) {
      PHINode *copy = builder_.CreatePHI(phi.getType(), 2, phi.getName());
      copy->addIncoming(phi.getIncomingValueForBlock(loop.preheader()), before);
      whole_[&phi] = copy;
      phis_.push_back(&phi);
    }
}

void FissionLoop::end(BasicBlock *after) {
  BasicBlock *body = loop_.body();
  for (PHINode *phi : phis_)
    cast<PHINode>(whole_[phi])->addIncoming(whole(phi->getIncomingValueForBlock(body)), block_);
  if (iteration_)
    iteration_->addIncoming(builder_.CreateAdd(iteration_, builder_.getInt64(1), "", true, true), block_);
  auto *branch = cast<BranchInst>(body->getTerminator());
  Value *condition = whole(branch->getCondition());
  const bool goes_on = branch->getSuccessor(0) == body;
  BranchInst *back = builder_.CreateCondBr(condition, goes_on ? block_ : after, goes_on ? after : block_);
  // Else all fission loops would be one piece of code again, in which LLVM mixes them.
  back->setMetadata(LLVMContext::MD_loop, neverUnrolled(body->getContext()));
  back->setMetadata(marker::kMostIterations, branch->getMetadata(marker::kMostIterations));
}

void FissionLoop::beginAccumulator(PHINode &accumulator, unsigned index, Value *first) {
  PHINode *own = builder_.CreatePHI(loop_.pieceType(accumulator.getType()), 2, accumulator.getName());
  own->addIncoming(first, before_);
  pieces_[{&accumulator, index}] = own;
}

void FissionLoop::endAccumulator(PHINode &accumulator, unsigned index) {
  cast<PHINode>(pieces_[{&accumulator, index}])
      ->addIncoming(pieces_[{accumulator.getIncomingValueForBlock(loop_.body()), index}], block_);
}

Value *FissionLoop::whole(Value *value) {
  if (!loop_.contains(value))
    return value;
  if (Value *known = whole_.lookup(value))
    return known;
  auto *instruction = cast<Instruction>(value);
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(whole(operand));
  builder_.Insert(copy, instruction->getName());
  return whole_[value] = copy;
}

Value *FissionLoop::piece(Value *value, unsigned index) {
  if (Value *known = pieces_.lookup({value, index}))
    return known;
  Value *made = makePiece(value, index);
  return pieces_[{value, index}] = made;
}

Value *FissionLoop::makePiece(Value *value, unsigned index) {
  if (!loop_.contains(value)) {
    IRBuilder<> outside(loop_.preheader()->getTerminator());
    return shuffledPiece(outside, loop_, value, index);
  }
  if (loop_.isOfAccumulators(value))
    return compute(*cast<Instruction>(value), index);
  if (const AccumulatorLoop::Memory memory = loop_.memoryOf(value, index); memory.source)
    return loadPiece(memory);
  return builder_.CreateAlignedLoad(loop_.pieceType(value->getType()),
                                    addressInScratch(loop_.shared().placeOf({value, index})),
                                    Align(loop_.registerBytes()));
}

Value *FissionLoop::loadPiece(const AccumulatorLoop::Memory &memory) {
  const unsigned lanes = loop_.lanesOfPiece();
  auto *load = dyn_cast<LoadInst>(memory.source);
  if (!load || !lengthOf(load))
    return builder_.CreateVectorSplat(lanes, whole(memory.source));
  Type *type = load->getType()->getScalarType();
  const std::uint64_t offset = memory.element * loop_.layout().getTypeStoreSize(type).getFixedValue();
  Value *address =
      builder_.CreateConstGEP1_64(builder_.getInt8Ty(), whole(load->getPointerOperand()), offset);
  Value *again = builder_.CreateAlignedLoad(memory.is_splat ? type : loop_.pieceType(type), address,
                                            commonAlignment(load->getAlign(), offset));
  return memory.is_splat ? builder_.CreateVectorSplat(lanes, again) : again;
}

Value *FissionLoop::compute(Instruction &instruction, unsigned index) {
  Type *type = loop_.pieceType(instruction.getType());
  SmallVector<Value *, 4> operands;
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  for (Value *operand : call ? make_range(call->arg_begin(), call->arg_end()) : instruction.operands())
    operands.push_back(piece(operand, index));
  if (call) {
    CallInst *copy = builder_.CreateIntrinsic(type, call->getIntrinsicID(), operands);
    copy->copyIRFlags(call);
    return copy;
  }
  Instruction *copy = instruction.clone();
  copy->mutateType(type);
  for (auto [i, operand] : enumerate(operands))
    copy->setOperand(static_cast<unsigned>(i), operand);
  return builder_.Insert(copy, instruction.getName());
}

Value *FissionLoop::addressInScratch(std::uint64_t place) {
  Value *row =
      builder_.CreateMul(iteration_, builder_.getInt64(loop_.shared().bytesOfIteration()), "", true, true);
  Value *address = builder_.CreateInBoundsGEP(builder_.getInt8Ty(), scratch_, row);
  return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), address, place);
}

} // namespace raddle::vectorize
