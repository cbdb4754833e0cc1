// Launches: parameters, refused configurations, faults and their stickiness, device variables.
#include "crt/host_runtime.h"
#include "fake_device_code.h"

#include "abi/fat_binary.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace raddle::test;

namespace {

class Launches : public testing::Test {
protected:
  void SetUp() override {
    // Answers the fault that an earlier test has left, and makes the device current all the same.
    cudaSetDevice(0);
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  }
  static void TearDownTestSuite() {
    cudaSetDevice(0);
    cudaDeviceReset();
  }

  template <typename T> T *allocate() {
    void *pointer = nullptr;
    EXPECT_EQ(cudaMalloc(&pointer, sizeof(T)), cudaSuccess);
    return static_cast<T *>(pointer);
  }
};

TEST_F(Launches, PassParameters) {
  int *target = allocate<int>();
  EXPECT_EQ(launch(storeStub, 4, 32, 0, nullptr, target, 77), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*target, 77);
}

TEST_F(Launches, KeepConfigurationsOnAStack) {
  dim3 grid, block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
  __cudaPushCallConfiguration(dim3(1, 2, 3), dim3(4, 5, 6), 7, nullptr);
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), 0u);
  EXPECT_EQ(grid.z, 3u);
  EXPECT_EQ(block.x, 4u);
  EXPECT_EQ(shared, 7u);
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream),
            static_cast<unsigned>(cudaErrorMissingConfiguration));
}

TEST_F(Launches, RefuseWrongConfigurations) {
  for (auto [grid, block] : {std::pair{dim3(1), dim3(2048)},
                             {dim3(0), dim3(32)},
                             {dim3(1), dim3(0)},
                             {dim3(1, 70000), dim3(32)},
                             {dim3(1), dim3(1, 1, 65)},
                             {dim3(1), dim3(32, 33)}})
    EXPECT_EQ(launch(wildStub, grid, block, 0, nullptr), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(launch(boundedStub, 1, 65, 0, nullptr), cudaErrorLaunchOutOfResources);
  EXPECT_EQ(launch(boundedStub, 1, 64, 0, nullptr), cudaSuccess);
  EXPECT_EQ(launch(unknownStub, 1, 1, 0, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(launch(boundedStub, 1, 1, 0, reinterpret_cast<cudaStream_t>(0x1000)),
            cudaErrorInvalidResourceHandle);
}

TEST_F(Launches, LimitSharedMemory) {
  auto *out = allocate<std::uint32_t>();
  EXPECT_EQ(launch(sharedStub, 1, 1, 48 * 1024 - 1024, nullptr, out), cudaSuccess);
  EXPECT_EQ(launch(sharedStub, 1, 1, 48 * 1024, nullptr, out), cudaErrorInvalidValue);
  auto setLimit = [](int bytes) {
    return cudaFuncSetAttribute(addressOf(sharedStub), cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  };
  EXPECT_EQ(setLimit(300000), cudaErrorInvalidValue);
  EXPECT_EQ(setLimit(227 * 1024 - 1024), cudaSuccess);
  EXPECT_EQ(launch(sharedStub, 1, 1, 100000, nullptr, out), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out, 100000u);
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, addressOf(sharedStub)), cudaSuccess);
  EXPECT_EQ(attributes.sharedSizeBytes, 1024u);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 227 * 1024 - 1024);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
}

TEST_F(Launches, AcceptAttributesThatAreHints) {
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.attrs = &attribute;
  config.numAttrs = 1;
  attribute.id = cudaLaunchAttributePriority;
  EXPECT_EQ(cudaLaunchKernelExC(&config, addressOf(boundedStub), nullptr), cudaSuccess);
  attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  EXPECT_EQ(cudaLaunchKernelExC(&config, addressOf(boundedStub), nullptr), cudaErrorNotSupported);
}

TEST_F(Launches, FaultSticksUntilReset) {
  int *target = allocate<int>();
  {
    // The fault waits until all is launched.
    Gate gate;
    EXPECT_EQ(launch(waitStub, 1, 1, 0, nullptr, gate.flag()), cudaSuccess);
    EXPECT_EQ(launch(wildStub, 1, 1, 0, nullptr), cudaSuccess);
    EXPECT_EQ(launch(storeStub, 1, 1, 0, nullptr, target, 5), cudaSuccess);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(*target, 0) << "work behind the fault must not run";
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  void *pointer = nullptr;
  EXPECT_EQ(cudaMalloc(&pointer, 4), cudaErrorIllegalAddress);
  EXPECT_EQ(launch(storeStub, 1, 1, 0, nullptr, target, 5), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaFree(target), cudaErrorIllegalAddress);

  // Another device is not affected.
  EXPECT_EQ(cudaSetDevice(1), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaSetDevice(0), cudaErrorIllegalAddress);

  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  target = allocate<int>();
  EXPECT_EQ(launch(storeStub, 1, 1, 0, nullptr, target, 5), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*target, 5);
}

TEST_F(Launches, NothingBehindAFaultRuns) {
  std::vector<int> list;
  Gate gate;
  ASSERT_EQ(launch(waitStub, 1, 1, 0, nullptr, gate.flag()), cudaSuccess);
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(launch(appendStub, 1, 1, 0, nullptr, &list, i), cudaSuccess);
  ASSERT_EQ(launch(wildStub, 1, 1, 0, nullptr), cudaSuccess);
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(launch(appendStub, 1, 1, 0, nullptr, &list, -1), cudaSuccess);
  gate.open();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(list.size(), 100u);
  EXPECT_EQ(list.back(), 99);
  EXPECT_EQ(launch(appendStub, 1, 1, 0, nullptr, &list, -1), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}

TEST_F(Launches, CallbacksLearnOfFaults) {
  cudaError_t seen = cudaSuccess;
  auto callback = [](cudaStream_t, cudaError_t status, void *data) {
    *static_cast<cudaError_t *>(data) = status;
  };
  {
    Gate gate;
    EXPECT_EQ(launch(waitStub, 1, 1, 0, nullptr, gate.flag()), cudaSuccess);
    EXPECT_EQ(launch(wildStub, 1, 1, 0, nullptr), cudaSuccess);
    EXPECT_EQ(cudaStreamAddCallback(nullptr, callback, &seen, 0), cudaSuccess);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(seen, cudaErrorIllegalAddress);
}

TEST_F(Launches, LoadOncePerDevice) {
  int *target = allocate<int>();
  EXPECT_EQ(launch(storeStub, 1, 1, 0, nullptr, target, 1), cudaSuccess);
  int before = loads;
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(launch(storeStub, 1, 1, 0, nullptr, target, i), cudaSuccess);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  target = allocate<int>();
  EXPECT_EQ(launch(storeStub, 1, 1, 0, nullptr, target, 1), cudaSuccess);
  EXPECT_EQ(loads, before);
}

TEST_F(Launches, ExplainOnceWhatCannotBeLoaded) {
  setenv("RADDLE_KERNELC", "/no/such/compiler", 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(launch(brokenStub, 1, 1, 0, nullptr), cudaErrorJitCompilerNotFound);
  EXPECT_EQ(launch(brokenStub, 1, 1, 0, nullptr), cudaErrorJitCompilerNotFound);
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(text, "raddle: error: kernel 'broken' cannot be loaded: the test wants it so\n");
}

TEST_F(Launches, RefuseForeignFatBinaries) {
  static const char kForeign[64] = "not ours";
  static raddle::abi::FatBinaryWrapper wrapper = {raddle::abi::kWrapperMagic, 1, kForeign, nullptr};
  static char stub;
  void **handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, &stub, nullptr, "foreign", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(cudaLaunchKernel(&stub, 1, 1, nullptr, 0, nullptr), cudaErrorNoKernelImageForDevice);
  __cudaUnregisterFatBinary(handle);
  EXPECT_EQ(cudaLaunchKernel(&stub, 1, 1, nullptr, 0, nullptr), cudaErrorInvalidDeviceFunction);
}

TEST_F(Launches, VariablesLiveOncePerDevice) {
  void *address[2] = {};
  for (int device : {0, 1}) {
    ASSERT_EQ(cudaSetDevice(device), cudaSuccess);
    int value = 0;
    EXPECT_EQ(cudaMemcpyFromSymbol(&value, &variable, 4, 0, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(value, 42);
    EXPECT_EQ(cudaGetSymbolAddress(&address[device], &variable), cudaSuccess);
  }
  EXPECT_NE(address[0], address[1]);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}

TEST_F(Launches, KernelsSeeVariables) {
  int value = 99;
  EXPECT_EQ(cudaMemcpyToSymbol(&variable, &value, 4, 0, cudaMemcpyHostToDevice), cudaSuccess);
  int *out = allocate<int>();
  EXPECT_EQ(launch(readVariableStub, 1, 1, 0, nullptr, out), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out, 99);

  // A reset brings the initial value back, also for a kernel that is loaded already.
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  out = allocate<int>();
  EXPECT_EQ(launch(readVariableStub, 1, 1, 0, nullptr, out), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out, 42);
}

TEST_F(Launches, CheckUsesOfSymbols) {
  int value = 0;
  std::size_t size = 0;
  EXPECT_EQ(cudaGetSymbolSize(&size, &variable), cudaSuccess);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(cudaMemcpyToSymbol(&value, &value, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemcpyToSymbol(&variable, &value, 4, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(&variable, &value, 4, 0, cudaMemcpyDeviceToHost),
            cudaErrorInvalidMemcpyDirection);
  void *address = nullptr, *stored = nullptr;
  EXPECT_EQ(cudaGetSymbolAddress(&address, &variable), cudaSuccess);
  EXPECT_EQ(cudaFree(address), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyFromSymbol(&stored, &pointer_to_it, 8, 0, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(stored, address);
}

TEST_F(Launches, ManagedVariableIsItsShadow) {
  managed = 8;
  void *address = nullptr;
  EXPECT_EQ(cudaGetSymbolAddress(&address, &managed), cudaSuccess);
  EXPECT_EQ(address, &managed);
  EXPECT_EQ(managed, 8);
}

TEST_F(Launches, ManagedVariableIsKnownBeforeItsModuleIsLoaded) {
  cudaPointerAttributes attributes;
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, &managed), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaMemset(&managed, 0, sizeof managed), cudaSuccess);
  EXPECT_EQ(managed, 0);
}

} // namespace
