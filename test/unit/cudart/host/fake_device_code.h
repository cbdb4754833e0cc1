// Device code that needs no compiler: kernels written as C++ functions, and a loader that finds them.
//
// The tests link the CUDA API over this loader (fake_device_code.cpp defines it in place of
// src/backend/cpu/loader), so that everything from registration to the fibers is the real thing.
#ifndef RADDLE_TEST_FAKE_DEVICE_CODE_H
#define RADDLE_TEST_FAKE_DEVICE_CODE_H

#include "cuda_runtime_api.h"

#include <atomic>
#include <cstdint>

namespace raddle::test {

// Stubs, as clang would make them: only their addresses count.
void storeStub();        // (int *target, int value): thread 0 of block 0 stores
void appendStub();       // (std::vector<int> *, int value): block 0 appends, without any synchronisation
void countStub();        // (std::atomic<int> *): every block adds its number of threads
void waitStub();         // (std::atomic<bool> *gate): until the gate opens
void wildStub();         // (): writes to address 16
void boundedStub();      // () with __launch_bounds__(64)
void sharedStub();       // (std::uint32_t *out): 1024 bytes of static shared memory; stores dynamic size
void readVariableStub(); // (int *out): stores the value of `variable`
void brokenStub();       // cannot be loaded
void unknownStub();      // never registered

// Shadows of device variables.
extern int variable;        // __device__ int variable = 42
extern void *pointer_to_it; // __device__ int *pointer_to_it = &variable
extern int managed;         // __managed__ int managed = 7

/// Launches over the C API; arguments are addresses of the parameters.
template <typename... Arguments>
cudaError_t launch(void (*stub)(), dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream,
                   Arguments... arguments) {
  void *addresses[] = {&arguments..., nullptr};
  return cudaLaunchKernel(reinterpret_cast<const void *>(stub), grid, block, addresses, shared, stream);
}

inline const void *addressOf(void (*stub)()) { return reinterpret_cast<const void *>(stub); }

/// How often the loader was asked for a kernel or a module.
extern std::atomic<int> loads;

/// A gate that a kernel or a callback waits at; opens at the latest when the test ends.
class Gate {
public:
  ~Gate() {
    open();
    cudaDeviceSynchronize();
  }
  void open() { opened_ = true; }
  std::atomic<bool> *flag() { return &opened_; }

private:
  std::atomic<bool> opened_ = false;
};

} // namespace raddle::test

#endif
