// Algorithms on graphs, a thread for each vertex or edge: union-find, components, breadth-first search, shortest paths, spanning
// trees, colours, independent sets. Threads try again, or wait for the next launch; none waits for another one.
#include "../check.h"

#include <algorithm>
#include <numeric>
#include <queue>

namespace {

using Wide = unsigned long long;

constexpr int kVertices = 600, kEdges = 900, kThreads = 128, kFar = 1 << 30;
constexpr int kBlocksOfVertices = (kVertices + kThreads - 1) / kThreads,
              kBlocksOfEdges = (kEdges + kThreads - 1) / kThreads;

struct Edge {
  int from, to, weight;
};

// Neighbours of vertex v: targets[starts[v]] and so on. Each edge is there in both directions.
struct Graph {
  const int *starts, *targets, *weights;
  const Edge *edges;
};

__device__ int threadNumber() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ volatile int &shown(int &word) { return word; }

// The root of a tree; on the way each vertex is hung up one step higher.
__device__ int rootOf(int *parents, int vertex) {
  int parent = shown(parents[vertex]);
  while (parent != vertex) {
    const int above = shown(parents[parent]);
    if (above != parent)
      atomicCAS(&parents[vertex], parent, above);
    vertex = parent;
    parent = shown(parents[vertex]);
  }
  return vertex;
}

// The larger root becomes a child of the smaller one.
__device__ bool unite(int *parents, int a, int b) {
  for (;;) {
    a = rootOf(parents, a);
    b = rootOf(parents, b);
    if (a == b)
      return false;
    if (a < b) {
      const int kept = a;
      a = b;
      b = kept;
    }
    if (atomicCAS(&parents[a], a, b) == a)
      return true;
  }
}

} // namespace

__global__ void uniteEdges(Graph graph, int *parents, int *joined) {
  const int e = threadNumber();
  if (e < kEdges && unite(parents, graph.edges[e].from, graph.edges[e].to))
    atomicAdd(joined, 1);
}

// Goes on from the old parent where somebody was faster (hooking as in ECL-CC).
__global__ void hookEdges(Graph graph, int *parents) {
  const int e = threadNumber();
  if (e >= kEdges)
    return;
  int a = rootOf(parents, graph.edges[e].from), b = rootOf(parents, graph.edges[e].to);
  bool again;
  do {
    again = false;
    if (a != b) {
      int seen;
      if (a < b) {
        if ((seen = atomicCAS(&parents[b], b, a)) != b) {
          b = seen;
          again = true;
        }
      } else if ((seen = atomicCAS(&parents[a], a, b)) != a) {
        a = seen;
        again = true;
      }
    }
  } while (again);
}

__global__ void compress(int *parents) {
  const int v = threadNumber();
  if (v >= kVertices)
    return;
  int root = v;
  while (shown(parents[root]) != root)
    root = shown(parents[root]);
  shown(parents[v]) = root;
}

__global__ void spreadLabels(Graph graph, int *labels, int *changed) {
  const int e = threadNumber();
  if (e >= kEdges)
    return;
  const int from = graph.edges[e].from, to = graph.edges[e].to;
  const int least = min(shown(labels[from]), shown(labels[to]));
  if (atomicMin(&labels[from], least) > least || atomicMin(&labels[to], least) > least)
    atomicExch(changed, 1);
}

// All levels in one launch of one block, with two queues.
__global__ void searchByOneBlock(Graph graph, int *distances, int *queues) {
  __shared__ int length, next_length;
  const int t = threadIdx.x;
  if (t == 0) {
    length = 1;
    queues[0] = 0;
    distances[0] = 0;
  }
  __syncthreads();
  for (int level = 1; length > 0; ++level) {
    if (t == 0)
      next_length = 0;
    __syncthreads();
    const int *queue = queues + (level + 1) % 2 * kVertices;
    int *next = queues + level % 2 * kVertices;
    for (int at = t; at < length; at += blockDim.x) {
      const int v = queue[at];
      for (int e = graph.starts[v]; e < graph.starts[v + 1]; ++e)
        if (atomicCAS(&distances[graph.targets[e]], kFar, level) == kFar)
          next[atomicAdd(&next_length, 1)] = graph.targets[e];
    }
    __syncthreads();
    if (t == 0)
      length = next_length;
    __syncthreads();
  }
}

// One level; the next queue is filled for the next launch.
__global__ void searchLevel(Graph graph, const int *queue, int length, int level, int *distances, int *next,
                            int *next_length) {
  const int at = threadNumber();
  if (at >= length)
    return;
  const int v = queue[at];
  for (int e = graph.starts[v]; e < graph.starts[v + 1]; ++e)
    if (atomicMin(&distances[graph.targets[e]], level) == kFar)
      next[atomicAdd(next_length, 1)] = graph.targets[e];
}

__global__ void relax(Graph graph, int *distances, int *changed) {
  const int v = threadNumber();
  if (v >= kVertices)
    return;
  const int own = shown(distances[v]);
  if (own == kFar)
    return;
  for (int e = graph.starts[v]; e < graph.starts[v + 1]; ++e) {
    const int length = own + graph.weights[e];
    if (atomicMin(&distances[graph.targets[e]], length) > length)
      shown(*changed) = 1;
  }
}

// Each tree looks for its lightest edge to another one.
__global__ void findLightest(Graph graph, const int *trees, Wide *lightest) {
  const int e = threadNumber();
  if (e >= kEdges)
    return;
  const int a = trees[graph.edges[e].from], b = trees[graph.edges[e].to];
  if (a == b)
    return;
  const Wide own = static_cast<Wide>(graph.edges[e].weight) << 32 | static_cast<unsigned>(e);
  const int both[] = {a, b};
  for (int tree : both) {
    Wide old = lightest[tree];
    while (own < old) {
      const Wide seen = old;
      old = atomicCAS(&lightest[tree], seen, own);
      if (old == seen)
        break;
    }
  }
}

__global__ void takeLightest(Graph graph, const Wide *lightest, int *parents, int *weight, int *joined) {
  const int v = threadNumber();
  if (v >= kVertices || lightest[v] == ~Wide{0})
    return;
  const Edge edge = graph.edges[static_cast<unsigned>(lightest[v])];
  if (unite(parents, edge.from, edge.to)) {
    atomicAdd(weight, edge.weight);
    atomicAdd(joined, 1);
  }
}

// Vertices without a colour that come before all such neighbours take the first free colour.
__global__ void colour(Graph graph, const int *before, int *after, int *uncoloured) {
  const int v = threadNumber();
  if (v >= kVertices)
    return;
  after[v] = before[v];
  if (before[v] >= 0)
    return;
  unsigned taken = 0;
  for (int e = graph.starts[v]; e < graph.starts[v + 1]; ++e) {
    const int other = graph.targets[e];
    if (before[other] >= 0)
      taken |= 1u << before[other];
    else if (other * 7919 % 1009 < v * 7919 % 1009) {
      atomicAdd(uncoloured, 1);
      return;
    }
  }
  after[v] = __ffs(~taken) - 1;
}

// 0 undecided, 1 in the set, 2 out of it. Rounds of one block.
__global__ void independentSet(Graph graph, int *states) {
  bool undecided;
  do {
    undecided = false;
    for (int v = threadIdx.x; v < kVertices; v += blockDim.x) {
      if (shown(states[v]) != 0)
        continue;
      bool first = true, beside = false;
      for (int e = graph.starts[v]; e < graph.starts[v + 1]; ++e) {
        const int other = graph.targets[e], state = shown(states[other]);
        beside |= state == 1;
        first &= state == 2 || v < other;
      }
      if (beside)
        shown(states[v]) = 2;
      else if (first)
        shown(states[v]) = 1;
      else
        undecided = true;
    }
  } while (__syncthreads_or(undecided));
}

namespace {

struct HostGraph {
  std::vector<Edge> edges;
  std::vector<int> starts, targets, weights;
};

HostGraph randomGraph() {
  Random random(11);
  HostGraph graph;
  std::vector<std::vector<std::pair<int, int>>> neighbours(kVertices);
  while (graph.edges.size() < kEdges) {
    const int from = static_cast<int>(random.below(kVertices)),
              to = static_cast<int>(random.below(kVertices));
    if (from == to)
      continue;
    const int weight = 1 + static_cast<int>(random.below(1000));
    graph.edges.push_back({from, to, weight});
    neighbours[from].emplace_back(to, weight);
    neighbours[to].emplace_back(from, weight);
  }
  for (const auto &row : neighbours) {
    graph.starts.push_back(static_cast<int>(graph.targets.size()));
    for (auto [target, weight] : row) {
      graph.targets.push_back(target);
      graph.weights.push_back(weight);
    }
  }
  graph.starts.push_back(static_cast<int>(graph.targets.size()));
  return graph;
}

int rootOnHost(std::vector<int> &parents, int v) {
  while (parents[v] != v)
    v = parents[v] = parents[parents[v]];
  return v;
}

// The least vertex of each one's component, and the weight of a lightest spanning forest.
std::vector<int> componentsOf(const HostGraph &graph, int &weight) {
  std::vector<int> parents(kVertices), order(kEdges);
  std::iota(parents.begin(), parents.end(), 0);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return graph.edges[a].weight < graph.edges[b].weight; });
  weight = 0;
  for (int e : order) {
    const int a = rootOnHost(parents, graph.edges[e].from), b = rootOnHost(parents, graph.edges[e].to);
    if (a != b) {
      parents[std::max(a, b)] = std::min(a, b);
      weight += graph.edges[e].weight;
    }
  }
  for (int v = 0; v < kVertices; ++v)
    parents[v] = rootOnHost(parents, v);
  return parents;
}

std::vector<int> distancesIn(const HostGraph &graph, bool weighted) {
  std::vector<int> distances(kVertices, kFar);
  std::priority_queue<std::pair<int, int>> queue;
  queue.emplace(0, 0);
  distances[0] = 0;
  while (!queue.empty()) {
    const auto [minus, v] = queue.top();
    queue.pop();
    for (int e = graph.starts[v]; e < graph.starts[v + 1]; ++e) {
      const int length = distances[v] + (weighted ? graph.weights[e] : 1);
      if (length < distances[graph.targets[e]]) {
        distances[graph.targets[e]] = length;
        queue.emplace(-length, graph.targets[e]);
      }
    }
  }
  return distances;
}

std::vector<int> numbers() {
  std::vector<int> values(kVertices);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

std::vector<int> startDistances() {
  std::vector<int> distances(kVertices, kFar);
  distances[0] = 0;
  return distances;
}

void testComponents(const HostGraph &host, Graph graph) {
  int weight;
  const std::vector<int> components = componentsOf(host, weight);
  int roots = 0;
  for (int v = 0; v < kVertices; ++v)
    roots += components[v] == v;
  DeviceArray<int> parents(numbers()), joined(1), hooked(numbers()), labels(numbers()), changed(1);
  uniteEdges<<<kBlocksOfEdges, kThreads>>>(graph, parents.get(), joined.get());
  compress<<<kBlocksOfVertices, kThreads>>>(parents.get());
  hookEdges<<<kBlocksOfEdges, kThreads>>>(graph, hooked.get());
  compress<<<kBlocksOfVertices, kThreads>>>(hooked.get());
  CHECK_LAUNCH();
  CHECK_SAME(parents.host(), components);
  CHECK_SAME(hooked.host(), components);
  CHECK_EQ(joined.first(), kVertices - roots);
  for (int any = 1; any;) {
    CHECK_CUDA(cudaMemset(changed.get(), 0, sizeof(int)));
    spreadLabels<<<kBlocksOfEdges, kThreads>>>(graph, labels.get(), changed.get());
    any = changed.first();
  }
  CHECK_SAME(labels.host(), components);

  DeviceArray<int> trees(numbers()), sum(1);
  for (int before = -1, now = 0; now != before;) {
    before = now;
    DeviceArray<Wide> lightest(std::vector<Wide>(kVertices, ~Wide{0}));
    DeviceArray<int> count(1);
    findLightest<<<kBlocksOfEdges, kThreads>>>(graph, trees.get(), lightest.get());
    takeLightest<<<kBlocksOfVertices, kThreads>>>(graph, lightest.get(), trees.get(), sum.get(), count.get());
    compress<<<kBlocksOfVertices, kThreads>>>(trees.get());
    now += count.first();
  }
  CHECK_LAUNCH();
  CHECK_SAME(trees.host(), components);
  CHECK_EQ(sum.first(), weight);
}

void testDistances(const HostGraph &host, Graph graph) {
  const std::vector<int> steps = distancesIn(host, false), lengths = distancesIn(host, true);
  DeviceArray<int> by_block(startDistances()), queues(2 * kVertices);
  searchByOneBlock<<<1, kThreads>>>(graph, by_block.get(), queues.get());
  CHECK_LAUNCH();
  CHECK_SAME(by_block.host(), steps);

  DeviceArray<int> by_levels(startDistances()), first(kVertices), second(kVertices), next_length(1);
  int *queue = first.get(), *next = second.get();
  for (int level = 1, length = 1; length > 0; ++level) {
    CHECK_CUDA(cudaMemset(next_length.get(), 0, sizeof(int)));
    searchLevel<<<(length + kThreads - 1) / kThreads, kThreads>>>(graph, queue, length, level,
                                                                  by_levels.get(), next, next_length.get());
    length = next_length.first();
    std::swap(queue, next);
  }
  CHECK_SAME(by_levels.host(), steps);

  DeviceArray<int> distances(startDistances()), changed(1);
  for (int any = 1; any;) {
    CHECK_CUDA(cudaMemset(changed.get(), 0, sizeof(int)));
    relax<<<kBlocksOfVertices, kThreads>>>(graph, distances.get(), changed.get());
    any = changed.first();
  }
  CHECK_SAME(distances.host(), lengths);
}

void testSets(const HostGraph &host, Graph graph) {
  DeviceArray<int> first(std::vector<int>(kVertices, -1)), second(kVertices), uncoloured(1);
  int *before = first.get(), *after = second.get(), any = 1;
  while (any) {
    CHECK_CUDA(cudaMemset(uncoloured.get(), 0, sizeof(int)));
    colour<<<kBlocksOfVertices, kThreads>>>(graph, before, after, uncoloured.get());
    any = uncoloured.first();
    std::swap(before, after);
  }
  const std::vector<int> colours = (before == first.get() ? first : second).host();
  DeviceArray<int> states(kVertices);
  independentSet<<<1, kThreads>>>(graph, states.get());
  CHECK_LAUNCH();
  const std::vector<int> sets = states.host();
  std::vector<int> expected(kVertices);
  for (int v = 0; v < kVertices; ++v) {
    expected[v] = 1;
    for (int e = host.starts[v]; e < host.starts[v + 1]; ++e) {
      CHECK(colours[v] != colours[host.targets[e]]);
      if (host.targets[e] < v && expected[host.targets[e]] == 1)
        expected[v] = 2;
    }
  }
  CHECK_SAME(sets, expected);
}

} // namespace

int main() {
  const HostGraph host = randomGraph();
  const DeviceArray<int> starts(host.starts), targets(host.targets), weights(host.weights);
  const DeviceArray<Edge> edges(host.edges);
  const Graph graph{starts.get(), targets.get(), weights.get(), edges.get()};
  testComponents(host, graph);
  testDistances(host, graph);
  testSets(host, graph);
  return verdict();
}
