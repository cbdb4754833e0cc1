#include "api/cudart/errors/unchecked_errors.h"

#include "api/cudart/errors/errors.h"
#include "api/cudart/errors/last_words.h"
#include "api/cudart/errors/status.h"
#include "api/cudart/process.h"
#include "api/cudart/thread_state.h"
#include "api/shared/failed_calls.h"
#include "base/environment.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "diagnostics/symbolizer.h"
#include "host/memory/explanations.h"
#include "host/process/host_thread.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <unwind.h>
#include <utility>
#include <vector>

namespace raddle::cudart {

namespace {

// Calls of one function, by one thread, that ended in the same way.
struct UncheckedError {
  std::uint64_t thread;
  std::uintptr_t site;
  cudaError_t error;
  std::uint64_t calls = 0;
  std::string function = {};
  std::array<std::uintptr_t, 3> callers = {}; // of the first call: the program's innermost functions
  const void *stub = nullptr;                 // see describeRefusedLaunch()
  std::string launch = {};
  std::string notes = {};
  std::function<std::string()> explanation = {}; // see explainNextError()
  std::uint64_t launches_before = 0;             // by the thread
};

struct UncheckedErrors {
  std::mutex mutex;
  std::vector<UncheckedError> list; // the oldest first
  // The first one that its thread asked for only after it had launched a kernel.
  std::vector<UncheckedError> taken_for_a_launch;
  std::set<std::uintptr_t> sites_of_questions;
};

// Programs with many threads, none of which ever asks.
constexpr std::size_t kMostErrors = 1000;

UncheckedErrors &uncheckedErrors() {
  static auto *const kErrors = new UncheckedErrors;
  return *kErrors;
}

// So that programs that ask after each launch take no lock.
std::atomic<bool> is_any_unchecked = false;

// Unlike std::thread::id, of one thread only.
std::uint64_t threadNumber() {
  static std::atomic<std::uint64_t> last = 0;
  thread_local const std::uint64_t number = ++last;
  return number;
}

bool saysThatAllIsWell(cudaError_t error) {
  switch (error) {
  case cudaErrorNotReady:
  case cudaErrorPeerAccessAlreadyEnabled:
  case cudaErrorPeerAccessNotEnabled:
  case cudaErrorHostMemoryAlreadyRegistered:
    return true;
  default:
    return false;
  }
}

// For the launch: what called the kernel's stub, or what that is inlined into.
std::string placeOfLaunch(const UncheckedError &unchecked) {
  const std::uintptr_t innermost = unchecked.callers[0], behind = unchecked.callers[1];
  if (_Unwind_FindEnclosingFunction(reinterpret_cast<void *>(innermost)) == unchecked.stub)
    return symbolize({behind}).front();
  const std::vector<SourceFrame> frames = symbolizeFrames({innermost}).front();
  return frames.size() > 1 ? frames[1].place : "";
}

// For the call in the program: what stands in the headers of CUDA is passed over.
std::string placeOfCall(const UncheckedError &unchecked) {
  for (const std::vector<SourceFrame> &frames : symbolizeFrames({unchecked.callers[0], unchecked.callers[1]}))
    for (const SourceFrame &frame : frames)
      if (!frame.function.starts_with("cuda") && frame.function.find(" cuda") == std::string::npos)
        return frame.place;
  return {};
}

// What takes another process to find.
struct Details {
  std::string place, explanation;
};

Details detailsOf(const UncheckedError &unchecked) {
  return {unchecked.stub ? placeOfLaunch(unchecked) : placeOfCall(unchecked),
          unchecked.explanation ? unchecked.explanation() : ""};
}

std::string describe(const UncheckedError &unchecked, const Details &details) {
  const std::string error = fmt::format("{} ({})", nameOf(unchecked.error), meaningOf(unchecked.error));
  const std::uint64_t more = unchecked.calls - 1;
  if (unchecked.stub)
    return fmt::format("{}warning: {}: {}{}\n{}", placePrefix(details.place), unchecked.launch, error,
                       more ? fmt::format(", nor {} {} more", more == 1 ? "was" : "were", more) : "",
                       unchecked.notes);
  return fmt::format("{}warning: {} failed{}: {}\n{}", placePrefix(details.place),
                     unchecked.function.empty() ? "a call of the CUDA runtime" : unchecked.function,
                     more ? fmt::format(" {} times", unchecked.calls) : "", error, details.explanation);
}

// The same of all threads together, the first of them for all.
std::vector<UncheckedError> joined(const std::vector<UncheckedError> &list) {
  std::vector<UncheckedError> kinds;
  for (const UncheckedError &unchecked : list) {
    auto same = std::ranges::find_if(kinds, [&](const UncheckedError &kind) {
      return kind.function == unchecked.function && kind.error == unchecked.error;
    });
    if (same == kinds.end())
      kinds.push_back(unchecked);
    else
      same->calls += unchecked.calls;
  }
  return kinds;
}

template <typename Find> std::string describeAll(const std::vector<UncheckedError> &list, Find details_of) {
  constexpr std::size_t kMostKinds = 10;
  if (list.empty())
    return {};
  const std::vector<UncheckedError> kinds = joined(list);
  std::string text;
  for (std::size_t i = 0; i < std::min(kinds.size(), kMostKinds); ++i)
    text += describe(kinds[i], details_of(kinds[i]));
  if (kinds.size() > kMostKinds)
    text += fmt::format("raddle: warning: and {} more kinds of calls failed\n", kinds.size() - kMostKinds);
  return text + "note: the program never asked; cudaGetLastError() tells after a launch, and other calls "
                "return their "
                "errors\n";
}

// Call with the lock held, after each change. There will be no time for details.
void prepareLastWords(const UncheckedErrors &errors) {
  setLastWords(isQuiet() ? "" : describeAll(errors.list, [](const UncheckedError &) { return Details{}; }));
}

template <typename Predicate> void forget(Predicate is_looked_at) {
  if (!is_any_unchecked.load(std::memory_order_relaxed))
    return;
  UncheckedErrors &errors = uncheckedErrors();
  std::lock_guard lock(errors.mutex);
  std::erase_if(errors.list, is_looked_at);
  is_any_unchecked = !errors.list.empty();
  prepareLastWords(errors);
}

} // namespace

void noteError(cudaError_t error, std::uintptr_t site) {
  const auto explanation = host::takeExplanation();
  if (saysThatAllIsWell(error))
    return;
  Process &process = cudart::process();
  if (!process.devices.empty() && errorOf(process.scheduler.fault(host::hostThread().device)) == error)
    return;
  UncheckedErrors &errors = uncheckedErrors();
  std::unique_lock lock(errors.mutex);
  if (errors.sites_of_questions.contains(site))
    return;
  // The dynamic loader has a lock of its own, under which libraries run their constructors, which may call CUDA.
  lock.unlock();
  const std::uint64_t thread = threadNumber();
  UncheckedError unchecked{thread, site, error, 1};
  unchecked.launches_before = threadState().launches;
  if (explanation)
    unchecked.explanation = explanation->notes;
  const api::Caller caller = api::findCaller(site);
  unchecked.function = caller.function;
  const std::size_t count = std::min(caller.stack.count, unchecked.callers.size());
  std::copy_n(caller.stack.sites.begin(), count, unchecked.callers.begin());
  const bool is_looked_at = api::isResultLookedAt(caller), is_question = api::isQuestion(caller.function);
  if (api::reportsApiErrors() && !is_question) {
    if (api::reportsApiErrors(is_looked_at))
      api::reportApiError({caller, nameOf(error), meaningOf(error), static_cast<int>(error), is_looked_at},
                          explanation.get());
    return;
  }
  lock.lock();
  if (is_question) {
    errors.sites_of_questions.insert(site);
    return;
  }
  if (is_looked_at)
    return;
  const bool is_full = errors.list.size() >= kMostErrors;
  auto same = std::ranges::find_if(errors.list, [&](const UncheckedError &known) {
    return known.site == site && known.error == error && (known.thread == thread || is_full);
  });
  if (same != errors.list.end()) {
    ++same->calls;
    return;
  }
  if (!is_full)
    errors.list.push_back(std::move(unchecked));
  is_any_unchecked = true;
  prepareLastWords(errors);
}

void describeRefusedLaunch(cudaError_t error, const void *stub, std::string text, std::string notes) {
  UncheckedErrors &errors = uncheckedErrors();
  std::lock_guard lock(errors.mutex);
  // New is what is last, if it is this thread's; else it has been described.
  if (errors.list.empty())
    return;
  UncheckedError &last = errors.list.back();
  if (last.thread != threadNumber() || last.error != error || last.calls != 1 || !last.launch.empty())
    return;
  last.stub = stub;
  last.launch = std::move(text);
  last.notes = std::move(notes);
  prepareLastWords(errors);
}

// When the error that the thread has made last is not that of a launch, and it has launched something since.
static void noteErrorTakenForLaunch(std::uint64_t thread) {
  UncheckedErrors &errors = uncheckedErrors();
  std::lock_guard lock(errors.mutex);
  const auto last = std::find_if(errors.list.rbegin(), errors.list.rend(),
                                 [=](const UncheckedError &unchecked) { return unchecked.thread == thread; });
  if (last != errors.list.rend() && !last->stub && last->launches_before != threadState().launches &&
      errors.taken_for_a_launch.empty())
    errors.taken_for_a_launch.push_back(*last);
}

[[gnu::hot]] void noteThatThreadAsked() {
  if (!is_any_unchecked.load(std::memory_order_relaxed)) [[likely]]
    return;
  const std::uint64_t thread = threadNumber();
  noteErrorTakenForLaunch(thread);
  forget([=](const UncheckedError &unchecked) { return unchecked.thread == thread; });
}

void noteThatProgramAsked(cudaError_t error) {
  forget([=](const UncheckedError &unchecked) { return unchecked.error == error; });
}

std::string describeUncheckedErrors() {
  std::vector<UncheckedError> list, taken_for_a_launch;
  {
    UncheckedErrors &errors = uncheckedErrors();
    std::lock_guard lock(errors.mutex);
    list.swap(errors.list);
    taken_for_a_launch.swap(errors.taken_for_a_launch);
    is_any_unchecked = false;
    prepareLastWords(errors);
  }
  std::string text;
  for (const UncheckedError &unchecked : taken_for_a_launch)
    text += describe(unchecked, detailsOf(unchecked)) +
            "note: the program asked only after it had launched a kernel, which had nothing to do with it\n";
  return text + describeAll(list, detailsOf);
}

} // namespace raddle::cudart
