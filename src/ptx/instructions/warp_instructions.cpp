// The lanes of a warp with each other.

#include "nvvm/markers.h"
#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

Value *lane(Call &call) {
  return call.callFunction("llvm.nvvm.read.ptx.sreg.laneid", call.builder.getInt32Ty(), {});
}

// Whether the source lane lies within the segment that operand c describes: PTX ISA, shfl.sync.
Value *sourceIsInSegment(Call &call) {
  IRBuilder<> &builder = call.builder;
  const std::string mode = call.get("mode");
  Value *own = lane(call);
  Value *distance = builder.CreateAnd(call.source(1), 31);
  Value *clamp = builder.CreateAnd(call.source(2), 31);
  Value *segment = builder.CreateAnd(builder.CreateLShr(call.source(2), 8), 31);
  Value *outside = builder.CreateNot(segment);
  Value *first = builder.CreateAnd(own, segment);
  Value *last = builder.CreateOr(first, builder.CreateAnd(clamp, outside));
  if (mode == "up")
    return builder.CreateICmpSGE(builder.CreateSub(own, distance), last);
  Value *source = mode == "down"   ? builder.CreateAdd(own, distance)
                  : mode == "bfly" ? builder.CreateXor(own, distance)
                                   : builder.CreateOr(first, builder.CreateAnd(distance, outside));
  return builder.CreateICmpSLE(source, last);
}

Value *shuffle(Call &call) {
  CallInst *value =
      call.callFunction("llvm.nvvm.shfl.sync." + call.get("mode") + ".i32", call.builder.getInt32Ty(),
                        {call.source(3), call.source(0), call.source(1), call.source(2)});
  value->addFnAttr(Attribute::get(value->getContext(), marker::kHasAnySegments));
  call.results = {value};
  if (call.wantsPredicate())
    call.results.push_back(sourceIsInSegment(call));
  return nullptr;
}

Value *vote(Call &call) {
  const std::string mode = call.get("mode");
  llvm::Type *result = mode == "ballot" ? call.builder.getInt32Ty() : call.builder.getInt1Ty();
  return call.callFunction("llvm.nvvm.vote." + mode + ".sync", result, {call.source(1), call.source(0)});
}

Value *matchAny(Call &call) {
  const char *name =
      call.type("t").bits == 64 ? "llvm.nvvm.match.any.sync.i64" : "llvm.nvvm.match.any.sync.i32";
  return call.callFunction(name, call.builder.getInt32Ty(), {call.source(1), call.source(0)});
}

Value *matchAll(Call &call) {
  const char *name =
      call.type("t").bits == 64 ? "llvm.nvvm.match.all.sync.i64p" : "llvm.nvvm.match.all.sync.i32p";
  Value *pair = call.callFunction(name, nullptr, {call.source(1), call.source(0)});
  call.results = {call.builder.CreateExtractValue(pair, 0), call.builder.CreateExtractValue(pair, 1)};
  return nullptr;
}

Value *reduce(Call &call) {
  const std::string op = call.get("op");
  const bool is_unsigned = call.type("t").kind == Type::Kind::Unsigned;
  const std::string name = (op == "min" || op == "max") && is_unsigned ? "u" + op : op;
  return call.callFunction("llvm.nvvm.redux.sync." + name, call.builder.getInt32Ty(),
                           {call.source(0), call.source(1)});
}

// The lowest lane of the mask.
Value *elect(Call &call) {
  Value *mask = call.source(0);
  call.callFunction("llvm.nvvm.bar.warp.sync", call.builder.getVoidTy(), mask);
  Value *leader =
      call.builder.CreateIntrinsic(Intrinsic::cttz, {mask->getType()}, {mask, call.builder.getFalse()});
  call.results = {leader, call.builder.CreateICmpEQ(leader, lane(call))};
  return nullptr;
}

} // namespace

const std::vector<Row> &warpInstructions() {
  static const std::vector<Row> rows = {
      {"shfl.sync <mode:up|down|bfly|idx> <b32>", "=b32|p b32 b32 b32 b32", shuffle},
      {"vote.sync <mode:all|any|uni> <pred>", "=pred pred b32", vote},
      {"vote.sync <mode:ballot> <b32>", "=b32 pred b32", vote},
      {"match.any.sync <t:b32|b64>", "=b32 t b32", matchAny},
      {"match.all.sync <t:b32|b64>", "=b32|p t b32", matchAll},
      {"activemask <b32>", "=b32", library("__raddle_activemask")},
      {"redux.sync <op:add|min|max> <t:u32|s32>", "=t t b32", reduce},
      {"redux.sync <op:and|or|xor> <t:b32>", "=t t b32", reduce},
      {"elect.sync", "=b32|p b32", elect},
      {"bar.warp.sync", "b32", libraryEffect("llvm.nvvm.bar.warp.sync")},
  };
  return rows;
}

} // namespace raddle::ptx
