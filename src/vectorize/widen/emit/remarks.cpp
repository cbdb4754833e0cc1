// What became of loops, branches and accesses.

#include "vectorize/remarks.h"
#include "vectorize/widen/emit/warp_emitter.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

void WarpEmitter::remark(const Instruction &instruction, const Twine &what) {
  if (!job_.report.wants_remarks)
    return;
  std::string subject;
  if (isa<LoadInst>(instruction) || isa<StoreInst>(instruction)) {
    const auto bytes =
        layout_.getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&instruction))).getFixedValue();
    subject = fmt::format("{} of {} byte{}: ", isa<LoadInst>(instruction) ? "load" : "store", bytes,
                          bytes == 1 ? "" : "s");
  } else if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction))
    subject = "atomic update: ";
  vectorize::remark(job_, instruction, subject + what);
}

void WarpEmitter::remarkAccess(const Instruction &access, StringRef otherwise) {
  if (!job_.report.wants_remarks)
    return;
  const Value *pointer = getLoadStorePointerOperand(&access);
  const analysis::LaneShape shape = shapes_.of(pointer), assumed = assumedShape(pointer);
  Type *type = getLoadStoreType(const_cast<Instruction *>(&access));
  const bool are_rows = areRowsUnderMask(assumed, type),
             has_borders = !lanesLieSideBySide(assumed, type) && !are_rows;
  if (has_borders && !bentIndex(pointer, type))
    return remark(access, analysis::describe(assumed) + ": " + otherwise);
  std::string text = are_rows ? fmt::format("rows of {} lanes: one vector access each", assumed.run())
                              : "contiguous: one vector access";
  if (!isFull(mask_))
    text += ", masked where lanes may be missing";
  if (has_borders)
    text += "; where a border bends the index, a " + otherwise.str();
  else if (shape.run() < assumed.run())
    text += "; where an index wraps within the warp, a " + otherwise.str();
  remark(access, text);
}

void WarpEmitter::remarkPlan(const Instruction &access, const analysis::LaneShape &shape,
                             std::size_t together, std::size_t chunks, bool masked) {
  if (!job_.report.wants_remarks)
    return;
  const bool is_likely = assumedShape(getLoadStorePointerOperand(&access)).run() < shape.run();
  std::string text = fmt::format("{}{}: {} vector{} and shuffles", is_likely ? "probably " : "",
                                 analysis::describe(shape), chunks, chunks == 1 ? "" : "s");
  if (together > 1)
    text += fmt::format(", {} neighbouring accesses together", together);
  if (!isFull(mask_))
    text += masked                  ? ", masked where lanes may be missing"
            : isa<LoadInst>(access) ? ", where all lanes are active; else a gather"
                                    : ", where all lanes are active; else a scatter";
  remark(access, text);
}

void WarpEmitter::remarkFieldsByLane(const Instruction &access, std::size_t together) {
  if (job_.report.wants_remarks)
    remark(access,
           fmt::format("{}: each lane loads {} neighbours at once, which are parted in registers",
                       analysis::describe(assumedShape(getLoadStorePointerOperand(&access))), together));
}

} // namespace raddle::vectorize
