#include "host/stream/shared_event.h"

#include "machine/pages.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <new>
#include <utility>

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

namespace raddle::host {

// In memory of zeros.
struct SharedEvent::State {
  // More recordings than these are not under way at a time: one that is overtaken by so many counts as passed.
  static constexpr std::size_t kRecords = 4096;
  struct Entry {
    std::atomic<Record> passed;
    std::atomic<std::uint64_t> claim; // the last recording that has this place, and its process
  };
  static constexpr unsigned kProcessBits = 22; // as many as Linux gives numbers to
  std::atomic<Record> last;
  std::array<Entry, kRecords> entries;
};

std::shared_ptr<SharedEvent> SharedEvent::map(std::shared_ptr<SharedPages> pages) {
  const std::size_t bytes = roundUp(sizeof(State), pageBytes());
  if (!pages || pages->bytes() != bytes)
    return nullptr;
  std::byte *const memory = reserveAddresses(bytes, pageBytes(), nullptr);
  if (!memory)
    return nullptr;
  if (!pages->mapAt(memory, 0, bytes, PROT_READ | PROT_WRITE)) {
    releaseAddresses(memory, bytes);
    return nullptr;
  }
  return std::shared_ptr<SharedEvent>(
      new SharedEvent(std::move(pages), std::launder(reinterpret_cast<State *>(memory))));
}

std::shared_ptr<SharedEvent> SharedEvent::make() {
  return map(SharedPages::make(roundUp(sizeof(State), pageBytes())));
}

std::shared_ptr<SharedEvent> SharedEvent::named(const SharedPages::Name &name) {
  return map(SharedPages::named(name));
}

SharedEvent::SharedEvent(std::shared_ptr<SharedPages> pages, State *state)
    : pages_(std::move(pages)), state_(state) {}

SharedEvent::~SharedEvent() {
  releaseAddresses(reinterpret_cast<std::byte *>(state_), roundUp(sizeof(State), pageBytes()));
}

SharedEvent::Record SharedEvent::record() {
  const Record record = state_->last.fetch_add(1) + 1;
  state_->entries[record % State::kRecords].claim =
      record << State::kProcessBits | static_cast<std::uint64_t>(getpid());
  return record;
}

void SharedEvent::pass(Record record) {
  std::atomic<Record> &passed = state_->entries[record % State::kRecords].passed;
  for (Record known = passed; known < record && !passed.compare_exchange_weak(known, record);)
    ;
}

SharedEvent::Record SharedEvent::last() const { return state_->last; }

bool SharedEvent::hasPassed(Record record) const {
  const State::Entry &entry = state_->entries[record % State::kRecords];
  if (record == 0 || entry.passed >= record)
    return true;
  const std::uint64_t claim = entry.claim;
  // Otherwise the process is about to say which one it is.
  if (claim >> State::kProcessBits != record)
    return claim >> State::kProcessBits > record;
  const auto process = static_cast<pid_t>(claim & ((std::uint64_t{1} << State::kProcessBits) - 1));
  return process != getpid() && kill(process, 0) != 0 && errno == ESRCH;
}

} // namespace raddle::host
