// Exchanges in shared memory that some threads make and others do not: between own places, with neighbours' places
// after a barrier, with those that a neighbour has read too, of bytes and of 64 bits, where several threads share a
// place, and in half-empty warps.
// check: race-shared
#include "../check.h"

#include <utility>

constexpr int kThreads = 200, kPlaces = 512;

template <typename T> __global__ void exchange(T *out, const T *in, T bound, int shift) {
  __shared__ T low[kPlaces], high[kPlaces];
  const int t = threadIdx.x;
  for (int i = t; i < kPlaces; i += blockDim.x) {
    low[i] = in[i];
    high[i] = in[kPlaces - 1 - i];
  }
  for (int round = 0; round < 3; ++round) {
    __syncthreads();
    const int place = (t + round * shift) % kPlaces;
    T a = low[place], b = high[place];
    if (a > b && a > bound) {
      low[place] = b;
      high[place] = a;
    }
    // Computed in the branch, and one place that is read but not written.
    __syncthreads();
    T c = low[2 * t], d = high[2 * t + 1];
    if (c < d)
      low[2 * t] = static_cast<T>(c + d * 3);
  }
  __syncthreads();
  for (int i = t; i < kPlaces; i += blockDim.x) {
    out[i] = low[i];
    out[kPlaces + i] = high[i];
  }
}

// Threads 4k ... 4k + 3 read one place; one of them writes it.
__global__ void oneOfFour(int *out, const int *in) {
  __shared__ int sums[64];
  const int t = threadIdx.x;
  if (t < 64)
    sums[t] = in[t];
  __syncthreads();
  int seen = sums[t / 4];
  __syncwarp();
  if (t % 4 == seen % 4)
    sums[t / 4] = seen + t;
  __syncthreads();
  if (t < 64)
    out[t] = sums[t];
}

// Neighbours at a distance of 16, 8, 4, 2 and 1 change places or not: rows of so many bytes, of which some are stored. What
// is called through a pointer after it leaves no mask in its register.
struct Area {
  unsigned side;
  __device__ explicit Area(unsigned side) : side(side) {}
  __device__ virtual unsigned of(unsigned width) const { return side * width; }
};
struct SquareArea : Area {
  using Area::Area;
  __device__ unsigned of(unsigned width) const override { return side * side + width; }
};

constexpr unsigned kBytes = 512;

__global__ void sortRowsOfBytes(unsigned *out, double chooses) {
  __shared__ unsigned char bytes[1024];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned sum = t * 2654435761u;
  const unsigned char first = static_cast<unsigned char>(sum >> 24);
  __syncthreads();
  for (unsigned i = t; i < threads; i += threads)
    bytes[i] = static_cast<unsigned char>(first * first);
  __syncthreads();
  for (unsigned distance = 16; distance; distance >>= 1) {
    for (unsigned i = t; i < threads; i += threads) {
      const unsigned low = i / distance * 2 * distance + i % distance, high = low + distance;
      if (low < high && high < threads) {
        const auto a = bytes[low], b = bytes[high];
        const bool up = ((t + 1u) >> 3) & 1u;
        if ((a > b) == up) {
          bytes[low] = b;
          bytes[high] = a;
        }
      }
    }
    __syncthreads();
  }
  const Area plain(~threadIdx.z);
  const SquareArea square(t);
  const Area *area = chooses != 1e-300 ? &plain : static_cast<const Area *>(&square);
  sum += area->of(bytes[t]);
  out[t] = bytes[t];
  out[threads + t] = sum;
}

// Every other thread sorts its key and the next one; the threads between have read the same keys.
__global__ void sortNeighbours(int *keys, int rounds) {
  __shared__ int shared[257];
  const int t = threadIdx.x;
  shared[t] = keys[t];
  if (t == 0)
    shared[256] = 1 << 30;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    const int a = shared[t], b = shared[t + 1];
    __syncthreads();
    if (((t ^ round) & 1) == 0 && a > b) {
      shared[t] = b;
      shared[t + 1] = a;
    }
    __syncthreads();
  }
  keys[t] = shared[t];
}

// The same without a barrier between, and with places four apart. At the border of two warps a thread may read what a thread of
// the other warp writes, which is a race; it does not use what it has read.
__global__ void sortOverFour(int *keys, int rounds) {
  __shared__ int shared[264];
  const int t = threadIdx.x;
  shared[t] = keys[t];
  if (t < 8)
    shared[256 + t] = 1 << 30;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    const int a = shared[t], b = shared[t + 4];
    __syncwarp();
    if ((((t >> 2) ^ round) & 1) == 0 && a > b) {
      shared[t + 4] = a;
      shared[t] = b;
    }
    __syncthreads();
  }
  keys[t] = shared[t];
}

// A flag that many threads may raise, and nobody lowers.
__global__ void raise(int *out, const int *in, int bound) {
  __shared__ int raised[8];
  if (threadIdx.x < 8)
    raised[threadIdx.x] = 0;
  __syncthreads();
  if (in[threadIdx.x] > bound)
    raised[threadIdx.x % 8] = 1;
  __syncthreads();
  if (threadIdx.x < 8)
    out[threadIdx.x] = raised[threadIdx.x];
}

template <typename T> void checkExchange(T bound) {
  for (int shift : {1, 7, 32}) {
    std::vector<T> in(kPlaces), got(2 * kPlaces), low(kPlaces), high(kPlaces);
    for (int i = 0; i < kPlaces; ++i) {
      in[i] = static_cast<T>((i * 7919 + 13) % 101);
      low[i] = in[i];
    }
    for (int i = 0; i < kPlaces; ++i)
      high[i] = in[kPlaces - 1 - i];
    DeviceArray<T> source(in), target(2 * kPlaces);
    exchange<T><<<1, kThreads>>>(target.get(), source.get(), bound, shift);
    CHECK_LAUNCH();
    for (int round = 0; round < 3; ++round) {
      for (int t = 0; t < kThreads; ++t) {
        const int place = (t + round * shift) % kPlaces;
        if (low[place] > high[place] && low[place] > bound)
          std::swap(low[place], high[place]);
      }
      for (int t = 0; t < kThreads; ++t)
        if (low[2 * t] < high[2 * t + 1])
          low[2 * t] = static_cast<T>(low[2 * t] + high[2 * t + 1] * 3);
    }
    low.insert(low.end(), high.begin(), high.end());
    CHECK_SAME(target.host(), low);
  }
}

void checkRowsOfBytes() {
  std::vector<unsigned char> bytes(kBytes);
  for (unsigned t = 0; t < kBytes; ++t) {
    const auto first = static_cast<unsigned char>(t * 2654435761u >> 24);
    bytes[t] = static_cast<unsigned char>(first * first);
  }
  for (unsigned distance = 16; distance; distance /= 2)
    for (unsigned i = 0; i < kBytes / 2; ++i) {
      const unsigned low = i / distance * 2 * distance + i % distance, high = low + distance;
      if ((bytes[low] > bytes[high]) == ((i + 1) / 8 % 2 != 0))
        std::swap(bytes[low], bytes[high]);
    }
  std::vector<unsigned> expected(2 * kBytes);
  for (unsigned t = 0; t < kBytes; ++t) {
    expected[t] = bytes[t];
    expected[kBytes + t] = t * 2654435761u + ~(t / 256) * bytes[t];
  }
  DeviceArray<unsigned> out(2 * kBytes);
  sortRowsOfBytes<<<1, dim3(64, 4, 2)>>>(out.get(), 2.0);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

int main() {
  checkRowsOfBytes();
  checkExchange<int>(20);
  checkExchange<unsigned char>(30);
  checkExchange<short>(10);
  checkExchange<long long>(40);
  checkExchange<float>(25);
  checkExchange<double>(5);

  std::vector<int> in(256), sums(64), raised(8, 0);
  for (int i = 0; i < 256; ++i)
    in[i] = (i * 31 + 5) % 77;
  for (int i = 0; i < 64; ++i)
    sums[i] = in[i] + 4 * i + in[i] % 4;
  DeviceArray<int> source(in), target(64);
  oneOfFour<<<1, 256>>>(target.get(), source.get());
  CHECK_LAUNCH();
  CHECK_SAME(target.host(), sums);
  for (int i = 0; i < 256; ++i)
    if (in[i] > 74)
      raised[i % 8] = 1;
  for (int rounds : {1, 2, 256}) {
    std::vector<int> next(in), over_four(in);
    DeviceArray<int> keys(in), more_keys(in);
    sortNeighbours<<<1, 256>>>(keys.get(), rounds);
    CHECK_LAUNCH();
    sortOverFour<<<1, 256>>>(more_keys.get(), rounds);
    CHECK_LAUNCH();
    for (int round = 0; round < rounds; ++round) {
      for (int i = round % 2; i + 1 < 256; i += 2)
        if (next[i] > next[i + 1])
          std::swap(next[i], next[i + 1]);
      for (int i = 0; i + 4 < 256; ++i)
        if ((i / 4 + round) % 2 == 0 && over_four[i] > over_four[i + 4])
          std::swap(over_four[i], over_four[i + 4]);
    }
    CHECK_SAME(keys.host(), next);
    CHECK_SAME(more_keys.host(), over_four);
  }
  DeviceArray<int> flags(8);
  raise<<<1, 256>>>(flags.get(), source.get(), 74);
  CHECK_LAUNCH();
  CHECK_SAME(flags.host(), raised);
  return verdict();
}
