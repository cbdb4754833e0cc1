// Limits of control groups, on file trees as the kernel shows them.
#include "backend/cpu/control_group.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace raddle::cpu {
namespace {

namespace fs = std::filesystem;

class ControlGroup : public testing::Test {
protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("raddle-control-group-test-" + std::to_string(getpid()));
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string &file, const std::string &text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text << '\n';
  }
  std::size_t limit() const { return controlGroupMemoryLimit(root_); }

  fs::path root_;
};

const std::string kMount = "24 1 0:5 / /proc rw - proc proc rw\n"
                           "35 30 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate";

TEST_F(ControlGroup, MayBeAbsent) {
  EXPECT_EQ(limit(), SIZE_MAX);
  write("proc/self/cgroup", "0::/user.slice");
  write("proc/self/mountinfo", kMount);
  EXPECT_EQ(limit(), SIZE_MAX);
}

TEST_F(ControlGroup, OfVersion2TakesTheLeastOfItsAncestors) {
  write("proc/self/cgroup", "0::/user.slice/app.scope/part");
  write("proc/self/mountinfo", kMount);
  write("sys/fs/cgroup/user.slice/memory.max", "max");
  write("sys/fs/cgroup/user.slice/app.scope/part/memory.max", "8000000");
  EXPECT_EQ(limit(), 8000000u);
  write("sys/fs/cgroup/user.slice/app.scope/memory.max", "5000000");
  write("sys/fs/cgroup/other.slice/memory.max", "1000");
  EXPECT_EQ(limit(), 5000000u);
  write("sys/fs/cgroup/user.slice/memory.max", "3000000");
  EXPECT_EQ(limit(), 3000000u);
}

TEST_F(ControlGroup, OfVersion1HasAMountOfItsOwn) {
  write("proc/self/cgroup", "9:name=systemd:/\n4:cpuset,memory:/jobs/17\n1:cpu:/cpu/job\n0::/");
  write("proc/self/mountinfo", "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
                               "35 31 0:32 / /mnt/memory rw - cgroup cgroup rw,cpuset,memory");
  write("mnt/memory/memory.limit_in_bytes", "9223372036854771712");
  write("mnt/memory/jobs/memory.limit_in_bytes", "7000000");
  write("mnt/memory/jobs/17/memory.limit_in_bytes", "9000000");
  write("sys/fs/cgroup/cpu/jobs/17/memory.limit_in_bytes", "1000");
  EXPECT_EQ(limit(), 7000000u);
}

// The group's name is that outside of the container, whose root is mounted.
TEST_F(ControlGroup, OfAContainerIsTheRootOfTheMount) {
  write("proc/self/cgroup", "4:memory:/docker/abc/inner");
  write("proc/self/mountinfo", "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "6000000");
  EXPECT_EQ(limit(), 6000000u);
  write("sys/fs/cgroup/memory/inner/memory.limit_in_bytes", "4000000");
  EXPECT_EQ(limit(), 4000000u);
  write("proc/self/cgroup", "4:memory:/../elsewhere");
  EXPECT_EQ(limit(), 6000000u);
}

} // namespace
} // namespace raddle::cpu
