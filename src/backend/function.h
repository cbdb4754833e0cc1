// A kernel as a back end has made it ready for launches.
#ifndef RADDLE_BACKEND_FUNCTION_H
#define RADDLE_BACKEND_FUNCTION_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <span>

namespace raddle::backend {

/// What the host core knows of it: facts. What is to be run, only the back end knows, in a class of its own that is derived
/// from this. A function exists for ever, since launches may be in flight when a library is closed.
struct Function {
  const char *name; // mangled
  std::span<const RaddleParameter> parameters;
  std::uint32_t parameter_bytes; // of the buffer that they are packed into
  std::uint32_t static_shared_bytes;
  std::uint32_t local_bytes;    // of local arrays of a thread
  std::uint32_t constant_bytes; // of __constant__ variables that it can reach
  // From __launch_bounds__ and __maxnreg__, or -maxrregcount; 0 when absent.
  std::uint32_t max_threads_per_block, min_blocks_per_sm, max_registers;
  RaddleDim3 cluster_dim; // from __cluster_dims__, in blocks; x is 0 when absent
  bool needs_cluster;     // the launch must give its dimensions
  bool prints;
  // What is taken for granted of the parameters' bits. Where a launch's are others, it takes the function for
  // BlockClass::unaligned.
  std::span<const RaddleMultiple> multiples;
};

} // namespace raddle::backend

#endif
