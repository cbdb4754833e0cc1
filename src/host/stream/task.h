// What operations do that are no launches: functions of any kind, made and destroyed a million times a second.
#ifndef RADDLE_HOST_STREAM_TASK_H
#define RADDLE_HOST_STREAM_TASK_H

#include "base/recycling_allocator.h"
#include "host/status.h"

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace raddle::host {

/// A function that is called with the fault of its device, if any. Like std::move_only_function, with memory that is kept for the
/// next one: most tasks are made by one thread and destroyed by another.
class Task {
public:
  Task() = default;
  template <typename F> Task(F function) : closure_(std::make_unique<ClosureOf<F>>(std::move(function))) {}

  explicit operator bool() const { return closure_ != nullptr; }
  void operator()(Status fault) const { closure_->call(fault); }

private:
  struct Closure {
    virtual ~Closure() = default;
    virtual void call(Status fault) = 0;

    static void *operator new(std::size_t bytes) {
      return bytes <= sizeof(Memory) ? RecyclingAllocator<Memory>().allocate(1) : ::operator new(bytes);
    }
    static void operator delete(void *closure, std::size_t bytes) {
      if (bytes <= sizeof(Memory))
        RecyclingAllocator<Memory>().deallocate(static_cast<Memory *>(closure), 1);
      else
        ::operator delete(closure);
    }
  };
  template <typename F> struct ClosureOf final : Closure {
    explicit ClosureOf(F &&given) : function(std::move(given)) {}
    void call(Status fault) override { function(fault); }
    F function;
  };
  // Enough for a copy.
  struct Memory {
    alignas(std::max_align_t) std::byte bytes[192];
  };

  std::unique_ptr<Closure> closure_;
};

} // namespace raddle::host

#endif
