#include "occupancy/search.h"

#include "occupancy/question.h"

#include <algorithm>
#include <cmath>

namespace raddle::occupancy {

BlockSizeChoice bestBlockSize(const Architecture &architecture, const KernelResources &kernel,
                              const SharedOfBlockSize &dynamic_shared, unsigned limit) {
  Question question(architecture, kernel);
  if (limit != 0)
    question.kernel.maxThreadsPerBlock =
        static_cast<int>(std::min({limit, kernel.max_threads_per_block, kMaxThreadsPerBlock}));
  auto call = [](int threads, void *context) {
    return (*static_cast<const SharedOfBlockSize *>(context))(static_cast<unsigned>(threads));
  };
  int blocks_per_sm = 0, threads = 0;
  raddleOccFindBlockSize(&blocks_per_sm, &threads, &question.device, &question.kernel, &question.state, call,
                         const_cast<SharedOfBlockSize *>(&dynamic_shared));
  return {static_cast<unsigned>(threads), static_cast<unsigned>(blocks_per_sm)};
}

unsigned blocksForOccupancy(const Architecture &architecture, unsigned block_threads, double fraction) {
  unsigned warps = BlockShape{block_threads}.warps();
  // A hair less, so that 0.75 * 64 warps are 48 and not 49.
  double blocks = fraction * architecture.warps_per_sm / std::max(warps, 1u);
  return std::max(1u, static_cast<unsigned>(std::ceil(blocks - 1e-9)));
}

std::optional<unsigned> registersAllowed(const Architecture &architecture, const KernelResources &kernel,
                                         BlockShape block, unsigned blocks) {
  KernelResources trial = kernel;
  // More registers never make room for more blocks.
  unsigned fitting = 0, most = architecture.registers_per_thread;
  while (fitting < most) {
    trial.registers_per_thread = (fitting + most + 1) / 2;
    if (computeOccupancy(architecture, trial, block).blocks >= blocks)
      fitting = trial.registers_per_thread;
    else
      most = trial.registers_per_thread - 1;
  }
  return fitting != 0 ? std::optional(fitting) : std::nullopt;
}

unsigned registersWithin(const Architecture &architecture, const RegisterBounds &bounds) {
  const unsigned most = architecture.registers_per_thread;
  if (bounds.max_registers != 0)
    return std::clamp(bounds.max_registers, architecture.major >= 7 ? 24u : 16u, most);
  if (bounds.max_threads == 0)
    return most;
  auto allowed = [&](unsigned blocks) {
    return registersAllowed(architecture, {}, {bounds.max_threads, 0}, blocks);
  };
  if (auto registers = allowed(std::max(bounds.min_blocks, 1u)))
    return *registers;
  return allowed(1).value_or(most);
}

std::optional<std::size_t> sharedAllowed(const Architecture &architecture, const KernelResources &kernel,
                                         BlockShape block, unsigned blocks) {
  KernelResources trial = kernel;
  trial.static_shared = 0;
  trial.max_dynamic_shared = architecture.shared_optin;
  auto fits = [&](std::size_t bytes) {
    return computeOccupancy(architecture, trial, {block.threads, bytes}).blocks >= blocks;
  };
  for (std::size_t bytes = architecture.shared_optin; bytes > 0; bytes -= architecture.shared_unit)
    if (fits(bytes))
      return bytes;
  return fits(0) ? std::optional<std::size_t>(0) : std::nullopt;
}

std::size_t availableDynamicShared(const Architecture &architecture, const KernelResources &kernel,
                                   unsigned blocks, unsigned block_threads) {
  const Question question(architecture, kernel);
  std::size_t bytes = 0;
  cudaOccAvailableDynamicSMemPerBlock(&bytes, &question.device, &question.kernel, &question.state,
                                      static_cast<int>(blocks), static_cast<int>(block_threads));
  return bytes;
}

} // namespace raddle::occupancy
