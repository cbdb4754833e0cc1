#include "../common/device.h"
#include "problem.h"

constexpr int kBlock = 256;

__global__ void nbody(float4 *accelerations, const float4 *bodies, int size, float softening) {
  __shared__ float4 tile[kBlock];
  int i = blockIdx.x * kBlock + threadIdx.x;
  float4 body = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < size; first += kBlock) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < kBlock; ++j) {
      float4 other = tile[j];
      float dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      float factor = other.w * inverse * inverse * inverse;
      ax += dx * factor;
      ay += dy * factor;
      az += dz * factor;
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(ax, ay, az, 0);
}

struct Program : Nbody {
  explicit Program(bool tiny) : Nbody(tiny), accelerations_(size), bodies_(interleaved()) {}
  void run() {
    nbody<<<size / kBlock, kBlock>>>(accelerations_, bodies_, size, kSoftening);
    bench::finish();
  }
  void check() {
    bench::Array<float4> result(size);
    accelerations_.copyTo(result);
    Nbody::check(&result[0].x, &result[0].y, &result[0].z, 4);
  }
  bench::DeviceArray<float4> accelerations_, bodies_;

private:
  bench::DeviceArray<float4> interleaved() {
    bench::Array<float4> bodies(size);
    for (int i = 0; i < size; ++i)
      bodies[i] = make_float4(x[i], y[i], z[i], mass[i]);
    return bench::DeviceArray<float4>(bodies);
  }
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
