#include "base/cache_contents.h"

#include "base/cache_folder.h"
#include "base/environment.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <sys/file.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace raddle {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kKib = 1024;
constexpr std::uintmax_t kStandardLimit = kKib * kKib * kKib;
constexpr std::size_t kKeyDigits = 32;

// A folder of the cache, and how the names of its files end after their keys. Files of one key go together.
struct Part {
  const char *folder;
  const char *main;      // of the file that counts
  const char *companion; // of one that goes with it, or null
  std::size_t CacheContents::*count;
};
constexpr Part kParts[] = {{"", ".so", nullptr, &CacheContents::kernels},
                           {kHeadersFolder, ".pch", ".d", &CacheContents::headers},
                           {kProgramsFolder, "", ".sum", &CacheContents::programs},
                           {kRuntimeCompiledFolder, ".rtc", nullptr, &CacheContents::programs},
                           {kPtxFolder, ".fatbin", nullptr, &CacheContents::programs}};

struct Item {
  const Part *part;
  std::vector<fs::path> files = {};
  bool is_whole = false; // the file that counts is there
  std::uintmax_t bytes = 0;
  timespec last_use = {};
};

bool isBefore(const timespec &a, const timespec &b) {
  return std::tie(a.tv_sec, a.tv_nsec) < std::tie(b.tv_sec, b.tv_nsec);
}

bool isKey(std::string_view text) {
  return text.size() == kKeyDigits &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::vector<Item> itemsOf(const fs::path &root, const Part &part) {
  std::map<std::string, Item> items;
  std::error_code failed;
  const fs::path folder = *part.folder ? root / part.folder : root;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    const std::string key = name.substr(0, kKeyDigits), suffix = name.substr(key.size());
    struct stat found{};
    if (!isKey(key) || (suffix != part.main && (!part.companion || suffix != part.companion)) ||
        lstat(entry->path().c_str(), &found) != 0)
      continue;
    Item &item = items.try_emplace(key, Item{&part}).first->second;
    item.files.push_back(entry->path());
    item.is_whole |= suffix == part.main;
    item.bytes += static_cast<std::uintmax_t>(found.st_size);
    item.last_use = std::max({item.last_use, found.st_atim, found.st_mtim}, isBefore);
  }
  std::vector<Item> list;
  for (auto &[key, item] : items)
    list.push_back(std::move(item));
  return list;
}

std::vector<Item> itemsOf(const fs::path &root) {
  std::vector<Item> all;
  for (const Part &part : kParts)
    std::ranges::move(itemsOf(root, part), std::back_inserter(all));
  return all;
}

std::uintmax_t bytesOf(const std::vector<Item> &items) {
  std::uintmax_t bytes = 0;
  for (const Item &item : items)
    bytes += item.bytes;
  return bytes;
}

} // namespace

CacheContents cacheContents(const fs::path &root) {
  CacheContents contents;
  const std::vector<Item> items = itemsOf(root);
  for (const Item &item : items)
    contents.*item.part->count += item.is_whole;
  contents.bytes = bytesOf(items);
  return contents;
}

std::uintmax_t cacheLimit() {
  if (const auto text = environment("RADDLE_CACHE_MAXSIZE")) {
    if (const auto bytes = parseSize(*text))
      return *bytes;
    static const bool kTold = [&] {
      fmt::print(stderr, "raddle: warning: RADDLE_CACHE_MAXSIZE={} is not a size such as 500M; using 1G\n",
                 *text);
      return true;
    }();
    static_cast<void>(kTold);
    return kStandardLimit;
  }
  return environmentNumber("CUDA_CACHE_MAXSIZE").value_or(kStandardLimit);
}

std::uintmax_t trimCache(const fs::path &root, std::uintmax_t limit) {
  const int lock = open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0)
    return 0;
  std::uintmax_t removed = 0;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
    std::vector<Item> items = itemsOf(root);
    std::ranges::sort(items, isBefore, &Item::last_use);
    std::uintmax_t bytes = bytesOf(items);
    for (const Item &item : items) {
      if (bytes <= limit)
        break;
      std::error_code failed;
      for (const fs::path &file : item.files)
        fs::remove(file, failed);
      bytes -= item.bytes;
      removed += item.bytes;
    }
  }
  close(lock);
  return removed;
}

void makeRoom(const fs::path &root, const fs::path &added) {
  constexpr std::uintmax_t kSmallPart = 1024;
  const std::uintmax_t limit = cacheLimit();
  std::error_code failed;
  const bool is_small = fs::file_size(added, failed) <= limit / kSmallPart && !failed;
  // The last digit of a key: one in sixteen.
  if (is_small && !added.stem().string().ends_with('0'))
    return;
  // With some room for what comes next, where anything has to go.
  if (cacheContents(root).bytes > limit)
    trimCache(root, limit / 16 * 15);
}

std::optional<std::uintmax_t> parseSize(std::string_view text) {
  std::uintmax_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end == text.data())
    return std::nullopt;
  std::string unit(end, text.data() + text.size());
  std::ranges::transform(unit, unit.begin(), [](unsigned char c) { return std::toupper(c); });
  std::uintmax_t factor = 1;
  for (const char *letter : {"", "K", "M", "G", "T"}) {
    // "K", "KB" and "KiB" are the same here.
    const std::string word = letter;
    if (unit == word || (!word.empty() && (unit == word + "B" || unit == word + "IB")) ||
        (word.empty() && unit == "B"))
      return number <= UINTMAX_MAX / factor ? number * factor : UINTMAX_MAX;
    factor *= kKib;
  }
  return std::nullopt;
}

std::string formatSize(std::uintmax_t bytes) {
  if (bytes < kKib)
    return fmt::format("{} bytes", bytes);
  double amount = static_cast<double>(bytes);
  const char *unit = "";
  for (const char *next : {"KiB", "MiB", "GiB", "TiB"}) {
    if (amount < kKib)
      break;
    amount /= kKib;
    unit = next;
  }
  return fmt::format("{:.{}f} {}", amount, amount < 10 ? 1 : 0, unit);
}

} // namespace raddle
