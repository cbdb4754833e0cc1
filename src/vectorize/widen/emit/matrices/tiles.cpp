#include "vectorize/widen/emit/matrices/operands.h"

#include <llvm/IR/InlineAsm.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A product by AMX. The sums are one tile, whose 8 rows are the columns of D. The instruction adds to it the product of a tile whose 8
// rows are columns of B, and a tile that holds, in each row, pairs of neighbouring elements of the 16 rows of A. Such tiles of operands
// hold 4, 2 or 1 steps.
class TileProduct {
public:
  TileProduct(WarpBuilder &warp, CallInst &call)
      : warp_(warp), call_(call), format_(formatOf(warp, call)), rows_(Places::ofRows(warp, format_)),
        columns_(Places::ofColumns(warp, format_)) {}

  void emit() {
    configureAtEntry();
    Value *sums = memoryOfSums();
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      warp_.CreateAlignedStore(warp_.vector(call_.getArgOperand(firstSum(call_) + i)), sumsAt(sums, i),
                               kMatrixAlign);
    // The fiber may have come to another thread, which no kernel has run on yet: bit 17 says whether tiles have been configured.
    assembly(warp_, "movl $$1, %ecx; xgetbv; btl $$17, %eax; jc 1f; ldtilecfg ($0); 1:",
             "r,~{eax},~{ecx},~{edx},~{flags}", {configuration()});
    assembly(warp_, "tileloadd ($0,$1,1), %tmm0", "r,r", {sums, stride()});
    for (const Steps &steps : stepsOf(call_))
      for (unsigned done = 0; done < steps.count;)
        done += multiply(steps.rows + done, steps.columns + done, steps.count - done);
    assembly(warp_, "tilestored %tmm0, ($0,$1,1)", "r,r", {sums, stride()});
    SmallVector<Value *, kSumsOfStep> results;
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      results.push_back(warp_.CreateAlignedLoad(FixedVectorType::get(warp_.getFloatTy(), kLanes),
                                                sumsAt(sums, i), kMatrixAlign));
    defineSums(warp_, call_, results);
  }

private:
  static constexpr unsigned kBytesOfTileRow = 64;

  Value *stride() { return warp_.getInt64(kBytesOfTileRow); }
  Value *sumsAt(Value *sums, unsigned i) { return elementAt(warp_, sums, warp_.getInt64(i * kLanes)); }

  AllocaInst *memoryOfSums() {
    AllocaInst *&memory = warp_.matrix_places["sums"];
    if (!memory) {
      memory = warp_.slot(ArrayType::get(warp_.getFloatTy(), kColumns * kRows), "sums");
      memory->setAlignment(kMatrixAlign);
    }
    return memory;
  }

  // At most `count` steps from these places on; how many.
  unsigned multiply(std::uint64_t rows, std::uint64_t columns, unsigned count) {
    const unsigned in_tile = kPlacesOfTile - static_cast<unsigned>(columns % kPlacesOfTile);
    const unsigned steps = bit_floor(std::min(count, in_tile));
    const char *code =
        steps == 4 ? "tileloadd ($0,$2,1), %tmm1; tileloadd ($1,$2,1), %tmm2; tdpbf16ps %tmm2, %tmm1, %tmm0"
        : steps == 2
            ? "tileloadd ($0,$2,1), %tmm3; tileloadd ($1,$2,1), %tmm4; tdpbf16ps %tmm4, %tmm3, %tmm0"
            : "tileloadd ($0,$2,1), %tmm5; tileloadd ($1,$2,1), %tmm6; tdpbf16ps %tmm6, %tmm5, %tmm0";
    assembly(warp_, code, "r,r,r",
             {columnsForTiles(warp_, columns_, columns), rows_.at(warp_, rows), stride()});
    return steps;
  }

  // Palette 1: for each tile, from byte 16 on the bytes of a row, and from byte 48 on how many rows it has.
  GlobalVariable *configuration() {
    constexpr StringRef kName = "tile.configuration";
    Module &module = *warp_.target.getParent();
    if (GlobalVariable *there = module.getGlobalVariable(kName, /*AllowInternal=*/true))
      return there;
    std::array<std::uint8_t, 64> bytes = {1};
    auto shape = [&](unsigned tile, unsigned rows, unsigned bytes_of_row) {
      bytes[16 + 2 * tile] = static_cast<std::uint8_t>(bytes_of_row);
      bytes[48 + tile] = static_cast<std::uint8_t>(rows);
    };
    shape(0, kColumns, kBytesOfTileRow);
    for (unsigned steps = kPlacesOfTile, tile = 1; steps > 0; steps /= 2, tile += 2) {
      shape(tile, kColumns, steps * kLanesOfRow * 4);
      shape(tile + 1, steps * kLanesOfRow, kBytesOfTileRow);
    }
    Constant *value = ConstantDataArray::get(warp_.getContext(), ArrayRef(bytes));
    auto *variable = new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                        GlobalValue::PrivateLinkage, value, kName);
    variable->setAlignment(kMatrixAlign);
    return variable;
  }

  // Another library may have configured other tiles on this thread.
  void configureAtEntry() {
    if (!warp_.matrix_places.contains("sums"))
      assembly(warp_.slots, "ldtilecfg ($0)", "r", {configuration()});
  }

  static void assembly(IRBuilderBase &builder, StringRef code, const Twine &constraints,
                       ArrayRef<Value *> operands) {
    SmallVector<Type *, 3> types;
    for (const Value *operand : operands)
      types.push_back(operand->getType());
    auto *type = FunctionType::get(builder.getVoidTy(), types, false);
    builder.CreateCall(
        InlineAsm::get(type, code, (constraints + ",~{memory}").str(), /*hasSideEffects=*/true), operands);
  }

  WarpBuilder &warp_;
  CallInst &call_;
  const MatrixFormat format_;
  const Places rows_, columns_;
};

} // namespace

void emitTileProduct(WarpBuilder &warp, CallInst &call) { TileProduct(warp, call).emit(); }

} // namespace raddle::vectorize
