// The words for the decisions of a WidenPlan: a row for each kind.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_PLAN_WORDS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_PLAN_WORDS_H

#include "vectorize/widen/plan/widen_plan.h"

#include <llvm/ADT/StringRef.h>

#include <string>

namespace raddle::vectorize {

/// One word for programs that read the plan.
llvm::StringRef wordOf(AccessKind kind);
llvm::StringRef wordOf(UpdateKind kind);
llvm::StringRef wordOf(DivisionKind kind);
llvm::StringRef wordOf(CallKind kind);
llvm::StringRef wordOf(OperationKind kind);
llvm::StringRef wordOf(MaskSource mask, bool is_full);

/// A few words for people.
llvm::StringRef wordsOf(UpdateKind kind);
llvm::StringRef wordsOf(DivisionKind kind);
llvm::StringRef wordsOf(CallKind kind);
llvm::StringRef wordsOf(OperationKind kind);

/// Why calls of this kind are made so.
llvm::StringRef whyOf(CallKind kind);

/// "the same for all lanes", "4 bytes further from lane to lane", ...
std::string describeAddress(const analysis::LaneShape &shape);

/// What users call a function of the runtime.
llvm::StringRef spellingOf(const nvvm::RuntimeFunction &function);

} // namespace raddle::vectorize

#endif
