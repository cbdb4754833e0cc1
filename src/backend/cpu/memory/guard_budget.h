// How many blocks may have a guard page.
//
// Each costs two of the mappings that the system lets a process have (vm.max_map_count). The program needs some for other
// things, and fails in strange ways when there are none left.
#ifndef RADDLE_BACKEND_CPU_MEMORY_GUARD_BUDGET_H
#define RADDLE_BACKEND_CPU_MEMORY_GUARD_BUDGET_H

#include <atomic>
#include <cstddef>

namespace raddle::cpu {

class GuardBudget {
public:
  explicit GuardBudget(std::size_t guards) : left_(static_cast<std::ptrdiff_t>(guards)) {}

  /// For a quarter of what a process may have.
  static std::size_t ofThisProcess();

  /// False when there is none left.
  bool take() {
    if (left_.fetch_sub(1, std::memory_order_relaxed) > 0)
      return true;
    giveBack();
    return false;
  }
  void giveBack() { left_.fetch_add(1, std::memory_order_relaxed); }

private:
  std::atomic<std::ptrdiff_t> left_;
};

} // namespace raddle::cpu

#endif
