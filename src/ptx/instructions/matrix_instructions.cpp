// Matrices of a warp: mma, ldmatrix, stmatrix, movmatrix. The functions are in src/device/matrices.

#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

SmallVector<Value *, 20> allSources(const Call &call) {
  SmallVector<Value *, 20> values;
  for (const auto &source : call.sources)
    values.append(source.begin(), source.end());
  return values;
}

void callForVector(Call &call, const std::string &name) {
  const OperandSpec &result = call.match().pattern->operands.front();
  llvm::Type *element = call.typeOf(result).inIr(call.builder.getContext());
  for (Value *value : call.callForElements(name, element, result.length, allSources(call)))
    call.results.push_back(value);
}

// Modifiers may come in any order, but .row.col says which is A's.
bool isRowCol(const Call &call) {
  const std::vector<std::string> &modifiers = call.match().modifiers;
  return find(modifiers, "row") < find(modifiers, "col");
}

Value *product(Call &call) {
  if (!isRowCol(call))
    return call.fail("A must be .row and B .col: of all shapes, only m8n8k4 of f16 has other layouts");
  const bool is_sparse = call.match().pattern->mnemonic.size() == 3;
  std::string name =
      call.expand((is_sparse ? "__raddle_mma_sp_" : "__raddle_mma_") + std::string("{shape}_{d}_{a}_{b}"));
  for (const char *modifier : {"satfinite", "xor", "and"})
    if (call.has(modifier))
      name += std::string("_") + modifier;
  callForVector(call, name);
  return nullptr;
}

Value *productOfQuadPairs(Call &call) {
  callForVector(call, call.expand("__raddle_mma_m8n8k4_{layout_a}_{layout_b}_{d}_{c}"));
  return nullptr;
}

// The last operand is a number that the shape and the type limit.
Emit sparseProduct(unsigned selectors) {
  return [=](Call &call) -> Value * {
    if (call.constant(4) >= selectors)
      return call.fail(selectors == 1   ? "the sparsity selector must be 0 here: all lanes have metadata"
                       : selectors == 2 ? "the sparsity selector must be 0 or 1 here"
                                        : "the sparsity selector must be 0, 1, 2 or 3");
    return product(call);
  };
}

Value *loadMatrices(Call &call) {
  callForVector(call, call.expand("__raddle_ldmatrix_{num}_{trans}"));
  return nullptr;
}

#define SPARSE_ROWS(modifiers, operands, selectors)                                                          \
  {"mma.sp.sync <aligned> " modifiers, operands " b32 #u32", sparseProduct(selectors)}, {                    \
    "mma.sp::ordered_metadata.sync <aligned> " modifiers, operands " b32 #u32", sparseProduct(selectors)     \
  }

} // namespace

const std::vector<Row> &matrixInstructions() {
  static const std::vector<Row> rows = {
      {"mma.sync <aligned> <shape:m8n8k4> <layout_a:row|col> <layout_b:row|col> <d:f32> <a:f16> <b:f16> "
       "<c:f32>",
       "=f32*8 b32*2 b32*2 f32*8", productOfQuadPairs},
      {"mma.sync <aligned> <shape:m8n8k4> <layout_a:row|col> <layout_b:row|col> <d:f32> <a:f16> <b:f16> "
       "<c:f16>",
       "=f32*8 b32*2 b32*2 b32*4", productOfQuadPairs},
      {"mma.sync <aligned> <shape:m8n8k4> <layout_a:row|col> <layout_b:row|col> <d:f16> <a:f16> <b:f16> "
       "<c:f16>",
       "=b32*4 b32*2 b32*2 b32*4", productOfQuadPairs},
      {"mma.sync <aligned> <shape:m16n8k8> <row> <col> <d:f32> <a:f16> <b:f16> <c:f32>",
       "=f32*4 b32*2 b32*1 f32*4", product},
      {"mma.sync <aligned> <shape:m16n8k8> <row> <col> <d:f16> <a:f16> <b:f16> <c:f16>",
       "=b32*2 b32*2 b32*1 b32*2", product},
      {"mma.sync <aligned> <shape:m16n8k16> <row> <col> <d:f32> <a:f16> <b:f16> <c:f32>",
       "=f32*4 b32*4 b32*2 f32*4", product},
      {"mma.sync <aligned> <shape:m16n8k16> <row> <col> <d:f16> <a:f16> <b:f16> <c:f16>",
       "=b32*2 b32*4 b32*2 b32*2", product},
      {"mma.sync <aligned> <shape:m16n8k8> <row> <col> <d:f32> <a:bf16> <b:bf16> <c:f32>",
       "=f32*4 b32*2 b32*1 f32*4", product},
      {"mma.sync <aligned> <shape:m16n8k16> <row> <col> <d:f32> <a:bf16> <b:bf16> <c:f32>",
       "=f32*4 b32*4 b32*2 f32*4", product},
      {"mma.sync <aligned> <shape:m16n8k4> <row> <col> <d:f32> <a:tf32> <b:tf32> <c:f32>",
       "=f32*4 b32*2 b32*1 f32*4", product},
      {"mma.sync <aligned> <shape:m16n8k8> <row> <col> <d:f32> <a:tf32> <b:tf32> <c:f32>",
       "=f32*4 b32*4 b32*2 f32*4", product},
      {"mma.sync <aligned> <shape:m16n8k16> <row> <col> <d:f32> <a:e4m3|e5m2> <b:e4m3|e5m2> <c:f32>",
       "=f32*4 b32*2 b32*1 f32*4", product},
      {"mma.sync <aligned> <shape:m16n8k32> <row> <col> <d:f32> <a:e4m3|e5m2> <b:e4m3|e5m2> <c:f32>",
       "=f32*4 b32*4 b32*2 f32*4", product},
      {"mma.sync <aligned> <shape:m16n8k16> <row> <col> <d:f16> <a:e4m3|e5m2> <b:e4m3|e5m2> <c:f16>",
       "=b32*2 b32*2 b32*1 b32*2", product},
      {"mma.sync <aligned> <shape:m16n8k32> <row> <col> <d:f16> <a:e4m3|e5m2> <b:e4m3|e5m2> <c:f16>",
       "=b32*2 b32*4 b32*2 b32*2", product},
      {"mma.sync <aligned> <shape:m8n8k4> <row> <col> <d:f64> <a:f64> <b:f64> <c:f64>",
       "=f64*2 f64*1 f64*1 f64*2", product},
      {"mma.sync <aligned> <shape:m16n8k4> <row> <col> <d:f64> <a:f64> <b:f64> <c:f64>",
       "=f64*4 f64*2 f64*1 f64*4", product},
      {"mma.sync <aligned> <shape:m16n8k8> <row> <col> <d:f64> <a:f64> <b:f64> <c:f64>",
       "=f64*4 f64*4 f64*2 f64*4", product},
      {"mma.sync <aligned> <shape:m16n8k16> <row> <col> <d:f64> <a:f64> <b:f64> <c:f64>",
       "=f64*4 f64*8 f64*4 f64*4", product},
      {"mma.sync <aligned> <shape:m8n8k16> <row> <col> {satfinite} <d:s32> <a:s8|u8> <b:s8|u8> <c:s32>",
       "=s32*2 b32*1 b32*1 s32*2", product},
      {"mma.sync <aligned> <shape:m16n8k16> <row> <col> {satfinite} <d:s32> <a:s8|u8> <b:s8|u8> <c:s32>",
       "=s32*4 b32*2 b32*1 s32*4", product},
      {"mma.sync <aligned> <shape:m16n8k32> <row> <col> {satfinite} <d:s32> <a:s8|u8> <b:s8|u8> <c:s32>",
       "=s32*4 b32*4 b32*2 s32*4", product},
      {"mma.sync <aligned> <shape:m8n8k32> <row> <col> {satfinite} <d:s32> <a:s4|u4> <b:s4|u4> <c:s32>",
       "=s32*2 b32*1 b32*1 s32*2", product},
      {"mma.sync <aligned> <shape:m16n8k32> <row> <col> {satfinite} <d:s32> <a:s4|u4> <b:s4|u4> <c:s32>",
       "=s32*4 b32*2 b32*1 s32*4", product},
      {"mma.sync <aligned> <shape:m16n8k64> <row> <col> {satfinite} <d:s32> <a:s4|u4> <b:s4|u4> <c:s32>",
       "=s32*4 b32*4 b32*2 s32*4", product},
      {"mma.sync <aligned> <shape:m8n8k128> <row> <col> <d:s32> <a:b1> <b:b1> <c:s32> <op:xor|and> <popc>",
       "=s32*2 b32*1 b32*1 s32*2", product},
      {"mma.sync <aligned> <shape:m16n8k128> <row> <col> <d:s32> <a:b1> <b:b1> <c:s32> <op:xor|and> <popc>",
       "=s32*4 b32*2 b32*1 s32*4", product},
      {"mma.sync <aligned> <shape:m16n8k256> <row> <col> <d:s32> <a:b1> <b:b1> <c:s32> <op:xor|and> <popc>",
       "=s32*4 b32*4 b32*2 s32*4", product},
      SPARSE_ROWS("<shape:m16n8k16> <row> <col> <d:f32> <a:f16> <b:f16> <c:f32>", "=f32*4 b32*2 b32*2 f32*4",
                  4),
      SPARSE_ROWS("<shape:m16n8k32> <row> <col> <d:f32> <a:f16> <b:f16> <c:f32>", "=f32*4 b32*4 b32*4 f32*4",
                  2),
      SPARSE_ROWS("<shape:m16n8k16> <row> <col> <d:f16> <a:f16> <b:f16> <c:f16>", "=b32*2 b32*2 b32*2 b32*2",
                  4),
      SPARSE_ROWS("<shape:m16n8k32> <row> <col> <d:f16> <a:f16> <b:f16> <c:f16>", "=b32*2 b32*4 b32*4 b32*2",
                  2),
      SPARSE_ROWS("<shape:m16n8k16> <row> <col> <d:f32> <a:bf16> <b:bf16> <c:f32>",
                  "=f32*4 b32*2 b32*2 f32*4", 4),
      SPARSE_ROWS("<shape:m16n8k32> <row> <col> <d:f32> <a:bf16> <b:bf16> <c:f32>",
                  "=f32*4 b32*4 b32*4 f32*4", 2),
      SPARSE_ROWS("<shape:m16n8k8> <row> <col> <d:f32> <a:tf32> <b:tf32> <c:f32>", "=f32*4 b32*2 b32*2 f32*4",
                  4),
      SPARSE_ROWS("<shape:m16n8k16> <row> <col> <d:f32> <a:tf32> <b:tf32> <c:f32>",
                  "=f32*4 b32*4 b32*4 f32*4", 2),
      SPARSE_ROWS("<shape:m16n8k64> <row> <col> <d:f32> <a:e4m3|e5m2> <b:e4m3|e5m2> <c:f32>",
                  "=f32*4 b32*4 b32*4 f32*4", 1),
      SPARSE_ROWS("<shape:m16n8k32> <row> <col> {satfinite} <d:s32> <a:s8|u8> <b:s8|u8> <c:s32>",
                  "=s32*4 b32*2 b32*2 s32*4", 2),
      SPARSE_ROWS("<shape:m16n8k64> <row> <col> {satfinite} <d:s32> <a:s8|u8> <b:s8|u8> <c:s32>",
                  "=s32*4 b32*4 b32*4 s32*4", 1),
      SPARSE_ROWS("<shape:m16n8k64> <row> <col> {satfinite} <d:s32> <a:s4|u4> <b:s4|u4> <c:s32>",
                  "=s32*4 b32*2 b32*2 s32*4", 2),
      SPARSE_ROWS("<shape:m16n8k128> <row> <col> {satfinite} <d:s32> <a:s4|u4> <b:s4|u4> <c:s32>",
                  "=s32*4 b32*4 b32*4 s32*4", 1),
      {"ldmatrix.sync <aligned> <m8n8> <num:x1> {trans} {space:shared|shared::cta} <b16>", "=b32*1 []",
       loadMatrices},
      {"ldmatrix.sync <aligned> <m8n8> <num:x2> {trans} {space:shared|shared::cta} <b16>", "=b32*2 []",
       loadMatrices},
      {"ldmatrix.sync <aligned> <m8n8> <num:x4> {trans} {space:shared|shared::cta} <b16>", "=b32*4 []",
       loadMatrices},
      {"stmatrix.sync <aligned> <m8n8> <num:x1> {trans} {space:shared|shared::cta} <b16>", "[] b32*1",
       libraryEffect("__raddle_stmatrix_{num}_{trans}")},
      {"stmatrix.sync <aligned> <m8n8> <num:x2> {trans} {space:shared|shared::cta} <b16>", "[] b32*2",
       libraryEffect("__raddle_stmatrix_{num}_{trans}")},
      {"stmatrix.sync <aligned> <m8n8> <num:x4> {trans} {space:shared|shared::cta} <b16>", "[] b32*4",
       libraryEffect("__raddle_stmatrix_{num}_{trans}")},
      {"movmatrix.sync <aligned> <m8n8> <trans> <b16>", "=b32 b32", library("__raddle_movmatrix")},
  };
  return rows;
}

} // namespace raddle::ptx
