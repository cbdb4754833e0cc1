// Devices, their properties and settings, and peers. Runs with two devices.
#include "fake_device_code.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

using namespace raddle::test;

namespace {

class Devices : public testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(cudaSetDevice(0), cudaSuccess); }
};

TEST_F(Devices, AreNumbered) {
  int count = 0, current = 7;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(cudaSetDevice(1), cudaSuccess);
  std::thread([&] { EXPECT_EQ(cudaGetDevice(&current), cudaSuccess); }).join();
  EXPECT_EQ(current, 0) << "the current device belongs to the thread";
  EXPECT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, 1);
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(-1), cudaErrorInvalidDevice);
}

TEST_F(Devices, DescribeThemselvesCoherently) {
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 1), cudaSuccess);
  EXPECT_STREQ(properties.name, "Raddle CPU device (sm_90)");
  EXPECT_EQ(properties.warpSize, 32);
  EXPECT_GT(properties.multiProcessorCount, 0);
  EXPECT_GT(properties.clockRate, 100000);
  auto attribute = [](cudaDeviceAttr which) {
    int value = -1;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, which, 1), cudaSuccess);
    return value;
  };
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), properties.major);
  EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), properties.multiProcessorCount);
  EXPECT_EQ(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin), 227 * 1024);
  EXPECT_EQ(attribute(cudaDevAttrMaxThreadsPerMultiProcessor), properties.maxThreadsPerMultiProcessor);
  EXPECT_EQ(attribute(cudaDevAttrClockRate), properties.clockRate);
  EXPECT_EQ(attribute(cudaDevAttrPciBusId), properties.pciBusID);
  EXPECT_EQ(attribute(cudaDevAttrUnifiedAddressing), 1);
  int value = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 2), cudaErrorInvalidDevice);
}

TEST_F(Devices, HaveAddresses) {
  char text[16];
  ASSERT_EQ(cudaDeviceGetPCIBusId(text, sizeof text, 1), cudaSuccess);
  EXPECT_STREQ(text, "0000:02:00.0");
  int device = 0;
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, text), cudaSuccess);
  EXPECT_EQ(device, 1);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, "0000:33:00.0"), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, "nonsense"), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetPCIBusId(text, 4, 1), cudaErrorInvalidValue);
}

TEST_F(Devices, ArePeersOfEachOtherOnly) {
  int can = 7;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaSuccess);
}

TEST_F(Devices, KeepLimits) {
  std::size_t bytes = 0;
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitStackSize, 4096), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&bytes, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(bytes, 4096u);
  EXPECT_EQ(cudaDeviceSetLimit(static_cast<cudaLimit>(77), 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&bytes, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(bytes, 1024u);
}

TEST_F(Devices, HaveSeparateMemoryAndStreams) {
  void *first = nullptr;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaMalloc(&first, 1 << 20), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  std::size_t free = 0, total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_EQ(free, total);
  EXPECT_EQ(launch(boundedStub, 1, 1, 0, stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess) << "device 0 was not reset";
  EXPECT_EQ(cudaFree(first), cudaSuccess);
}

TEST_F(Devices, RunOneVersion) {
  int driver = 0, runtime = 0;
  EXPECT_EQ(cudaDriverGetVersion(&driver), cudaSuccess);
  EXPECT_EQ(cudaRuntimeGetVersion(&runtime), cudaSuccess);
  EXPECT_EQ(driver, 12050);
  EXPECT_EQ(runtime, 12050);
}

} // namespace
