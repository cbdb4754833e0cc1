#include "host/graph/graph.h"

#include <algorithm>
#include <utility>

namespace raddle::host {

namespace {

bool contains(const std::vector<Node *> &nodes, const Node *node) {
  return std::ranges::find(nodes, node) != nodes.end();
}

// The graphs and nodes that there are, by their addresses.
template <typename T> class Live {
public:
  void add(T *object) {
    std::lock_guard lock(mutex_);
    objects_.insert(object);
  }
  void remove(const T *object) {
    std::lock_guard lock(mutex_);
    objects_.erase(object);
  }
  // Runs `body(object)`, which may be null, while the object cannot go.
  template <typename Body> auto find(const void *handle, Body body) {
    std::lock_guard lock(mutex_);
    return body(objects_.contains(handle) ? static_cast<T *>(const_cast<void *>(handle)) : nullptr);
  }

private:
  std::mutex mutex_;
  std::unordered_set<const void *> objects_;
};

Live<Node> &liveNodes() {
  static auto *const kNodes = new Live<Node>;
  return *kNodes;
}
Live<Graph> &liveGraphs() {
  static auto *const kGraphs = new Live<Graph>;
  return *kGraphs;
}

// Adds the steps of the graph, the first of which wait for `before`. Returns those that nothing of the graph waits for.
std::optional<std::vector<unsigned>> addSteps(const Graph &graph, const std::vector<unsigned> &before,
                                              std::vector<GraphExec::Step> &steps) {
  const std::optional<std::vector<Node *>> ordered = graph.ordered();
  if (!ordered)
    return std::nullopt;
  std::unordered_map<const Node *, std::vector<unsigned>> ends; // the last steps of each node
  std::vector<unsigned> last;
  for (const Node *node : *ordered) {
    std::vector<unsigned> waits_for = node->dependencies.empty() ? before : std::vector<unsigned>();
    for (const Node *dependency : node->dependencies)
      waits_for.insert(waits_for.end(), ends[dependency].begin(), ends[dependency].end());
    std::ranges::sort(waits_for);
    waits_for.erase(std::ranges::unique(waits_for).begin(), waits_for.end());
    std::vector<unsigned> &end = ends[node];
    if (const auto *child = std::get_if<ChildWork>(&node->work)) {
      std::optional<std::vector<unsigned>> inner = addSteps(*child->graph, waits_for, steps);
      if (!inner)
        return std::nullopt;
      end = child->graph->nodes().empty() ? std::move(waits_for) : std::move(*inner);
    } else {
      end = {static_cast<unsigned>(steps.size())};
      steps.push_back({node->work, std::move(waits_for), node});
      if (const auto *condition = std::get_if<ConditionWork>(&node->work))
        for (const std::shared_ptr<Graph> &body : condition->bodies) {
          auto inner = std::make_shared<std::vector<GraphExec::Step>>();
          if (!addSteps(*body, {}, *inner))
            return std::nullopt;
          steps.back().bodies.push_back(std::move(inner));
        }
    }
    if (node->dependents.empty())
      last.insert(last.end(), end.begin(), end.end());
  }
  return last;
}

} // namespace

Graph::Graph() { liveGraphs().add(this); }

Graph::~Graph() {
  liveGraphs().remove(this);
  for (const auto &node : nodes_)
    liveNodes().remove(node.get());
}

std::shared_ptr<Graph> findGraph(const void *handle) {
  return liveGraphs().find(handle,
                           [](Graph *graph) { return graph ? graph->weak_from_this().lock() : nullptr; });
}

Node *findNode(const void *handle) {
  return liveNodes().find(handle, [](Node *node) { return node; });
}

Node *Graph::add(Work work, std::span<Node *const> dependencies, std::any description) {
  const std::unordered_set<Node *> different(dependencies.begin(), dependencies.end());
  if (different.size() != dependencies.size() ||
      std::ranges::any_of(dependencies, [this](const Node *node) { return !node || node->graph != this; }))
    return nullptr;
  nodes_.push_back(std::make_unique<Node>(Node{this, std::move(work), std::move(description), {}, {}}));
  Node *const added = nodes_.back().get();
  liveNodes().add(added);
  added->dependencies.assign(dependencies.begin(), dependencies.end());
  for (Node *const dependency : dependencies)
    dependency->dependents.push_back(added);
  return added;
}

void Graph::remove(Node &node) {
  liveNodes().remove(&node);
  for (Node *const dependency : node.dependencies)
    std::erase(dependency->dependents, &node);
  for (Node *const dependent : node.dependents)
    std::erase(dependent->dependencies, &node);
  std::erase_if(nodes_, [&node](const auto &known) { return known.get() == &node; });
}

Status Graph::connect(Node &from, Node &to) {
  if (from.graph != this || to.graph != this || &from == &to || contains(from.dependents, &to))
    return Status::kInvalidValue;
  from.dependents.push_back(&to);
  to.dependencies.push_back(&from);
  return Status::kSuccess;
}

Status Graph::disconnect(Node &from, Node &to) {
  if (from.graph != this || to.graph != this || !contains(from.dependents, &to))
    return Status::kInvalidValue;
  std::erase(from.dependents, &to);
  std::erase(to.dependencies, &from);
  return Status::kSuccess;
}

std::optional<std::vector<Node *>> Graph::ordered() const {
  std::unordered_map<const Node *, std::size_t> left;
  std::vector<Node *> order;
  order.reserve(nodes_.size());
  for (const auto &node : nodes_) {
    left[node.get()] = node->dependencies.size();
    if (node->dependencies.empty())
      order.push_back(node.get());
  }
  for (std::size_t i = 0; i < order.size(); ++i)
    for (Node *const dependent : order[i]->dependents)
      if (--left[dependent] == 0)
        order.push_back(dependent);
  return order.size() == nodes_.size() ? std::optional(std::move(order)) : std::nullopt;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>();
  copy->kept = kept;
  std::unordered_map<const Node *, Node *> clones;
  for (const auto &node : nodes_) {
    Work work = node->work;
    if (auto *child = std::get_if<ChildWork>(&work))
      child->graph = child->graph->clone();
    // The handle that device code has is the original node's.
    if (auto *kernel = std::get_if<KernelWork>(&work))
      kernel->updatable = nullptr;
    if (auto *condition = std::get_if<ConditionWork>(&work))
      for (std::shared_ptr<Graph> &body : condition->bodies)
        body = body->clone();
    Node *const made = copy->add(std::move(work), {}, node->description);
    made->original = node.get();
    clones[node.get()] = made;
  }
  for (const auto &node : nodes_) {
    Node &made = *clones[node.get()];
    for (const Node *dependency : node->dependencies)
      made.dependencies.push_back(clones[dependency]);
    for (const Node *dependent : node->dependents)
      made.dependents.push_back(clones[dependent]);
  }
  return copy;
}

namespace {

GraphExec::Step *findStep(std::vector<GraphExec::Step> &steps, const Node *source) {
  for (GraphExec::Step &step : steps) {
    if (step.source == source)
      return &step;
    for (const auto &body : step.bodies)
      if (GraphExec::Step *const inner = findStep(*body, source))
        return inner;
  }
  return nullptr;
}

// By their handles, which are no addresses: those of the host would look like a mistake among a kernel's arguments.
std::mutex conditions_mutex;
std::vector<Condition> &allConditions() {
  static auto *const kConditions = new std::vector<Condition>;
  return *kConditions;
}

} // namespace

void replaceWork(Work &work, Work by) {
  const auto *before = std::get_if<KernelWork>(&work);
  auto *after = std::get_if<KernelWork>(&by);
  if (before && after) {
    after->updatable = before->updatable;
    after->hints = before->hints;
  }
  work = std::move(by);
}

GraphExec::Step *GraphExec::find(const Node *source) { return findStep(steps, source); }

void GraphExec::resetConditions() {
  for (auto &[_, known] : conditions)
    if (known.condition.has_default)
      known.value = known.condition.default_value;
}

Condition makeCondition(unsigned default_value, bool has_default) {
  std::lock_guard lock(conditions_mutex);
  return allConditions().emplace_back(allConditions().size() + 1, default_value, has_default);
}

std::optional<Condition> findCondition(std::uint64_t handle) {
  std::lock_guard lock(conditions_mutex);
  return handle >= 1 && handle <= allConditions().size() ? std::optional(allConditions()[handle - 1]) : std::nullopt;
}

std::optional<std::vector<GraphExec::Step>> stepsOf(const Graph &graph) {
  std::vector<GraphExec::Step> steps;
  if (!addSteps(graph, {}, steps))
    return std::nullopt;
  return steps;
}

Graph *GraphRegistry::add(std::shared_ptr<Graph> graph) {
  std::lock_guard lock(mutex_);
  Graph *const handle = graph.get();
  graphs_[handle] = std::move(graph);
  return handle;
}

GraphExec *GraphRegistry::add(std::shared_ptr<GraphExec> exec) {
  std::lock_guard lock(mutex_);
  GraphExec *const handle = exec.get();
  execs_[handle] = std::move(exec);
  return handle;
}

std::shared_ptr<GraphExec> GraphRegistry::findExec(const void *handle) const {
  std::lock_guard lock(mutex_);
  const auto found = execs_.find(handle);
  return found != execs_.end() ? found->second : nullptr;
}

bool GraphRegistry::removeGraph(const void *handle) {
  std::shared_ptr<Graph> removed; // is destroyed without the lock
  std::lock_guard lock(mutex_);
  const auto found = graphs_.find(handle);
  if (found == graphs_.end())
    return false;
  removed = std::move(found->second);
  graphs_.erase(found);
  return true;
}

bool GraphRegistry::removeExec(const void *handle) {
  std::lock_guard lock(mutex_);
  return execs_.erase(handle) != 0;
}

} // namespace raddle::host
