#include "run_kernel.h"

#include "runtime/calls/device_printf.h"
#include "runtime/device/output_buffer.h"

#include <climits>
#include <cstdarg>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

// Packs arguments as clang does for NVPTX.
class Packed {
public:
  template <typename... Ts> explicit Packed(Ts... values) { (add(values), ...); }
  const void *data() const { return bytes_; }

private:
  void add(char value) { add(static_cast<int>(value)); }
  template <typename T> void add(T value) {
    used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    std::memcpy(bytes_ + used_, &value, sizeof value);
    used_ += sizeof value;
  }
  alignas(16) unsigned char bytes_[256] = {};
  std::size_t used_ = 0;
};

template <typename... Ts> std::string print(const char *format, Ts... values) {
  std::string text;
  formatDevicePrintf(text, format, Packed(values...).data());
  return text;
}

__attribute__((format(printf, 1, 2))) std::string hostPrint(const char *format, ...) {
  char buffer[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

// The same as the host's printf, for the same format and values.
#define EXPECT_LIKE_HOST(...) EXPECT_EQ(print(__VA_ARGS__), hostPrint(__VA_ARGS__))

TEST(DevicePrintf, FormatsLikeTheHost) {
  EXPECT_LIKE_HOST("plain");
  EXPECT_LIKE_HOST("%d %i %u\n", -1, 2, 3u);
  EXPECT_LIKE_HOST("%5d|%-5d|%05d|%+d|% d", 42, 42, 42, 42, 42);
  EXPECT_LIKE_HOST("%x %X %#x %o %#o", 255u, 255u, 255u, 8u, 8u);
  EXPECT_LIKE_HOST("%ld %lld %lu %llu %zu", LONG_MIN, LLONG_MAX, ULONG_MAX, ULLONG_MAX, std::size_t{7});
  EXPECT_LIKE_HOST("%d %lld %d %f %c", 1, 2ll, 3, 4.5, 'x');
  EXPECT_LIKE_HOST("%hd %hhd %hu %hhu", 70000, 300, 70000, 300);
  EXPECT_LIKE_HOST("%f %.3f %10.2f %-10.1f| %e %g %G %a", 1.5, 2.0 / 3, 3.14159, 2.5, 12345.678, 1e-10, 1e20,
                   1.0);
  EXPECT_LIKE_HOST("%f %f %f", 1.0 / 0.0, -1.0 / 0.0, 1e300);
  EXPECT_LIKE_HOST("%s|%10s|%-10s|%.3s", "abc", "abc", "abc", "abcdef");
  EXPECT_LIKE_HOST("%*d|%-*d|%.*f|%*.*f", 6, 1, 6, 2, 3, 1.0, 8, 2, 3.14159);
  EXPECT_LIKE_HOST("%*d|", -6, 1);
  EXPECT_LIKE_HOST("100%%|%c%c", 'a', 'b');
  EXPECT_LIKE_HOST("%p", reinterpret_cast<void *>(0x1234));
  EXPECT_LIKE_HOST("%300d|%.200f", 1, 1.0);
  EXPECT_LIKE_HOST("%jd %td", std::intmax_t{-5}, std::ptrdiff_t{6});
}

TEST(DevicePrintf, CountsArguments) {
  std::string text;
  EXPECT_EQ(formatDevicePrintf(text, "%d %*d %s", Packed(1, 2, 3, "x").data()), 4);
}

TEST(DevicePrintf, SurvivesNonsense) {
  EXPECT_EQ(print("%s", reinterpret_cast<const char *>(0x10)), "(bad pointer 0x10)");
  EXPECT_EQ(print("%s", static_cast<const char *>(nullptr)), "(null)");
  EXPECT_EQ(print("end %"), "end %");
  EXPECT_EQ(print("end %-5"), "end %-5");
  EXPECT_EQ(print("%k|%d", 5), "%k|5");
  EXPECT_EQ(print("a%nb%d", 1), "a%nb1");
  EXPECT_EQ(print("%lk", 1), "%lk");
}

TEST(DevicePrintf, TakesThirtyTwoArguments) {
  const Packed arguments(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                         24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34);
  std::string thirty, text;
  for (int i = 0; i < 30; ++i)
    thirty += "%d,";
  const std::string begin =
      "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,";
  EXPECT_EQ(formatDevicePrintf(text, (thirty + "%d,%d,%5lld,%d%%\n").c_str(), arguments.data()), 32);
  EXPECT_EQ(text, begin + "31,32,%5lld,%d%\n");
  text.clear();
  EXPECT_EQ(formatDevicePrintf(text, (thirty + "%d,%d,%*d,%d\n").c_str(), arguments.data()), 32);
  EXPECT_EQ(text, begin + "31,32,%*d,%d\n");
}

TEST(OutputBuffer, TheOldestMessagesAreOverwritten) {
  OutputBuffer output(100);
  for (int i = 0; i < 1000; ++i)
    output.append(hostPrint("line %04d\n", i));
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  output.flush();
  std::string expected;
  for (int i = 990; i < 1000; ++i)
    expected += hostPrint("line %04d\n", i);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("the output of 990 printf() calls"),
            std::string::npos);

  // Nothing is left of it.
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  output.append("short\n");
  output.flush();
  output.append(std::string(101, 'x'));
  output.append("y\n");
  output.setCapacity(1);
  output.flush();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "short\n");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("the output of 2 printf() calls"), std::string::npos);
}

TEST(DevicePrintf, OneMessageIsNeverTorn) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    const Packed arguments(thread->block->block_idx.x, thread->thread_idx.x);
    if (raddle_vprintf(thread, "<%u,%u>\n", arguments.data()) != 2 ||
        raddle_vprintf(thread, nullptr, nullptr) != -1)
      raddle_trap(thread);
  });
  CpuDevice device(std::size_t{1} << 20, std::size_t{8} << 20);
  auto launch = makeLaunch(kernel, {20, 1, 1}, {50, 1, 1}, 0);
  launch->device_state = &device;
  testing::internal::CaptureStdout();
  EXPECT_EQ(runLaunch(testExecutor(), launch).kind, FaultKind::kNone);
  auto silent = makeLaunch(kernel, {1, 1, 1}, {1, 1, 1}, 0);
  silent->device_state = nullptr;
  EXPECT_EQ(runLaunch(testExecutor(), silent).kind, FaultKind::kNone) << "without an output";
  device.flushOutput();
  device.flushOutput();
  const std::string text = testing::internal::GetCapturedStdout();
  std::size_t bytes = 0;
  for (int block = 0; block < 20; ++block)
    for (int thread = 0; thread < 50; ++thread) {
      const std::string line = hostPrint("<%d,%d>\n", block, thread);
      EXPECT_NE(text.find(line), std::string::npos) << line;
      bytes += line.size();
    }
  EXPECT_EQ(text.size(), bytes);
}

} // namespace
