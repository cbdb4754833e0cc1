#include "runtime/block/run.h"

#include "run_kernel.h"

#include <bit>
#include <set>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

struct Nothing {};

const RaddleKernel kPlain = blockKernel([](RaddleBlock *, const void *) {});
// Its blocks go in step, those of 4,096 threads at a time.
const RaddleKernel kInStep = [] {
  RaddleKernel kernel = kPlain;
  kernel.batch_entry = [](RaddleBlock *, const void *, void *, std::uint32_t) -> std::uint32_t { return 0; };
  kernel.batch_threads = 4096;
  return kernel;
}();

Run runOf(const RaddleKernel &kernel, unsigned blocks, unsigned threads) {
  return Run(makeLaunch(kernel, {blocks, 1, 1}, {threads, 1, 1}, Nothing()));
}

std::vector<BlockRange> allOf(Run &run, unsigned workers) {
  std::vector<BlockRange> ranges;
  while (run.hasUnclaimedBlocks())
    ranges.push_back(run.claim(workers));
  return ranges;
}

void expectEachOnce(const std::vector<BlockRange> &ranges, std::uint64_t blocks) {
  std::set<std::uint64_t> seen;
  for (const BlockRange &range : ranges) {
    for (std::uint64_t i = 0; i < range.count; ++i)
      EXPECT_TRUE(seen.insert(range.first + i).second) << range.first + i;
    EXPECT_EQ(range.last, &range == &ranges.back());
  }
  EXPECT_EQ(seen.size(), blocks);
  EXPECT_EQ(*seen.rbegin(), blocks - 1);
}

TEST(Run, HandsOutEachBlockOnce) {
  for (const RaddleKernel *kernel : {&kPlain, &kInStep})
    for (unsigned blocks : {1u, 2u, 7u, 100u, 1024u, 4097u})
      for (unsigned workers : {1u, 3u, 4u}) {
        auto run = runOf(*kernel, blocks, 96);
        expectEachOnce(allOf(run, workers), blocks);
        if (!run.isOfOneWorker())
          EXPECT_EQ(run.claim(workers).count, 0u);
      }
}

TEST(Run, BlocksInStepAreDealtOutInWholePages) {
  auto run = runOf(kInStep, 1000, 256);
  const std::vector<BlockRange> ranges = allOf(run, 4);
  expectEachOnce(ranges, 1000);
  for (const BlockRange &range : ranges) {
    // Sixteen run together; at the end there are halves, quarters and so on.
    EXPECT_EQ(range.first % std::min<std::uint64_t>(std::bit_floor(range.count), 16), 0u)
        << range.first << ' ' << range.count;
    if (range.first < 500)
      EXPECT_EQ(range.count % 16, 0u);
  }
  EXPECT_LE(ranges.back().count, 2u);
}

TEST(Run, OtherBlocksAreDealtOutInWholePagesWhileManyAreLeft) {
  auto run = runOf(kPlain, 256, 256);
  const std::vector<BlockRange> ranges = allOf(run, 4);
  expectEachOnce(ranges, 256);
  for (const BlockRange &range : ranges)
    // Four read a page by a word for each thread.
    if (range.first < 192) {
      EXPECT_EQ(range.first % 4, 0u);
      EXPECT_EQ(range.count % 4, 0u);
    }
  EXPECT_EQ(ranges.back().count, 1u);
}

TEST(Run, FewBlocksAreDealtOutOneByOne) {
  for (unsigned blocks : {2u, 9u, 31u}) {
    auto run = runOf(kPlain, blocks, 64);
    for (const BlockRange &range : allOf(run, 4))
      EXPECT_EQ(range.count, 1u);
  }
}

TEST(Run, BlocksKnownToBeShortAreDealtOutInLargerBatches) {
  auto run = runOf(kPlain, 1'000'000, 256);
  EXPECT_EQ(run.claim(2).count, 256u); // while nobody knows
  EXPECT_EQ(run.claim(2, 1, 1000).count, 1000u);
  EXPECT_EQ(run.claim(2, 1, 10).count, 256u);
  EXPECT_EQ(run.claim(2, 1, 1'000'000).count, 4096u);
  auto few = runOf(kPlain, 8000, 256);
  EXPECT_EQ(few.claim(2, 1, 1'000'000).count, 500u); // not more than an eighth of a worker's share
}

TEST(Run, NoWorkerGetsMoreThanItsShareOfBlocksInStep) {
  auto run = runOf(kInStep, 40, 256);
  EXPECT_EQ(run.claim(4, 1'000'000).count, 10u);
}

TEST(Run, MayBeginAtTheEnd) {
  auto run = runOf(kInStep, 1024, 256);
  run.beginAtEnd();
  const std::vector<BlockRange> ranges = allOf(run, 4);
  expectEachOnce(ranges, 1024);
  EXPECT_EQ(ranges.front().first + ranges.front().count, 1024u);
  EXPECT_EQ(ranges.back().first, 0u);
}

} // namespace
