// Copies that a GPU makes in the background, and the mbarrier objects that count them. Here a copy is made
// when it is asked for, so waiting for it is nothing; an mbarrier is the word of cuda::barrier
// (include/cuda/detail/phase_word.h).

#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

// See the pass tell-of-copies.
void tellThatCopyStarts(Call &call, Value *target, std::uint64_t bytes) {
  IRBuilder<> &builder = call.builder;
  call.callFunction("__raddle_copy_starts", builder.getVoidTy(),
                    {builder.CreateAddrSpaceCast(target, builder.getPtrTy()), builder.getInt64(bytes)});
}

// [shared], [global], bytes, then how many of them to read, the rest being zero, or a predicate that says to
// read none.
Value *copyWords(Call &call) {
  const std::uint64_t bytes = call.constant(2);
  if (call.has("cg") ? bytes != 16 : bytes != 4 && bytes != 8 && bytes != 16)
    return call.fail("cp.async copies 4, 8 or 16 bytes, and .cg only 16");
  IRBuilder<> &builder = call.builder;
  Value *target = call.source(0), *source = call.source(1), *limit = call.source(3);
  if (auto *all = dyn_cast_or_null<ConstantInt>(limit); limit && !(all && all->getZExtValue() == bytes)) {
    if (limit->getType()->isIntegerTy(1))
      limit =
          builder.CreateSelect(limit, builder.getInt32(0), builder.getInt32(static_cast<unsigned>(bytes)));
    call.callFunction("__raddle_ptx_copy_and_fill", builder.getVoidTy(),
                      {target, source, builder.getInt32(static_cast<unsigned>(bytes)), limit});
    tellThatCopyStarts(call, target, bytes);
    return nullptr;
  }
  llvm::Type *word = bytes == 4 ? builder.getInt32Ty() : builder.getInt64Ty();
  if (bytes == 16)
    word = FixedVectorType::get(word, 2);
  builder.CreateAlignedStore(builder.CreateAlignedLoad(word, source, Align(bytes)), target, Align(bytes));
  tellThatCopyStarts(call, target, bytes);
  return nullptr;
}

// All but the last so many groups.
Value *waitForGroups(Call &call) {
  call.callFunction("__raddle_copies_wait", call.builder.getVoidTy(),
                    {call.builder.getInt32(static_cast<unsigned>(call.constant(0)))});
  return nullptr;
}

// Any multiple of 16 bytes.
void copyBulk(Call &call) {
  call.callFunction("__raddle_ptx_copy_bulk", call.builder.getVoidTy(),
                    {call.source(0), call.source(1), call.source(2)});
}

Value *copyBulkIntoShared(Call &call) {
  copyBulk(call);
  call.callFunction("__raddle_ptx_mbarrier_complete_tx", call.builder.getVoidTy(),
                    {call.source(3), call.source(2)});
  return nullptr;
}

// The last source is a mask of blocks in the cluster: each of them receives the copy at the same offset in its shared memory.
Value *copyBulkIntoBlocks(Call &call) {
  call.callFunction("__raddle_ptx_copy_bulk_multicast", call.builder.getVoidTy(),
                    {call.source(0), call.source(1), call.source(2), call.source(3), call.source(4)});
  return nullptr;
}

Value *copyBulkInGroup(Call &call) {
  copyBulk(call);
  return nullptr;
}

// [address], and how many arrivals, one if that is missing.
Emit arrive(const char *function) {
  return [=](Call &call) -> Value * {
    Value *count = call.source(1) ? call.source(1) : call.builder.getInt32(1);
    return call.callFunction(function, call.builder.getInt64Ty(), {call.source(0), count});
  };
}

Value *arriveExpecting(Call &call) {
  return call.callFunction("__raddle_ptx_mbarrier_arrive_expect_tx", call.builder.getInt64Ty(),
                           {call.source(0), call.source(1)});
}

Value *testWait(Call &call) {
  const char *function =
      call.has("parity") ? "__raddle_ptx_mbarrier_test_parity" : "__raddle_ptx_mbarrier_test";
  Value *over = call.callFunction(function, call.builder.getInt32Ty(), {call.source(0), call.source(1)});
  return call.builder.CreateICmpNE(over, call.builder.getInt32(0));
}

// Without .noinc the arrival that the copies cause is one more than expected: both cancel out.
Value *arriveForCopies(Call &call) {
  if (call.has("noinc"))
    call.callFunction("__raddle_ptx_mbarrier_arrive", call.builder.getInt64Ty(),
                      {call.source(0), call.builder.getInt32(1)});
  return nullptr;
}

#define SPACE "{space:shared|shared::cta|shared::cluster} <b64>"
#define RELEASE "{sem:release|relaxed} {scope:cta|cluster} " SPACE
#define ACQUIRE "{sem:acquire|relaxed} {scope:cta|cluster} " SPACE
#define BYTES "mbarrier::complete_tx::bytes"

} // namespace

const std::vector<Row> &asyncInstructions() {
  static const std::vector<Row> rows = {
      {"cp.async <ca|cg> <to:shared|shared::cta> <global> {@hint} {@prefetch}",
       "[shared] [global] #u32 u32/pred? b64?", copyWords},
      {"cp.async.commit_group", "", libraryEffect("__raddle_copies_commit")},
      {"cp.async.wait_group", "#u32", waitForGroups},
      {"cp.async.wait_all", "", libraryEffect("__raddle_copies_wait_for_all")},
      {"cp.async.mbarrier.arrive {noinc} " SPACE, "[]", arriveForCopies},

      {"cp.async.bulk <to:shared::cluster|shared::cta> <from:global|shared::cta> <" BYTES "> {@hint}",
       "[to] [from] u32 [to] b64?", copyBulkIntoShared},
      {"cp.async.bulk <to:shared::cluster> <from:global> <" BYTES "> <multicast::cluster> {@hint}",
       "[to] [from] u32 [to] b16 b64?", copyBulkIntoBlocks},
      {"cp.async.bulk <to:global> <from:shared::cta> <bulk_group> {@hint}", "[to] [from] u32 b64?",
       copyBulkInGroup},
      {"cp.async.bulk.commit_group", "", nothing()},
      {"cp.async.bulk.wait_group {read}", "#u32", nothing()},
      {"cp.async.bulk.prefetch <L2> <global> {@hint}", "[global] u32 b64?", nothing()},

      {"mbarrier.init " SPACE, "[] u32", libraryEffect("__raddle_ptx_mbarrier_init")},
      {"mbarrier.inval " SPACE, "[]", libraryEffect("__raddle_ptx_mbarrier_inval")},
      {"mbarrier.expect_tx " RELEASE, "[] u32", libraryEffect("__raddle_ptx_mbarrier_expect_tx")},
      {"mbarrier.complete_tx " RELEASE, "[] u32", libraryEffect("__raddle_ptx_mbarrier_complete_tx")},
      {"mbarrier.arrive " RELEASE, "=b64 [] u32?", arrive("__raddle_ptx_mbarrier_arrive")},
      {"mbarrier.arrive.noComplete " RELEASE, "=b64 [] u32", arrive("__raddle_ptx_mbarrier_arrive")},
      {"mbarrier.arrive.expect_tx " RELEASE, "=b64 [] u32", arriveExpecting},
      {"mbarrier.arrive_drop " RELEASE, "=b64 [] u32?", arrive("__raddle_ptx_mbarrier_arrive_drop")},
      {"mbarrier.arrive_drop.noComplete " RELEASE, "=b64 [] u32",
       arrive("__raddle_ptx_mbarrier_arrive_drop")},
      {"mbarrier.test_wait " ACQUIRE, "=pred [] b64", testWait},
      {"mbarrier.test_wait <parity> " ACQUIRE, "=pred [] u32", testWait},
      {"mbarrier.try_wait " ACQUIRE, "=pred [] b64 u32?", testWait},
      {"mbarrier.try_wait <parity> " ACQUIRE, "=pred [] u32 u32?", testWait},
      {"mbarrier.pending_count <b64>", "=u32 b64", library("__raddle_ptx_mbarrier_pending_count")},
  };
  return rows;
}

} // namespace raddle::ptx
