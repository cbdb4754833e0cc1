// Memory for objects of one size that some threads make and others destroy, a million times a second. The C
// library would take a lock for each, because memory that a thread frees belongs to the one that has
// allocated it.
#ifndef RADDLE_RUNTIME_HOST_RECYCLING_ALLOCATOR_H
#define RADDLE_RUNTIME_HOST_RECYCLING_ALLOCATOR_H

#include "runtime/sanitizers.h"

#include <atomic>
#include <cstddef>
#include <new>

namespace raddle::runtime {

/// For std::allocate_shared, of objects one at a time. Keeps some thousand of them; the rest goes back to the
/// system.
template <typename T> class RecyclingAllocator {
public:
  using value_type = T;

  RecyclingAllocator() = default;
  template <typename U> RecyclingAllocator(const RecyclingAllocator<U> &) {}

  T *allocate(std::size_t count) {
    if (kSystemOnly || count != 1)
      return static_cast<T *>(::operator new(count * sizeof(T)));
    Stock &stock = stockOfThread();
    if (!stock.first)
      stock.takeReturned();
    if (Piece *piece = stock.first) {
      stock.first = piece->next;
      return reinterpret_cast<T *>(piece);
    }
    return static_cast<T *>(::operator new(sizeof(T)));
  }

  void deallocate(T *memory, std::size_t count) {
    if (kSystemOnly || count != 1 || kept_.load(std::memory_order_relaxed) >= kMostKept)
      ::operator delete(memory);
    else
      giveBack(new (memory) Piece);
  }

  template <typename U> bool operator==(const RecyclingAllocator<U> &) const { return true; }

private:
  // The sanitizers are to see who uses what after its end.
  static constexpr bool kSystemOnly = RADDLE_ASAN || RADDLE_TSAN;
  static constexpr std::size_t kMostKept = 4096;

  struct Piece {
    Piece *next;
  };
  static_assert(sizeof(T) >= sizeof(Piece) && alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  // What a thread takes from. Nobody else touches it, so taking costs nothing.
  struct Stock {
    Piece *first = nullptr;

    void takeReturned() {
      first = returned_.exchange(nullptr, std::memory_order_acquire);
      kept_.store(0, std::memory_order_relaxed);
    }
    ~Stock() {
      while (Piece *piece = first) {
        first = piece->next;
        ::operator delete(piece);
      }
    }
  };
  static Stock &stockOfThread() {
    thread_local Stock stock;
    return stock;
  }

  static void giveBack(Piece *piece) {
    kept_.fetch_add(1, std::memory_order_relaxed);
    piece->next = returned_.load(std::memory_order_relaxed);
    while (!returned_.compare_exchange_weak(piece->next, piece, std::memory_order_release,
                                            std::memory_order_relaxed)) {
    }
  }

  alignas(64) static inline std::atomic<Piece *> returned_ =
      nullptr;                                      // by all threads, since one has taken them
  static inline std::atomic<std::size_t> kept_ = 0; // so many, more or less
};

} // namespace raddle::runtime

#endif
