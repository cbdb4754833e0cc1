#include "runtime/block/block.h"

#include "abi/kernel_exports.h"
#include "check/report.h"
#include "machine/pages.h"
#include "machine/processor.h"
#include "runtime/block/multi_grid.h"
#include "runtime/device/output_buffer.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace raddle::runtime {

namespace {

// Advances a 3-D index, x fastest.
void increment(RaddleDim3 &index, const RaddleDim3 &dim) {
  if (++index.x < dim.x)
    return;
  index.x = 0;
  if (++index.y < dim.y)
    return;
  index.y = 0;
  ++index.z;
}

RaddleDim3 indexFromLinear(std::uint64_t linear, const RaddleDim3 &dim) {
  if (linear < dim.x)
    return {static_cast<std::uint32_t>(linear), 0, 0}; // without the divisions
  return {static_cast<std::uint32_t>(linear % dim.x), static_cast<std::uint32_t>(linear / dim.x % dim.y),
          static_cast<std::uint32_t>(linear / dim.x / dim.y)};
}

// On a GPU shared memory begins at a multiple of 1024 bytes, in the window of generic addresses, too. Programs rely on that where
// they XOR bits of an address, so that tiles are swizzled as matrix descriptors and tensor maps say; no such tile is small. The
// memory of others ends closer to the guard pages behind it.
std::size_t alignmentOfShared(std::size_t bytes, std::size_t of_kernel) {
  constexpr std::size_t kOfTiles = 1024, kSmallestTiles = 8 * kOfTiles;
  if (bytes < kRaddleSharedAlign)
    return of_kernel;
  return bytes < kSmallestTiles ? std::max<std::size_t>(of_kernel, kRaddleSharedAlign) : kOfTiles;
}

} // namespace

[[gnu::hot]] void Block::begin(Carrier &on, BlockRange blocks, bool threads) {
  worker = &on;
  range = blocks;
  claimed = blocks.count;
  by_threads = threads;
  replaying = false;

  const Launch &launch = run->launch();
  grid_dim = launch.grid_dim;
  block_dim = launch.block_dim;
  block_idx = indexFromLinear(blocks.first, grid_dim);
  grid_id = run->id();
  cooperative = launch.cooperative;
  stream_words = run->streamWords();
  next_frame = nullptr;
  cluster_dim = {1, 1, 1};
  cluster_block = {0, 0, 0};
  grid_clusters = grid_dim;
  cluster_idx = block_idx;
  cluster_block_rank = 0;
  cluster_size = 1;
  explicit_cluster = 0;
  dynamic_shared_bytes = launch.dynamic_shared_bytes;
  const std::size_t alignment = std::max<std::size_t>(kernel().shared_align, kRaddleSharedAlign);
  const std::size_t static_bytes = roundUp(kernel().static_shared_bytes, alignment);
  // What lies between the two parts belongs to neither; without the second it is a margin.
  shared_bytes = launch.dynamic_shared_bytes == 0 ? kernel().static_shared_bytes
                                                  : static_bytes + launch.dynamic_shared_bytes;
  shared = shared_memory_.reserve(shared_bytes, alignmentOfShared(shared_bytes, kernel().shared_align));
  dynamic_shared = shared + static_bytes;
  poisonShared();

  thread_count = run->threadsPerBlock();
  lanes = kernel().lanes;
  live = by_threads ? fiberCount() : 1;
  next_thread = 0;
  next_thread_idx = {0, 0, 0};
  ready.clear();
  asking_warps = 0;
  fibers = {};
  first_yielder = nullptr;
  progressed = false;
  out_of_stacks = false;
  parted.clear();
  cohort = nullptr;
  suspended = noted = false;
  if (spanning) {
    spanning = false;
    for (SpanPart &part : spans)
      part.end();
  }
  sync_checks = nullptr;
  if (!by_threads)
    return;
  if (launch.checked) [[unlikely]]
    beginSyncChecks();
  for (; open_barriers; open_barriers &= open_barriers - 1)
    barriers[__builtin_ctzll(open_barriers)].clear();
  for (std::uint32_t warp = 0; warp < warpCount(); ++warp)
    warps[warp].begin(std::min<std::uint32_t>(thread_count - warp * kRaddleWarpSize, kRaddleWarpSize));
}

void Block::beginSyncChecks() {
  if (!check::enabled(check::Detector::kSync))
    return;
  if (!kept_sync_checks_)
    kept_sync_checks_ = std::make_unique<SyncChecks>();
  sync_checks = kept_sync_checks_.get();
  sync_checks->begin(thread_count);
}

void Block::joinCluster(std::shared_ptr<Cluster> of, std::uint32_t rank) {
  cluster = std::move(of);
  cluster->blocks[rank] = this;
  cluster->barrier.add(live);
  cluster_dim = *run->launch().extras().cluster_dim;
  cluster_size = run->clusterSize();
  cluster_block_rank = rank;
  cluster_block = indexFromLinear(rank, cluster_dim);
  grid_clusters = {grid_dim.x / cluster_dim.x, grid_dim.y / cluster_dim.y, grid_dim.z / cluster_dim.z};
  cluster_idx = indexFromLinear(range.first / cluster_size, grid_clusters);
  block_idx = {cluster_idx.x * cluster_dim.x + cluster_block.x,
               cluster_idx.y * cluster_dim.y + cluster_block.y,
               cluster_idx.z * cluster_dim.z + cluster_block.z};
  explicit_cluster = 1;
}

void Block::joinCohort() {
  cohort = run->cohort() ? run->cohort() : &cluster->cohort;
  cohort_index = cohort->add({.block = this,
                              .block_idx = block_idx,
                              .grid_rank = run->launch().extras().grid_rank,
                              .worker = worker,
                              .parts = spans});
  spanning = true;
  if (cluster)
    part(Span::kCluster).begin(&cluster->barrier, live);
  if (run->gridBarrier())
    part(Span::kGrid).begin(run->gridBarrier(), live);
  if (run->multiGrid())
    part(Span::kMultiGrid).begin(&run->multiGrid()->barrier, live);
}

bool Block::advance() {
  ++range.first;
  if (--range.count == 0)
    return false;
  increment(block_idx, grid_dim);
  // Not a copy: that would wait for what has just been stored in parts.
  increment(cluster_idx, grid_dim);
  poisonShared();
  return true;
}

void Block::goOn(BlockRange blocks) {
  range = blocks;
  claimed += blocks.count;
  block_idx = cluster_idx = indexFromLinear(blocks.first, grid_dim);
  poisonShared();
}

std::string Block::describeShared() const {
  const std::uint32_t variables = kernel().static_shared_bytes;
  if (variables == 0 || dynamic_shared_bytes == 0)
    return plural(shared_bytes, "byte");
  return fmt::format("{} of variables and {} that the launch gave", plural(variables, "byte"),
                     dynamic_shared_bytes);
}

void Block::fillSharedWithPoison() {
  check::poison(shared, shared_memory_.bytes());
  if (checks().poison)
    std::memset(shared, kPoisonByte, shared_memory_.bytes());
}

bool Block::startThread(Fiber &fiber) {
  if (next_thread >= thread_count)
    return false;
  fiber.thread_idx = next_thread_idx;
  fiber.lane = next_thread % kRaddleWarpSize;
  fiber.warp = next_thread / kRaddleWarpSize;
  fiber.own_warp = &warps[fiber.warp];
  fiber.lanes_here = fiber.live_lanes = 0;
  fiber.place = nullptr;
  if (spanning)
    std::fill(std::begin(fiber.span_arrivals), std::end(fiber.span_arrivals), 0);
  next_thread += lanes;
  if (lanes == 1)
    increment(next_thread_idx, block_dim);
  else
    next_thread_idx = indexFromLinear(next_thread, block_dim);
  return true;
}

void Block::releaseBarrier(std::uint32_t id) {
  Barrier &barrier = barriers[id];
  writeHeldOutput();
  ++barrier.releases;
  barrier.count = barrier.votes;
  barrier.all = barrier.votes == barrier.voters;
  barrier.any = barrier.votes != 0;
  barrier.voters = barrier.votes = 0;
  open_barriers &= ~(std::uint64_t{1} << id);
  release(barrier.waiting);
}

// Those that wait for all threads are complete without one that has exited.
void Block::releaseBarriersAfterExit() {
  for (std::uint64_t open = open_barriers; open; open &= open - 1) {
    std::uint32_t id = static_cast<std::uint32_t>(__builtin_ctzll(open));
    if (barriers[id].expected == 0 && --barriers[id].missing == 0) {
      if (sync_checks && id == 0) [[unlikely]]
        sync_checks->meet(*this, barriers[id].waiting, nullptr, nullptr, 0);
      releaseBarrier(id);
    }
  }
}

void Block::exitThread(Fiber &fiber) {
  --live;
  noteProgress();
  Warp &warp = warps[fiber.warp];
  if (sync_checks) [[unlikely]]
    sync_checks->exit(*this, fiber);
  laneExited(warp, 1u << fiber.lane);
  if (warp.exited == ~0u)
    noteMeeting(fiber.warp, 0);
  if (open_barriers) {
    releaseBarriersAfterExit();
    if (sync_checks && live == 0) [[unlikely]]
      sync_checks->end(*this);
  }
  if (spanning)
    leaveSpans(fiber);
}

void Block::print(RaddleThread &thread, std::string_view text) {
  OutputBuffer *const output = run->output();
  if (!output || replaying)
    return;
  if (!thread.place || lanes != 1) {
    output->append(text);
    return;
  }
  if (!held_output)
    held_output = std::make_unique<HeldOutput>(*output);
  if (!by_threads)
    held_output->beginWarp(thread.warp);
  held_output->print(thread, text);
}

void Block::writeHeld() {
  if (worker->current)
    worker->onHomeStack([this] { held_output->writeAll(); });
  else
    held_output->writeAll();
}

void Block::noteMeetingOfPrinters(std::uint32_t warp, std::uint32_t lanes_met) {
  const std::uint32_t lanes_of_warp =
      std::min<std::uint32_t>(thread_count - warp * kRaddleWarpSize, kRaddleWarpSize);
  worker->onHomeStack([=, this] {
    if (lanes_met == 0 || lanes_met == ~0u >> (kRaddleWarpSize - lanes_of_warp))
      held_output->writeWarp(warp);
    else
      held_output->meet(warp, lanes_met);
  });
}

void raiseFault(Block &block, Fault fault) {
  Carrier &worker = *block.worker;
  captureStack(fault.site, fault.stack);
  // No destructor runs on a fiber that is left for good, so nothing may remain in the parameter.
  worker.fault.emplace(std::move(fault));
  worker.leave(*worker.current, BlockEvent::kFault);
  __builtin_unreachable();
}

void raiseFaultOfKernel(RaddleThread *thread, FaultKind kind, std::string text, std::uintptr_t return_address,
                        const char *advice, std::optional<check::Rule> rule) {
  Fault fault;
  fault.kind = kind;
  fault.about_kernel = true;
  fault.text = std::move(text);
  fault.site = callSite(return_address);
  fault.thread = *thread;
  if (advice)
    fault.notes.push_back({advice, 0});
  fault.rule = rule;
  raiseFault(*static_cast<Block *>(thread->block), std::move(fault));
}

Fiber *Block::addFiber() {
  Fiber *fiber = worker->fibers().take(run->stackClass(), kernel().stack_bytes);
  if (!fiber) {
    out_of_stacks = true;
    return nullptr;
  }
  fiber->block = this;
  fiber->wait = {};
  fibers.append(fiber);
  return fiber;
}

Fiber *Block::startAnother() {
  // Without block_entry there is one fiber per thread at most, else exactly one.
  if (by_threads ? next_thread < thread_count : !fibers.first)
    return addFiber();
  return nullptr;
}

// When nobody is ready.
[[gnu::hot, gnu::noinline]] Fiber *Block::makeRunnable() {
  if (Fiber *fiber = startAnother())
    return fiber;
  if (asking_warps)
    answerAskers(nullptr);
  if (ready.empty() && spanning)
    releaseSpans();
  return ready.pop();
}

// When nobody is ready.
[[gnu::noinline]] Fiber *Block::turnFromLast(Fiber &self) {
  noteProgress();
  Fiber *next = makeRunnable();
  if (!next)
    worker->leave(self, idleEvent());
  if (!next || next == &self) {
    self.wait.what = nullptr;
    return nullptr;
  }
  worker->current = next;
  return next;
}

[[gnu::noinline]] void Block::leaveIfAborted(Fiber &self) {
  if (run->aborted())
    worker->leave(self, BlockEvent::kAbandoned);
}

void Block::yield(Fiber &self) {
  if (run->aborted()) [[unlikely]]
    worker->leave(self, BlockEvent::kAbandoned);
  if (by_threads)
    warps[self.warp].yielded |= 1u << self.lane;
  // What another worker is about to write is there sooner than this one has looked around.
  if (nobodyElseCanRun() && worker->count() > 1 && ++looks < kLooksInARow) {
    spinPause();
    return;
  }
  // Always the same from here on: a number that grows could lie on the stack, and the thread would look as if it moved
  // (worker/polling.cpp).
  looks = 0;
  ready.push(&self);
  // Threads that have not started must not wait for those that only poll.
  if (by_threads && next_thread < thread_count) {
    if (Fiber *fresh = addFiber()) {
      worker->switchTo(self, *fresh);
      return;
    }
  }
  if (!first_yielder)
    first_yielder = &self;
  // A whole rotation has only polled: whatever they poll for must come from another block. It may also where
  // threads do something else between two looks, such as a vote; then others get a turn now and then.
  if (ready.front() == first_yielder || ++yields == kMostYields) {
    first_yielder = nullptr;
    if (asking_warps)
      answerAskers(nullptr);
    worker->leave(self, BlockEvent::kPolling);
    return;
  }
  Fiber *next = ready.pop();
  if (next != &self) {
    worker->switchTo(self, *next);
  }
}

namespace {

// What neighbouring blocks read in the same iteration of a loop over the grid lies side by side, so a batch of them begins
// together. Returns for how many blocks that is settled.
std::uint64_t beginBatch(Block &block, const RaddleKernel &kernel, const void *parameters) {
  const std::uint64_t blocks =
      std::min<std::uint64_t>(block.range.count, block.grid_dim.x - block.block_idx.x);
  block.next_frame = nullptr;
  if (blocks == 1)
    return 1;
  unsigned char *const frames = block.worker->frames();
  const std::uint32_t batched =
      kernel.batch_entry(&block, parameters, frames, static_cast<std::uint32_t>(blocks));
  if (batched == 0)
    return blocks;
  block.next_frame = frames;
  return batched;
}

void runBlocks(Block &block, Fiber &self) {
  const RaddleKernel &kernel = block.kernel();
  const void *parameters = block.run->launch().parameters.get();
  if (block.by_threads) {
    while (block.startThread(self)) {
      kernel.thread_entry(&self, parameters);
      block.exitThread(self);
      if (block.run->aborted()) [[unlikely]]
        block.worker->leave(self, BlockEvent::kAbandoned);
    }
    return;
  }
  // Waits for other blocks in the name of all threads.
  self.thread_idx = {0, 0, 0};
  self.warp = self.lane = self.live_lanes = 0;
  std::fill(std::begin(self.span_arrivals), std::end(self.span_arrivals), 0);
  const bool may_batch = kernel.batch_entry && !block.cohort;
  std::uint64_t settled = 0;
  do {
    if (may_batch) {
      if (settled == 0)
        settled = beginBatch(block, kernel, parameters);
      --settled;
    }
    kernel.block_entry(&block, parameters);
    block.writeHeldOutput();
    if (block.run->aborted()) [[unlikely]]
      block.worker->leave(self, BlockEvent::kAbandoned);
  } while (block.advance() || block.worker->claimMore(block));
  block.live = 0;
  if (block.spanning)
    block.leaveSpans(self);
}

} // namespace

[[gnu::hot]] void fiberMain(Context *previous) {
  RADDLE_OUTERMOST_FUNCTION();
  Fiber &self = *Carrier::ofThisThread()->current;
  arrivedOn(self, previous);
  for (;;) {
    Block &block = *static_cast<Block *>(self.block);
    runBlocks(block, self);
    // This fiber is not needed any more, until the worker gives it to another block.
    if (Fiber *next = block.nextRunnable())
      block.worker->switchTo(self, *next);
    else
      block.worker->leave(self, block.idleEvent());
  }
}

} // namespace raddle::runtime
