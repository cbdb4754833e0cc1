// The rules about memory, with the return codes seen on an H100.
#include "cuda_runtime_api.h"

#include "runtime/worker/guarded_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include <sys/mman.h>
#include <sys/resource.h>

namespace {

class Memory : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  }

  template <typename T = std::byte> T *allocate(std::size_t count) {
    void *pointer = nullptr;
    EXPECT_EQ(cudaMalloc(&pointer, count * sizeof(T)), cudaSuccess);
    return static_cast<T *>(pointer);
  }
};

TEST_F(Memory, AllocatesAlignedZeroedAndCounted) {
  std::size_t before = 0, after = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
  auto *large = allocate(1 << 20);
  auto *small = allocate(1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(large) % 256, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(small) % 256, 0u);
  EXPECT_EQ(large[(1 << 20) - 1], std::byte{0});
  ASSERT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
  EXPECT_EQ(before - after, (1u << 20) + 1);
  EXPECT_EQ(cudaFree(large), cudaSuccess);
  EXPECT_EQ(cudaFree(small), cudaSuccess);
  ASSERT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
  EXPECT_EQ(before, after);
}

// Arrays that all start on a page make kernels wait for their own stores (backend/cpu/memory/page_heap.cpp).
TEST_F(Memory, LargeBlocksStartInDifferentPartsOfAPage) {
  for (std::size_t bytes : {64u << 10, 1u << 20, 4u << 20, (5u << 20) + 100, 16u << 20}) {
    std::set<std::uintptr_t> starts;
    std::vector<std::byte *> blocks;
    for (int i = 0; i < 8; ++i) {
      blocks.push_back(allocate(bytes));
      starts.insert(reinterpret_cast<std::uintptr_t>(blocks.back()) % 4096);
      std::memset(blocks.back(), 1, bytes);
    }
    EXPECT_EQ(starts.size(), blocks.size());
    for (std::uintptr_t start : starts)
      EXPECT_EQ(start % 512, 0u);
    for (std::byte *block : blocks)
      EXPECT_EQ(cudaFree(block), cudaSuccess);
  }
}

bool canRead(const std::byte *address) {
  std::byte byte{};
  return raddle::runtime::guardedCopy(&byte, address, 1);
}

TEST_F(Memory, BlocksOf64KiBAndMoreEndBeforeAGuardAndFaultWhenTheyAreFreed) {
  for (std::size_t bytes :
       {64u << 10, 70'000u, 300'001u, (1u << 20) - 1, 1u << 20, 1'500'000u, 3u << 20, 9u << 20}) {
    auto *block = allocate(bytes), *next = allocate(bytes);
    EXPECT_TRUE(canRead(block + bytes - 1));
    EXPECT_FALSE(canRead(block + bytes + 4095));
    EXPECT_EQ(cudaFree(block), cudaSuccess);
    EXPECT_FALSE(canRead(block));
    EXPECT_FALSE(canRead(block + bytes - 1));
    EXPECT_TRUE(canRead(next));
    EXPECT_EQ(cudaFree(next), cudaSuccess);
  }
}

// However often their memory has been used.
TEST_F(Memory, FreshBlocksAreZero) {
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  for (std::size_t bytes : {1000u, 64u << 10, 300'000u, 1'000'000u})
    for (int round = 0; round < 60; ++round) {
      auto *block = allocate(bytes), *other = allocate(bytes + 100);
      EXPECT_TRUE(std::all_of(block, block + bytes, is_zero));
      EXPECT_TRUE(std::all_of(other, other + bytes + 100, is_zero));
      std::memset(block, 1, bytes);
      std::memset(other, 2, bytes + 100);
      EXPECT_EQ(cudaFree(block), cudaSuccess);
      EXPECT_EQ(cudaFree(other), cudaSuccess);
    }
}

// A page fault takes longer than filling the page. Where the system has huge pages, that is, and no sanitizer has its own.
TEST_F(Memory, NewBlocksTakeFewPageFaults) {
  // The faults of filling so many new blocks.
  auto faultsOf = [&](std::size_t bytes, std::size_t blocks) {
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    for (std::size_t block = 0; block < blocks; ++block)
      std::memset(allocate(bytes), 1, bytes);
    getrusage(RUSAGE_SELF, &after);
    return after.ru_minflt - before.ru_minflt;
  };
  auto hasHugePages = [&] { return faultsOf(16 << 20, 1) < 200; };
  for (std::size_t bytes : {64u << 10, 300u << 10, 1u << 20, 3u << 20}) {
    const long faults = faultsOf(bytes, 20), pages = static_cast<long>(20 * bytes / 4096);
    EXPECT_TRUE(faults < pages / 4 || !hasHugePages()) << faults << " faults in blocks of " << bytes;
  }
}

TEST_F(Memory, PinnedBlocksStartOnAPage) {
  for (int i = 0; i < 3; ++i) {
    void *pinned = nullptr;
    ASSERT_EQ(cudaHostAlloc(&pinned, 1 << 20, cudaHostAllocDefault), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pinned) % 4096, 0u);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  }
}

TEST_F(Memory, RefusesSenselessAllocations) {
  void *pointer = &pointer;
  EXPECT_EQ(cudaMalloc(&pointer, SIZE_MAX / 2), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaMalloc(nullptr, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMalloc(&pointer, 0), cudaSuccess);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(cudaMallocManaged(&pointer, 0, cudaMemAttachGlobal), cudaErrorInvalidValue);
}

TEST_F(Memory, FreesOnlyWhatItGaveAndOnlyOnce) {
  auto *pointer = allocate(1000);
  EXPECT_EQ(cudaFree(pointer + 8), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(pointer), cudaSuccess);
  EXPECT_EQ(cudaFree(pointer), cudaErrorInvalidValue);
  int local = 0;
  EXPECT_EQ(cudaFree(&local), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(allocate(8)), cudaErrorInvalidValue);
}

TEST_F(Memory, CopiesBothWays) {
  std::vector<int> in(1000), out(1000);
  for (int i = 0; i < 1000; ++i)
    in[i] = i;
  auto *a = allocate<int>(1000), *b = allocate<int>(1000);
  EXPECT_EQ(cudaMemcpy(a, in.data(), 4000, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(b, a, 4000, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(out.data(), b, 4000, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(in, out);
}

TEST_F(Memory, RefusesWrongCopies) {
  std::vector<std::byte> host(100);
  auto *device = allocate(100);
  EXPECT_EQ(cudaMemcpy(device, host.data(), 4, static_cast<cudaMemcpyKind>(77)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(host.data(), device, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host.data(), device, 101, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device + 50, host.data(), 51, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(nullptr, host.data(), 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemset(device, 0, 101), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host.data(), 0, 4), cudaErrorInvalidValue);
}

TEST_F(Memory, SurvivesWildHostPointers) {
  auto *device = allocate(4096);
  auto *wild = reinterpret_cast<void *>(0x1234);
  EXPECT_EQ(cudaMemcpy(device, wild, 4096, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyAsync(wild, device, 4096, cudaMemcpyDeviceToHost, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(Memory, NoticesHolesInLargeHostMemory) {
  constexpr std::size_t kBytes = 48 << 20, kPage = 4096;
  auto *device = allocate(kBytes);
  void *pages = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  EXPECT_EQ(cudaMemcpy(device, pages, kBytes, cudaMemcpyHostToDevice), cudaSuccess);
  munmap(static_cast<std::byte *>(pages) + kBytes / 4 * 3, kPage);
  EXPECT_EQ(cudaMemcpy(device, pages, kBytes, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(pages, device, kBytes, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyAsync(pages, device, kBytes, cudaMemcpyDeviceToHost, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  munmap(pages, kBytes);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

// Undefined in CUDA. Here it is a copy from the first byte to the last, whatever the size.
TEST_F(Memory, CopiesForwardsWithinAnArray) {
  for (std::size_t bytes : {std::size_t{1000}, std::size_t{9} << 20}) {
    auto *device = allocate(bytes + 300);
    for (std::size_t i = 0; i < bytes + 300; ++i)
      device[i] = static_cast<std::byte>(i / 7);
    EXPECT_EQ(cudaMemcpy(device, device + 300, bytes, cudaMemcpyDeviceToDevice), cudaSuccess);
    bool moved = true;
    for (std::size_t i = 0; i < bytes; ++i)
      moved = moved && device[i] == static_cast<std::byte>((i + 300) / 7);
    EXPECT_TRUE(moved);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
  }
}

TEST_F(Memory, FillsAndCopiesRows) {
  void *pointer = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&pointer, &pitch, 100, 7), cudaSuccess);
  EXPECT_EQ(pitch, 512u);
  EXPECT_EQ(cudaMemset2D(pointer, pitch, 5, 100, 7), cudaSuccess);
  std::vector<unsigned char> rows(100 * 7, 1);
  EXPECT_EQ(cudaMemcpy2D(rows.data(), 100, pointer, pitch, 100, 7, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(rows, std::vector<unsigned char>(100 * 7, 5));
  EXPECT_EQ(static_cast<unsigned char *>(pointer)[100], 0);
  EXPECT_EQ(cudaMemcpy2D(rows.data(), 50, pointer, pitch, 100, 7, cudaMemcpyDeviceToHost),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(rows.data(), 100, pointer, pitch, 100, 8, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
}

TEST_F(Memory, CopiesVolumes) {
  cudaPitchedPtr volume = {};
  ASSERT_EQ(cudaMalloc3D(&volume, {16, 3, 2}), cudaSuccess);
  std::vector<unsigned char> in(16 * 3 * 2), out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<unsigned char>(i);
  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = {in.data(), 16, 16, 3};
  parameters.dstPtr = volume;
  parameters.extent = {16, 3, 2};
  parameters.kind = cudaMemcpyHostToDevice;
  ASSERT_EQ(cudaMemcpy3D(&parameters), cudaSuccess);
  parameters.dstPtr = {out.data(), 16, 16, 3};
  parameters.srcPtr = volume;
  parameters.kind = cudaMemcpyDeviceToHost;
  ASSERT_EQ(cudaMemcpy3D(&parameters), cudaSuccess);
  EXPECT_EQ(in, out);
}

TEST_F(Memory, SaysWhatAnAddressIs) {
  auto kindOf = [](const void *pointer) {
    cudaPointerAttributes attributes = {};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, pointer), cudaSuccess);
    return attributes.type;
  };
  auto *device = allocate(100);
  void *managed = nullptr, *pinned = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 100, cudaMemAttachGlobal), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 100), cudaSuccess);
  int local = 0;
  EXPECT_EQ(kindOf(device + 99), cudaMemoryTypeDevice);
  EXPECT_EQ(kindOf(managed), cudaMemoryTypeManaged);
  EXPECT_EQ(kindOf(pinned), cudaMemoryTypeHost);
  EXPECT_EQ(kindOf(&local), cudaMemoryTypeUnregistered);
  void *mapped = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, pinned, 0), cudaSuccess);
  EXPECT_EQ(mapped, pinned);
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, &local, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

TEST_F(Memory, RegistersHostMemoryOnce) {
  std::vector<int> host(1000);
  EXPECT_EQ(cudaHostRegister(host.data(), 4000, cudaHostRegisterDefault), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(host.data() + 10, 4, cudaHostRegisterDefault),
            cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaMemset(host.data(), 1, 4000), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(host.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(host.data()), cudaErrorHostMemoryNotRegistered);
  EXPECT_EQ(host[999], 0x01010101);
}

TEST_F(Memory, FreesInStreamOrder) {
  void *pointer = nullptr;
  ASSERT_EQ(cudaMallocAsync(&pointer, 1000, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(pointer, 1, 1000, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(pointer, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(pointer, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaFree(pointer), cudaErrorInvalidValue);
}

} // namespace
