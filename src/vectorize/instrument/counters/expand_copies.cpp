// Copies and fills, as the accesses that a GPU makes of them: as wide as all addresses are aligned, up to 16 bytes.
//
//   float4 a = p[t];            one load of <4 x float>, which LLVM's passes do not take apart
//   memcpy(words, from, 64);    16 loads of 4 bytes, and as many stores
//   memcpy(words, from, n);     a loop, and one for the bytes that are left

#include "vectorize/passes.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kWidestAccess = 16;
// More accesses than that are made in a loop.
constexpr std::uint64_t kMostInLine = 16;

std::uint64_t widthOf(const MemIntrinsic &whole) {
  Align align = whole.getDestAlign().valueOrOne();
  if (auto *copy = dyn_cast<MemTransferInst>(&whole))
    align = std::min(align, copy->getSourceAlign().valueOrOne());
  return std::min(align.value(), kWidestAccess);
}

class Expansion {
public:
  explicit Expansion(MemIntrinsic &whole)
      : whole_(whole), copy_(dyn_cast<MemTransferInst>(&whole)), is_volatile_(whole.isVolatile()),
        width_(widthOf(whole)) {}

  /// In pieces of the widest access, each of which has this type; and what is left.
  void expand(Type *wide) {
    wide_ = wide;
    auto *length = dyn_cast<ConstantInt>(whole_.getLength());
    if (length && length->getZExtValue() / width_ <= kMostInLine)
      expandInLine(length->getZExtValue());
    else
      expandAsLoops(length);
    whole_.eraseFromParent();
  }

private:
  struct Piece {
    Value *offset;
    std::uint64_t bytes;
    Value *value;
  };

  Type *typeOf(std::uint64_t bytes) const {
    if (bytes == width_ && wide_)
      return wide_;
    Type *word = Type::getInt32Ty(whole_.getContext());
    return bytes == kWidestAccess ? static_cast<Type *>(FixedVectorType::get(word, 4))
                                  : Type::getIntNTy(whole_.getContext(), 8 * static_cast<unsigned>(bytes));
  }

  static Value *addressOf(IRBuilder<> &builder, Value *first, const Piece &piece) {
    auto *offset = dyn_cast<ConstantInt>(piece.offset);
    return offset && offset->isZero() ? first : builder.CreateInBoundsPtrAdd(first, piece.offset);
  }

  void load(IRBuilder<> &builder, Piece &piece) const {
    Type *type = typeOf(piece.bytes);
    if (copy_) {
      piece.value = builder.CreateAlignedLoad(type, addressOf(builder, copy_->getRawSource(), piece),
                                              Align(piece.bytes), is_volatile_);
      return;
    }
    Value *bytes =
        builder.CreateVectorSplat(static_cast<unsigned>(piece.bytes), cast<MemSetInst>(whole_).getValue());
    piece.value = builder.CreateBitCast(bytes, type);
  }

  void store(IRBuilder<> &builder, const Piece &piece) const {
    builder.CreateAlignedStore(piece.value, addressOf(builder, whole_.getRawDest(), piece),
                               Align(piece.bytes), is_volatile_);
  }

  // All is loaded before anything is stored, as source and target may overlap.
  void expandInLine(std::uint64_t length) {
    IRBuilder<> builder(&whole_);
    SmallVector<Piece, 20> pieces;
    std::uint64_t bytes = width_;
    for (std::uint64_t at = 0; at < length; at += bytes) {
      while (bytes > length - at)
        bytes /= 2;
      pieces.push_back({builder.getInt64(at), bytes, nullptr});
    }
    for (Piece &piece : pieces)
      load(builder, piece);
    for (const Piece &piece : pieces)
      store(builder, piece);
  }

  void expandAsLoops(const ConstantInt *length) {
    IRBuilder<> builder(&whole_);
    // Pieces that overlap are moved in an order that depends on the addresses, and have all the same size.
    if (isa<MemMoveInst>(whole_))
      while (length ? length->getZExtValue() % width_ != 0 : width_ > 1)
        width_ /= 2;
    Value *bytes = builder.CreateZExtOrTrunc(whole_.getLength(), builder.getInt64Ty());
    Value *left = builder.CreateAnd(bytes, builder.getInt64(width_ - 1));
    Value *before = builder.CreateSub(bytes, left);
    repeat(builder.CreateLShr(bytes, Log2_64(width_)), width_, builder.getInt64(0));
    repeat(left, 1, before);
  }

  void repeat(Value *times, std::uint64_t bytes, Value *offset) {
    Instruction *before = &whole_;
    if (auto *known = dyn_cast<ConstantInt>(times); known && known->isZero())
      return;
    IRBuilder<> outside(before);
    if (!isa<ConstantInt>(times))
      before = SplitBlockAndInsertIfThen(outside.CreateICmpNE(times, outside.getInt64(0)), before,
                                         /*Unreachable=*/false);
    auto [inside, index] = SplitBlockAndInsertSimpleForLoop(times, before);
    IRBuilder<> builder(inside);
    builder.SetCurrentDebugLocation(whole_.getDebugLoc());
    Value *number = index;
    if (isa<MemMoveInst>(whole_)) {
      Value *from = builder.CreatePtrToInt(copy_->getRawSource(), builder.getInt64Ty());
      Value *to = builder.CreatePtrToInt(whole_.getRawDest(), builder.getInt64Ty());
      Value *last = builder.CreateSub(times, builder.getInt64(1));
      number = builder.CreateSelect(builder.CreateICmpULT(from, to), builder.CreateSub(last, index), index);
    }
    Piece piece{builder.CreateAdd(offset, builder.CreateMul(number, builder.getInt64(bytes))), bytes,
                nullptr};
    load(builder, piece);
    store(builder, piece);
  }

  MemIntrinsic &whole_;
  MemTransferInst *copy_;
  const bool is_volatile_;
  std::uint64_t width_;
  Type *wide_ = nullptr;
};

// The smallest number in a type, and whether all are of the same type.
class Numbers {
public:
  Numbers(Type *type, const DataLayout &layout) : layout_(layout) { add(type); }

  /// The type of an access of so many bytes, whose elements are those that the program accesses alone; null where that is one.
  Type *vectorOf(std::uint64_t bytes, LLVMContext &context) const {
    if (smallest_ >= bytes)
      return nullptr;
    const bool has_own = common_ && common_->getPrimitiveSizeInBits().getFixedValue() == 8 * smallest_;
    Type *element = has_own ? common_ : Type::getIntNTy(context, 8 * static_cast<unsigned>(smallest_));
    return FixedVectorType::get(element, static_cast<unsigned>(bytes / smallest_));
  }

private:
  void add(Type *type) {
    if (auto *fields = dyn_cast<StructType>(type)) {
      for (Type *field : fields->elements())
        add(field);
    } else if (auto *array = dyn_cast<ArrayType>(type)) {
      add(array->getElementType());
    } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      add(vector->getElementType());
    } else if (const std::uint64_t bytes = layout_.getTypeStoreSize(type).getFixedValue(); bytes) {
      common_ = common_ == type || smallest_ == ~std::uint64_t{0} ? type : nullptr;
      smallest_ = std::min(smallest_, bit_floor(bytes));
    }
  }

  const DataLayout &layout_;
  Type *common_ = nullptr;
  std::uint64_t smallest_ = ~std::uint64_t{0};
};

// What the program says of which type the memory there is, as far as so many bytes are concerned; null where it does not.
Type *typeAt(Value *address, std::uint64_t bytes, const DataLayout &layout) {
  APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  address = address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  Type *type = nullptr;
  if (auto *variable = dyn_cast<AllocaInst>(address))
    type = variable->getAllocatedType();
  else if (auto *global = dyn_cast<GlobalVariable>(address))
    type = global->getValueType();
  else if (auto *element = dyn_cast<GEPOperator>(address))
    type = element->getResultElementType();
  while (type && type->isSized() && layout.getTypeAllocSize(type).getFixedValue() > bytes)
    if (!layout.getGEPIndexForOffset(type, offset))
      break;
  return type && type->isSized() ? type : nullptr;
}

// Local variables become vectors of such elements, so their types matter more.
Type *typeOf(const MemTransferInst &copy, std::uint64_t bytes, const DataLayout &layout) {
  Value *const both[] = {copy.getRawDest(), copy.getRawSource()};
  for (const bool is_local : {true, false})
    for (Value *address : both)
      if (isa<AllocaInst>(getUnderlyingObject(address)) == is_local)
        if (Type *type = typeAt(address, bytes, layout))
          return type;
  return nullptr;
}

} // namespace

void keepVectorCopies(Module &module) {
  const DataLayout &layout = module.getDataLayout();
  for (Function &function : module) {
    SmallVector<std::pair<MemTransferInst *, Type *>, 16> copies;
    for (Instruction &instruction : instructions(function)) {
      auto *copy = dyn_cast<MemTransferInst>(&instruction);
      auto *length = copy && !copy->isVolatile() ? dyn_cast<ConstantInt>(copy->getLength()) : nullptr;
      const std::uint64_t width = copy ? widthOf(*copy) : 0;
      if (!length || length->isZero() || length->getZExtValue() % width != 0 ||
          length->getZExtValue() / width > kMostInLine)
        continue;
      Type *type = typeOf(*copy, length->getZExtValue(), layout);
      if (Type *vector = type ? Numbers(type, layout).vectorOf(width, module.getContext()) : nullptr)
        copies.push_back({copy, vector});
    }
    for (auto [copy, vector] : copies)
      Expansion(*copy).expand(vector);
  }
}

void expandCopies(Module &module) {
  for (Function &function : module) {
    SmallVector<MemIntrinsic *, 16> all;
    for (Instruction &instruction : instructions(function))
      if (auto *whole = dyn_cast<MemIntrinsic>(&instruction))
        all.push_back(whole);
    for (MemIntrinsic *whole : all)
      Expansion(*whole).expand(nullptr);
  }
}

} // namespace raddle::vectorize
