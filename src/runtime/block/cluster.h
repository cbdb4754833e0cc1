// A cluster: blocks that start together on one worker, have a barrier, and see each other's shared memory.
//
// That they share a worker makes all of it cheap: the barrier needs no atomics, and memory of another block
// is as near as one's own. Clusters are small, so a grid has enough of them for all workers.
#ifndef RADDLE_RUNTIME_BLOCK_CLUSTER_H
#define RADDLE_RUNTIME_BLOCK_CLUSTER_H

#include "runtime/block/cohort.h"
#include "runtime/block/span_barrier.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace raddle::runtime {

/// Exited threads, and so ended blocks, are not waited for, as on a GPU.
class ClusterBarrier final : public SpanBarrier {
public:
  explicit ClusterBarrier(std::uint32_t blocks) : missing_(blocks) {}
  /// One of its blocks, by the number of its threads that have not exited.
  void add(const std::uint32_t &living_threads) { living_threads_.push_back(&living_threads); }
  void blockArrived(Carrier &worker, bool arrived) override;

private:
  std::vector<const std::uint32_t *> living_threads_;
  std::uint32_t missing_; // blocks that live and have not arrived
};

struct Cluster {
  explicit Cluster(std::uint32_t size) : barrier(size), cohort(size), blocks(size) {}

  ClusterBarrier barrier;
  Cohort cohort;               // of a launch that is not cooperative; else that of the grid
  std::vector<Block *> blocks; // by rank
  // Blocks that have ended. Others may still use their shared memory.
  std::vector<std::unique_ptr<Block>> ended;
};

} // namespace raddle::runtime

#endif
