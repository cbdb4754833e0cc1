// Tiles that keep their parent in the type or in the object; warp-synchronous code; tiles of tiles.
#include "../capture.h"

#include <cooperative_groups.h>
using namespace cooperative_groups;

struct Tiles {
  unsigned size32, rank32, groups32, group32, size4, rank4, groups4, group4, groups_nested, group_nested;
};

__global__ void observe(Tiles *out) {
  /// The following code will create two sets of tiled groups, of size 32 and 4 respectively:
  /// The latter has the provenance encoded in the type, while the first stores it in the handle
  thread_block block = this_thread_block();
  thread_block_tile<32> tile32 = tiled_partition<32>(block);
  thread_block_tile<4, thread_block> tile4 = tiled_partition<4>(block);
  auto nested = tiled_partition<4>(tile32);
  out[block.thread_rank()] = {unsigned(tile32.num_threads()),
                              unsigned(tile32.thread_rank()),
                              unsigned(tile32.meta_group_size()),
                              unsigned(tile32.meta_group_rank()),
                              unsigned(tile4.size()),
                              unsigned(tile4.thread_rank()),
                              unsigned(tile4.meta_group_size()),
                              unsigned(tile4.meta_group_rank()),
                              unsigned(nested.meta_group_size()),
                              unsigned(nested.meta_group_rank())};
}

__global__ void cooperative_kernel(int *visits) {
  // obtain default "current thread block" group
  thread_block my_block = this_thread_block();

  // subdivide into 32-thread, tiled subgroups
  // Tiled subgroups evenly partition a parent group into
  // adjacent sets of threads - in this case each one warp in size
  auto my_tile = tiled_partition<32>(my_block);

  // This operation will be performed by only the
  // first 32-thread tile of each block
  if (my_tile.meta_group_rank() == 0) {
    int rank = my_tile.thread_rank();
    visits[rank] = rank + 1;
    my_tile.sync();
    int neighbour = visits[(rank + 1) % 32];
    my_tile.sync();
    visits[rank] = neighbour;
  }
}

__global__ void hello_static() {
  thread_block block = this_thread_block();
  thread_block_tile<32> tile32 = tiled_partition<32>(block);
  auto tile4 = tiled_partition<4>(tile32);
  if (tile4.thread_rank() == 0)
    printf("Hello from tile4 rank 0\n");
}

__global__ void hello_general() {
  thread_block block = this_thread_block();
  thread_block_tile<32> tile32 = tiled_partition<32>(block);
  // or using a general group
  thread_group tile4 = tiled_partition(tile32, 4);
  if (tile4.thread_rank() == 0)
    printf("Hello from tile4 rank 0\n");
}

int main() {
  const int threads = 160;
  DeviceArray<Tiles> out(threads);
  observe<<<1, threads>>>(out.get());
  CHECK_LAUNCH();
  std::vector<Tiles> got = out.host();
  for (unsigned t = 0; t < threads; ++t) {
    CHECK_EQ(got[t].size32, 32u);
    CHECK_EQ(got[t].rank32, t % 32);
    CHECK_EQ(got[t].groups32, 5u);
    CHECK_EQ(got[t].group32, t / 32);
    CHECK_EQ(got[t].size4, 4u);
    CHECK_EQ(got[t].rank4, t % 4);
    CHECK_EQ(got[t].groups4, 40u);
    CHECK_EQ(got[t].group4, t / 4);
    CHECK_EQ(got[t].groups_nested, 8u);
    CHECK_EQ(got[t].group_nested, t % 32 / 4);
  }
  DeviceArray<int> visits(64);
  cooperative_kernel<<<1, 96>>>(visits.get());
  CHECK_LAUNCH();
  std::vector<int> expected(64);
  for (int i = 0; i < 32; ++i)
    expected[i] = (i + 1) % 32 + 1;
  CHECK_SAME(visits.host(), expected);
  std::vector<std::string> hellos(2 * 96 / 4, "Hello from tile4 rank 0");
  CHECK_SAME(linesPrintedBy([] { hello_static<<<2, 96>>>(); }), hellos);
  CHECK_SAME(linesPrintedBy([] { hello_general<<<2, 96>>>(); }), hellos);
  return verdict();
}
