// Loads and stores, address spaces, and hints to caches, which a CPU has no use for.

#include "ptx/instructions/memory.h"

#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

SyncScope::ID syncScope(Call &call) {
  const std::string scope = call.get("scope");
  // The blocks of a cluster take turns on one OS thread, as the threads of a block do.
  const char *name = scope == "cta" || scope == "cluster" ? "block" : scope == "sys" ? "" : "device";
  return call.builder.getContext().getOrInsertSyncScopeID(name);
}

AtomicOrdering atomicOrdering(StringRef semantics) {
  return semantics == "acquire"   ? AtomicOrdering::Acquire
         : semantics == "release" ? AtomicOrdering::Release
         : semantics == "acq_rel" ? AtomicOrdering::AcquireRelease
                                  : AtomicOrdering::Monotonic;
}

Value *pointer(Call &call, unsigned i) {
  const std::string space = call.get("space");
  const unsigned number = space == "shared" || space == "shared::cta" ? 3 : 0;
  return call.builder.CreateAddrSpaceCast(call.source(i), call.builder.getPtrTy(number));
}

namespace {

// Whether nothing writes what is read.
bool isConstant(Call &call) {
  const std::string space = call.get("space");
  return call.has("nc") || space == "const" || space.starts_with("param");
}

// weak and none: plain. volatile and in volatile asm: must happen. The others are atomic.
template <class Access> void order(Call &call, Access *access) {
  const std::string semantics = call.get("sem");
  const bool words = call.type("t").bits <= 64;
  if (semantics == "volatile" || (call.is_volatile && !isConstant(call)) ||
      (!semantics.empty() && !words))
    access->setVolatile(true);
  if (words && !semantics.empty() && semantics != "weak" && semantics != "volatile")
    access->setAtomic(atomicOrdering(semantics), syncScope(call));
}

Value *element(Call &call, Value *base, unsigned i, unsigned bytes) {
  return i == 0 ? base : call.builder.CreatePtrAdd(base, call.builder.getInt64(std::uint64_t{i} * bytes));
}

// A vector is aligned as a whole.
Align alignmentOf(unsigned count, unsigned i, unsigned bytes) {
  return commonAlignment(Align(std::uint64_t{count} * bytes), std::uint64_t{i} * bytes);
}

// Whether a vector is accessed by one instruction, so that other threads see all of it or none of it, as on GPUs. Programs
// publish a state together with its value in this way. Accesses that only stream do not need it and stay fast.
bool isSeenAsAWhole(Call &call, unsigned count) {
  const std::string semantics = call.get("sem"), cache = call.get("cache");
  return count > 1 && count * call.type("t").bits <= 128 && !isConstant(call) &&
         ((!semantics.empty() && semantics != "weak") || cache == "cg" || cache == "cv" || cache == "wt");
}

template <class Access> void orderWhole(Call &call, Access *access) {
  access->setVolatile(call.is_volatile || call.get("sem") == "volatile");
  access->setAtomic(atomicOrdering(call.get("sem")), syncScope(call));
}

void loadWhole(Call &call, unsigned count) {
  IRBuilder<> &builder = call.builder;
  const unsigned bits = call.type("t").bits;
  LoadInst *whole =
      builder.CreateAlignedLoad(builder.getIntNTy(count * bits), pointer(call, 0), Align(count * bits / 8));
  orderWhole(call, whole);
  for (unsigned i = 0; i < count; ++i)
    call.results.push_back(builder.CreateBitCast(
        builder.CreateTrunc(builder.CreateLShr(whole, std::uint64_t{i} * bits), builder.getIntNTy(bits)),
        call.ir("t")));
}

void storeWhole(Call &call, ArrayRef<Value *> parts) {
  IRBuilder<> &builder = call.builder;
  const unsigned bits = call.type("t").bits;
  IntegerType *type = builder.getIntNTy(static_cast<unsigned>(parts.size()) * bits);
  Value *whole = ConstantInt::get(type, 0);
  for (auto [i, part] : enumerate(parts))
    whole = builder.CreateOr(
        whole, builder.CreateShl(
                   builder.CreateZExt(builder.CreateBitCast(part, builder.getIntNTy(bits)), type), i * bits));
  orderWhole(call, builder.CreateAlignedStore(whole, pointer(call, 0), Align(type->getBitWidth() / 8)));
}

Value *load(Call &call) {
  const std::string vec = call.get("vec");
  const unsigned count = vec.empty() ? 1 : static_cast<unsigned>(vec[1] - '0');
  const unsigned bytes = call.type("t").bits / 8;
  if (isSeenAsAWhole(call, count)) {
    loadWhole(call, count);
    return nullptr;
  }
  Value *base = pointer(call, 0);
  for (unsigned i = 0; i < count; ++i) {
    LoadInst *part = call.builder.CreateAlignedLoad(call.ir("t"), element(call, base, i, bytes),
                                                    alignmentOf(count, i, bytes));
    order(call, part);
    call.results.push_back(part);
  }
  return nullptr;
}

Value *store(Call &call) {
  const unsigned bytes = call.type("t").bits / 8, count = static_cast<unsigned>(call.sources[1].size());
  if (isSeenAsAWhole(call, count)) {
    storeWhole(call, call.sources[1]);
    return nullptr;
  }
  Value *base = pointer(call, 0);
  for (unsigned i = 0; i < count; ++i)
    order(call, call.builder.CreateAlignedStore(call.sources[1][i], element(call, base, i, bytes),
                                                alignmentOf(count, i, bytes)));
  return nullptr;
}

Value *copy(Call &call) { return call.source(0); }

Value *fromShared(Call &call) {
  const bool cluster = call.get("space") == "shared::cluster";
  return call.callFunction(cluster ? "__raddle_ptx_cluster_pointer" : "__raddle_shared_pointer",
                           call.builder.getPtrTy(), call.source(0));
}

Value *toShared(Call &call) {
  const bool cluster = call.get("space") == "shared::cluster";
  Value *generic = call.builder.CreateIntToPtr(call.source(0), call.builder.getPtrTy());
  return call.callFunction(cluster ? "__raddle_ptx_cluster_offset" : "__raddle_shared_offset",
                           call.builder.getInt64Ty(), generic);
}

// Numbers of __raddle_address_space.
Value *isSpace(Call &call) {
  const std::string space = call.get("space");
  IRBuilder<> &builder = call.builder;
  Value *generic = builder.CreateIntToPtr(call.source(0), builder.getPtrTy());
  Value *number = call.callFunction("__raddle_address_space", builder.getInt32Ty(), generic);
  auto is = [&](unsigned wanted) { return builder.CreateICmpEQ(number, builder.getInt32(wanted)); };
  if (space == "global")
    return builder.CreateOr(is(1), is(101));
  if (space == "shared::cluster")
    return builder.CreateOr(is(3), is(7));
  return is(space == "const" ? 4 : space == "local" ? 5 : space.starts_with("param") ? 101 : 3);
}

// The address is a generic one, or one in shared memory.
Value *mapAddress(Call &call) {
  if (call.get("space").empty()) {
    Value *generic = call.builder.CreateIntToPtr(call.source(0), call.builder.getPtrTy());
    return call.callFunction("__raddle_cluster_map_shared", call.builder.getPtrTy(),
                             {generic, call.source(1)});
  }
  Value *offset = call.builder.CreateZExt(call.source(0), call.builder.getInt64Ty());
  Value *mapped =
      call.callFunction("__raddle_ptx_map_offset", call.builder.getInt64Ty(), {offset, call.source(1)});
  return call.builder.CreateTrunc(mapped, call.ir("t"));
}

Value *rankOfAddress(Call &call) {
  Value *generic;
  if (call.get("space").empty()) {
    generic = call.builder.CreateIntToPtr(call.source(0), call.builder.getPtrTy());
  } else {
    Value *offset = call.builder.CreateZExt(call.source(0), call.builder.getInt64Ty());
    generic = call.callFunction("__raddle_ptx_cluster_pointer", call.builder.getPtrTy(), offset);
  }
  return call.callFunction("__raddle_cluster_shared_rank", call.builder.getInt32Ty(), generic);
}

// A cache policy says nothing here.
Value *noPolicy(Call &call) { return call.builder.getInt64(0); }

} // namespace

const std::vector<Row> &memoryInstructions() {
  static const std::vector<Row> rows = {
      {"ld {sem:weak|volatile|relaxed|acquire|mmio} {scope:@scope} {space:@space} {nc} {cache:@cache} "
       "{@evict} {@evict2} "
       "{@hint} {@prefetch} {unified} {vec:v2|v4|v8} <t:@memory>",
       "=~t* [] b64?", load},
      {"ldu {space:global} {vec:v2|v4} <t:@memory>", "=~t* []", load},
      {"st {sem:weak|volatile|relaxed|release|mmio} {scope:@scope} {space:@space} {cache:@cache} {@evict} "
       "{@evict2} {@hint} "
       "{vec:v2|v4|v8} <t:@memory>",
       "[] ~t* b64?", store},

      {"prefetch {global|local} <L1|L2|L2::evict_last|L2::evict_normal>", "[]", nothing()},
      {"prefetchu <L1>", "[]", nothing()},
      {"applypriority {global} <L2::evict_normal>", "[] #u32", nothing()},
      {"discard {global} <L2>", "[] #u32", nothing()},
      {"createpolicy.fractional <one:L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged> "
       "{two:L2::evict_first|L2::evict_unchanged} <b64>",
       "=b64 f32?", noPolicy},
      {"createpolicy.range {global} "
       "<one:L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged> "
       "{two:L2::evict_first|L2::evict_unchanged} <b64>",
       "=b64 [] u32 u32", noPolicy},
      {"createpolicy.cvt <L2> <b64>", "=b64 b64", noPolicy},

      {"cvta <space:global|local|const|param> <t:u64>", "=t t", copy},
      {"cvta.to <space:global|local|const|param> <t:u64>", "=t t", copy},
      {"cvta <space:shared|shared::cta|shared::cluster> <u64>", "=u64 u64", fromShared},
      {"cvta.to <space:shared|shared::cta|shared::cluster> <u64>", "=u64 u64", toShared},
      {"isspacep <space:@space>", "=pred u64", isSpace},
      {"mapa <t:u64>", "=t t u32", mapAddress},
      {"mapa <space:shared::cluster> <t:u32|u64>", "=t t u32", mapAddress},
      {"getctarank <t:u64>", "=u32 t", rankOfAddress},
      {"getctarank <space:shared::cluster> <t:u32|u64>", "=u32 t", rankOfAddress},
  };
  return rows;
}

} // namespace raddle::ptx
