// Sizes, alignments and numbers that other people's binaries and files rely on.
#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace {

template <typename T, std::size_t Size, std::size_t Align> constexpr bool laidOut() {
  return sizeof(T) == Size && alignof(T) == Align;
}

static_assert(laidOut<char1, 1, 1>() && laidOut<char2, 2, 2>() && laidOut<char3, 3, 1>() &&
              laidOut<char4, 4, 4>());
static_assert(laidOut<short1, 2, 2>() && laidOut<short2, 4, 4>() && laidOut<short3, 6, 2>());
static_assert(laidOut<ushort4, 8, 8>() && laidOut<int2, 8, 8>() && laidOut<int3, 12, 4>() &&
              laidOut<uint4, 16, 16>());
static_assert(laidOut<long2, 16, 16>() && laidOut<ulong3, 24, 8>() && laidOut<longlong4, 32, 16>());
static_assert(laidOut<float2, 8, 8>() && laidOut<float3, 12, 4>() && laidOut<float4, 16, 16>());
static_assert(laidOut<double2, 16, 16>() && laidOut<double3, 24, 8>() && laidOut<double4, 32, 16>());
static_assert(laidOut<dim3, 12, 4>());

static_assert(sizeof(cudaDeviceProp) == 1032);
static_assert(offsetof(cudaDeviceProp, totalGlobalMem) == 288);
static_assert(offsetof(cudaDeviceProp, clockRate) == 348);
static_assert(offsetof(cudaDeviceProp, multiProcessorCount) == 388);
static_assert(sizeof(cudaFuncAttributes) == 144);
static_assert(sizeof(cudaMemcpy3DParms) == 160);
static_assert(sizeof(cudaPointerAttributes) == 24);
static_assert(sizeof(cudaResourceDesc) == 64);
static_assert(sizeof(cudaTextureDesc) == 72);
static_assert(sizeof(cudaLaunchAttribute) == 72 && sizeof(cudaLaunchConfig_t) == 56);
static_assert(sizeof(cudaGraphNodeParams) == 256);
static_assert(sizeof(cudaMemPoolProps) == 88);
static_assert(sizeof(cudaIpcMemHandle_t) == 64);

static_assert(cudaDevAttrMax == 136 && cudaFuncAttributeMax == 16 && cudaGraphNodeTypeCount == 14);
static_assert(CUDART_VERSION == 12050);

TEST(Dim3, FillsUpWithOnes) {
  constexpr dim3 extent(7);
  EXPECT_EQ(extent.x, 7u);
  EXPECT_EQ(extent.y, 1u);
  EXPECT_EQ(extent.z, 1u);
}

TEST(Dim3, ConvertsFromAndToUint3) {
  const dim3 extent = make_uint3(1, 2, 3);
  const uint3 back = extent;
  EXPECT_EQ(back.x, 1u);
  EXPECT_EQ(back.y, 2u);
  EXPECT_EQ(back.z, 3u);
}

TEST(ChannelDescriptor, HasTheBitsOfEachComponent) {
  const cudaChannelFormatDesc two = cudaCreateChannelDesc<ushort2>();
  EXPECT_EQ(two.x, 16);
  EXPECT_EQ(two.y, 16);
  EXPECT_EQ(two.z, 0);
  EXPECT_EQ(two.w, 0);
  EXPECT_EQ(two.f, cudaChannelFormatKindUnsigned);
  EXPECT_EQ(cudaCreateChannelDesc<float>().f, cudaChannelFormatKindFloat);
  EXPECT_EQ(cudaCreateChannelDesc<double>().f, cudaChannelFormatKindNone);
}

} // namespace
