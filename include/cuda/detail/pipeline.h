// cuda::pipeline: a queue of stages between threads that produce and threads that consume.
//
// Stage s is in use for the k-th time, k = 0, 1, ... Its two barriers count the uses: `produced` ends its
// phase k when all producers have committed, `consumed` when all consumers have released. A producer may fill
// the stage for use k once phase k - 1 of `consumed` is over, a consumer may read it once phase k of
// `produced` is.
#ifndef RADDLE_CUDA_DETAIL_PIPELINE_H
#define RADDLE_CUDA_DETAIL_PIPELINE_H

#include "barrier.h"
#include "memcpy_async.h"
#include "raddle/device/async_copies.h"

#include <cstddef>
#include <cstdint>

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope> class pipeline;

namespace detail {

template <thread_scope Scope> struct PipelineStage {
  barrier<Scope> produced;
  barrier<Scope> consumed;
};

// What one thread knows of its place in the queue: the stage it comes to next, and how often it has gone
// around.
class StageCursor {
public:
  RADDLE_CUDA_API unsigned stage() const { return stage_; }
  RADDLE_CUDA_API unsigned use() const { return use_; }
  RADDLE_CUDA_API void advance(unsigned stages) {
    if (++stage_ == stages) {
      stage_ = 0;
      ++use_;
    }
  }

private:
  unsigned stage_ = 0;
  unsigned use_ = 0;
};

struct PipelineAccess;

} // namespace detail

// What the threads of a pipeline share; a __shared__ variable for the scope of a block.
template <thread_scope Scope, ::std::uint8_t StagesCount> class pipeline_shared_state {
public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state &) = delete;
  pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;

private:
  friend struct detail::PipelineAccess;

  detail::PipelineStage<Scope> stages_[StagesCount];
  atomic<unsigned, Scope> members_;   // threads that have not quit
  atomic<unsigned, Scope> producers_; // of them, those that said at make_pipeline() that they produce
};

// A thread's end of the pipeline. Producers: producer_acquire(), start copies, producer_commit(); consumers:
// consumer_wait(), use what was copied, consumer_release(). A thread may be both.
template <thread_scope Scope> class pipeline {
public:
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;
  RADDLE_CUDA_API pipeline(pipeline &&other)
      : stages_(other.stages_), members_(other.members_), stage_count_(other.stage_count_),
        head_(other.head_), tail_(other.tail_), active_(other.active_) {
    other.active_ = false;
  }
  RADDLE_CUDA_API pipeline &operator=(pipeline &&other) {
    if (this == &other)
      return *this;
    quit();
    stages_ = other.stages_;
    members_ = other.members_;
    stage_count_ = other.stage_count_;
    head_ = other.head_;
    tail_ = other.tail_;
    active_ = other.active_;
    other.active_ = false;
    return *this;
  }
  RADDLE_CUDA_API ~pipeline() { quit(); }

  // Leaves the pipeline. True for the last thread: the shared state is free then.
  RADDLE_CUDA_API bool quit() {
    if (!active_)
      return false;
    active_ = false;
    return members_->fetch_sub(1, memory_order_acq_rel) == 1;
  }

  // Waits until the next stage may be filled.
  RADDLE_CUDA_API void producer_acquire() {
    if (head_.use() != 0)
      stages_[head_.stage()].consumed.wait_parity(parityOf(head_.use() - 1));
  }
  // Hands the stage over to the consumers once all producers have.
  RADDLE_CUDA_API void producer_commit() {
    (void)stages_[head_.stage()].produced.arrive();
    head_.advance(stage_count_);
  }

  // Waits until the oldest stage is filled; or up to some time, and says whether it is.
  RADDLE_CUDA_API void consumer_wait() { stages_[tail_.stage()].produced.wait_parity(parityOf(tail_.use())); }
  template <class Rep, class Period>
  RADDLE_CUDA_API bool consumer_wait_for(const std::chrono::duration<Rep, Period> &timeout) {
    return stages_[tail_.stage()].produced.try_wait_parity_for(parityOf(tail_.use()), timeout);
  }
  template <class Clock, class Duration>
  RADDLE_CUDA_API bool consumer_wait_until(const std::chrono::time_point<Clock, Duration> &deadline) {
    return stages_[tail_.stage()].produced.try_wait_parity_until(parityOf(tail_.use()), deadline);
  }
  // Gives the stage back once all consumers have.
  RADDLE_CUDA_API void consumer_release() {
    (void)stages_[tail_.stage()].consumed.arrive();
    tail_.advance(stage_count_);
  }

private:
  friend struct detail::PipelineAccess;

  RADDLE_CUDA_API pipeline(detail::PipelineStage<Scope> *stages, unsigned stage_count,
                           atomic<unsigned, Scope> *members)
      : stages_(stages), members_(members), stage_count_(stage_count) {}

  static RADDLE_CUDA_API bool parityOf(unsigned use) { return (use & 1) != 0; }

  detail::PipelineStage<Scope> *stages_;
  atomic<unsigned, Scope> *members_;
  unsigned stage_count_;
  detail::StageCursor head_; // of the producer
  detail::StageCursor tail_; // of the consumer
  bool active_ = true;
};

// The pipeline of a single thread: what it has copied is there.
template <> class pipeline<thread_scope_thread> {
public:
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;
  pipeline(pipeline &&) = default;
  pipeline &operator=(pipeline &&) = default;

  RADDLE_CUDA_API bool quit() { return true; }
  RADDLE_CUDA_API void producer_acquire() {}
  RADDLE_CUDA_API void producer_commit() {
#if defined(__CUDA_ARCH__)
    raddle_copies_commit();
#endif
  }
  RADDLE_CUDA_API void consumer_wait() {
#if defined(__CUDA_ARCH__)
    raddle_copies_wait_for_oldest();
#endif
  }
  template <class Rep, class Period>
  RADDLE_CUDA_API bool consumer_wait_for(const std::chrono::duration<Rep, Period> &) {
    consumer_wait();
    return true;
  }
  template <class Clock, class Duration>
  RADDLE_CUDA_API bool consumer_wait_until(const std::chrono::time_point<Clock, Duration> &) {
    consumer_wait();
    return true;
  }
  RADDLE_CUDA_API void consumer_release() {}

private:
  friend RADDLE_CUDA_API pipeline make_pipeline();

  pipeline() = default;
};

RADDLE_CUDA_API inline pipeline<thread_scope_thread> make_pipeline() { return {}; }

namespace detail {

struct PipelineAccess {
  template <thread_scope Scope, ::std::uint8_t StagesCount>
  using State = pipeline_shared_state<Scope, StagesCount>;

  template <class Group, thread_scope Scope, ::std::uint8_t StagesCount>
  static RADDLE_CUDA_API pipeline<Scope> make(const Group &group, State<Scope, StagesCount> *state,
                                              ::std::size_t producers, ::std::size_t consumers) {
    if (group.thread_rank() == 0) {
      for (PipelineStage<Scope> &stage : state->stages_) {
        init(&stage.produced, static_cast<::std::ptrdiff_t>(producers));
        init(&stage.consumed, static_cast<::std::ptrdiff_t>(consumers));
      }
      state->members_.store(static_cast<unsigned>(group.size()), memory_order_relaxed);
    }
    group.sync();
    return {state->stages_, StagesCount, &state->members_};
  }

  // How many threads of the group have this role; all call this.
  template <class Group, thread_scope Scope, ::std::uint8_t StagesCount>
  static RADDLE_CUDA_API ::std::size_t countProducers(const Group &group, State<Scope, StagesCount> *state,
                                                      bool produces) {
    if (group.thread_rank() == 0)
      state->producers_.store(0, memory_order_relaxed);
    group.sync();
    if (produces)
      state->producers_.fetch_add(1, memory_order_relaxed);
    group.sync();
    return state->producers_.load(memory_order_relaxed);
  }
};

} // namespace detail

// All threads of the group call one of these. Every thread produces and consumes.
template <class Group, thread_scope Scope, ::std::uint8_t StagesCount>
RADDLE_CUDA_API pipeline<Scope> make_pipeline(const Group &group,
                                              pipeline_shared_state<Scope, StagesCount> *state) {
  return detail::PipelineAccess::make(group, state, group.size(), group.size());
}
// The first `producers` threads of the group produce, the others consume.
template <class Group, thread_scope Scope, ::std::uint8_t StagesCount>
RADDLE_CUDA_API pipeline<Scope>
make_pipeline(const Group &group, pipeline_shared_state<Scope, StagesCount> *state, ::std::size_t producers) {
  return detail::PipelineAccess::make(group, state, producers, group.size() - producers);
}
// Each thread says what it does.
template <class Group, thread_scope Scope, ::std::uint8_t StagesCount>
RADDLE_CUDA_API pipeline<Scope>
make_pipeline(const Group &group, pipeline_shared_state<Scope, StagesCount> *state, pipeline_role role) {
  const ::std::size_t producers =
      detail::PipelineAccess::countProducers(group, state, role == pipeline_role::producer);
  return detail::PipelineAccess::make(group, state, producers, group.size() - producers);
}

// Waits for all but the last `Prior` batches that this thread has committed.
template <::std::uint8_t Prior>
RADDLE_CUDA_API void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {
#if defined(__CUDA_ARCH__)
  raddle_copies_wait(Prior);
#endif
}

// The current phase of the barrier also waits for what this thread has copied.
template <thread_scope Scope>
RADDLE_CUDA_API void pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<Scope> &) {
#if defined(__CUDA_ARCH__)
  raddle_copies_wait_for_all();
#endif
}

namespace detail {

// Copies into the stage of a pipeline of one thread are there when that has waited. What threads share has barriers for that.
template <thread_scope Scope> RADDLE_CUDA_API void copyStarts(void *target, ::std::size_t bytes) {
#if defined(__CUDA_ARCH__)
  if constexpr (Scope == thread_scope_thread)
    raddle_copy_starts(target, bytes);
#else
  (void)target, (void)bytes;
#endif
}

} // namespace detail

// The calling thread, or all threads of a group together, copy `size` bytes into the stage that they have
// acquired.
template <class Size, thread_scope Scope>
RADDLE_CUDA_API async_contract_fulfillment memcpy_async(void *target, const void *source, Size size,
                                                        pipeline<Scope> &) {
  detail::copyTogether(detail::SingleThread(), target, source, static_cast<::std::size_t>(size));
  detail::copyStarts<Scope>(target, static_cast<::std::size_t>(size));
  return async_contract_fulfillment::none;
}
template <class Group, class Size, thread_scope Scope>
RADDLE_CUDA_API async_contract_fulfillment memcpy_async(const Group &group, void *target, const void *source,
                                                        Size size, pipeline<Scope> &) {
  detail::copyTogether(group, target, source, static_cast<::std::size_t>(size));
  return async_contract_fulfillment::none;
}

} // namespace cuda

#endif
