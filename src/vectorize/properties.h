// What passes rely on: facts about the IR of a whole job that one pass establishes and others need.
#ifndef RADDLE_VECTORIZE_PROPERTIES_H
#define RADDLE_VECTORIZE_PROPERTIES_H

#include "vectorize/compile_job.h"

#include <span>
#include <string>
#include <string_view>

namespace raddle::vectorize {

/// Bits, of which each has a row in properties().
enum Property : unsigned {
  kThreadsPassed = 1,
  kNoNvvm = 2,
  kHostPointers = 4,
  kNormalForm = 8,
  kNoThreadFields = 16,
  kHasEntries = 32,
  kNoFissionPoints = 64,
};

struct PropertyRow {
  Property property;
  std::string_view name;
  std::string_view meaning;
  // Function and instruction that contradict it, or "".
  std::string (*contradiction)(const CompileJob &);
  // Makes it hold again after a pass that disturbs it; null for properties that no pass may disturb.
  bool (*establish)(CompileJob &) = nullptr;
};

std::span<const PropertyRow> properties();

/// Those that hold of the job's IR.
unsigned propertiesOf(const CompileJob &job);

} // namespace raddle::vectorize

#endif
