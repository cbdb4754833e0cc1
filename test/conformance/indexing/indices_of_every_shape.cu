// threadIdx, blockIdx, blockDim and gridDim in one to three dimensions, with odd sizes.
#include "../check.h"

struct Place {
  uint3 thread, block;
  dim3 block_dim, grid_dim;
};

__global__ void record_places(Place *places) {
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  places[block * (blockDim.x * blockDim.y * blockDim.z) + thread] =
      Place{threadIdx, blockIdx, blockDim, gridDim};
}

static bool same(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static void check(dim3 grid, dim3 block) {
  std::size_t count = std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
  DeviceArray<Place> places(count);
  record_places<<<grid, block>>>(places.get());
  CHECK_LAUNCH();
  std::vector<Place> got = places.host();
  std::size_t next = 0;
  for (uint3 b{0, 0, 0}; b.z < grid.z; ++b.z)
    for (b.y = 0; b.y < grid.y; ++b.y)
      for (b.x = 0; b.x < grid.x; ++b.x)
        for (uint3 t{0, 0, 0}; t.z < block.z; ++t.z)
          for (t.y = 0; t.y < block.y; ++t.y)
            for (t.x = 0; t.x < block.x; ++t.x) {
              const Place &place = got[next++];
              CHECK(same(place.thread, t) && same(place.block, b) && same(place.block_dim, block) &&
                    same(place.grid_dim, grid));
            }
}

int main() {
  check(1, 1);
  check(7, 33);
  check(3, 1023);
  check(dim3(5, 3), dim3(7, 9));
  check(dim3(1, 11), dim3(1, 37));
  check(dim3(2, 3, 5), dim3(5, 3, 7));
  check(dim3(1, 1, 13), dim3(1, 1, 64));
  check(dim3(1, 300, 2), dim3(2, 1, 3));
  return verdict();
}
