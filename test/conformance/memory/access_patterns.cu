// Strided, reversed, shared and interleaved accesses, in blocks of many shapes, with all lanes and with some.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <vector>

struct Point {
  float x, y, z;
};
struct Pair {
  short a, b;
};

__device__ int linearThread() {
  return blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
}

__global__ void strided(int *out, const int *in, int n) {
  int i = linearThread();
  if (i >= n)
    return;
  out[i] = in[2 * i] + in[3 * i + 1] * 3 + in[5 * i + 2] * 5 + in[n - 1 - i] * 7 + in[i / 4] * 11 +
           in[(i & 7) + 64] * 13 + in[(i ^ 5) + 8] * 17 + in[16 * i] * 19;
}

__global__ void structures(Point *points, float4 *quads, float2 *pairs, Pair *shorts, int n) {
  int i = linearThread();
  if (i >= n)
    return;
  Point p = points[i];
  float4 q = quads[i];
  float2 r = pairs[i];
  Pair s = shorts[i];
  points[i] = {p.y + q.x, p.z + q.y, p.x + q.z};
  quads[i] = make_float4(q.w + r.x, q.z, q.y + r.y, q.x);
  pairs[i] = make_float2(r.y, p.x);
  shorts[i] = {static_cast<short>(s.b + 1), static_cast<short>(s.a + 2)};
}

__global__ void tiles(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] =
        in[y * width + x] * 2 + in[y] + in[x] + in[(height - 1 - y) * width + (width - 1 - x)];
}

__global__ void unsignedTiles(float *out, const float *in, unsigned width) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = in[y * width + x] * 2 + in[x * width + y];
}

__global__ void reversedStores(unsigned char *bytes, double *doubles, long long *pairs, int n) {
  int i = linearThread();
  if (i >= n)
    return;
  bytes[n - 1 - i] = static_cast<unsigned char>(i);
  doubles[n - 1 - i] = i * 0.5;
  pairs[2 * i] = i;
  pairs[2 * i + 1] = -i;
}

int main() {
  const dim3 shapes[] = {dim3(32),   dim3(64),   dim3(40),    dim3(16, 16),
                         dim3(8, 8), dim3(4, 8), dim3(2, 32), dim3(5, 7)};
  for (dim3 shape : shapes) {
    const int per_block = static_cast<int>(shape.x * shape.y);
    for (int n : {per_block * 3, per_block * 3 - 5}) {
      std::vector<int> in(static_cast<size_t>(per_block * 64 + 512)), out(static_cast<size_t>(n));
      for (size_t i = 0; i < in.size(); ++i)
        in[i] = static_cast<int>(i * 2654435761u >> 16);
      int *d_in, *d_out;
      CHECK_CUDA(cudaMalloc(&d_in, in.size() * sizeof(int)));
      CHECK_CUDA(cudaMalloc(&d_out, out.size() * sizeof(int)));
      CHECK_CUDA(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
      strided<<<3, shape>>>(d_out, d_in, n);
      CHECK_CUDA(cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
      for (int i = 0; i < n; ++i) {
        auto at = [&](int k) { return static_cast<unsigned>(in[static_cast<size_t>(k)]); };
        unsigned expected = at(2 * i) + at(3 * i + 1) * 3 + at(5 * i + 2) * 5 + at(n - 1 - i) * 7 +
                            at(i / 4) * 11 + at((i & 7) + 64) * 13 + at((i ^ 5) + 8) * 17 + at(16 * i) * 19;
        CHECK_EQ(static_cast<unsigned>(out[static_cast<size_t>(i)]), expected);
      }
      CHECK_CUDA(cudaFree(d_in));
      CHECK_CUDA(cudaFree(d_out));

      const size_t count = static_cast<size_t>(n);
      std::vector<Point> points(count);
      std::vector<float4> quads(count);
      std::vector<float2> pairs(count);
      std::vector<Pair> shorts(count);
      for (int i = 0; i < n; ++i) {
        size_t k = static_cast<size_t>(i);
        points[k] = {i * 1.f, i * 2.f, i * 3.f};
        quads[k] = make_float4(i * 4.f, i * 5.f, i * 6.f, i * 7.f);
        pairs[k] = make_float2(i * 8.f, i * 9.f);
        shorts[k] = {static_cast<short>(i), static_cast<short>(-i)};
      }
      Point *d_points;
      float4 *d_quads;
      float2 *d_pairs;
      Pair *d_shorts;
      CHECK_CUDA(cudaMalloc(&d_points, count * sizeof(Point)));
      CHECK_CUDA(cudaMalloc(&d_quads, count * sizeof(float4)));
      CHECK_CUDA(cudaMalloc(&d_pairs, count * sizeof(float2)));
      CHECK_CUDA(cudaMalloc(&d_shorts, count * sizeof(Pair)));
      CHECK_CUDA(cudaMemcpy(d_points, points.data(), count * sizeof(Point), cudaMemcpyHostToDevice));
      CHECK_CUDA(cudaMemcpy(d_quads, quads.data(), count * sizeof(float4), cudaMemcpyHostToDevice));
      CHECK_CUDA(cudaMemcpy(d_pairs, pairs.data(), count * sizeof(float2), cudaMemcpyHostToDevice));
      CHECK_CUDA(cudaMemcpy(d_shorts, shorts.data(), count * sizeof(Pair), cudaMemcpyHostToDevice));
      structures<<<3, shape>>>(d_points, d_quads, d_pairs, d_shorts, n);
      CHECK_CUDA(cudaMemcpy(points.data(), d_points, count * sizeof(Point), cudaMemcpyDeviceToHost));
      CHECK_CUDA(cudaMemcpy(quads.data(), d_quads, count * sizeof(float4), cudaMemcpyDeviceToHost));
      CHECK_CUDA(cudaMemcpy(pairs.data(), d_pairs, count * sizeof(float2), cudaMemcpyDeviceToHost));
      CHECK_CUDA(cudaMemcpy(shorts.data(), d_shorts, count * sizeof(Pair), cudaMemcpyDeviceToHost));
      for (int i = 0; i < n; ++i) {
        size_t k = static_cast<size_t>(i);
        float f = static_cast<float>(i);
        CHECK_EQ(points[k].x, f * 6);
        CHECK_EQ(points[k].y, f * 8);
        CHECK_EQ(points[k].z, f * 7);
        CHECK_EQ(quads[k].x, f * 15);
        CHECK_EQ(quads[k].y, f * 6);
        CHECK_EQ(quads[k].z, f * 14);
        CHECK_EQ(quads[k].w, f * 4);
        CHECK_EQ(pairs[k].x, f * 9);
        CHECK_EQ(pairs[k].y, f);
        CHECK_EQ(shorts[k].a, static_cast<short>(1 - i));
        CHECK_EQ(shorts[k].b, static_cast<short>(i + 2));
      }
      CHECK_CUDA(cudaFree(d_points));
      CHECK_CUDA(cudaFree(d_quads));
      CHECK_CUDA(cudaFree(d_pairs));
      CHECK_CUDA(cudaFree(d_shorts));

      std::vector<unsigned char> bytes(count);
      std::vector<double> doubles(count);
      std::vector<long long> longs(2 * count);
      unsigned char *d_bytes;
      double *d_doubles;
      long long *d_longs;
      CHECK_CUDA(cudaMalloc(&d_bytes, count));
      CHECK_CUDA(cudaMalloc(&d_doubles, count * sizeof(double)));
      CHECK_CUDA(cudaMalloc(&d_longs, 2 * count * sizeof(long long)));
      reversedStores<<<3, shape>>>(d_bytes, d_doubles, d_longs, n);
      CHECK_CUDA(cudaMemcpy(bytes.data(), d_bytes, count, cudaMemcpyDeviceToHost));
      CHECK_CUDA(cudaMemcpy(doubles.data(), d_doubles, count * sizeof(double), cudaMemcpyDeviceToHost));
      CHECK_CUDA(cudaMemcpy(longs.data(), d_longs, 2 * count * sizeof(long long), cudaMemcpyDeviceToHost));
      for (int i = 0; i < n; ++i) {
        CHECK_EQ(bytes[static_cast<size_t>(n - 1 - i)], static_cast<unsigned char>(i));
        CHECK_EQ(doubles[static_cast<size_t>(n - 1 - i)], i * 0.5);
        CHECK_EQ(longs[static_cast<size_t>(2 * i)], static_cast<long long>(i));
        CHECK_EQ(longs[static_cast<size_t>(2 * i + 1)], -static_cast<long long>(i));
      }
      CHECK_CUDA(cudaFree(d_bytes));
      CHECK_CUDA(cudaFree(d_doubles));
      CHECK_CUDA(cudaFree(d_longs));
    }
    for (int cut : {0, 3}) {
      const dim3 grid(3, 3);
      const int width = static_cast<int>(grid.x * shape.x) - cut,
                height = static_cast<int>(grid.y * shape.y) - cut;
      const size_t size = static_cast<size_t>(grid.x * shape.x * grid.y * shape.y) + 4096;
      std::vector<float> in(size), out(size), out2(size);
      for (size_t i = 0; i < size; ++i)
        in[i] = static_cast<float>(i % 1021);
      float *d_in, *d_out;
      CHECK_CUDA(cudaMalloc(&d_in, size * sizeof(float)));
      CHECK_CUDA(cudaMalloc(&d_out, size * sizeof(float)));
      CHECK_CUDA(cudaMemcpy(d_in, in.data(), size * sizeof(float), cudaMemcpyHostToDevice));
      if (width > 0 && height > 0) {
        tiles<<<grid, shape>>>(d_out, d_in, width, height);
        CHECK_CUDA(cudaMemcpy(out.data(), d_out, size * sizeof(float), cudaMemcpyDeviceToHost));
        for (int y = 0; y < height; ++y)
          for (int x = 0; x < width; ++x) {
            auto at = [&](int k) { return in[static_cast<size_t>(k)]; };
            CHECK_EQ(out[static_cast<size_t>(y * width + x)],
                     at(y * width + x) * 2 + at(y) + at(x) + at((height - 1 - y) * width + (width - 1 - x)));
          }
      }
      CHECK_CUDA(cudaFree(d_in));
      CHECK_CUDA(cudaFree(d_out));
    }
    const unsigned side = 3 * (shape.x > shape.y ? shape.x : shape.y);
    std::vector<float> in(side * side), out(side * side);
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = static_cast<float>(i % 1021);
    float *d_in, *d_out;
    CHECK_CUDA(cudaMalloc(&d_in, in.size() * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&d_out, in.size() * sizeof(float)));
    CHECK_CUDA(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    unsignedTiles<<<dim3(3, 3), shape>>>(d_out, d_in, side);
    CHECK_CUDA(cudaMemcpy(out.data(), d_out, in.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (unsigned y = 0; y < 3 * shape.y; ++y)
      for (unsigned x = 0; x < 3 * shape.x; ++x)
        CHECK_EQ(out[y * side + x], in[y * side + x] * 2 + in[x * side + y]);
    CHECK_CUDA(cudaFree(d_in));
    CHECK_CUDA(cudaFree(d_out));
  }
  return verdict();
}
