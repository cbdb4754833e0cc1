#include "api/cuda/logs.h"

#include "cuda.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <mutex>
#include <vector>

#include <unistd.h>

struct CUlogsCallbackEntry_st {
  CUlogsCallback function;
  void *data;
};

namespace {

constexpr std::size_t kMostLines = 100; // as many as CUDA keeps

struct Log {
  std::mutex mutex;
  std::deque<std::string> lines; // each with its end
  CUlogIterator first = 0;       // the number of the oldest that is kept
  std::vector<std::unique_ptr<CUlogsCallbackEntry_st>> callbacks;

  CUlogIterator end() const { return first + static_cast<CUlogIterator>(lines.size()); }
};

Log &log() {
  static auto *const kLog = new Log;
  return *kLog;
}

// The lines from the iterator on, or all, the newest `most_bytes` of them; the iterator comes to their end.
std::string linesFrom(CUlogIterator *iterator, std::size_t most_bytes) {
  std::lock_guard lock(log().mutex);
  const CUlogIterator begin = iterator ? std::clamp(*iterator, log().first, log().end()) : log().first;
  std::string text;
  for (CUlogIterator at = log().end(); at != begin; --at) {
    const std::string &line = log().lines[at - 1 - log().first];
    if (text.size() + line.size() > most_bytes)
      break;
    text.insert(0, line);
  }
  if (iterator)
    *iterator = log().end();
  return text;
}

} // namespace

void raddle::cuda::logError(const std::string &message) {
  std::string line =
      fmt::format("[{:%H:%M:%S}][{}][CUDA][E] {}\n", std::chrono::system_clock::now(), gettid(), message);
  std::vector<CUlogsCallbackEntry_st> callbacks;
  {
    std::lock_guard lock(log().mutex);
    log().lines.push_back(line);
    if (log().lines.size() > kMostLines) {
      log().lines.pop_front();
      ++log().first;
    }
    for (const auto &callback : log().callbacks)
      callbacks.push_back(*callback);
  }
  for (const CUlogsCallbackEntry_st &callback : callbacks)
    callback.function(callback.data, CU_LOG_LEVEL_ERROR, line.data(), line.size());
}

#pragma GCC visibility push(default)
extern "C" {

CUresult cuLogsRegisterCallback(CUlogsCallback callback, void *data, CUlogsCallbackHandle *handle) {
  if (!callback)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(log().mutex);
  log().callbacks.push_back(std::make_unique<CUlogsCallbackEntry_st>(callback, data));
  if (handle)
    *handle = log().callbacks.back().get();
  return CUDA_SUCCESS;
}

CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle handle) {
  std::lock_guard lock(log().mutex);
  const auto is = [=](const auto &callback) { return callback.get() == handle; };
  return std::erase_if(log().callbacks, is) != 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogsCurrent(CUlogIterator *iterator, unsigned flags) {
  if (!iterator || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(log().mutex);
  *iterator = log().end();
  return CUDA_SUCCESS;
}

CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *path, unsigned flags) {
  if (!path || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::ofstream file(path, std::ios::app);
  file << linesFrom(iterator, std::string::npos);
  file.close();
  return file ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// The oldest lines are left out where not all have room.
CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *bytes, unsigned flags) {
  if (!buffer || !bytes || *bytes == 0 || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  const std::string text = linesFrom(iterator, *bytes - 1);
  std::copy_n(text.c_str(), text.size() + 1, buffer);
  *bytes = text.size();
  return CUDA_SUCCESS;
}

} // extern "C"
#pragma GCC visibility pop
