#include "host/stream/operation.h"

#include <cstddef>
#include <utility>

namespace raddle::host {

// The class is not of standard layout; all that matters is that one compiler lays it out.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"
constexpr std::size_t Operation::kEdgeOffset = offsetof(Operation, first_edge_);
#pragma clang diagnostic pop

void Operation::waitFor(Operation &earlier) {
  Edge *head = earlier.successors_.load(std::memory_order_acquire);
  if (head == closed())
    return;
  Edge *edge = first_edge_.later ? new Edge : &first_edge_;
  edge->later = this;
  pending_.fetch_add(1, std::memory_order_relaxed);
  do {
    if (head == closed()) {
      pending_.fetch_sub(1, std::memory_order_relaxed);
      if (edge == &first_edge_)
        edge->later = nullptr;
      else
        delete edge;
      return;
    }
    edge->next = head;
  } while (!earlier.successors_.compare_exchange_weak(head, edge, std::memory_order_release,
                                                      std::memory_order_acquire));
}

Operation::Edge *Operation::reversed(Edge *list) {
  Edge *result = nullptr;
  while (list) {
    Edge *const next = list->next;
    list->next = std::exchange(result, list);
    list = next;
  }
  return result;
}

} // namespace raddle::host
