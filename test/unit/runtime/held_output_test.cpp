#include "run_kernel.h"

#include "runtime/device/held_output.h"
#include "runtime/device/output_buffer.h"

#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

class Output {
public:
  void print(std::uint32_t lane, std::initializer_list<std::uint32_t> place, const std::string &text,
             const RaddlePlace *outer = nullptr, std::uint32_t warp = 0) {
    // Laid out as generated code does it.
    std::vector<std::uint32_t> words(8 + place.size());
    auto *written = reinterpret_cast<RaddlePlace *>(words.data());
    written->outer = outer;
    written->count = static_cast<std::uint32_t>(place.size());
    std::copy(place.begin(), place.end(), words.data() + offsetof(RaddlePlace, numbers) / sizeof(words[0]));
    RaddleThread thread = of(lane, warp);
    thread.place = written;
    held.print(thread, text + std::to_string(lane) + ' ');
  }
  RaddleThread of(std::uint32_t lane, std::uint32_t warp = 0) {
    RaddleThread thread{};
    thread.lane = lane;
    thread.warp = warp;
    return thread;
  }
  std::string written() {
    held.writeAll();
    testing::internal::CaptureStdout();
    buffer.flush();
    return testing::internal::GetCapturedStdout();
  }

  OutputBuffer buffer;
  HeldOutput held{buffer};
};

TEST(HeldOutput, StatementsPrintForAllLanes) {
  Output output;
  for (std::uint32_t lane = 0; lane < 3; ++lane) {
    output.print(lane, {1}, "a");
    if (lane != 1)
      output.print(lane, {2}, "b");
    output.print(lane, {3}, "c");
  }
  EXPECT_EQ(output.written(), "a0 a1 a2 b0 b2 c0 c1 c2 ");
  EXPECT_EQ(output.written(), "");
}

TEST(HeldOutput, IterationsFollowEachOther) {
  Output output;
  for (std::uint32_t lane = 0; lane < 3; ++lane) {
    for (std::uint32_t i = 0; i <= lane; ++i) {
      output.print(lane, {1, i, 1}, "i");
      if ((i + lane) % 2)
        output.print(lane, {1, i, 2}, "o");
    }
    output.print(lane, {2}, "z");
  }
  EXPECT_EQ(output.written(), "i0 i1 i2 o1 i1 i2 o2 i2 z0 z1 z2 ");
}

TEST(HeldOutput, CallsStandWhereTheyAreMade) {
  Output output;
  for (std::uint32_t lane = 0; lane < 2; ++lane) {
    std::vector<std::uint32_t> call(8);
    auto *outer = reinterpret_cast<RaddlePlace *>(call.data());
    outer->count = 1;
    outer->numbers[0] = 2;
    output.print(lane, {1}, "a");
    output.print(lane, {9}, "f", outer);
    output.print(lane, {3}, "b");
  }
  EXPECT_EQ(output.written(), "a0 a1 f0 f1 b0 b1 ");
}

TEST(HeldOutput, NobodyPrintsBeforeThoseWhoHaveMet) {
  Output output;
  output.print(0, {1}, "a");
  output.print(1, {3}, "c");
  output.held.meet(0, 0x3);
  output.print(0, {2}, "b");
  output.print(1, {4}, "d");
  output.print(2, {5}, "e");
  EXPECT_EQ(output.written(), "a0 c1 b0 d1 e2 ");
}

TEST(HeldOutput, WhoTakesALockPrintsBehindTheOneBefore) {
  Output output;
  output.print(0, {1, 0, 1}, "L");
  output.print(0, {1, 0, 2}, "M");
  output.held.release(output.of(0));
  output.print(0, {2}, "z");
  output.held.acquire(output.of(1));
  output.print(1, {1, 0, 1}, "L");
  output.print(1, {1, 0, 2}, "M");
  output.print(1, {2}, "z");
  EXPECT_EQ(output.written(), "L0 M0 L1 M1 z0 z1 ");
}

TEST(HeldOutput, WhoWaitsForAnotherWarpPrintsBehindIt) {
  Output output;
  output.print(0, {5}, "a", nullptr, 1);
  output.held.release(output.of(0, 1));
  output.held.acquire(output.of(3));
  output.print(3, {1}, "b");
  EXPECT_EQ(output.written(), "a0 b3 ");
}

// Where places cannot tell, as in very deep recursion, lanes take turns.
TEST(HeldOutput, ALaneKeepsItsOwnOrder) {
  Output output;
  for (std::uint32_t lane = 0; lane < 2; ++lane) {
    output.print(lane, {7}, "a");
    output.print(lane, {7}, "b");
    output.print(lane, {3}, "c");
  }
  EXPECT_EQ(output.written(), "a0 a1 b0 b1 c0 c1 ");
}

TEST(HeldOutput, MemoryIsBounded) {
  Output output;
  const std::string line(1 << 20, '.');
  for (int i = 0; i < 40; ++i)
    output.print(0, {1}, line);
  output.print(0, {1}, "last");
  testing::internal::CaptureStderr();
  const std::string text = output.written();
  EXPECT_EQ(text.substr(text.size() - 6), "last0 ");
  EXPECT_LE(text.size(), std::size_t{1} << 20);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("the output of 40 printf() calls"),
            std::string::npos);
}

} // namespace
