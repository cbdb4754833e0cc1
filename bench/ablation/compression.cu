// Compression: runs, differences, packed bits, code lengths, block transforms.
#include "kernels.h"

using namespace ablation;

constexpr unsigned kAll = 0xffffffff;

// The runs' beginnings by a scan over the block; the next kernel has the blocks' offsets.
__global__ void encodeRuns(unsigned char *values, int *begins, int *counts, const unsigned char *in) {
  __shared__ int offsets[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  bool begins_run = t == 0 || in[i] != in[i - 1];
  offsets[t] = begins_run;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int left = t >= step ? offsets[t - step] : 0;
    __syncthreads();
    offsets[t] += left;
    __syncthreads();
  }
  if (begins_run) {
    values[blockIdx.x * 256 + offsets[t] - 1] = in[i];
    begins[blockIdx.x * 256 + offsets[t] - 1] = i;
  }
  if (t == 255)
    counts[blockIdx.x] = offsets[t];
}

ABLATION_KERNEL(run_length_encoding) {
  constexpr int size = 1 << 20;
  DeviceArray<unsigned char> in = generated<unsigned char>(size,
                                                           [](std::size_t i) { return (i * i >> 9) % 5; }),
                             values(size);
  DeviceArray<int> begins(size), counts(size / 256);
  runner.measure([&] { encodeRuns<<<size / 256, 256>>>(values, begins, counts, in); }, values, begins,
                 counts);
}

__global__ void decodeRuns(unsigned char *out, const unsigned char *values, const int *ends, int runs,
                           int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    int low = 0, high = runs - 1;
    while (low < high) {
      int middle = (low + high) / 2;
      if (ends[middle] <= i)
        low = middle + 1;
      else
        high = middle;
    }
    out[i] = values[low];
  }
}

ABLATION_KERNEL(run_length_decoding) {
  constexpr int size = 1 << 18, runs = 4096;
  DeviceArray<unsigned char> values = integersBelow<unsigned char>(256, runs), out(size);
  DeviceArray<int> ends = generated<int>(runs, [](std::size_t i) { return int((i + 1) * 64 - i % 13); });
  runner.measure([&] { decodeRuns<<<128, 256>>>(out, values, ends, runs, size); }, out);
}

__global__ void deltaEncode(short *out, const int *in, int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    out[i] = short(i % 128 == 0 ? 0 : in[i] - in[i - 1]);
}

ABLATION_KERNEL(delta_encoding) {
  constexpr int size = 2 << 20;
  DeviceArray<int> in = generated<int>(size, [](std::size_t i) { return int(i * 3 + i % 11); });
  DeviceArray<short> out(size);
  runner.measure([&] { deltaEncode<<<256, 256>>>(out, in, size); }, out);
}

// A warp decodes 128 differences: four per lane, then a scan over the lanes.
__global__ void deltaDecode(int *out, const short *differences, const int *first, int groups) {
  int group = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (group >= groups)
    return;
  short4 d = reinterpret_cast<const short4 *>(differences)[group * 32 + lane];
  int a = d.x, b = a + d.y, c = b + d.z, sum = c + d.w, before = sum;
  for (int offset = 1; offset < 32; offset *= 2) {
    int left = __shfl_up_sync(kAll, before, offset);
    if (lane >= offset)
      before += left;
  }
  int base = first[group] + before - sum;
  reinterpret_cast<int4 *>(out)[group * 32 + lane] = make_int4(base + a, base + b, base + c, base + sum);
}

ABLATION_KERNEL(delta_decoding_by_warps) {
  constexpr int groups = 16384, size = groups * 128;
  DeviceArray<short> differences = integersBelow<short>(100, size);
  DeviceArray<int> first = integersBelow(1000, groups), out(size);
  runner.measure([&] { deltaDecode<<<groups / 8, 256>>>(out, differences, first, groups); }, out);
}

__global__ void packBits(unsigned *words, const unsigned char *flags, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned word = __ballot_sync(kAll, i < size && flags[i]);
  if (threadIdx.x % 32 == 0)
    words[i / 32] = word;
}

ABLATION_KERNEL(packing_flags_by_ballot) {
  constexpr int size = 8 << 20;
  DeviceArray<unsigned char> flags = integersBelow<unsigned char>(2, size);
  DeviceArray<unsigned> words(size / 32);
  runner.measure([&] { packBits<<<size / 256, 256>>>(words, flags, size); }, words);
}

__global__ void unpackIntegers(unsigned *out, const unsigned *words, int bits, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  long long at = (long long)i * bits;
  int word = at / 32, shift = at % 32;
  unsigned long long both = words[word] | (unsigned long long)words[word + 1] << 32;
  out[i] = both >> shift & ((1u << bits) - 1);
}

ABLATION_KERNEL(unpacking_11_bit_integers) {
  constexpr int size = 2 << 20, bits = 11;
  DeviceArray<unsigned> words = integersBelow<unsigned>(~0u, size / 32 * bits + 2), out(size);
  runner.measure([&] { unpackIntegers<<<size / 256, 256>>>(out, words, bits, size); }, out);
}

// Huffman: how often bytes occur, per-warp counters; then how many bits each segment needs.
__global__ void countSymbols(unsigned *counts, const unsigned *words, int size) {
  __shared__ unsigned bins[8][256];
  for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x)
    (&bins[0][0])[i] = 0;
  __syncthreads();
  unsigned *mine = bins[threadIdx.x / 32];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    unsigned word = words[i];
    atomicAdd(&mine[word & 255], 1u);
    atomicAdd(&mine[word >> 8 & 255], 1u);
    atomicAdd(&mine[word >> 16 & 255], 1u);
    atomicAdd(&mine[word >> 24], 1u);
  }
  __syncthreads();
  unsigned sum = 0;
  for (int warp = 0; warp < 8; ++warp)
    sum += bins[warp][threadIdx.x];
  atomicAdd(&counts[threadIdx.x], sum);
}

ABLATION_KERNEL(huffman_symbol_counts) {
  constexpr int size = 1 << 20;
  DeviceArray<unsigned> words = integersBelow<unsigned>(~0u, size), counts(256);
  runner.before([&] { bench::require(cudaMemset(counts, 0, 1024)); });
  runner.measure([&] { countSymbols<<<32, 256>>>(counts, words, size); }, counts);
}

__global__ void sumCodeLengths(unsigned *bits, const unsigned char *bytes, const unsigned char *lengths,
                               int per_block) {
  __shared__ unsigned char table[256];
  __shared__ unsigned sums[8];
  table[threadIdx.x] = lengths[threadIdx.x];
  __syncthreads();
  unsigned sum = 0;
  for (int i = threadIdx.x; i < per_block; i += blockDim.x)
    sum += table[bytes[blockIdx.x * per_block + i]];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(kAll, sum, offset);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 8; ++i)
      sum += sums[i];
    bits[blockIdx.x] = sum;
  }
}

ABLATION_KERNEL(huffman_code_lengths) {
  constexpr int size = 4 << 20, per_block = 16384;
  DeviceArray<unsigned char> bytes = integersBelow<unsigned char>(256, size),
                             lengths = integersBelow<unsigned char>(15, 256);
  DeviceArray<unsigned> bits(size / per_block);
  runner.measure([&] { sumCodeLengths<<<size / per_block, 256>>>(bits, bytes, lengths, per_block); }, bits);
}

// The discrete cosine transform of 8 x 8 pixels, eight threads per block, rows and then columns.
__device__ void cosineTransform(float *v, int stride) {
  float x[8], y[8];
  for (int i = 0; i < 8; ++i)
    x[i] = v[i * stride];
  for (int i = 0; i < 4; ++i) {
    y[i] = x[i] + x[7 - i];
    y[7 - i] = x[i] - x[7 - i];
  }
  float a = y[0] + y[3], b = y[1] + y[2], c = y[0] - y[3], d = y[1] - y[2];
  v[0] = 0.35355339f * (a + b);
  v[4 * stride] = 0.35355339f * (a - b);
  v[2 * stride] = 0.46193977f * c + 0.19134172f * d;
  v[6 * stride] = 0.19134172f * c - 0.46193977f * d;
  v[1 * stride] = 0.49039264f * y[7] + 0.41573481f * y[6] + 0.27778512f * y[5] + 0.09754516f * y[4];
  v[3 * stride] = 0.41573481f * y[7] - 0.09754516f * y[6] - 0.49039264f * y[5] - 0.27778512f * y[4];
  v[5 * stride] = 0.27778512f * y[7] - 0.49039264f * y[6] + 0.09754516f * y[5] + 0.41573481f * y[4];
  v[7 * stride] = 0.09754516f * y[7] - 0.27778512f * y[6] + 0.41573481f * y[5] - 0.49039264f * y[4];
}

__global__ void transformBlocks(short *out, const unsigned char *in, int width) {
  __shared__ float tiles[16][8][9];
  int tile = threadIdx.y, t = threadIdx.x, x = (blockIdx.x * 16 + tile) * 8, y = blockIdx.y * 8;
  for (int row = 0; row < 8; ++row)
    tiles[tile][row][t] = in[(y + row) * width + x + t] - 128.f;
  __syncthreads();
  cosineTransform(&tiles[tile][t][0], 1);
  __syncthreads();
  cosineTransform(&tiles[tile][0][t], 9);
  __syncthreads();
  for (int row = 0; row < 8; ++row)
    out[(y + row) * width + x + t] = short(rintf(tiles[tile][row][t] / (8 + row + t)));
}

ABLATION_KERNEL(cosine_transform_8x8) {
  constexpr int width = 2048, height = 512;
  DeviceArray<unsigned char> in = integersBelow<unsigned char>(256, width * height);
  DeviceArray<short> out(width * height);
  runner.measure([&] { transformBlocks<<<dim3(width / 128, height / 8), dim3(8, 16)>>>(out, in, width); },
                 out);
}
