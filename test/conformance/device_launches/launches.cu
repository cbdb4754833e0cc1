// flags: -rdc=true
// Kernels that launch kernels: how they are written, in what order grids run, and what comes back as errors.
#include "../check.h"

struct Pair {
  double first;
  int second[5];
};

__device__ int order[64];
__device__ int next_place;

__device__ void note(int what) { order[atomicAdd(&next_place, 1)] = what; }

__global__ void plain(int *out, int index, int value) {
  if (threadIdx.x == 0)
    out[index + blockIdx.x] = value;
}
__global__ void takesPair(int *out, Pair pair) { *out = static_cast<int>(pair.first) + pair.second[4]; }
__global__ void overloaded(int *out, int) { *out = 1; }
__global__ void overloaded(int *out, float) { *out = 2; }
template <typename T> __global__ void typed(T *out, T value) { *out = value; }
template <typename T, int N> __global__ void sized(T *out) { out[threadIdx.x] = static_cast<T>(N * threadIdx.x); }
__global__ void usesShared(int *out, int words) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < words; ++i)
    sum += tile[i];
  out[threadIdx.x] = sum;
}

// A macro that needs the kernel's type, too.
#define KERNEL_GETTER(name, ...)                                                                             \
  __host__ __device__ static constexpr decltype(&__VA_ARGS__) name() { return &__VA_ARGS__; }
#define TWO_GETTERS(first, second, ...)                                                                      \
  KERNEL_GETTER(first, __VA_ARGS__)                                                                          \
  KERNEL_GETTER(second, __VA_ARGS__)
template <typename T> struct Getters {
  KERNEL_GETTER(three, sized<T, 3>)
  KERNEL_GETTER(four,
                sized<T,
                      4>)
  TWO_GETTERS(five, alsoFive, sized<T, 5>)
};
struct PlainGetters {
  KERNEL_GETTER(value, typed<int>)
};
template <typename Kernel, typename... T> __device__ void launchIt(Kernel kernel, int threads, T... arguments) {
  kernel<<<1, threads>>>(arguments...);
}
template <typename T> __global__ void byGetters(int *out) {
  launchIt(Getters<T>::three(), 4, out);
  launchIt(Getters<T>::four(), 4, out + 4);
  launchIt(Getters<T>::five(), 4, out + 8);
  launchIt(Getters<T>::alsoFive(), 4, out + 12);
  launchIt(PlainGetters::value(), 1, out + 16, 77);
}

namespace space {
template <typename T, typename U> __global__ void convert(T *out, U value) { *out = static_cast<T>(value); }
template <typename T> __device__ void convertTo(T *out, double value) {
  space::convert<T, double><<<1, 1>>>(out, value);
}
} // namespace space

// Names within namespaces, two of them in one line, in a function for both.
template <typename First, typename Second, typename T>
__host__ __device__ void launchBoth(First first, Second second, T *out) {
  first<<<1, 1>>>(out, 21.5);
  second<<<1, 1>>>(out + 1, 22.5f);
}
template <typename T> __host__ __device__ void launchNamed(T *out) {
  const auto third = space::convert<T, short>;
  launchBoth(space::convert<T, double>, space::convert<T, float>, out);
  third<<<1, 1>>>(out + 2, 23);
}

#define LAUNCH_ONE(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define CONFIGURED plain<<<2, 32>>>

template <void (*Kernel)(int *, int, int)> __device__ void launchArgument(int *out, int index) {
  Kernel<<<1, 1>>>(out, index, 77);
}

template <typename T> __host__ __device__ void launchFromBoth(T *out) { typed<T><<<1, 1>>>(out, T(12)); }

__global__ void forms(int *out, float *floats) {
  Pair pair{40.5, {1, 2, 3, 4, 2}};
  plain<<<4, 32>>>(out, 0, 7);
  takesPair<<<1, 1>>>(out + 4, pair);
  overloaded<<<1, 1>>>(out + 5, 1);
  overloaded<<<1, 1>>>(out + 6, 1.0f);
  typed<<<1, 1>>>(out + 7, 9);
  typed<float><<<dim3(1), dim3(1, 1, 1)>>>(floats, 2.5f);
  sized<int, 3><<<1, 8>>>(out + 8);
  usesShared<<<1, 16, 16 * sizeof(int)>>>(out + 16, 16);
  space::convertTo(floats + 1, 3.25);
  if (threadIdx.x == 0) LAUNCH_ONE(typed, out + 32, 11);
  LAUNCH_ONE(typed<int>, out + 33, 12);
  CONFIGURED(out, 34, 13);
  launchArgument<plain>(out, 36);
  [&] { ::plain<<<1, 1>>>(out, 37, 14); }();
  launchFromBoth(out + 38);
  launchNamed(out + 39);
}

__global__ void recursive(int *out, int depth) {
  if (threadIdx.x == 0) {
    atomicAdd(out, 1);
    if (depth > 1)
      recursive<<<2, 32>>>(out, depth - 1);
  }
}

// What a parent has written before a launch its child sees, and each child what those before it in the stream have written.
__global__ void doubled(int *values) { values[threadIdx.x] *= 2; }
__global__ void increased(int *values) { values[threadIdx.x] += 1; }
__global__ void chain(int *values) {
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i < 5; ++i) {
      doubled<<<1, 128>>>(values);
      increased<<<1, 128>>>(values);
    }
}

__global__ void say(int what) { note(what); }
__global__ void tails() {
  say<<<1, 1, 0, cudaStreamTailLaunch>>>(10);
  say<<<1, 1, 0, cudaStreamTailLaunch>>>(11);
  say<<<1, 1, 0, cudaStreamFireAndForget>>>(1);
  say<<<1, 1>>>(1);
  for (int i = 0; i < 1000; ++i)
    __nanosleep(100);
  note(1);
}
__global__ void nestedTails(int depth) {
  note(depth);
  if (depth < 3) {
    nestedTails<<<1, 1, 0, cudaStreamTailLaunch>>>(depth + 1);
    say<<<1, 1, 0, cudaStreamTailLaunch>>>(20 - depth);
  }
}

__global__ void addTo(int *sum, const int *value) { *sum += *value; }
__global__ void streams(int *values) {
  cudaStream_t first, second;
  cudaEvent_t event;
  values[10] = cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  values[11] = cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  values[12] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  typed<<<1, 1, 0, first>>>(values, 5);
  addTo<<<1, 1, 0, first>>>(values, values);
  values[13] = cudaEventRecord(event, first);
  values[14] = cudaStreamWaitEvent(second, event, 0);
  addTo<<<1, 1, 0, second>>>(values + 1, values);
  values[15] = cudaMemcpyAsync(values + 2, values + 1, sizeof(int), cudaMemcpyDeviceToDevice, second);
  values[16] = cudaMemsetAsync(values + 1, 0, sizeof(int), second);
  addTo<<<1, 1, 0, second>>>(values + 1, values + 2);
  values[17] = cudaEventDestroy(event);
  values[18] = cudaStreamDestroy(first);
  values[19] = cudaStreamDestroy(second);
}

__global__ void errors(int *out) {
  plain<<<1, 2048>>>(out, 0, 1);
  out[0] = cudaPeekAtLastError();
  out[1] = cudaGetLastError();
  out[2] = cudaGetLastError();
  plain<<<0, 1>>>(out, 0, 1);
  out[3] = cudaGetLastError();
  plain<<<1, 1>>>(out, 4, 44);
  out[5] = cudaGetLastError();
}

__global__ void tooManyPending(int launches, int *refused) {
  *refused = 0;
  for (int i = 0; i < launches; ++i) {
    typed<<<1, 1, 0, cudaStreamTailLaunch>>>(refused + 1, i);
    if (cudaGetLastError() != cudaSuccess)
      ++*refused;
  }
}

__global__ void chainOfTails(int depth, int *deepest) {
  *deepest = depth;
  if (depth < 3000)
    chainOfTails<<<1, 1, 0, cudaStreamTailLaunch>>>(depth + 1, deepest);
}

__global__ void tooDeep(int depth, int *deepest, int *error) {
  atomicMax(deepest, depth);
  tooDeep<<<1, 1>>>(depth + 1, deepest, error);
  const cudaError_t result = cudaGetLastError();
  if (result != cudaSuccess)
    *error = result;
}

// All lanes of all warps launch.
__global__ void each(int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 3 != 1)
    plain<<<1, 1>>>(out, i, i * i);
}

__global__ void byBuffer(int *out) {
  void *parameters = cudaGetParameterBufferV2(reinterpret_cast<void *>(&plain), dim3(2), dim3(32), 0);
  struct {
    int *out;
    int index, value;
  } given{out, 2, 21};
  memcpy(parameters, &given, sizeof given);
  out[0] = cudaLaunchDeviceV2(parameters, 0);
  out[1] = reinterpret_cast<void *>(&plain) == reinterpret_cast<void *>(plain);
}

template <typename T> struct Memory {
  T *data;
  explicit Memory(int count) {
    cudaMallocManaged(&data, count * sizeof(T));
    cudaMemset(data, 0, count * sizeof(T));
    cudaDeviceSynchronize();
  }
  ~Memory() { cudaFree(data); }
};

static std::vector<int> takeOrder() {
  int count = 0;
  std::vector<int> noted(64);
  cudaMemcpyFromSymbol(&count, next_place, sizeof count);
  cudaMemcpyFromSymbol(noted.data(), order, 64 * sizeof(int));
  noted.resize(count);
  const int zero = 0;
  cudaMemcpyToSymbol(next_place, &zero, sizeof zero);
  return noted;
}

static void testForms() {
  Memory<int> out(64);
  Memory<float> floats(4);
  forms<<<1, 1>>>(out.data, floats.data);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i)
    CHECK_EQ(out.data[i], 7);
  CHECK_EQ(out.data[4], 42);
  CHECK_EQ(out.data[5], 1);
  CHECK_EQ(out.data[6], 2);
  CHECK_EQ(out.data[7], 9);
  for (int i = 0; i < 8; ++i)
    CHECK_EQ(out.data[8 + i], 3 * i);
  for (int i = 0; i < 16; ++i)
    CHECK_EQ(out.data[16 + i], 120);
  CHECK_EQ(out.data[32], 11);
  CHECK_EQ(out.data[33], 12);
  CHECK_EQ(out.data[34], 13);
  CHECK_EQ(out.data[35], 13);
  CHECK_EQ(out.data[36], 77);
  CHECK_EQ(out.data[37], 14);
  CHECK_EQ(out.data[38], 12);
  CHECK_EQ(out.data[39], 21);
  CHECK_EQ(out.data[40], 22);
  CHECK_EQ(out.data[41], 23);
  launchNamed(out.data + 42);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 3; ++i)
    CHECK_EQ(out.data[42 + i], 21 + i);
  CHECK_EQ(floats.data[0], 2.5f);
  CHECK_EQ(floats.data[1], 3.25f);
}

static void testGetters() {
  Memory<int> out(32);
  byGetters<int><<<1, 1>>>(out.data);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const int factors[] = {3, 4, 5, 5};
  for (int i = 0; i < 16; ++i)
    CHECK_EQ(out.data[i], factors[i / 4] * (i % 4));
  CHECK_EQ(out.data[16], 77);
  Getters<int>::three()<<<1, 4>>>(out.data + 4);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(out.data[7], 9);
}

static void testOrder() {
  Memory<int> values(128);
  recursive<<<1, 32>>>(values.data, 6);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(values.data[0], 63);
  chain<<<1, 128>>>(values.data);
  // A stream of the host goes on when all that a kernel has launched has ended.
  increased<<<1, 128>>>(values.data);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 128; ++i)
    CHECK_EQ(values.data[i], 32 * i + 32);
  tails<<<1, 1>>>();
  say<<<1, 1>>>(12);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_SAME(takeOrder(), (std::vector<int>{1, 1, 1, 10, 11, 12}));
  nestedTails<<<1, 1>>>(1);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_SAME(takeOrder(), (std::vector<int>{1, 2, 3, 18, 19}));
}

static void testStreams() {
  Memory<int> values(32);
  streams<<<1, 1>>>(values.data);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(values.data[0], 10);
  CHECK_EQ(values.data[1], 10);
  CHECK_EQ(values.data[2], 10);
  for (int i = 10; i < 20; ++i)
    CHECK_EQ(values.data[i], 0);
}

static void testErrors() {
  Memory<int> out(4096);
  errors<<<1, 1>>>(out.data);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(out.data[0], static_cast<int>(cudaErrorInvalidConfiguration));
  CHECK_EQ(out.data[1], static_cast<int>(cudaErrorInvalidConfiguration));
  CHECK_EQ(out.data[2], 0);
  CHECK_EQ(out.data[3], static_cast<int>(cudaErrorInvalidConfiguration));
  CHECK_EQ(out.data[4], 44);
  CHECK_EQ(out.data[5], 0);

  out.data[0] = out.data[1] = 0;
  tooDeep<<<1, 1>>>(0, out.data, out.data + 1);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  // Each of them is pending until those that it has launched have ended.
  CHECK_EQ(out.data[0], 2048);
  CHECK_EQ(out.data[1], static_cast<int>(cudaErrorLaunchPendingCountExceeded));
  chainOfTails<<<1, 1>>>(0, out.data);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(out.data[0], 3000);

  size_t limit = 0;
  CHECK_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16), cudaSuccess);
  CHECK_EQ(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount), cudaSuccess);
  CHECK_EQ(limit, size_t{32});
  CHECK_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096), cudaSuccess);
  tooManyPending<<<1, 1>>>(3000, out.data);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(out.data[0], 0);
  CHECK_EQ(out.data[1], 2999);

  each<<<8, 128>>>(out.data, 1000);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 2; i < 1000; ++i)
    if (i % 3 != 1)
      CHECK_EQ(out.data[i], i * i);
  byBuffer<<<1, 1>>>(out.data);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(out.data[0], 0);
  CHECK_EQ(out.data[1], 1);
  CHECK_EQ(out.data[2], 21);
  CHECK_EQ(out.data[3], 21);
}

int main() {
  testForms();
  testGetters();
  testOrder();
  testStreams();
  testErrors();
  return verdict();
}
