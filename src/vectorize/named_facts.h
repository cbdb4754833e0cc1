// What passes find out for those after them, by names and numbers: for passes that run alone, on IR from a file, and for
// readers of IR.
#ifndef RADDLE_VECTORIZE_NAMED_FACTS_H
#define RADDLE_VECTORIZE_NAMED_FACTS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Such as "fused-warps=8,loops-over-warps=1": what the job does not know from the beginning.
std::string describeFacts(const CompileJob &job);

/// Gives the job one of them, such as "fused-warps=8"; false where that is none.
bool takeFact(CompileJob &job, llvm::StringRef fact);

} // namespace raddle::vectorize

#endif
