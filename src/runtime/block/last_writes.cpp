#include "runtime/block/last_writes.h"

#include <cstddef>
#include <mutex>
#include <unordered_map>

namespace raddle::runtime {

namespace {

// Beyond that, all are forgotten: it is about locks and flags.
constexpr std::size_t kMostWords = 1u << 20;

struct Table {
  std::mutex mutex;
  std::unordered_map<std::uintptr_t, LastWrite> writes;
};

Table &table() {
  static auto *const kTable = new Table;
  return *kTable;
}

} // namespace

void noteLastWrite(std::uintptr_t address, const LastWrite &write) {
  Table &all = table();
  std::lock_guard lock(all.mutex);
  if (all.writes.size() >= kMostWords)
    all.writes.clear();
  all.writes[address] = write;
}

std::optional<LastWrite> lastWriteTo(std::uintptr_t address) {
  Table &all = table();
  std::lock_guard lock(all.mutex);
  const auto found = all.writes.find(address);
  if (found == all.writes.end())
    return std::nullopt;
  return found->second;
}

} // namespace raddle::runtime
