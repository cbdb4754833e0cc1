// Memory that stands apart from addresses, so that several places of this process, and other processes, can have it.
#ifndef RADDLE_MACHINE_SHARED_PAGES_H
#define RADDLE_MACHINE_SHARED_PAGES_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace raddle {

/// A file in memory that has no name. It lives as long as some process has it open or mapped.
class SharedPages {
public:
  /// By what another process finds it. Numbers of processes and descriptors are used again; that of the file is not.
  struct Name {
    std::int32_t process, descriptor;
    std::uint64_t device, file;
  };

  /// Pages of zeros; null when the system has no more files. They take memory when they are first used.
  static std::shared_ptr<SharedPages> make(std::size_t bytes);
  /// The memory behind a descriptor, which stays the caller's; null when that is no memory.
  static std::shared_ptr<SharedPages> of(int descriptor);
  /// The memory of another process; null when that has ended, or has it no more.
  static std::shared_ptr<SharedPages> named(const Name &name);

  ~SharedPages();
  SharedPages(const SharedPages &) = delete;
  SharedPages &operator=(const SharedPages &) = delete;

  std::size_t bytes() const { return bytes_; }
  Name name() const { return nameOf(descriptor_); }
  static Name nameOf(int descriptor);
  /// Another descriptor for it, which is the caller's; -1 when there are no more.
  int duplicate() const;

  /// Puts `bytes` of it, from `offset` on, at an address, in place of what is there. False when the system refuses. Both are
  /// multiples of a page; `protection` as mmap() has it.
  bool mapAt(std::byte *address, std::size_t offset, std::size_t bytes, int protection) const;

private:
  SharedPages(int descriptor, std::size_t bytes) : descriptor_(descriptor), bytes_(bytes) {}
  static std::shared_ptr<SharedPages> adopt(int descriptor);

  const int descriptor_;
  const std::size_t bytes_;
};

/// Address space that nobody may access, from a multiple of `alignment` on, at `wanted` if there is room; null when there is none.
/// `bytes` is a multiple of a page, `alignment` a power of two of at least one.
std::byte *reserveAddresses(std::size_t bytes, std::size_t alignment, std::byte *wanted);
/// Makes it that again. False when the system refuses.
bool clearAddresses(std::byte *address, std::size_t bytes);
void releaseAddresses(std::byte *address, std::size_t bytes);

} // namespace raddle

#endif
