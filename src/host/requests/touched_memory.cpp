#include "host/requests/touched_memory.h"

#include "check/program_stack.h"

#include <cstdint>

namespace raddle::host {

namespace {

using check::Work;

std::shared_ptr<Work> makeWork(Work::Kind kind) {
  auto work = std::make_shared<Work>(kind);
  work->call = check::stackOfProgram();
  return work;
}

void touch(Work &work, const void *begin, std::size_t bytes, const check::Touch &how) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  work.touch({first, first + bytes, how});
}

void touchRows(Work &work, const MemoryRegistry &memory, const Region &region, const Shape &shape,
               const check::Touch &how) {
  if (shape.isEmpty() || !memory.find(region.base))
    return;
  const bool is_one_range = (shape.height == 1 || region.pitch == shape.width) &&
                            (shape.depth == 1 || region.slice == shape.width * shape.height);
  if (is_one_range)
    return touch(work, region.base, shape.width * shape.height * shape.depth, how);
  for (std::size_t z = 0; z < shape.depth; ++z)
    for (std::size_t y = 0; y < shape.height; ++y)
      touch(work, region.base + z * region.slice + y * region.pitch, shape.width, how);
}

} // namespace

std::shared_ptr<Work> makeWork(const MemoryRegistry &memory, const Copy &copy) {
  auto work = makeWork(Work::Kind::kCopy);
  touchRows(*work, memory, copy.destination, copy.shape, {.writes = true});
  touchRows(*work, memory, copy.source, copy.shape, {.reads = true});
  return work;
}

std::shared_ptr<Work> makeWork(const MemoryRegistry &memory, const Fill &fill) {
  auto work = makeWork(Work::Kind::kFill);
  touchRows(*work, memory, fill.region, fill.shape,
            {.writes = true, .value = check::repeated(fill.value, fill.element_bytes)});
  return work;
}

std::shared_ptr<Work> workOfFree(void *base, std::size_t bytes) {
  if (!check::ordersWork())
    return nullptr;
  auto work = makeWork(Work::Kind::kFree);
  touch(*work, base, bytes, {.writes = true});
  return work;
}

std::shared_ptr<Work> workOfFlag(void *address, std::size_t bytes) {
  if (!check::ordersWork())
    return nullptr;
  auto work = makeWork(Work::Kind::kFill);
  touch(*work, address, bytes, {.writes = true, .reads = true, .is_atomic = true});
  return work;
}

} // namespace raddle::host
