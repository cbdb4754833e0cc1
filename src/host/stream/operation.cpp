#include "host/stream/operation.h"

#include <utility>

namespace raddle::host {

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
