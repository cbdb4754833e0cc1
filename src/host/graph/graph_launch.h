// A launch of a graph whose kernels may launch graphs, or set its conditions.
//
// It has not ended before the graphs have that its kernels launched to run beside it. Those that they launched into the tail
// stream run then, one after the other: what one of them launches there, before the rest.
#ifndef RADDLE_HOST_GRAPH_GRAPH_LAUNCH_H
#define RADDLE_HOST_GRAPH_GRAPH_LAUNCH_H

#include "backend/launch.h"
#include "host/graph/graph.h"
#include "host/stream/stream_scheduler.h"

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace raddle::host {

class GraphLaunch final : public backend::LaunchedGraph, public std::enable_shared_from_this<GraphLaunch> {
public:
  /// Begins a launch of the graph, and calls `then` when it has ended.
  using Run = std::function<void(const std::shared_ptr<GraphExec> &exec,
                                 const std::shared_ptr<GraphLaunch> &parent, std::function<void()> then)>;

  /// `parent`: the launch that this one runs within; null for one by the host.
  GraphLaunch(StreamScheduler &scheduler, std::shared_ptr<GraphExec> exec,
              std::shared_ptr<GraphLaunch> parent, Run run);

  const std::shared_ptr<GraphExec> exec;
  const std::shared_ptr<GraphLaunch> parent;

  /// The graph runs within this launch, from now on. kOutOfResources: too many do.
  Status launchWithin(const std::shared_ptr<GraphExec> &graph);
  /// It runs when all else of this launch has ended.
  Status launchAtTail(const std::shared_ptr<GraphExec> &graph);

  /// Its nodes have ended.
  void end(std::function<void()> then);

private:
  void runTails();

  StreamScheduler &scheduler_;
  const Run run_;
  std::mutex mutex_;
  const std::shared_ptr<TaskOperation> all_; // ends when the nodes have, and what runs within this launch
  std::deque<std::shared_ptr<GraphExec>> tails_;
  unsigned launched_ = 0;
  std::function<void()> then_;
};

} // namespace raddle::host

#endif
