#include "run_kernel.h"

#include "runtime/executor/thread_engine_time.h"

using namespace raddle;
using namespace raddle::runtime;

namespace {

RaddleKernel slowKernel(const char *name) {
  RaddleKernel kernel = threadKernel([](RaddleThread *, const void *) {});
  kernel.name = name;
  kernel.source_file = "app.cu";
  kernel.thread_engine_reason = "lanes may wait at app.cu:7:3";
  return kernel;
}

constexpr std::uint64_t kSecond = 1'000'000'000;

TEST(ThreadEngineTime, NamesTheSlowestKernels) {
  ThreadEngineTime time;
  EXPECT_EQ(time.report(0), "");
  time.add(slowKernel("_ZN3lib4scanIfEEvPf"), kSecond / 2);
  EXPECT_EQ(time.report(kSecond), "");
  time.add(slowKernel("_Z4sortPi"), kSecond);
  time.add(slowKernel("_Z4sortPi"), kSecond);
  EXPECT_EQ(
      time.report(kSecond),
      "raddle: warning: kernels on the thread engine, which is slow, took 2.5 s: 'sort(int*)' 2.0 s in 2 "
      "launches, 'void lib::scan<float>(float*)' 0.5 s in 1 launch\n"
      "note: 'sort(int*)': lanes may wait at app.cu:7:3; raddle explain app.cu --kernel sort says more\n"
      "note: 'void lib::scan<float>(float*)': lanes may wait at app.cu:7:3; raddle explain app.cu --kernel "
      "lib::scan says more\n");
  for (const char *name : {"_Z1av", "_Z1bv"})
    time.add(slowKernel(name), 1);
  EXPECT_NE(time.report(0).find(", and 1 more\n"), std::string::npos);
}

TEST(ThreadEngineTime, CountsLaunchesOfKernelsThatShouldHaveTheWarpEngine) {
  const RaddleKernel slow = slowKernel("_Z13slowAndNeededv");
  RaddleKernel wanted = slowKernel("_Z16threadsAreWantedv");
  wanted.thread_engine_reason = nullptr;
  for (unsigned workers : {1u, 4u}) {
    Executor executor(workers);
    for (const RaddleKernel *kernel : std::initializer_list<const RaddleKernel *>{&slow, &wanted})
      for (std::uint32_t blocks : {1u, 100u})
        EXPECT_EQ(runLaunch(executor, makeLaunch(*kernel, {blocks, 1, 1}, {64, 1, 1}, 0)).kind,
                  FaultKind::kNone);
  }
  const std::string report = ThreadEngineTime::instance().report(0);
  EXPECT_NE(report.find("'slowAndNeeded()' 0.0 s in 4 launches"), std::string::npos) << report;
  EXPECT_EQ(report.find("threadsAreWanted"), std::string::npos) << report;
}

} // namespace
