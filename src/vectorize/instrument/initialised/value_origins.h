// Where a value that may be uninitialised comes from, for reports.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_INITIALISED_VALUE_ORIGINS_H
#define RADDLE_VECTORIZE_INSTRUMENT_INITIALISED_VALUE_ORIGINS_H

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace raddle::vectorize {

class TrackedValues;

struct Origin {
  llvm::Value *read = nullptr;   // i64: the address that it was read from, or 0
  llvm::Value *source = nullptr; // i64: see kRaddleSourceShift
  std::string names;             // of the sources, a line each, as RaddleUninitialisedLanes has them
};

/// Of a tracked value: code is written that finds out which of its sources is to blame.
Origin originOf(llvm::IRBuilderBase &builder, llvm::Value *value, const TrackedValues &values);

/// Of memory that an instruction reads.
Origin originOfMemory(llvm::IRBuilderBase &builder, const llvm::Instruction &access, llvm::Value *address,
                      std::uint64_t bytes);

} // namespace raddle::vectorize

#endif
