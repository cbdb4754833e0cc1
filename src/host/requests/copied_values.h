// RADDLE_CHECK=init: what copies and fills do to the shadow of memory (check/shadow.h), and what the host gets that nobody has
// written.
#ifndef RADDLE_HOST_REQUESTS_COPIED_VALUES_H
#define RADDLE_HOST_REQUESTS_COPIED_VALUES_H

#include "backend/region.h"
#include "check/shadow.h"
#include "diagnostics/stack_trace.h"
#include "host/memory/memory.h"

#include <memory>

namespace raddle::host {

/// Of one copy, from the call of the program that asked for it until the bytes have moved. Costs nothing when nothing is
/// checked.
class CopiedValues {
public:
  /// In the call.
  CopiedValues(const MemoryRegistry &memory, const backend::Region &destination,
               const backend::Region &source, const backend::Shape &shape) {
    if (check::hasShadow()) [[unlikely]]
      noteCall(memory, destination, source, shape);
  }

  /// The copy is done; it may have read the program's bytes from elsewhere.
  void moved(const backend::Region &destination, const backend::Region &source,
             const backend::Shape &shape) const {
    if (call_) [[unlikely]]
      follow(destination, source, shape);
  }

private:
  void noteCall(const MemoryRegistry &memory, const backend::Region &destination,
                const backend::Region &source, const backend::Shape &shape);
  void follow(const backend::Region &destination, const backend::Region &source,
              const backend::Shape &shape) const;
  void tellOfPoison(const backend::Region &source, const backend::Shape &shape) const;

  struct Call {
    bool is_from_host, is_to_host;
    StackTrace stack; // of the program
  };
  std::shared_ptr<const Call> call_;
};

/// A kernel has had the bytes copied.
void copiedByKernel(const backend::Region &destination, const backend::Region &source,
                    const backend::Shape &shape);

/// The bytes are filled.
void filledValues(const backend::Region &region, const backend::Shape &shape);

} // namespace raddle::host

#endif
