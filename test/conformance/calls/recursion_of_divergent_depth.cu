// Every thread recurses as deep as its own data says.
#include "../check.h"

__host__ __device__ long long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__host__ __device__ unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

// Moves of a tower, weighted by where they go, so that the order of the calls counts.
__host__ __device__ void hanoi(int discs, int from, int to, unsigned &trace) {
  if (discs == 0)
    return;
  hanoi(discs - 1, from, 3 - from - to, trace);
  trace = trace * 31 + static_cast<unsigned>(discs * 9 + from * 3 + to);
  hanoi(discs - 1, 3 - from - to, to, trace);
}

// Depth counted by a thread's own array that lives in each frame.
__host__ __device__ int sumOfFrames(int depth, int seed) {
  int local[4];
  for (int i = 0; i < 4; ++i)
    local[i] = seed * (i + 1) + depth;
  if (depth == 0)
    return local[seed & 3];
  const int below = sumOfFrames(depth - 1, seed ^ depth);
  return below + local[(depth + seed) & 3];
}

// One call in a loop whose number of iterations differs, too.
__host__ __device__ int partitions(int n, int largest) {
  if (n == 0)
    return 1;
  int count = 0;
  for (int part = largest < n ? largest : n; part > 0; --part)
    count += partitions(n - part, part);
  return count;
}

struct Results {
  long long fibonacci;
  unsigned ackermann, hanoi;
  int frames, partitions;
};

__host__ __device__ Results compute(int i) {
  Results results{};
  results.fibonacci = fibonacci(i % 13);
  results.ackermann = i % 3 == 1 ? 0 : ackermann(i % 3, i % 7);
  results.hanoi = 1;
  if (i % 5 != 2)
    hanoi(i % 6, i % 3, (i + 1) % 3, results.hanoi);
  results.frames = sumOfFrames((i * 7) % 40, i);
  results.partitions = partitions(i % 12, 1 + i % 5);
  return results;
}

__global__ void recurse(Results *results, int count) {
  const int thread = static_cast<int>((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
  const int i = static_cast<int>(blockIdx.x * blockDim.x * blockDim.y * blockDim.z) + thread;
  if (i < count)
    results[i] = compute(i);
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 32 * 1024));
  constexpr int kCount = 300;
  for (dim3 block : {dim3(64), dim3(33), dim3(16, 6), dim3(5, 7, 3)}) {
    DeviceArray<Results> results(kCount);
    const unsigned threads = block.x * block.y * block.z;
    recurse<<<(kCount + threads - 1) / threads, block>>>(results.get(), kCount);
    CHECK_LAUNCH();
    const std::vector<Results> got = results.host();
    for (int i = 0; i < kCount; ++i) {
      const Results expected = compute(i);
      CHECK_EQ(got[i].fibonacci, expected.fibonacci);
      CHECK_EQ(got[i].ackermann, expected.ackermann);
      CHECK_EQ(got[i].hanoi, expected.hanoi);
      CHECK_EQ(got[i].frames, expected.frames);
      CHECK_EQ(got[i].partitions, expected.partitions);
    }
  }
  return verdict();
}
