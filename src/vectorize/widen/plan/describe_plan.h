// A WidenPlan in plain words, for `raddle explain` and its option --plan.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_DESCRIBE_PLAN_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_DESCRIBE_PLAN_H

#include "vectorize/widen/plan/widen_plan.h"

namespace raddle::vectorize {

/// Puts what the plan says into the report: remarks of loops, branches, accesses and updates where they are wanted, and
/// all of it where the plan is.
void reportPlan(const Report &report, const WidenPlan &plan);

} // namespace raddle::vectorize

#endif
