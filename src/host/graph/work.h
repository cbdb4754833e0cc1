// What a node of a graph does.
#ifndef RADDLE_HOST_GRAPH_WORK_H
#define RADDLE_HOST_GRAPH_WORK_H

#include "backend/launch.h"
#include "host/graph/updatable_kernel.h"
#include "host/memory/transfer.h"
#include "host/stream/stream_registry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <variant>
#include <vector>

namespace raddle::host {

class Graph;
class ExternalSemaphore;

struct EmptyWork {};

struct KernelWork {
  const void *stub; // by which the kernel is registered
  // Described once; each launch of the graph is a copy.
  std::shared_ptr<const backend::Launch> launch;
  // Null: kernels may not change it.
  std::shared_ptr<UpdatableKernel> updatable = {};
  // Hints, by their numbers, as the program has set them: they change nothing, but can be asked for.
  std::map<std::uint32_t, std::array<std::byte, 64>> hints = {};
};

struct CopyWork {
  Copy copy;
};

struct FillWork {
  Fill fill;
};

struct HostWork {
  void (*function)(void *);
  void *data;
};

/// The nodes of another graph, in the place of this one.
struct ChildWork {
  std::shared_ptr<Graph> graph;
};

struct RecordWork {
  std::shared_ptr<Event> event;
};

struct WaitWork {
  std::shared_ptr<Event> event;
};

/// A semaphore of another interface, and the value that is signalled or awaited.
struct SemaphoreUse {
  std::shared_ptr<ExternalSemaphore> semaphore;
  std::uint64_t value;
};

struct SignalWork {
  std::vector<SemaphoreUse> uses;
};

struct AwaitWork {
  std::vector<SemaphoreUse> uses;
};

/// Memory that each launch has anew, at the same address. It is there as long as the graph and what was made of it.
struct AllocateWork {
  std::shared_ptr<void> memory;
  std::size_t bytes;
};

/// From here on nobody may use the memory.
struct FreeWork {
  void *memory;
};

/// A number that kernels of a graph set, and that decides what its conditional nodes do. Each graph that is ready for launches
/// has a value of its own.
struct Condition {
  std::uint64_t handle; // by which kernels name it
  unsigned default_value;
  bool has_default; // which each launch begins with
};

/// Graphs that are run or not, one of them or again and again, in the place of this node.
struct ConditionWork {
  enum class Kind { kIf, kWhile, kSwitch };
  Condition condition;
  Kind kind;
  std::vector<std::shared_ptr<Graph>> bodies;
};

using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork, ChildWork, RecordWork,
                          WaitWork, AllocateWork, FreeWork, SignalWork, AwaitWork, ConditionWork>;

} // namespace raddle::host

#endif
