#include "host/memory/explanations.h"

#include "host/memory/overruns.h"

#include <cerrno>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

#include <signal.h>

namespace raddle::host {

namespace {

// Owned. Programs free memory even in destructors of static objects, when variables of the thread are gone.
thread_local Explanation *explanation_of_next = nullptr;

// Places are looked up only if the program is told.
template <typename Describe>
void explain(std::optional<Allocation> allocation, Describe describe,
             check::Rule rule = check::Rule::kApiError) {
  auto notes = [=] {
    return fmt::format("note: {}\n", describe(allocation ? describeArray(*allocation) : std::string()));
  };
  explainNextError({notes, rule});
}

} // namespace

void explainNextError(Explanation explanation) {
  delete std::exchange(explanation_of_next, new Explanation(std::move(explanation)));
}

std::unique_ptr<Explanation> takeExplanation() {
  return std::unique_ptr<Explanation>(std::exchange(explanation_of_next, nullptr));
}

void explainFree(const MemoryRegistry &memory, const void *address) {
  if (const auto freed = memory.findFreed(address))
    explain(
        freed, [](const std::string &array) { return "it points to " + array; }, check::Rule::kDoubleFree);
  else if (const auto allocation = memory.find(address); allocation && allocation->base != address)
    explain(
        allocation, [](const std::string &array) { return "it does not point to the start of " + array; },
        check::Rule::kInvalidFree);
  else
    explain(
        std::nullopt,
        [=](const std::string &) {
          return fmt::format("{} is not from a function that goes with this one", address);
        },
        check::Rule::kInvalidFree);
}

void explainAbsence(const char *thing, int process) {
  const bool has_ended = kill(process, 0) != 0 && errno == ESRCH;
  explainNextError({[=] {
    return fmt::format("note: process {}, whose {} it was, {}\n", process, thing,
                       has_ended ? "has ended" : "has it no more");
  }});
}

void explainDirection(bool to_device) {
  auto notes = [=] {
    return fmt::format("note: the source is memory of the {}, the destination of the {}: that is {}\n",
                       to_device ? "host" : "device", to_device ? "device" : "host",
                       to_device ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost");
  };
  explainNextError({notes});
}

void explainOperand(const MemoryRegistry &memory, const char *role, const void *address, std::size_t bytes,
                    Side side) {
  if (!address)
    return explain(std::nullopt,
                   [=](const std::string &) { return fmt::format("{} is a null pointer", role); });
  const auto allocation = memory.find(address);
  if (!allocation) {
    if (const auto freed = memory.findFreed(address))
      return explain(freed, [=](const std::string &array) { return fmt::format("{} is {}", role, array); });
    return explain(std::nullopt, [=](const std::string &) {
      return fmt::format("{} is {}, which is no memory of a device", role, address);
    });
  }
  if (side == Side::kHost && allocation->isDeviceOnly())
    return explain(allocation, [=](const std::string &array) {
      return fmt::format("{} should be memory of the host; it is {}", role, array);
    });
  const std::size_t left =
      allocation->bytes -
      static_cast<std::size_t>(static_cast<const std::byte *>(address) - allocation->base);
  explain(
      allocation,
      [=](const std::string &array) {
        return fmt::format("{} bytes are too many: {} is {}{}", bytes, role, array,
                           left == allocation->bytes ? ""
                                                     : fmt::format(", of which {} are left there", left));
      },
      check::Rule::kCopyTooLong);
}

} // namespace raddle::host
