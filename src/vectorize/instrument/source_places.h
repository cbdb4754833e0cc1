// Places in the source as JSON, for tables that go with the code: {file, line, column, function, path, at}; `at` is the number of
// the place of the call that was inlined.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_SOURCE_PLACES_H
#define RADDLE_VECTORIZE_INSTRUMENT_SOURCE_PLACES_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/JSON.h>

#include <string>

namespace raddle::vectorize {

/// A file's name with its folder.
std::string pathOf(const llvm::DILocation &place);

/// Whether it is in a header of Raddle's or of the system.
bool isInHeader(const llvm::DILocation &place);

/// Where the program has the instruction: of one in a header where the program calls it, unless the kernel itself is in a header. LLVM
/// drops places where it moves code: then it is the place of what stands around it. Null where nothing is known.
const llvm::DILocation *placeOutsideHeaders(const llvm::Instruction &instruction);

class SourcePlaces {
public:
  /// Null is a place that is not known.
  unsigned numberOf(const llvm::DILocation *place);
  /// All that have a number, in their order.
  llvm::json::Array list() const { return llvm::json::Array(places_); }

private:
  llvm::DenseMap<const llvm::DILocation *, unsigned> numbers_;
  llvm::json::Array places_;
};

} // namespace raddle::vectorize

#endif
