#include "host/stream/external_semaphore.h"

#include "machine/pages.h"

#include <array>
#include <cstdio>
#include <string_view>

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace raddle::host {

namespace {

bool isEventDescriptor(int descriptor) {
  std::array<char, 64> path = {}, target = {};
  std::snprintf(path.data(), path.size(), "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(path.data(), target.data(), target.size());
  return length > 0 &&
         std::string_view(target.data(), static_cast<std::size_t>(length)) == "anon_inode:[eventfd]";
}

} // namespace

std::shared_ptr<ExternalSemaphore> ExternalSemaphore::take(Kind kind, int descriptor) {
  struct stat facts = {};
  if (fstat(descriptor, &facts) != 0)
    return nullptr;
  if (kind == Kind::kBinary && isEventDescriptor(descriptor))
    return std::shared_ptr<ExternalSemaphore>(new ExternalSemaphore(kind, descriptor, nullptr));
  if (!S_ISREG(facts.st_mode) || facts.st_size < static_cast<off_t>(sizeof(std::uint64_t)))
    return nullptr;
  void *const page = mmap(nullptr, pageBytes(), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (page == MAP_FAILED)
    return nullptr;
  return std::shared_ptr<ExternalSemaphore>(
      new ExternalSemaphore(kind, descriptor, static_cast<std::atomic<std::uint64_t> *>(page)));
}

ExternalSemaphore::~ExternalSemaphore() {
  if (number_)
    munmap(number_, pageBytes());
  close(descriptor_);
}

void ExternalSemaphore::signal(std::uint64_t value) const {
  if (number_) {
    number_->store(kind_ == Kind::kTimeline ? value : 1);
    return;
  }
  // Where a signal is there already, another one changes nothing.
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(descriptor_, &one, sizeof one);
}

bool ExternalSemaphore::tryWait(std::uint64_t value) const {
  if (number_ && kind_ == Kind::kTimeline)
    return number_->load() >= value;
  if (number_) {
    std::uint64_t expected = 1;
    return number_->compare_exchange_strong(expected, 0);
  }
  std::uint64_t taken = 0;
  const iovec target{&taken, sizeof taken};
  return preadv2(descriptor_, &target, 1, -1, RWF_NOWAIT) == sizeof taken;
}

} // namespace raddle::host
