// What the steps of a traced kernel are: a constant beside the code, in JSON, which `raddle view` reads.
//
//   places   where in the source (source_places.h)
//   sites    {kind, place, ...}, by their numbers:
//     begin, exit     a thread begins, or has left the kernel
//     branch          types: of the condition
//     assign          name, types: a local variable gets a value. Each $ of the name stands for an index, which follows the value.
//                     joins: a part of what the assignment before it has begun
//     load, store, atomic   name, space, bytes, types: of the address, then of what is written. A space of 0 is not known
//     operation       name, form, types: of the mask and the operands of a warp operation
//     barrier         name: a thread arrives
//     fence, print    name
//     result          of, types: what the site with this number has given; of a barrier: the thread goes on
//   `by` is the function of the header through which the program asks for it. Types: i1, i8 to i64, f16 to f64, ptr.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_TRACE_TRACE_TABLE_H
#define RADDLE_VECTORIZE_INSTRUMENT_TRACE_TRACE_TABLE_H

#include "vectorize/instrument/source_places.h"

#include <llvm/IR/Module.h>

namespace raddle::vectorize {

class TraceTable {
public:
  /// The number of a new site.
  unsigned add(llvm::json::Object site, const llvm::DILocation *place);
  bool isEmpty() const { return sites_.empty(); }
  /// Defines the RaddleTraceTable.
  void write(llvm::GlobalVariable &table) const;

private:
  SourcePlaces places_;
  llvm::json::Array sites_;
};

/// A variable of the type RaddleTraceTable, yet without a value.
llvm::GlobalVariable *declareTraceTable(llvm::Module &module);

} // namespace raddle::vectorize

#endif
