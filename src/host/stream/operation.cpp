#include "host/stream/operation.h"

#include <cstddef>
#include <utility>

namespace raddle::host {

// The class is not of standard layout; all that matters is that one compiler lays it out.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"
constexpr std::size_t Operation::kEdgeOffset = offsetof(Operation, first_edge_);
#pragma clang diagnostic pop

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
