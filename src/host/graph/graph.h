// Graphs: work that is described once and launched many times.
#ifndef RADDLE_HOST_GRAPH_GRAPH_H
#define RADDLE_HOST_GRAPH_GRAPH_H

#include "check/work_order.h"
#include "host/graph/work.h"
#include "host/status.h"

#include <any>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace raddle::host {

struct Node {
  Graph *graph;
  Work work;
  std::any description; // what the front end was given, to be asked for again
  std::vector<Node *> dependencies, dependents;
  const Node *original = nullptr; // of which this is a clone
};

struct GraphExec;

/// As with CUDA's, nobody else may use a graph while it is changed.
class Graph : public std::enable_shared_from_this<Graph> {
public:
  Graph();
  ~Graph();
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  /// In the order in which they were added.
  const std::vector<std::unique_ptr<Node>> &nodes() const { return nodes_; }

  /// The dependencies are nodes of this graph, each named once: else null.
  Node *add(Work work, std::span<Node *const> dependencies, std::any description = {});
  void remove(Node &node);

  /// kInvalidValue: a node of another graph, an edge from a node to itself, one that is there already, or, for
  /// disconnect(), one that is not there.
  Status connect(Node &from, Node &to);
  Status disconnect(Node &from, Node &to);

  /// Each node after those that it depends on. None when nodes wait for each other in a circle.
  std::optional<std::vector<Node *>> ordered() const;

  /// With copies of its child graphs.
  std::shared_ptr<Graph> clone() const;

  /// What lives as long as the graph: objects of the program.
  std::vector<std::shared_ptr<void>> kept;

  /// What was made of the graph last, if it has conditions or kernels that kernels change: as long as that lives, nothing else
  /// is made of it.
  mutable std::weak_ptr<const GraphExec> instantiation;

private:
  std::vector<std::unique_ptr<Node>> nodes_;
};

/// A graph made ready for launches: its nodes, and those of its children, in an order in which they can be started.
struct GraphExec {
  struct Step {
    Work work;
    std::vector<unsigned> before; // the steps that it waits for
    const Node *source;           // the node that it was made of
    bool enabled = true;
    // Those of each graph of a ConditionWork.
    std::vector<std::shared_ptr<std::vector<Step>>> bodies = {};
  };

  int device;
  unsigned long long flags;
  std::vector<Step> steps;
  std::mutex mutex;                // of launches against each other
  std::shared_ptr<Operation> last; // of the last launch, which the next one waits for
  check::Past past;                // the last launch and what comes before it, with RADDLE_CHECK=race

  // Its conditions by their handles, and their values. Which there are does not change.
  struct ConditionValue {
    Condition condition;
    std::atomic<unsigned> value = condition.default_value;
  };
  std::map<std::uint64_t, ConditionValue> conditions;
  // Whether kernels may launch it; whether it is ready for that; and how many launches run.
  bool is_for_kernels = false;
  // Whether kernels may change kernels of it.
  bool is_updatable = false;
  // Of ModuleRegistry, when all kernels of it were known to be there.
  std::atomic<std::uint64_t> checked_generation = 0;
  std::atomic<bool> is_uploaded = false;
  std::atomic<unsigned> running = 0;

  /// Those with a default get it.
  void resetConditions();
  Step *find(const Node *source);
};

/// New work of the same kind for a node. What makes a kernel node updatable stays, and so do its hints.
void replaceWork(Work &work, Work by);

/// A condition, and the one that has that handle, if any.
Condition makeCondition(unsigned default_value, bool has_default);
std::optional<Condition> findCondition(std::uint64_t handle);

/// The graph at that address, which may be a child of another or still be captured, and the node at that address; null when there
/// is none.
std::shared_ptr<Graph> findGraph(const void *handle);
Node *findNode(const void *handle);

/// None when nodes wait for each other in a circle.
std::optional<std::vector<GraphExec::Step>> stepsOf(const Graph &graph);

/// The graphs that the program has made and has to destroy, by their addresses.
class GraphRegistry {
public:
  Graph *add(std::shared_ptr<Graph> graph);
  GraphExec *add(std::shared_ptr<GraphExec> exec);

  std::shared_ptr<GraphExec> findExec(const void *handle) const;
  /// False when there is none.
  bool removeGraph(const void *handle);
  bool removeExec(const void *handle);

private:
  mutable std::mutex mutex_;
  std::unordered_map<const void *, std::shared_ptr<Graph>> graphs_;
  std::unordered_map<const void *, std::shared_ptr<GraphExec>> execs_;
};

} // namespace raddle::host

#endif
