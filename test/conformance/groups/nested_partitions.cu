// Partitions of partitions, four deep: static and dynamic tiles, random labels, random predicates.
#include "group_model.h"

namespace cg = cooperative_groups;

constexpr int kDepth = 4;

// out[depth * threads + thread]
__global__ void tiles_in_tiles(Report *out) {
  auto block = cg::this_thread_block();
  const unsigned t = block.thread_rank(), threads = block.size();
  auto tile32 = cg::tiled_partition<32>(block);
  auto tile16 = cg::tiled_partition<16>(tile32);
  auto tile4 = cg::tiled_partition<4>(tile16);
  auto tile2 = cg::tiled_partition<2>(tile4);
  out[t] = reportOf(tile32, t);
  out[threads + t] = reportOf(tile16, t);
  out[2 * threads + t] = reportOf(tile4, t);
  out[3 * threads + t] = reportOf(tile2, t);
}

__global__ void labels_then_labels(const int *labels, Report *out) {
  auto block = cg::this_thread_block();
  const unsigned t = block.thread_rank(), threads = block.size();
  auto tile = cg::tiled_partition<32>(block);
  cg::coalesced_group first = cg::labeled_partition(tile, labels[t]);
  cg::coalesced_group second = cg::labeled_partition(first, labels[threads + t]);
  cg::coalesced_group third = cg::binary_partition(second, labels[2 * threads + t] & 1);
  cg::coalesced_group fourth = cg::binary_partition(third, labels[3 * threads + t] & 1);
  out[t] = reportOf(first, t);
  out[threads + t] = reportOf(second, t);
  out[2 * threads + t] = reportOf(third, t);
  out[3 * threads + t] = reportOf(fourth, t);
}

__global__ void tiles_of_labels(const int *labels, unsigned size, Report *out) {
  auto block = cg::this_thread_block();
  const unsigned t = block.thread_rank(), threads = block.size();
  auto tile = cg::tiled_partition<16>(block);
  cg::coalesced_group first = cg::binary_partition(tile, labels[t] & 1);
  // The groups may have any size: the last tile may be smaller.
  cg::coalesced_group second = cg::tiled_partition(first, size);
  cg::coalesced_group third = cg::labeled_partition(second, labels[2 * threads + t]);
  cg::coalesced_group fourth = cg::tiled_partition(third, 2);
  out[t] = reportOf(first, t);
  out[threads + t] = reportOf(second, t);
  out[2 * threads + t] = reportOf(third, t);
  out[3 * threads + t] = reportOf(fourth, t);
}

int main() {
  Random random;
  for (dim3 shape : {dim3(32), dim3(96), dim3(16, 5, 2), dim3(1024)}) {
    const unsigned threads = volumeOf(shape);
    for (int round = 0; round < 8; ++round) {
      std::vector<int> labels(kDepth * threads);
      // From one label for all to nearly one for each; negative ones too.
      for (int &label : labels)
        label = static_cast<int>(random.below(1 + round * round)) - round;
      auto at = [&](int depth) {
        return [&labels, threads, depth](unsigned t) { return labels[depth * threads + t]; };
      };
      auto oddness = [&](int depth) {
        return [&labels, threads, depth](unsigned t) { return labels[depth * threads + t] & 1; };
      };
      DeviceArray<int> device(labels);
      DeviceArray<Report> out(kDepth * threads);
      const Partition block{wholeBlock(threads)};
      if (round == 0) {
        tiles_in_tiles<<<1, shape>>>(out.get());
        CHECK_LAUNCH();
        std::vector<Report> got = out.host();
        Partition tiles = block;
        int depth = 0;
        for (unsigned size : {32, 16, 4, 2})
          CHECK_REPORTS(got, threads * depth++, tiles = tilesOf(tiles, size));
      }

      labels_then_labels<<<1, shape>>>(device.get(), out.get());
      CHECK_LAUNCH();
      std::vector<Report> got = out.host();
      Partition parts = labeled(tilesOf(block, 32), at(0));
      CHECK_REPORTS(got, 0, parts);
      CHECK_REPORTS(got, threads, parts = labeled(parts, at(1)));
      CHECK_REPORTS(got, 2 * threads, parts = split(parts, oddness(2)));
      CHECK_REPORTS(got, 3 * threads, parts = split(parts, oddness(3)));

      const unsigned size = 1u << round % 5;
      tiles_of_labels<<<1, shape>>>(device.get(), size, out.get());
      CHECK_LAUNCH();
      got = out.host();
      CHECK_REPORTS(got, 0, parts = split(tilesOf(block, 16), oddness(0)));
      CHECK_REPORTS(got, threads, parts = tilesOf(parts, size));
      CHECK_REPORTS(got, 2 * threads, parts = labeled(parts, at(2)));
      CHECK_REPORTS(got, 3 * threads, parts = tilesOf(parts, 2));
    }
  }
  return verdict();
}
