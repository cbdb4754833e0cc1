#include "vectorize/verify_pass.h"

#include "vectorize/block/code_parts.h"
#include "vectorize/properties.h"

#include <llvm/ADT/Any.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

template <typename Code> std::uint64_t hashOfText(const Code &code) {
  std::string text;
  raw_string_ostream stream(text);
  code.print(stream, nullptr);
  return xxh3_64bits(text);
}

[[noreturn]] void saysUnchanged(std::string_view pass) {
  internalError(fmt::format("the pass {} says that it has changed nothing, but it has", pass));
}

// The function that a pass of ours runs on; null for all other passes and code.
const Function *ownFunction(StringRef pass, const Any &code) {
  const auto *function = any_cast<const Function *>(&code);
  return function && pass.contains("PassOnEach") ? *function : nullptr;
}

} // namespace

void internalError(const std::string &message) {
  report_fatal_error(Twine("raddle: internal error: ") + message +
                     "\nPlease report this with the source file.");
}

std::uint64_t textHash(const CompileJob &job) {
  std::uint64_t hash = 0;
  for (const Module *module : modulesOf(job))
    hash = hash * 31 + hashOfText(*module);
  return hash;
}

void verifyCode(const CompileJob &job, std::string_view pass, unsigned holds) {
  for (const Module *module : modulesOf(job)) {
    std::string message;
    raw_string_ostream stream(message);
    if (verifyModule(*module, &stream))
      internalError(fmt::format("invalid IR after pass {}:\n{}", pass, message));
  }
  for (const PropertyRow &row : properties())
    if (holds & row.property)
      if (const std::string found = row.contradiction(job); !found.empty())
        internalError(fmt::format("after pass {} the IR is no longer \"{}\" ({}): {}", pass, row.name,
                                  row.meaning, found));
}

void verifyUnchanged(const CompileJob &job, std::string_view pass, std::uint64_t hash_before) {
  if (textHash(job) != hash_before)
    saysUnchanged(pass);
}

UnchangedFunctions::UnchangedFunctions(PassInstrumentationCallbacks &callbacks) {
  callbacks.registerBeforeNonSkippedPassCallback([this](StringRef pass, Any code) {
    if (const Function *function = ownFunction(pass, code))
      hash_ = hashOfText(*function);
  });
  callbacks.registerAfterPassCallback([this](StringRef pass, Any code, const PreservedAnalyses &preserved) {
    const Function *function = ownFunction(pass, code);
    if (function && preserved.areAllPreserved() && hashOfText(*function) != hash_)
      saysUnchanged(std::string_view(pass));
  });
}

} // namespace raddle::vectorize
