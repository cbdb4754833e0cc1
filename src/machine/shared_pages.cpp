#include "machine/shared_pages.h"

#include "machine/pages.h"

#include <array>
#include <cstdio>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace raddle {

std::shared_ptr<SharedPages> SharedPages::make(std::size_t bytes) {
  const int descriptor = memfd_create("raddle", MFD_CLOEXEC);
  if (descriptor < 0)
    return nullptr;
  if (ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) {
    close(descriptor);
    return nullptr;
  }
  return std::shared_ptr<SharedPages>(new SharedPages(descriptor, bytes));
}

// Takes the descriptor over.
std::shared_ptr<SharedPages> SharedPages::adopt(int descriptor) {
  struct stat facts = {};
  if (descriptor < 0)
    return nullptr;
  if (fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_size <= 0) {
    close(descriptor);
    return nullptr;
  }
  return std::shared_ptr<SharedPages>(new SharedPages(descriptor, static_cast<std::size_t>(facts.st_size)));
}

std::shared_ptr<SharedPages> SharedPages::of(int descriptor) {
  return adopt(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
}

std::shared_ptr<SharedPages> SharedPages::named(const Name &name) {
  std::array<char, 64> path = {};
  std::snprintf(path.data(), path.size(), "/proc/%d/fd/%d", name.process, name.descriptor);
  // What the descriptor stands for by now may be a device or a pipe, which would wait.
  struct stat facts = {};
  if (stat(path.data(), &facts) != 0 || facts.st_dev != name.device || facts.st_ino != name.file)
    return nullptr;
  std::shared_ptr<SharedPages> pages = adopt(open(path.data(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  if (!pages)
    return nullptr;
  const Name found = pages->name();
  return found.device == name.device && found.file == name.file ? pages : nullptr;
}

SharedPages::~SharedPages() { close(descriptor_); }

SharedPages::Name SharedPages::nameOf(int descriptor) {
  struct stat facts = {};
  fstat(descriptor, &facts);
  return {getpid(), descriptor, facts.st_dev, facts.st_ino};
}

int SharedPages::duplicate() const { return fcntl(descriptor_, F_DUPFD_CLOEXEC, 0); }

bool SharedPages::mapAt(std::byte *address, std::size_t offset, std::size_t bytes, int protection) const {
  if (mmap(address, bytes, protection, MAP_SHARED | MAP_FIXED, descriptor_, static_cast<off_t>(offset)) ==
      MAP_FAILED)
    return false;
  madvise(address, bytes, MADV_HUGEPAGE);
  return true;
}

std::byte *reserveAddresses(std::size_t bytes, std::size_t alignment, std::byte *wanted) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (wanted && reinterpret_cast<std::uintptr_t>(wanted) % alignment == 0) {
    void *const there = mmap(wanted, bytes, PROT_NONE, kFlags | MAP_FIXED_NOREPLACE, -1, 0);
    if (there == wanted)
      return wanted;
    if (there != MAP_FAILED)
      munmap(there, bytes);
  }
  const std::size_t room_bytes = bytes + alignment - pageBytes();
  void *const room = room_bytes < bytes ? MAP_FAILED : mmap(nullptr, room_bytes, PROT_NONE, kFlags, -1, 0);
  if (room == MAP_FAILED)
    return nullptr;
  auto *const begin = static_cast<std::byte *>(room), *const end = begin + room_bytes;
  const auto address = reinterpret_cast<std::uintptr_t>(room);
  std::byte *const base = begin + (roundUp(address, alignment) - address);
  if (base != begin)
    munmap(begin, static_cast<std::size_t>(base - begin));
  if (base + bytes != end)
    munmap(base + bytes, static_cast<std::size_t>(end - base) - bytes);
  return base;
}

bool clearAddresses(std::byte *address, std::size_t bytes) {
  return mmap(address, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) !=
         MAP_FAILED;
}

void releaseAddresses(std::byte *address, std::size_t bytes) { munmap(address, bytes); }

} // namespace raddle
