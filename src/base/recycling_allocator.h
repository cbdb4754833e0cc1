// Memory for objects of one size that some threads make and others destroy, a million times a second. The C
// library would take a lock for each, because memory that a thread frees belongs to the one that has
// allocated it.
#ifndef RADDLE_BASE_RECYCLING_ALLOCATOR_H
#define RADDLE_BASE_RECYCLING_ALLOCATOR_H

#include "base/sanitizers.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <new>
#include <utility>

namespace raddle {

/// For std::allocate_shared, of objects one at a time. Keeps some thousand of them; the rest goes back to the
/// system.
template <typename T> class RecyclingAllocator {
public:
  using value_type = T;

  RecyclingAllocator() = default;
  template <typename U> RecyclingAllocator(const RecyclingAllocator<U> &) {}

  T *allocate(std::size_t count) {
    if (kSystemOnly || count != 1)
      return static_cast<T *>(::operator new(count * sizeof(T), kAlignment));
    if (Piece *piece = stockOfThread().take())
      return reinterpret_cast<T *>(piece);
    return static_cast<T *>(::operator new(sizeof(T), kAlignment));
  }

  void deallocate(T *memory, std::size_t count) {
    if (kSystemOnly || count != 1)
      ::operator delete(memory, kAlignment);
    else
      stockOfThread().give(new (memory) Piece);
  }

  template <typename U> bool operator==(const RecyclingAllocator<U> &) const { return true; }

private:
  // The sanitizers are to see who uses what after its end.
  static constexpr bool kSystemOnly = RADDLE_ASAN || RADDLE_TSAN;
  static constexpr std::size_t kMostKept = 4096;

  struct Piece {
    Piece *next;
  };
  static_assert(sizeof(T) >= sizeof(Piece));
  static constexpr std::align_val_t kAlignment{alignof(T)};

  // What one thread has. Nobody else touches it, so a thread that makes and destroys does so without atomics;
  // one that only destroys hands its pieces on in chains, and one that only makes takes all there are.
  class Stock {
  public:
    Piece *take() {
      Piece *&first = freed_ ? freed_ : taken_;
      if (!first && returned_.load(std::memory_order_relaxed)) {
        first = returned_.exchange(nullptr, std::memory_order_acquire);
        kept_.store(0, std::memory_order_relaxed);
      }
      Piece *const piece = first;
      if (piece) {
        freed_count_ -= &first == &freed_;
        first = piece->next;
        if (&first == &taken_)
          fetch(first);
      }
      return piece;
    }

    void give(Piece *piece) {
      if (!freed_)
        last_freed_ = piece;
      piece->next = freed_;
      freed_ = piece;
      if (++freed_count_ >= most_freed_)
        handOn();
    }

    ~Stock() {
      destroy(taken_);
      destroy(freed_);
      taken_ = freed_ = nullptr;
      most_freed_ = 0; // what comes now is handed on at once
    }

  private:
    // Another core has written it; the next object is going to be made there.
    static void fetch(Piece *next) {
      constexpr std::size_t kLine = 64, kMost = 256;
      for (std::size_t byte = 0; byte < std::min(sizeof(T), kMost); byte += kLine)
        __builtin_prefetch(reinterpret_cast<std::byte *>(next) + byte, 1);
    }
    void handOn() {
      Piece *const chain = std::exchange(freed_, nullptr);
      const std::size_t count = std::exchange(freed_count_, 0);
      if (kept_.fetch_add(count, std::memory_order_relaxed) >= kMostKept) {
        destroy(chain);
        return;
      }
      last_freed_->next = returned_.load(std::memory_order_relaxed);
      while (!returned_.compare_exchange_weak(last_freed_->next, chain, std::memory_order_release,
                                              std::memory_order_relaxed)) {
      }
    }
    static void destroy(Piece *chain) {
      while (Piece *piece = chain) {
        chain = piece->next;
        ::operator delete(piece, kAlignment);
      }
    }

    Piece *taken_ = nullptr; // from those that were handed on
    Piece *freed_ = nullptr; // by this thread
    Piece *last_freed_ = nullptr;
    std::size_t freed_count_ = 0;
    std::size_t most_freed_ = 32;
  };
  static Stock &stockOfThread() {
    [[gnu::tls_model("initial-exec")]] thread_local Stock
        stock; // libraddle.so is there early, so the fast model is available
    return stock;
  }

  alignas(64) static inline std::atomic<Piece *> returned_ = nullptr; // handed on, and not taken
  static inline std::atomic<std::size_t> kept_ = 0;                   // so many, more or less
};

} // namespace raddle

#endif
