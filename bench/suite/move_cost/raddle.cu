#include "../common/device.h"
#include "problem.h"

__device__ float sq(float x) { return x * x; }

__global__ void move_cost(float *sums, char *moves, const MoveCost::Point *descriptions,
                          const float *coordinates, int n, int dimensions, int new_centre, int centres) {
  extern __shared__ float centre[];
  for (int d = threadIdx.x; d < dimensions; d += blockDim.x)
    centre[d] = coordinates[d * n + new_centre];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0;
  for (int d = 0; d < dimensions; ++d)
    s += sq(coordinates[d * n + i] - centre[d]);
  float *own = &sums[i * (centres + 1)];
  float cost = s * descriptions[i].weight, now = descriptions[i].cost;
  if (cost < now) {
    moves[i] = 1;
    own[centres] += cost - now;
  } else {
    own[descriptions[i].centre] += now - cost;
  }
}

struct Program : MoveCost {
  explicit Program(bool tiny)
      : MoveCost(tiny), coordinates_(coordinates), descriptions_(descriptions),
        sums_(std::size_t(points) * kSums), moves_(points) {}
  void run() {
    move_cost<<<bench::blocksFor(points, 512), 512, sizeof(float) * kDimensions>>>(
        sums_, moves_, descriptions_, coordinates_, points, kDimensions, centre, kCentres);
    bench::finish();
  }
  void check() {
    bench::require(cudaMemset(sums_, 0, sizeof(float) * points * kSums));
    bench::require(cudaMemset(moves_, 0, points));
    run();
    bench::Array<float> sums(std::size_t(points) * kSums);
    bench::Array<char> moves(points);
    sums_.copyTo(sums);
    moves_.copyTo(moves);
    MoveCost::check(sums.data(), moves.data());
  }
  bench::DeviceArray<float> coordinates_;
  bench::DeviceArray<Point> descriptions_;
  bench::DeviceArray<float> sums_;
  bench::DeviceArray<char> moves_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
