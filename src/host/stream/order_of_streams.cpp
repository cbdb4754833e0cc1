#include "host/stream/order_of_streams.h"

#include <atomic>
#include <mutex>

namespace raddle::host {

namespace {

using Kind = Operation::Kind;
using check::Work;

std::shared_ptr<Work> workOf(const backend::Launch &launch, unsigned parts = 1) {
  auto work = std::make_shared<Work>(Work::Kind::kLaunch, parts);
  work->kernel = launch.function->name;
  return work;
}

// What has no work of its own but has a place in the order: what functions of the host and conditions stand for.
void addWork(Operation &operation) {
  if (operation.work)
    return;
  if (operation.isLaunch() && operation.asLaunch().launch.checked)
    operation.work = workOf(operation.asLaunch().launch);
  else if (operation.kind == Kind::kHostFunction || operation.kind == Kind::kDeferred ||
           operation.kind == Kind::kWait)
    operation.work = std::make_shared<Work>(Work::Kind::kOther);
}

// After all of `past`, to which it is added.
void place(Operation &operation, check::Past &past) {
  if (!operation.work)
    return;
  if (operation.isLaunch())
    operation.asLaunch().launch.addExtras().work = operation.work.get();
  // Nobody knows what makes its condition true.
  if (operation.kind == Kind::kWait)
    check::beginAfterAll(operation.work);
  else
    check::begin(operation.work, past);
  past = operation.work->past;
  past.add(operation.work->place);
  if (operation.kind == Kind::kWait)
    past.open();
}

void noteStream(Operation &operation, const Stream &stream) {
  if (!operation.work)
    return;
  operation.work->device = stream.device;
  operation.work->stream = stream.id;
}

std::uint64_t newGraph() {
  static std::atomic<std::uint64_t> graphs = 0;
  return ++graphs;
}

} // namespace

// With the lock.
check::Past OrderOfStreams::pastOf(const Stream &stream) const {
  check::Past past = stream.past;
  const DeviceStreams &device = registry_.of(stream.device);
  if (stream.legacy) {
    past.add(device.past_of_gone_blocking);
    for (const std::shared_ptr<Stream> &sibling : device.streams)
      if (sibling->blocking)
        past.add(sibling->past);
  } else if (stream.blocking) {
    past.add(device.legacy->past);
  }
  return past;
}

void OrderOfStreams::placeAtEnd(Stream &stream, Operation &operation) const {
  addWork(operation);
  noteStream(operation, stream);
  stream.past = pastOf(stream);
  place(operation, stream.past);
}

void OrderOfStreams::appendTogether(std::span<const GridOfSeveral> grids) const {
  if (!check::ordersWork() || grids.empty() || !grids.front().launch->launch.checked)
    return;
  const auto work = workOf(grids.front().launch->launch, static_cast<unsigned>(grids.size()));
  check::Past past;
  for (const GridOfSeveral &grid : grids)
    past.add(pastOf(*grid.stream));
  check::begin(work, past);
  past = work->past;
  past.add(work->place);
  for (const GridOfSeveral &grid : grids) {
    grid.launch->work = work;
    grid.launch->launch.addExtras().work = work.get();
    grid.stream->past = past;
  }
}

void OrderOfStreams::appendGraph(Stream &stream, std::span<const Dependent> graph,
                                 check::Past *of_graph) const {
  if (!check::ordersWork())
    return;
  check::expectConcurrentWork();
  check::Past before = pastOf(stream);
  if (of_graph)
    before.add(*of_graph);
  const std::uint64_t number = newGraph();
  check::Past all = before;
  std::vector<check::Past> pasts(graph.size(), before);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    Operation &operation = *graph[i].operation;
    addWork(operation);
    noteStream(operation, stream);
    if (operation.work)
      operation.work->graph = number;
    for (const unsigned earlier : graph[i].before)
      pasts[i].add(pasts[earlier]);
    if (graph[i].awaited)
      pasts[i].add(graph[i].awaited->past);
    place(operation, pasts[i]);
    if (graph[i].recorded)
      graph[i].recorded->past = pasts[i];
    all.add(pasts[i]);
  }
  stream.past = all;
  if (of_graph)
    *of_graph = all;
}

void OrderOfStreams::placeByHost(Stream &stream, const std::shared_ptr<check::Work> &work) const {
  std::lock_guard guard(registry_.lock());
  work->device = stream.device;
  work->stream = stream.id;
  check::begin(work, pastOf(stream));
  stream.past = work->past;
  stream.past.add(work->place);
}

void OrderOfStreams::noteWait(const Stream &stream) const {
  std::lock_guard guard(registry_.lock());
  check::hostKnows(pastOf(stream));
}

void OrderOfStreams::noteWait(const Event &event) const {
  std::lock_guard guard(registry_.lock());
  check::hostKnows(event.past);
}

void OrderOfStreams::noteWaitForDevice(int device) const {
  std::lock_guard guard(registry_.lock());
  const DeviceStreams &of = registry_.of(device);
  check::Past past = of.past_of_gone;
  past.add(of.legacy->past);
  for (const std::shared_ptr<Stream> &stream : of.streams)
    past.add(stream->past);
  check::hostKnows(past);
}

} // namespace raddle::host
