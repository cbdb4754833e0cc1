// Function pointers are values: in tables, variables, structures and memory that another kernel wrote.
#include "../check.h"

using Operation = int (*)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
// One that looks at who calls it, and one that has an effect.
__device__ int weigh(int a, int b) {
  return a * static_cast<int>(threadIdx.x) + b * static_cast<int>(blockIdx.x);
}
__device__ int calls;
__device__ int count(int a, int b) {
  atomicAdd(&calls, 1);
  return a > b ? a : b;
}
__device__ Operation table[] = {add, subtract, multiply, weigh, count};
__device__ Operation chosen = multiply;
constexpr int kOperations = 5;

int onHost(int which, int a, int b, int thread, int block) {
  switch (which) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return a * thread + b * block;
  default:
    return a > b ? a : b;
  }
}

__global__ void callByTable(const int *which, int *out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  out[i] = table[which[i]](i, 7);
}

__global__ void storePointers(const int *which, Operation *pointers) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  pointers[i] = which[i] < kOperations ? table[which[i]] : nullptr;
}

__global__ void choose(int which) { chosen = table[which]; }

// Null is a value, too; and pointers to the same function are equal in all kernels.
__global__ void callStored(const Operation *pointers, int *out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const Operation operation = pointers[i];
  int result = -1;
  if (operation)
    result = operation(i, 3);
  if (operation == add)
    result += 100000;
  out[i] = result + chosen(i, 2);
}

struct Step {
  Operation operation;
  int operand;
};

__device__ __noinline__ int applyTwice(Operation operation, int a, int b) {
  return operation(operation(a, b), b);
}

// A little machine: steps differ in number and kind from thread to thread.
__global__ void run(const int *which, int *out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  Step steps[4];
  const int number = i % 5;
  for (int k = 0; k < number; ++k)
    steps[k] = {table[(which[i] + k) % kOperations], k + 1};
  int value = i;
  for (int k = 0; k < number; ++k)
    value = k % 2 ? applyTwice(steps[k].operation, value, steps[k].operand)
                  : steps[k].operation(value, steps[k].operand);
  out[i] = value;
}

int main() {
  constexpr int kCount = 160, kBlock = 40;
  Random random;
  std::vector<int> which(kCount), with_null(kCount);
  int counted = 0;
  for (int i = 0; i < kCount; ++i) {
    which[i] = static_cast<int>(random.below(kOperations));
    with_null[i] = static_cast<int>(random.below(kOperations + 1));
    counted += which[i] == 4;
  }
  DeviceArray<int> device_which(which), device_with_null(with_null), out(kCount);
  DeviceArray<Operation> pointers(kCount);

  callByTable<<<kCount / kBlock, kBlock>>>(device_which.get(), out.get());
  CHECK_LAUNCH();
  for (int i = 0; i < kCount; ++i)
    CHECK_EQ(out.host()[i], onHost(which[i], i, 7, i % kBlock, i / kBlock));
  int called = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(&called, calls, sizeof called));
  CHECK_EQ(called, counted);

  storePointers<<<kCount / kBlock, kBlock>>>(device_with_null.get(), pointers.get());
  for (int chosen_operation : {2, 1, 3}) {
    if (chosen_operation != 2)
      choose<<<1, 1>>>(chosen_operation);
    callStored<<<kCount / kBlock, kBlock>>>(pointers.get(), out.get());
    CHECK_LAUNCH();
    for (int i = 0; i < kCount; ++i) {
      int expected = with_null[i] == kOperations ? -1 : onHost(with_null[i], i, 3, i % kBlock, i / kBlock);
      expected += with_null[i] == 0 ? 100000 : 0;
      expected += onHost(chosen_operation, i, 2, i % kBlock, i / kBlock);
      CHECK_EQ(out.host()[i], expected);
    }
  }

  run<<<kCount / kBlock, kBlock>>>(device_which.get(), out.get());
  CHECK_LAUNCH();
  for (int i = 0; i < kCount; ++i) {
    int expected = i;
    for (int k = 0; k < i % 5; ++k)
      for (int times = 0; times < 1 + k % 2; ++times)
        expected = onHost((which[i] + k) % kOperations, expected, k + 1, i % kBlock, i / kBlock);
    CHECK_EQ(out.host()[i], expected);
  }
  return verdict();
}
