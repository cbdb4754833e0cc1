// Every error has its name and a text, as CUDA 12 prints them.
#include "cuda_runtime_api.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace {

TEST(ErrorNames, CoverEveryEnumerator) {
  std::ifstream file(RADDLE_INCLUDE_DIR "/raddle/types/error.h");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::regex enumerator("(cuda(?:Success|Error\\w+)) = (\\d+)");
  int count = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), enumerator), end; it != end; ++it, ++count) {
    const auto error = static_cast<cudaError_t>(std::stoi((*it)[2]));
    EXPECT_EQ(cudaGetErrorName(error), (*it)[1].str());
    EXPECT_STRNE(cudaGetErrorString(error), "unrecognized error code") << (*it)[1];
  }
  EXPECT_EQ(count, 132);
}

TEST(ErrorNames, AreThoseThatProgramsPrint) {
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorNoDevice), "no CUDA-capable device is detected");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorAssert), "device-side assert triggered");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorNotSupported), "operation not supported");
}

TEST(ErrorNames, OfUnknownCodesSaySo) {
  for (int code : {-1, 10, 5000, 12345}) {
    EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(code)), "unrecognized error code");
    EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(code)), "unrecognized error code");
  }
}

} // namespace
