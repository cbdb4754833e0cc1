// The entry of a kernel that begins with the work of several blocks.
#ifndef RADDLE_VECTORIZE_OPTIMIZE_WRITE_AHEAD_H
#define RADDLE_VECTORIZE_OPTIMIZE_WRITE_AHEAD_H

#include "vectorize/compile_job.h"
#include "vectorize/optimize/grid_loop.h"

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// Before: `function` is a copy of job.block_entry with the type of RaddleKernel.ahead_entry, and `loop` lies in it. After:
/// it is an ahead_entry. A frame has the loop's phis first, one behind the other. Returns a frame's size in bytes; nothing
/// where the function cannot be written so, and what there is of it is of no use.
std::optional<std::uint64_t> writeAhead(const CompileJob &job, llvm::Function &function,
                                        const GridLoop &loop);

} // namespace raddle::vectorize

#endif
