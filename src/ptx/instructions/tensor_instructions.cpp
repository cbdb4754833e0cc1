// Copies of boxes of tensors, by tensor maps, changes of these maps, and reductions of boxes or of what lies together. The functions are in
// src/device/ptx/tensor_copies.cpp. As all asynchronous copies, they are made when they are asked for.

#include "ptx/instructions/call.h"

#include <map>

using namespace llvm;

namespace raddle::ptx {

namespace {

// Source `i` is the address of a map, and the next one the coordinates: the map, the rank, five coordinates.
SmallVector<Value *, 12> mapAndCoordinates(Call &call, unsigned i) {
  IRBuilder<> &builder = call.builder;
  constexpr unsigned kMost = 5;
  const auto &coordinates = call.sources[i + 1];
  const unsigned rank = static_cast<unsigned>(coordinates.size());
  SmallVector<Value *, 12> values{builder.CreateIntToPtr(call.source(i), builder.getPtrTy()),
                                  builder.getInt32(rank)};
  values.append(coordinates.begin(), coordinates.end());
  values.append(kMost - rank, builder.getInt32(0));
  return values;
}

// [shared], map, coordinates, [mbarrier], for multicast the blocks
Value *load(Call &call) {
  SmallVector<Value *, 12> arguments{call.source(0)};
  arguments.append(mapAndCoordinates(call, 1));
  arguments.push_back(call.source(3));
  const bool is_multicast = call.has("multicast::cluster");
  if (is_multicast)
    arguments.push_back(call.source(4));
  call.callFunction(is_multicast ? "__raddle_ptx_tensor_load_multicast" : "__raddle_ptx_tensor_load",
                    call.builder.getVoidTy(), arguments);
  return nullptr;
}

// map, coordinates, [shared]
Value *store(Call &call) {
  SmallVector<Value *, 12> arguments = mapAndCoordinates(call, 0);
  arguments.push_back(call.source(2));
  call.callFunction("__raddle_ptx_tensor_store", call.builder.getVoidTy(), arguments);
  return nullptr;
}

// The order of device/ptx/tensor_copies.cpp.
unsigned operationOf(const Call &call) {
  static constexpr StringRef kOperations[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};
  return static_cast<unsigned>(find(kOperations, call.get("op")) - std::begin(kOperations));
}

Value *reduce(Call &call) {
  SmallVector<Value *, 12> arguments = mapAndCoordinates(call, 0);
  arguments.push_back(call.source(2));
  arguments.push_back(call.builder.getInt32(operationOf(call)));
  call.callFunction("__raddle_ptx_tensor_reduce", call.builder.getVoidTy(), arguments);
  return nullptr;
}

// Without a map: [to], [shared], bytes, and in shared memory [mbarrier]
Value *reduceBulk(Call &call) {
  // Numbers of CUtensorMapDataType.
  static const std::map<std::string, unsigned, std::less<>> kTypes = {
      {"b32", 2}, {"u32", 2}, {"s32", 3}, {"b64", 4}, {"u64", 4},
      {"s64", 5}, {"f16", 6}, {"f32", 7}, {"f64", 8}, {"bf16", 9}};
  IRBuilder<> &builder = call.builder;
  call.callFunction("__raddle_ptx_reduce_bulk", builder.getVoidTy(),
                    {call.source(0), call.source(1), call.source(2),
                     builder.getInt32(kTypes.at(call.get("type"))), builder.getInt32(operationOf(call))});
  if (call.has("mbarrier::complete_tx::bytes"))
    call.callFunction("__raddle_ptx_mbarrier_complete_tx", builder.getVoidTy(),
                      {call.source(3), call.source(2)});
  return nullptr;
}

// The numbers that a field may have, from 0 on.
Emit replaceByNumber(const char *function, unsigned count, const char *meaning) {
  return [=](Call &call) -> Value * {
    if (call.constant(1) >= count)
      return call.fail(meaning);
    call.callFunction(function, call.builder.getVoidTy(),
                      {call.source(0), call.builder.getInt32(static_cast<unsigned>(call.constant(1)))});
    return nullptr;
  };
}

// One of several: [map], which, value
Emit replaceOneOf(const char *function, unsigned count) {
  return [=](Call &call) -> Value * {
    if (call.constant(1) >= count)
      return call.fail("a tensor has up to five dimensions, and one stride less");
    call.callFunction(
        function, call.builder.getVoidTy(),
        {call.source(0), call.builder.getInt32(static_cast<unsigned>(call.constant(1))), call.source(2)});
    return nullptr;
  };
}

Value *refuseInterleaving(Call &call) {
  return call.constant(1) == 0 ? nullptr : call.fail("interleaved layouts are not supported");
}

// Copies a map, and makes it known to tensor copies.
Value *copyMap(Call &call) {
  if (call.constant(2) != 128)
    return call.fail("a tensor map has 128 bytes");
  call.callFunction("__raddle_ptx_tensormap_copy", call.builder.getVoidTy(),
                    {call.source(0), call.source(1)});
  call.builder.CreateFence(AtomicOrdering::Release);
  return nullptr;
}

Emit fence(AtomicOrdering order) {
  return [=](Call &call) -> Value * {
    call.builder.CreateFence(order);
    return nullptr;
  };
}

#define BYTES "<mbarrier::complete_tx::bytes>"
#define TO "<to:shared::cluster|shared::cta> <from:global> {tile} " BYTES
#define RANK(n)                                                                                              \
  {"cp.async.bulk.tensor <" #n "d> " TO " {@hint}", "[to] u64 s32*" #n " [to] b64?", load},                  \
      {"cp.async.bulk.tensor <" #n "d> " TO " <multicast::cluster> {@hint}",                                 \
       "[to] u64 s32*" #n " [to] b16 b64?", load},                                                           \
      {"cp.async.bulk.tensor <" #n "d> <to:global> <from:shared::cta> {tile} <bulk_group> {@hint}",          \
       "u64 s32*" #n " [from] b64?", store},                                                                 \
      {"cp.reduce.async.bulk.tensor <" #n                                                                    \
       "d> <to:global> <from:shared::cta> <op:add|min|max|inc|dec|and|or|xor> {tile} <bulk_group> {@hint}",  \
       "u64 s32*" #n " [from] b64?", reduce},                                                                \
  {                                                                                                          \
    "cp.async.bulk.prefetch.tensor <" #n "d> <L2> <global> {tile} {@hint}", "u64 s32*" #n " b64?", nothing() \
  }

#define REDUCE_SHARED(...)                                                                                   \
  {                                                                                                          \
    "cp.reduce.async.bulk <to:shared::cluster> <from:shared::cta> " BYTES " " __VA_ARGS__,                   \
        "[to] [from] u32 [to]", reduceBulk                                                                   \
  }
#define REDUCE_GLOBAL(...)                                                                                   \
  {                                                                                                          \
    "cp.reduce.async.bulk <to:global> <from:shared::cta> <bulk_group> {@hint} " __VA_ARGS__,                 \
        "[to] [from] u32 b64?", reduceBulk                                                                   \
  }

#define REPLACE(field, bits)                                                                                 \
  "tensormap.replace <tile> <" field "> <space:global|shared::cta> <b1024> <" bits ">"
#define FIELD "__raddle_ptx_tensormap_"

} // namespace

const std::vector<Row> &tensorInstructions() {
  static const std::vector<Row> rows = {
      RANK(1),
      RANK(2),
      RANK(3),
      RANK(4),
      RANK(5),

      REDUCE_SHARED("<op:and|or|xor> <type:b32>"),
      REDUCE_SHARED("<op:add> <type:u32|s32|u64>"),
      REDUCE_SHARED("<op:inc|dec> <type:u32>"),
      REDUCE_SHARED("<op:min|max> <type:u32|s32>"),
      REDUCE_GLOBAL("<op:and|or|xor> <type:b32|b64>"),
      REDUCE_GLOBAL("<op:add> <type:u32|s32|u64|f32|f64>"),
      REDUCE_GLOBAL("<op:add> <noftz> <type:f16|bf16>"),
      REDUCE_GLOBAL("<op:inc|dec> <type:u32>"),
      REDUCE_GLOBAL("<op:min|max> <type:u32|s32|u64|s64|f16|bf16>"),

      {"prefetch {space:const|param} <tensormap>", "[]", nothing()},
      {REPLACE("global_address", "b64"), "[space] b64", libraryEffect(FIELD "global_address")},
      {REPLACE("rank", "b32"), "[space] b32", libraryEffect(FIELD "rank")},
      {REPLACE("box_dim", "b32"), "[space] #u32 b32", replaceOneOf(FIELD "box_dim", 5)},
      {REPLACE("global_dim", "b32"), "[space] #u32 b32", replaceOneOf(FIELD "global_dim", 5)},
      {REPLACE("global_stride", "b64"), "[space] #u32 b64", replaceOneOf(FIELD "global_stride", 4)},
      {REPLACE("element_stride", "b32"), "[space] #u32 b32", replaceOneOf(FIELD "element_stride", 5)},
      {REPLACE("elemtype", "b32"), "[space] #u32",
       replaceByNumber(FIELD "elemtype", 13, "types are 0 to 12; those of 4 and 6 bits are not supported")},
      {REPLACE("interleave_layout", "b32"), "[space] #u32", refuseInterleaving},
      {REPLACE("swizzle_mode", "b32"), "[space] #u32",
       replaceByNumber(FIELD "swizzle_mode", 4, "swizzles are 0 to 3: none, 32, 64 and 128 bytes")},
      {REPLACE("fill_mode", "b32"), "[space] #u32",
       replaceByNumber(FIELD "fill_mode", 2, "what lies outside becomes 0: zero, or 1: NaN")},
      {"tensormap.cp_fenceproxy <to:global> <from:shared::cta> <tensormap::generic> <release> <scope:@scope> "
       "<sync> "
       "<aligned>",
       "[to] [from] #u32", copyMap},
      {"fence.proxy.tensormap::generic <release> <scope:@scope>", "", fence(AtomicOrdering::Release)},
      {"fence.proxy.tensormap::generic <acquire> <scope:@scope>", "[] #u32", fence(AtomicOrdering::Acquire)},
  };
  return rows;
}

} // namespace raddle::ptx
