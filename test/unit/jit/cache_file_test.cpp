#include "backend/cpu/loader/cache_file.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace raddle::jit {
namespace {

constexpr CacheKey kKey = {1, 2};

class CacheFileTest : public testing::Test {
protected:
  void SetUp() override {
    file_ = std::filesystem::temp_directory_path() / ("raddle-cache-test-" + std::to_string(getpid()));
    std::ofstream(file_, std::ios::binary) << std::string(5000, 'x');
  }
  void TearDown() override { std::filesystem::remove(file_); }

  std::filesystem::path file_;
};

TEST_F(CacheFileTest, SealedFileIsValidForItsKeyOnly) {
  EXPECT_FALSE(isValidCacheFile(file_, kKey));
  ASSERT_TRUE(sealCacheFile(file_, kKey));
  EXPECT_TRUE(isValidCacheFile(file_, kKey));
  EXPECT_FALSE(isValidCacheFile(file_, {1, 3}));
}

TEST_F(CacheFileTest, TruncationIsSeen) {
  ASSERT_TRUE(sealCacheFile(file_, kKey));
  auto whole = std::filesystem::file_size(file_);
  for (auto bytes : {whole - 1, whole / 2, std::uintmax_t{10}, std::uintmax_t{0}}) {
    std::filesystem::resize_file(file_, bytes);
    EXPECT_FALSE(isValidCacheFile(file_, kKey)) << bytes;
  }
}

TEST_F(CacheFileTest, OneChangedByteIsSeen) {
  ASSERT_TRUE(sealCacheFile(file_, kKey));
  std::fstream stream(file_, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekp(1234);
  stream.put('y');
  stream.close();
  EXPECT_FALSE(isValidCacheFile(file_, kKey));
}

TEST_F(CacheFileTest, AnObjectLacksItsEnd) {
  EXPECT_FALSE(isWholeObject(file_)); // no object
  const std::filesystem::path object = std::filesystem::read_symlink("/proc/self/exe");
  EXPECT_TRUE(isWholeObject(object));
  std::filesystem::copy_file(object, file_, std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(isWholeObject(file_));
  for (auto bytes : {std::filesystem::file_size(object) - 1, std::uintmax_t{3000}, std::uintmax_t{10},
                     std::uintmax_t{0}}) {
    std::filesystem::resize_file(file_, bytes);
    EXPECT_FALSE(isWholeObject(file_)) << bytes;
  }
  EXPECT_FALSE(isWholeObject("/no/such/file"));
}

TEST_F(CacheFileTest, MissingFileIsNotValid) { EXPECT_FALSE(isValidCacheFile("/no/such/file", kKey)); }

} // namespace
} // namespace raddle::jit
