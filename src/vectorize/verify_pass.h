// What verifying builds ask of each pass: that the IR is valid and has the properties that hold, and that a pass which says that
// it has changed nothing has changed nothing. Violations are internal errors, which name the pass.
#ifndef RADDLE_VECTORIZE_VERIFY_PASS_H
#define RADDLE_VECTORIZE_VERIFY_PASS_H

#include "vectorize/compile_job.h"

#include <llvm/IR/PassInstrumentation.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace raddle::vectorize {

/// Ends the process, with the request to report what has happened.
[[noreturn]] void internalError(const std::string &message);

/// A hash of all code of a job: of its text, with attributes and metadata.
std::uint64_t textHash(const CompileJob &job);

/// Checks LLVM's rules, and the properties `holds`.
void verifyCode(const CompileJob &job, std::string_view pass, unsigned holds);

/// To be called where a pass has said that it changed nothing, with the hash of the code before it.
void verifyUnchanged(const CompileJob &job, std::string_view pass, std::uint64_t hash_before);

/// The same for passes over functions of ours (`onEach`), among LLVM's: those that say all analyses still hold have changed
/// nothing. Has to live as long as the passes run.
class UnchangedFunctions {
public:
  explicit UnchangedFunctions(llvm::PassInstrumentationCallbacks &callbacks);

private:
  std::uint64_t hash_ = 0; // of the function before the pass
};

} // namespace raddle::vectorize

#endif
