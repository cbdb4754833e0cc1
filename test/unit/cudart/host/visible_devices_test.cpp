// CUDA_VISIBLE_DEVICES. What is expected is what two H100 answered (CUDA 13.0, 2026-11-26).
#include "host/device/visible_devices.h"

#include <gtest/gtest.h>

namespace raddle::host {
namespace {

using Numbers = std::vector<int>;

const std::vector<std::string> kUuids = {"GPU-32ebfa65-1b96-896b-5a21-6bf2ebf1a33c",
                                         "GPU-2f198ce7-6aa3-8437-0dd6-ae532a04a131"};

TEST(VisibleDevices, AreNumbers) {
  const std::vector<std::pair<std::string, Numbers>> cases = {
      {"0", {0}},   {"1", {1}},  {"0,1", {0, 1}}, {"1,0", {1, 0}},  {"2", {}},    {"0,2,1", {0}},
      {"2,0", {}},  {"-1", {}},  {"0,-1,1", {0}}, {"", {}},         {"x", {}},    {"0,x,1", {0}},
      {"1x", {1}},  {" 1", {1}}, {"1 ", {1}},     {"0, 1", {0, 1}}, {"0 1", {0}}, {"0,,1", {0}},
      {",0", {}},   {"0,", {0}}, {"01", {1}},     {"+1", {1}},      {"0x1", {0}}, {"NoDevFiles", {}},
      {"none", {}}, {"all", {}}};
  for (const auto &[list, numbers] : cases) {
    const VisibleDevices visible = visibleDevices(list, kUuids);
    EXPECT_EQ(visible.numbers, numbers) << list;
    EXPECT_EQ(visible.status, numbers.empty() ? Status::kNoDevice : Status::kSuccess) << list;
  }
}

TEST(VisibleDevices, AreUuidsOrTheirBeginnings) {
  const std::vector<std::pair<std::string, Numbers>> cases = {{kUuids[1], {1}},
                                                              {kUuids[1] + "," + kUuids[0], {1, 0}},
                                                              {"GPU-2f19", {1}},
                                                              {"GPU-2", {1}},
                                                              {"GPU-2F19,GPU-3", {1, 0}},
                                                              {"GPU-", {}},
                                                              {"GPU", {}},
                                                              {"2f198ce7", {}},
                                                              {"gpu-2f198ce7", {}},
                                                              {" GPU-2f19", {}},
                                                              {kUuids[1] + "0", {1}},
                                                              {"1,GPU-2f19", {1}},
                                                              {"GPU-2f19,0", {1}},
                                                              {"GPU-zz,0", {}}};
  for (const auto &[list, numbers] : cases)
    EXPECT_EQ(visibleDevices(list, kUuids).numbers, numbers) << list;
  EXPECT_EQ(visibleDevices("GPU-a", {"GPU-ab", "GPU-ac"}).numbers, Numbers{}) << "which of them?";
}

TEST(VisibleDevices, MayNotBeNamedTwice) {
  for (const char *list : {"0,0", "1,0,1", "GPU-2f,GPU-2f198"}) {
    const VisibleDevices visible = visibleDevices(list, kUuids);
    EXPECT_TRUE(visible.numbers.empty()) << list;
    EXPECT_EQ(visible.status, Status::kInvalidDevice) << list;
  }
}

TEST(VisibleDevices, UuidsAreWrittenAsNvidiaSmiDoes) {
  std::array<unsigned char, 16> uuid;
  for (std::size_t i = 0; i < uuid.size(); ++i)
    uuid[i] = static_cast<unsigned char>(0xf0 + i);
  EXPECT_EQ(formatUuid(uuid), "GPU-f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff");
}

} // namespace
} // namespace raddle::host
