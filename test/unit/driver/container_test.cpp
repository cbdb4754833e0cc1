// The container of device code.
#include "driver/device/fat_binary_writer.h"

#include <cstring>
#include <gtest/gtest.h>
#include <xxhash.h>

namespace raddle::driver {
namespace {

TEST(FatBinary, HeaderDescribesThePayloads) {
  std::string bitcode = "some bitcode", ptx = ".version 8.5";
  Payload payloads[] = {{abi::PayloadKind::kBitcode, bitcode}, {abi::PayloadKind::kPtx, ptx}};
  std::vector<char> bytes = makeFatBinary(payloads, 90, abi::kRelocatable | abi::kDebug);

  abi::FatBinaryHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  EXPECT_EQ(std::memcmp(header.magic, abi::kFatBinaryMagic, sizeof header.magic), 0);
  EXPECT_EQ(header.version, abi::kFatBinaryVersion);
  EXPECT_EQ(header.flags, abi::kRelocatable | abi::kDebug);
  EXPECT_EQ(header.arch, 90u);
  EXPECT_EQ(header.total_bytes, bytes.size());
  ASSERT_EQ(header.entry_count, 2u);
  XXH128_hash_t hash = XXH3_128bits(bytes.data() + sizeof header, bytes.size() - sizeof header);
  EXPECT_EQ(header.content_hash[0], hash.low64);
  EXPECT_EQ(header.content_hash[1], hash.high64);

  for (size_t i = 0; i < 2; ++i) {
    abi::FatBinaryEntry entry;
    std::memcpy(&entry, bytes.data() + sizeof header + i * sizeof entry, sizeof entry);
    EXPECT_EQ(entry.kind, payloads[i].kind);
    EXPECT_EQ(entry.offset % 16, 0u);
    EXPECT_EQ(std::string(bytes.data() + entry.offset, entry.bytes),
              std::string(payloads[i].bytes.data(), payloads[i].bytes.size()));
  }
}

TEST(FatBinary, PayloadsAreFoundByTheirKind) {
  const std::string bitcode = "some bitcode", variables = ".visible .global .align 4 .u32 x;";
  const Payload payloads[] = {{abi::PayloadKind::kBitcode, bitcode},
                              {abi::PayloadKind::kVariables, variables}};
  const std::vector<char> bytes = makeFatBinary(payloads, 90, 0);
  const std::string_view container(bytes.data(), bytes.size());
  EXPECT_EQ(payloadOf(container, abi::PayloadKind::kVariables), variables);
  EXPECT_EQ(payloadOf(container, abi::PayloadKind::kPtx), "");
  // What is cut off is not there.
  EXPECT_EQ(payloadOf(container.substr(0, container.size() - 1), abi::PayloadKind::kVariables), "");
  EXPECT_EQ(payloadOf(container.substr(0, 20), abi::PayloadKind::kBitcode), "");
}

TEST(FatBinary, TheHashDependsOnTheContentsOnly) {
  std::string one = "one", two = "two";
  Payload a{abi::PayloadKind::kBitcode, one}, b{abi::PayloadKind::kBitcode, two};
  EXPECT_EQ(makeFatBinary({&a, 1}, 90, 0), makeFatBinary({&a, 1}, 90, 0));
  EXPECT_NE(makeFatBinary({&a, 1}, 90, 0), makeFatBinary({&b, 1}, 90, 0));
}

TEST(FatBinary, UnreadableAndUnwritableFilesAreNamed) {
  auto bytes = readFile("/nowhere/x");
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().message, "cannot read /nowhere/x: No such file or directory");
  auto failed = writeFile("/nowhere/x", std::string("text"));
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->message, "cannot write /nowhere/x: No such file or directory");
}

} // namespace
} // namespace raddle::driver
