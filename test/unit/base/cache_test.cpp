#include "base/cache_contents.h"
#include "base/cache_folder.h"
#include "base/paths.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace raddle {
namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("raddle-unit-test-" + std::to_string(getpid()));
    setenv("RADDLE_CACHE_DIR", root_.c_str(), 1);
    unsetenv("RADDLE_CACHE");
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  // A file of so many bytes that was last used at that second.
  fs::path write(const std::string &name, std::size_t bytes, time_t used) {
    const fs::path file = root_ / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << std::string(bytes, 'x');
    const timespec times[2] = {{used, 0}, {1, 0}};
    utimensat(AT_FDCWD, file.c_str(), times, 0);
    return file;
  }

  fs::path root_;
};

const std::string kKeyA(32, 'a'), kKeyB(32, 'b'), kKeyC(32, 'c');

TEST_F(Cache, FoldersAreTheirOwnersAlone) {
  EXPECT_EQ(cacheFolder(kHeadersFolder), root_ / "headers");
  for (const fs::path &folder : {root_, root_ / "headers"}) {
    struct stat found{};
    ASSERT_EQ(stat(folder.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0700u);
  }
}

TEST_F(Cache, UnsafePartsAreRefused) {
  cacheFolder(kHeadersFolder);
  chmod((root_ / "headers").c_str(), 0770);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(cacheFolder(kHeadersFolder).empty());
  EXPECT_TRUE(cacheFolder(kHeadersFolder).empty());
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "raddle: warning: the cache folder " + (root_ / "headers").string() +
                " is not used: it can be written by others (chmod go-w makes it "
                "safe)\n");
  EXPECT_EQ(cacheFolder(), root_);
}

TEST_F(Cache, FilesOfOneKeyGoTogetherTheOldestFirst) {
  const fs::path program = write("programs/" + kKeyA, 100, 5),
                 sum = write("programs/" + kKeyA + ".sum", 10, 30);
  const fs::path kernel = write(kKeyB + ".so", 100, 20),
                 headers = write("headers/" + kKeyC + ".pch", 100, 10);
  const fs::path other = write("headers/notes", 100, 1);
  const CacheContents contents = cacheContents(root_);
  EXPECT_EQ(contents.bytes, 310u);
  EXPECT_EQ(contents.kernels + 10 * contents.headers + 100 * contents.programs, 111u);
  EXPECT_EQ(trimCache(root_, 310), 0u);
  EXPECT_EQ(trimCache(root_, 209), 200u);
  EXPECT_TRUE(fs::exists(program) && fs::exists(sum) && fs::exists(other));
  EXPECT_FALSE(fs::exists(kernel) || fs::exists(headers));
}

TEST_F(Cache, SmallFilesMakeRoomNowAndThen) {
  setenv("RADDLE_CACHE_MAXSIZE", "1M", 1);
  std::vector<fs::path> files;
  for (int i = 0; i < 16; ++i)
    files.push_back(write(std::string(31, 'a') + "0123456789abcdef"[i] + ".so", 100'000, i));
  makeRoom(root_, write(std::string(31, 'b') + "1.so", 100, 100));
  EXPECT_TRUE(fs::exists(files[0]));
  makeRoom(root_, write(std::string(31, 'b') + "0.so", 100, 100));
  EXPECT_LE(cacheContents(root_).bytes, 1u << 20);
  makeRoom(root_, write(std::string(31, 'c') + "1.so", 900'000, 100));
  EXPECT_LE(cacheContents(root_).bytes, 1u << 20);
  unsetenv("RADDLE_CACHE_MAXSIZE");
}

TEST_F(Cache, StagingFoldersOutliveOnlyTheLiving) {
  fs::create_directories(root_);
  const fs::path abandoned = root_ / ".raddle-staging-abcdef", other = root_ / ".raddle-staging-x";
  fs::create_directories(abandoned / "deep");
  fs::create_directory(other);
  {
    const StagingFolder mine(root_);
    ASSERT_TRUE(mine);
    EXPECT_FALSE(fs::exists(abandoned));
    const StagingFolder second(root_);
    removeLeftovers(root_);
    EXPECT_TRUE(fs::exists(mine.path()) && fs::exists(second.path()) && fs::exists(other));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(root_), {}), 1);
  EXPECT_FALSE(StagingFolder("/no/such/folder"));
  EXPECT_FALSE(StagingFolder(""));
}

TEST(CacheSize, IsANumberAndAUnit) {
  EXPECT_EQ(parseSize("12"), 12u);
  EXPECT_EQ(parseSize("3k"), 3072u);
  EXPECT_EQ(parseSize("500M"), 500u << 20);
  EXPECT_EQ(parseSize("2GiB"), 2ull << 30);
  EXPECT_EQ(parseSize("99999999999G"), UINTMAX_MAX);
  for (const char *bad : {"", "M", "-1", "1.5G", "5X", "1 G", "5MM"})
    EXPECT_FALSE(parseSize(bad)) << bad;
  EXPECT_EQ(formatSize(12), "12 bytes");
  EXPECT_EQ(formatSize(1536), "1.5 KiB");
  EXPECT_EQ(formatSize(1ull << 30), "1.0 GiB");
  EXPECT_EQ(formatSize(500u << 20), "500 MiB");
}

TEST(CacheSize, FollowsTheEnvironment) {
  unsetenv("RADDLE_CACHE_MAXSIZE");
  unsetenv("CUDA_CACHE_MAXSIZE");
  EXPECT_EQ(cacheLimit(), 1ull << 30);
  setenv("CUDA_CACHE_MAXSIZE", "1000", 1);
  EXPECT_EQ(cacheLimit(), 1000u);
  setenv("RADDLE_CACHE_MAXSIZE", "1K", 1);
  EXPECT_EQ(cacheLimit(), 1024u);
}

} // namespace
} // namespace raddle
