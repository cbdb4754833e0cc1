// What the processes that have an event know of it together.
#ifndef RADDLE_HOST_STREAM_SHARED_EVENT_H
#define RADDLE_HOST_STREAM_SHARED_EVENT_H

#include "machine/shared_pages.h"

#include <cstdint>
#include <memory>

namespace raddle::host {

class SharedEvent {
public:
  using Record = std::uint64_t; // the number of a recording, from 1 on

  /// Null when the system has no memory.
  static std::shared_ptr<SharedEvent> make();
  /// That of another process; null when that has ended, or has destroyed the event.
  static std::shared_ptr<SharedEvent> named(const SharedPages::Name &name);

  ~SharedEvent();
  SharedEvent(const SharedEvent &) = delete;
  SharedEvent &operator=(const SharedEvent &) = delete;

  SharedPages::Name name() const { return pages_->name(); }

  /// This process records it.
  Record record();
  /// The recording has been passed.
  void pass(Record record);

  /// The last recording; 0: there is none.
  Record last() const;
  /// Also when the process that has recorded it has ended, and its work with it.
  bool hasPassed(Record record) const;

private:
  struct State;
  explicit SharedEvent(std::shared_ptr<SharedPages> pages, State *state);
  static std::shared_ptr<SharedEvent> map(std::shared_ptr<SharedPages> pages);

  const std::shared_ptr<SharedPages> pages_;
  State *const state_;
};

} // namespace raddle::host

#endif
