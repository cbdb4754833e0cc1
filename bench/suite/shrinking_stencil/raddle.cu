// A block loads a tile once and takes several steps, in each of which a ring of its cells is lost.
#include "../common/device.h"
#include "problem.h"

static constexpr int kBlock = 16;

__global__ void shrinking_stencil(float *out, const float *in, const float *power, int size, int steps,
                                  float rate, float across, float along, float loss, float outside) {
  __shared__ float now[kBlock][kBlock], next[kBlock][kBlock], source[kBlock][kBlock];
  const int tx = threadIdx.x, ty = threadIdx.y, inner = kBlock - 2 * steps;
  const int left = blockIdx.x * inner - steps, top = blockIdx.y * inner - steps;
  const int x = left + tx, y = top + ty, i = y * size + x;
  if (x >= 0 && x < size && y >= 0 && y < size) {
    now[ty][tx] = in[i];
    source[ty][tx] = power[i];
  }
  __syncthreads();
  const int first_x = max(-left, 0), last_x = min(size - 1 - left, kBlock - 1);
  const int first_y = max(-top, 0), last_y = min(size - 1 - top, kBlock - 1);
  const int west = max(tx - 1, first_x), east = min(tx + 1, last_x);
  const int north = max(ty - 1, first_y), south = min(ty + 1, last_y);
  bool computed = false;
  for (int step = 0; step < steps; ++step) {
    computed = false;
    if (tx > step && tx < kBlock - 1 - step && ty > step && ty < kBlock - 1 - step && tx >= first_x &&
        tx <= last_x && ty >= first_y && ty <= last_y) {
      computed = true;
      next[ty][tx] = now[ty][tx] +
                     rate * (source[ty][tx] + (now[south][tx] + now[north][tx] - 2.0 * now[ty][tx]) * across +
                             (now[ty][east] + now[ty][west] - 2.0 * now[ty][tx]) * along +
                             (outside - now[ty][tx]) * loss);
    }
    __syncthreads();
    if (step == steps - 1)
      break;
    if (computed)
      now[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (computed)
    out[i] = next[ty][tx];
}

struct Program : ShrinkingStencil {
  static constexpr int kStepsOfLaunch = 2;

  explicit Program(bool tiny)
      : ShrinkingStencil(tiny), in_(heat), power_(power), buffers_{Device(heat.size()), Device(heat.size())} {
  }
  void run() {
    const int blocks = bench::blocksFor(size, kBlock - 2 * kStepsOfLaunch);
    const float *from = in_;
    for (int step = 0; step < kSteps; step += kStepsOfLaunch) {
      float *to = buffers_[step / kStepsOfLaunch % 2];
      shrinking_stencil<<<dim3(blocks, blocks), dim3(kBlock, kBlock)>>>(
          to, from, power_, size, kStepsOfLaunch, kRate, kAcross, kAlong, kLoss, kOutside);
      from = to;
    }
    bench::finish();
  }
  void check() {
    bench::Array<float> out(heat.size());
    buffers_[(kSteps / kStepsOfLaunch - 1) % 2].copyTo(out);
    ShrinkingStencil::check(out.data());
  }

  using Device = bench::DeviceArray<float>;
  Device in_, power_, buffers_[2];
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
