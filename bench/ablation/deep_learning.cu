// Layers of neural networks, forward, and an optimiser's step.
#include "kernels.h"

using namespace ablation;

constexpr unsigned kAll = 0xffffffff;

__device__ float maximumOfWarp(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value = fmaxf(value, __shfl_xor_sync(kAll, value, offset));
  return value;
}

__device__ float sumOfWarp(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_xor_sync(kAll, value, offset);
  return value;
}

__device__ float sumOfBlock(float value) {
  __shared__ float warps[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = sumOfWarp(value);
  __syncthreads();
  if (lane == 0)
    warps[warp] = value;
  __syncthreads();
  value = lane < blockDim.x / 32 ? warps[lane] : 0;
  return sumOfWarp(value);
}

__global__ void softmaxRows(float *out, const float *in, int columns) {
  __shared__ float most;
  const float *row = in + blockIdx.x * columns;
  float maximum = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    maximum = fmaxf(maximum, row[i]);
  __shared__ float warps[32];
  maximum = maximumOfWarp(maximum);
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = maximum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < blockDim.x / 32; ++i)
      maximum = fmaxf(maximum, warps[i]);
    most = maximum;
  }
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float e = expf(row[i] - most);
    out[blockIdx.x * columns + i] = e;
    sum += e;
  }
  float scale = 1 / sumOfBlock(sum);
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] *= scale;
}

ABLATION_KERNEL(softmax_block_per_row) {
  constexpr int rows = 1000, columns = 1000;
  DeviceArray<float> in = uniform(rows * columns, -4, 4), out(rows * columns);
  runner.measure([&] { softmaxRows<<<rows, 256>>>(out, in, columns); }, out);
}

// The running maximum and sum in one sweep, a warp per row.
__global__ void softmaxOnline(float *out, const float *in, int rows, int columns) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float maximum = -INFINITY, sum = 0;
  for (int i = lane; i < columns; i += 32) {
    float value = in[row * columns + i];
    if (value > maximum) {
      sum *= expf(maximum - value);
      maximum = value;
    }
    sum += expf(value - maximum);
  }
  float most = maximumOfWarp(maximum);
  sum = sumOfWarp(sum * expf(maximum - most));
  for (int i = lane; i < columns; i += 32)
    out[row * columns + i] = expf(in[row * columns + i] - most) / sum;
}

ABLATION_KERNEL(softmax_online_warp_per_row) {
  constexpr int rows = 2000, columns = 256;
  DeviceArray<float> in = uniform(rows * columns, -4, 4), out(rows * columns);
  runner.measure([&] { softmaxOnline<<<rows / 8, 256>>>(out, in, rows, columns); }, out);
}

__global__ void layerNorm(float *out, const float *in, const float *scale, const float *shift, int columns) {
  const float *row = in + blockIdx.x * columns;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float value = row[i];
    sum += value;
    squares += value * value;
  }
  float mean = sumOfBlock(sum) / columns, variance = sumOfBlock(squares) / columns - mean * mean;
  float factor = rsqrtf(variance + 1e-5f);
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = (row[i] - mean) * factor * scale[i] + shift[i];
}

ABLATION_KERNEL(layer_norm) {
  constexpr int rows = 2000, columns = 1024;
  DeviceArray<float> in = uniform(rows * columns), scale = uniform(columns), shift = uniform(columns);
  DeviceArray<float> out(rows * columns);
  runner.measure([&] { layerNorm<<<rows, 128>>>(out, in, scale, shift, columns); }, out);
}

__global__ void rmsNorm(float *out, const float *in, const float *weight, int rows, int columns) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;
  const float4 *from = reinterpret_cast<const float4 *>(in + row * columns);
  float sum = 0;
  for (int i = threadIdx.x; i < columns / 4; i += 32) {
    float4 v = from[i];
    sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  float scale = rsqrtf(sumOfWarp(sum) / columns + 1e-6f);
  for (int i = threadIdx.x; i < columns / 4; i += 32) {
    float4 v = from[i], w = reinterpret_cast<const float4 *>(weight)[i];
    reinterpret_cast<float4 *>(out + row * columns)[i] =
        make_float4(v.x * scale * w.x, v.y * scale * w.y, v.z * scale * w.z, v.w * scale * w.w);
  }
}

ABLATION_KERNEL(rms_norm_float4) {
  constexpr int rows = 2000, columns = 768;
  DeviceArray<float> in = uniform(rows * columns), weight = uniform(columns), out(rows * columns);
  runner.measure([&] { rmsNorm<<<rows / 4, dim3(32, 4)>>>(out, in, weight, rows, columns); }, out);
}

__global__ void convolution(float *out, const float *in, const float *weights, const float *bias,
                            int channels, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      filter = blockIdx.z;
  if (x >= size - 2 || y >= size - 2)
    return;
  float sum = bias[filter];
  for (int c = 0; c < channels; ++c)
    for (int ky = 0; ky < 3; ++ky)
      for (int kx = 0; kx < 3; ++kx)
        sum += in[(c * size + y + ky) * size + x + kx] * weights[((filter * channels + c) * 3 + ky) * 3 + kx];
  out[(filter * (size - 2) + y) * (size - 2) + x] = fmaxf(sum, 0.f);
}

ABLATION_KERNEL(convolution_3x3_relu) {
  constexpr int channels = 32, filters = 32, size = 98;
  DeviceArray<float> in = uniform(channels * size * size), weights = uniform(filters * channels * 9, -1, 1);
  DeviceArray<float> bias = uniform(filters), out(filters * 96 * 96);
  runner.measure(
      [&] { convolution<<<dim3(3, 12, filters), dim3(32, 8)>>>(out, in, weights, bias, channels, size); },
      out);
}

__global__ void depthwise(float *out, const float *in, const float *weights, int size) {
  __shared__ float tile[18][34];
  int channel = blockIdx.z, x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
  const float *plane = in + channel * size * size;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 18 * 34; i += 32 * 16) {
    int y = y0 + i / 34 - 1, x = x0 + i % 34 - 1;
    tile[i / 34][i % 34] = x >= 0 && y >= 0 && x < size && y < size ? plane[y * size + x] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int ky = 0; ky < 3; ++ky)
    for (int kx = 0; kx < 3; ++kx)
      sum += weights[channel * 9 + ky * 3 + kx] * tile[threadIdx.y + ky][threadIdx.x + kx];
  out[(channel * size + y0 + threadIdx.y) * size + x0 + threadIdx.x] = sum;
}

ABLATION_KERNEL(depthwise_convolution_tile) {
  constexpr int channels = 64, size = 128;
  DeviceArray<float> in = uniform(channels * size * size), weights = uniform(channels * 9),
                     out(channels * size * size);
  runner.measure(
      [&] { depthwise<<<dim3(size / 32, size / 16, channels), dim3(32, 16)>>>(out, in, weights, size); },
      out);
}

__global__ void maxPool(float *out, const float *in, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size / 2 || y >= size / 2)
    return;
  const float *plane = in + blockIdx.z * size * size;
  float most = -INFINITY;
  for (int dy = 0; dy < 2; ++dy)
    for (int dx = 0; dx < 2; ++dx)
      most = fmaxf(most, plane[(2 * y + dy) * size + 2 * x + dx]);
  out[(blockIdx.z * size / 2 + y) * (size / 2) + x] = most;
}

ABLATION_KERNEL(max_pool_2x2) {
  constexpr int channels = 64, size = 224;
  DeviceArray<float> in = uniform(channels * size * size), out(channels * size * size / 4);
  runner.measure(
      [&] {
        maxPool<<<dim3(blocksFor(size / 2, 16), blocksFor(size / 2, 16), channels), dim3(16, 16)>>>(out, in,
                                                                                                    size);
      },
      out);
}

__global__ void gelu(float *out, const float *in, int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    float x = in[i];
    out[i] = 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
  }
}

ABLATION_KERNEL(gelu_tanh) {
  constexpr int size = 1 << 19;
  DeviceArray<float> in = uniform(size, -3, 3), out(size);
  runner.measure([&] { gelu<<<512, 256>>>(out, in, size); }, out);
}

// A query per thread; keys and values pass by in tiles.
__global__ void attention(float *out, const float *queries, const float *keys, const float *values,
                          int length) {
  constexpr int kDepth = 32;
  __shared__ float tile_k[32][kDepth], tile_v[32][kDepth];
  int query = blockIdx.x * blockDim.x + threadIdx.x;
  float q[kDepth], sums[kDepth] = {}, maximum = -INFINITY, norm = 0;
  for (int d = 0; d < kDepth; ++d)
    q[d] = queries[query * kDepth + d] * 0.1767767f;
  for (int base = 0; base < length; base += 32) {
    for (int i = threadIdx.x; i < 32 * kDepth; i += blockDim.x) {
      tile_k[i / kDepth][i % kDepth] = keys[base * kDepth + i];
      tile_v[i / kDepth][i % kDepth] = values[base * kDepth + i];
    }
    __syncthreads();
    for (int k = 0; k < 32; ++k) {
      float score = 0;
      for (int d = 0; d < kDepth; ++d)
        score += q[d] * tile_k[k][d];
      float most = fmaxf(maximum, score), scale = expf(maximum - most), weight = expf(score - most);
      norm = norm * scale + weight;
      for (int d = 0; d < kDepth; ++d)
        sums[d] = sums[d] * scale + weight * tile_v[k][d];
      maximum = most;
    }
    __syncthreads();
  }
  for (int d = 0; d < kDepth; ++d)
    out[query * kDepth + d] = sums[d] / norm;
}

ABLATION_KERNEL(attention_thread_per_query) {
  constexpr int length = 512, depth = 32;
  DeviceArray<float> q = uniform(length * depth, -1, 1), k = uniform(length * depth, -1, 1),
                     v = uniform(length * depth);
  DeviceArray<float> out(length * depth);
  runner.measure([&] { attention<<<length / 64, 64>>>(out, q, k, v, length); }, out);
}

__global__ void embed(float *out, const int *tokens, const float *table, const float *positions, int width) {
  int token = tokens[blockIdx.x];
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[blockIdx.x * width + i] = table[token * width + i] + positions[blockIdx.x % 512 * width + i];
}

ABLATION_KERNEL(embedding) {
  constexpr int vocabulary = 5000, width = 256, length = 8192;
  DeviceArray<int> tokens = integersBelow(vocabulary, length);
  DeviceArray<float> table = uniform(vocabulary * width), positions = uniform(512 * width),
                     out(length * width);
  runner.measure([&] { embed<<<length, 128>>>(out, tokens, table, positions, width); }, out);
}

__global__ void adam(float *weights, float *first, float *second, const float *gradients, float rate,
                     int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  float g = gradients[i];
  float m = first[i] = 0.9f * first[i] + 0.1f * g;
  float v = second[i] = 0.999f * second[i] + 0.001f * g * g;
  weights[i] -= rate * m / (sqrtf(v) + 1e-8f);
}

ABLATION_KERNEL(adam_step) {
  constexpr int size = 1 << 20;
  DeviceArray<float> weights = uniform(size), first = uniform(size), second = uniform(size),
                     gradients = uniform(size, -1, 1);
  runner.measure([&] { adam<<<size / 256, 256>>>(weights, first, second, gradients, 1e-3f, size); }, weights);
}

__global__ void batchNorm(float *out, const float *in, int channels, int pixels) {
  int channel = blockIdx.x;
  __shared__ float sums[256], squares[256];
  float sum = 0, square = 0;
  for (int i = threadIdx.x; i < pixels; i += blockDim.x) {
    float value = in[channel * pixels + i];
    sum += value;
    square += value * value;
  }
  sums[threadIdx.x] = sum;
  squares[threadIdx.x] = square;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) {
      sums[threadIdx.x] += sums[threadIdx.x + stride];
      squares[threadIdx.x] += squares[threadIdx.x + stride];
    }
    __syncthreads();
  }
  float mean = sums[0] / pixels, factor = rsqrtf(squares[0] / pixels - mean * mean + 1e-5f);
  for (int i = threadIdx.x; i < pixels; i += blockDim.x)
    out[channel * pixels + i] = (in[channel * pixels + i] - mean) * factor;
}

ABLATION_KERNEL(batch_norm) {
  constexpr int channels = 256, pixels = 56 * 56;
  DeviceArray<float> in = uniform(channels * pixels), out(channels * pixels);
  runner.measure([&] { batchNorm<<<channels, 256>>>(out, in, channels, pixels); }, out);
}

__global__ void crossEntropy(float *losses, const float *logits, const int *labels, int rows, int classes) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  const float *mine = logits + row * classes;
  float most = mine[0];
  for (int i = 1; i < classes; ++i)
    most = fmaxf(most, mine[i]);
  float sum = 0;
  for (int i = 0; i < classes; ++i)
    sum += expf(mine[i] - most);
  losses[row] = logf(sum) + most - mine[labels[row]];
}

ABLATION_KERNEL(cross_entropy_thread_per_row) {
  constexpr int rows = 4096, classes = 100;
  DeviceArray<float> logits = uniform(rows * classes, -5, 5), losses(rows);
  DeviceArray<int> labels = integersBelow(classes, rows);
  runner.measure([&] { crossEntropy<<<rows / 128, 128>>>(losses, logits, labels, rows, classes); }, losses);
}

__global__ void dropout(float *out, const float *in, unsigned seed, float keep, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  unsigned state = seed ^ (i * 747796405u + 2891336453u);
  state = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
  state ^= state >> 22;
  out[i] = state * 0x1p-32f < keep ? in[i] / keep : 0;
}

ABLATION_KERNEL(dropout_pcg) {
  constexpr int size = 1 << 20;
  DeviceArray<float> in = uniform(size), out(size);
  runner.measure([&] { dropout<<<size / 256, 256>>>(out, in, 12345, 0.9f, size); }, out);
}
