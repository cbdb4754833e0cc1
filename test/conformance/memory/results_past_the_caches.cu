// Results that are written once and not read by the kernel that writes them, in whole cache lines and in parts of them, at
// any alignment, in launches of all sizes; read by the host, by another kernel, and on another stream.
// env: RADDLE_STREAM_THREADS=0
#include "../check.h"

#include <algorithm>

template <typename T> __global__ void scaleAndAdd(T *out, const T *a, const T *b, T factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[i] * factor + b[i];
}

// What is read and written, and what is only written, by neighbours' values and for several elements of each thread.
__global__ void smooth(float *out, float *sums, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = in[i > 0 ? i - 1 : 0] + in[i] + in[i + 1 < n ? i + 1 : n - 1];
    sums[i] += out[i];
  }
}

// Tiles through shared memory: lines of the result are whole, but far apart.
__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += blockDim.y)
    if (x < width && y + i < height)
      tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  const int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += blockDim.y)
    if (to_x < height && to_y + i < width)
      out[(to_y + i) * height + to_x] = tile[threadIdx.x][threadIdx.y + i];
}

__global__ void pairs(float4 *out, float2 *low, const float *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = make_float4(in[i], in[i] + 1, in[i] + 2, in[i] + 3);
    low[i] = make_float2(-in[i], in[i]);
  }
}

// A structure is copied whose every word counts as a side effect, beside a result in whole lines.
struct Mailbox {
  volatile int words[20];
};

__global__ void post(Mailbox *to, const Mailbox *from, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];
    out[i] = 0.5f * static_cast<float>(i);
  }
}

// What a copy has read is overwritten by other threads, in whole lines.
struct Record {
  float values[20];
};

__global__ void shelve(Record *to, float *a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = *reinterpret_cast<const Record *>(a + 20 * i);
  __syncthreads();
  for (int k = threadIdx.x; k < 20 * static_cast<int>(blockDim.x); k += blockDim.x)
    if (const int place = 20 * blockDim.x * blockIdx.x + k; place < 20 * n)
      a[place] = static_cast<float>(-place);
}

template <typename T> void checkScaleAndAdd(int n, int shift) {
  std::vector<T> a(n + 64), b(n + 64), expected(n + 64, T(7));
  for (int i = 0; i < n + 64; ++i) {
    a[i] = static_cast<T>(i % 61);
    b[i] = static_cast<T>(i % 17);
  }
  for (int i = 0; i < n; ++i)
    expected[i + shift] = static_cast<T>(a[i] * T(3) + b[i]);
  DeviceArray<T> device_a(a), device_b(b), out(std::vector<T>(n + 64, T(7)));
  scaleAndAdd<T><<<(n + 255) / 256, 256>>>(out.get() + shift, device_a.get(), device_b.get(), T(3), n);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void checkSmooth(int n) {
  std::vector<float> in(n), expected(n), sums(n, 1.0f);
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<float>(i % 29);
  for (int i = 0; i < n; ++i) {
    expected[i] = in[std::max(i - 1, 0)] + in[i] + in[std::min(i + 1, n - 1)];
    sums[i] += expected[i];
  }
  DeviceArray<float> source(in), out(n), total(std::vector<float>(n, 1.0f)), again(n);
  smooth<<<7, 128>>>(out.get(), total.get(), source.get(), n);
  // On another stream, after an event.
  cudaStream_t stream;
  cudaEvent_t written;
  CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK_CUDA(cudaEventCreate(&written));
  CHECK_CUDA(cudaEventRecord(written));
  CHECK_CUDA(cudaStreamWaitEvent(stream, written, 0));
  scaleAndAdd<float><<<(n + 63) / 64, 64, 0, stream>>>(again.get(), out.get(), source.get(), 1.0f, n);
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_SAME(out.host(), expected);
  CHECK_SAME(total.host(), sums);
  for (int i = 0; i < n; ++i)
    expected[i] += in[i];
  CHECK_SAME(again.host(), expected);
  CHECK_CUDA(cudaEventDestroy(written));
  CHECK_CUDA(cudaStreamDestroy(stream));
}

void checkTranspose(int width, int height) {
  std::vector<float> in(width * height), expected(width * height);
  for (int i = 0; i < width * height; ++i)
    in[i] = static_cast<float>(i);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      expected[x * height + y] = in[y * width + x];
  DeviceArray<float> source(in), out(width * height);
  transpose<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(out.get(), source.get(), width,
                                                                          height);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void checkPairs(int n) {
  std::vector<float> in(n), expected(4 * n), expected_low(2 * n);
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<float>(i);
    for (int k = 0; k < 4; ++k)
      expected[4 * i + k] = in[i] + static_cast<float>(k);
    expected_low[2 * i] = -in[i];
    expected_low[2 * i + 1] = in[i];
  }
  DeviceArray<float> source(in), out(4 * n), low(2 * n);
  pairs<<<(n + 127) / 128, 128>>>(reinterpret_cast<float4 *>(out.get()),
                                  reinterpret_cast<float2 *>(low.get()), source.get(), n);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
  CHECK_SAME(low.host(), expected_low);
}

void checkCopies(int n) {
  std::vector<int> words(20 * n);
  std::vector<float> values(20 * n), negative(20 * n), halves(n);
  for (int i = 0; i < 20 * n; ++i) {
    words[i] = 3 * i + 1;
    values[i] = static_cast<float>(i);
    negative[i] = static_cast<float>(-i);
  }
  for (int i = 0; i < n; ++i)
    halves[i] = 0.5f * static_cast<float>(i);
  DeviceArray<int> from(words), to(20 * n);
  DeviceArray<float> a(values), copies(20 * n), out(n);
  post<<<(n + 127) / 128, 128>>>(reinterpret_cast<Mailbox *>(to.get()),
                                 reinterpret_cast<Mailbox *>(from.get()), out.get(), n);
  CHECK_LAUNCH();
  CHECK_SAME(to.host(), words);
  CHECK_SAME(out.host(), halves);
  shelve<<<(n + 127) / 128, 128>>>(reinterpret_cast<Record *>(copies.get()), a.get(), n);
  CHECK_LAUNCH();
  CHECK_SAME(copies.host(), values);
  CHECK_SAME(a.host(), negative);
}

int main() {
  for (int n : {1, 31, 32, 256, 1000, 4096, 100003})
    for (int shift : {0, 1, 16, 32}) {
      checkScaleAndAdd<float>(n, shift);
      checkScaleAndAdd<double>(n, shift);
      checkScaleAndAdd<int>(n, shift);
      checkScaleAndAdd<short>(n, shift);
      checkScaleAndAdd<unsigned char>(n, shift);
      checkScaleAndAdd<long long>(n, shift);
    }
  for (int n : {5, 512, 10007})
    checkSmooth(n);
  checkTranspose(64, 96);
  checkTranspose(100, 37);
  checkTranspose(256, 128);
  for (int n : {33, 128, 5000})
    checkPairs(n);
  for (int n : {33, 256, 5000})
    checkCopies(n);
  return verdict();
}
