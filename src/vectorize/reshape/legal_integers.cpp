// Accesses to integers that vectors and memory hold differently.

#include "vectorize/reshape/passes.h"

#include "vectorize/reshape/reachable_functions.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

class Pieces {
public:
  // `width` in bits, of which the last byte may hold less than eight.
  Pieces(Instruction &access, Value *pointer, Align alignment, bool is_volatile, unsigned width)
      : access_(access), builder_(&access), pointer_(pointer), alignment_(alignment),
        is_volatile_(is_volatile), bytes_(divideCeil(width, 8)), piece_bytes_(bytes_ & -bytes_),
        piece_(builder_.getIntNTy(8 * piece_bytes_)), whole_(builder_.getIntNTy(8 * bytes_)) {}

  Value *load(Type *type) {
    Value *value = nullptr;
    for (unsigned at = 0; at < bytes_; at += piece_bytes_) {
      LoadInst *piece = builder_.CreateAlignedLoad(piece_, place(at), alignmentAt(at), is_volatile_);
      describe(*piece);
      Value *part = builder_.CreateShl(builder_.CreateZExt(piece, whole_), 8 * at);
      value = value ? builder_.CreateOr(value, part) : part;
    }
    return builder_.CreateTrunc(value, type);
  }

  void store(Value *value) {
    value = builder_.CreateZExt(value, whole_);
    for (unsigned at = 0; at < bytes_; at += piece_bytes_) {
      Value *part = builder_.CreateTrunc(builder_.CreateLShr(value, 8 * at), piece_);
      describe(*builder_.CreateAlignedStore(part, place(at), alignmentAt(at), is_volatile_));
    }
  }

private:
  Value *place(unsigned at) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer_, at);
  }
  Align alignmentAt(unsigned at) const { return commonAlignment(alignment_, at); }
  void describe(Instruction &piece) {
    piece.copyMetadata(access_, {LLVMContext::MD_invariant_load, LLVMContext::MD_nontemporal,
                                 LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  }

  Instruction &access_;
  IRBuilder<> builder_;
  Value *pointer_;
  Align alignment_;
  bool is_volatile_;
  unsigned bytes_, piece_bytes_;
  Type *piece_, *whole_;
};

bool hasIllegalWidth(const Type *type) {
  return type->isIntegerTy() &&
         (type->getIntegerBitWidth() < 8 || !isPowerOf2_32(type->getIntegerBitWidth()));
}

} // namespace

static void splitIllegalAccessesIn(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && hasIllegalWidth(load->getType())) {
      Pieces pieces(*load, load->getPointerOperand(), load->getAlign(), load->isVolatile(),
                    load->getType()->getIntegerBitWidth());
      Value *value = pieces.load(load->getType());
      value->takeName(load);
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
    } else if (auto *store = dyn_cast<StoreInst>(&instruction);
               store && hasIllegalWidth(store->getValueOperand()->getType())) {
      Value *value = store->getValueOperand();
      Pieces(*store, store->getPointerOperand(), store->getAlign(), store->isVolatile(),
             value->getType()->getIntegerBitWidth())
          .store(value);
      store->eraseFromParent();
    }
  }
}

void legaliseIntegers(Function &kernel) {
  for (Function *function : reachableFunctions(kernel))
    splitIllegalAccessesIn(*function);
}

} // namespace raddle::vectorize
