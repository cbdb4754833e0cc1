// Random graphs of 200 nodes of all kinds that compute, against the same nodes one after the other: launched, updated as a whole and
// node by node, and launched again.
#include "../check.h"

#include <algorithm>

constexpr int kNodes = 200, kMostBefore = 3;

__host__ __device__ unsigned joined(unsigned total, unsigned value) { return total * 31 + value; }

struct Before {
  int count, nodes[kMostBefore];
};

__global__ void sum(unsigned *results, int node, unsigned number, Before before) {
  unsigned total = number;
  for (int i = 0; i < before.count; ++i)
    total = joined(total, results[before.nodes[i]]);
  results[node] = total;
}
__global__ void addNumber(unsigned *result, unsigned number) { *result = joined(*result, number); }

// Host nodes sum up, too; children are a sum and an addition that follows it.
enum class Kind { kKernel, kMemset, kMemcpy, kHost, kChild, kEmpty };

struct HostWork {
  unsigned *results;
  int node;
  unsigned number;
  Before before;
};
static void sumOnHost(void *data) {
  const HostWork &work = *static_cast<HostWork *>(data);
  unsigned total = work.number;
  for (int i = 0; i < work.before.count; ++i)
    total = joined(total, work.results[work.before.nodes[i]]);
  work.results[work.node] = total;
}

struct Node {
  Kind kind;
  unsigned number;
  int source; // of a copy: which of those before
  Before before;
  bool enabled = true;
};

static std::vector<Node> randomNodes(Random &random) {
  std::vector<Node> nodes(kNodes);
  for (int n = 0; n < kNodes; ++n) {
    Before &before = nodes[n].before = {};
    for (int k = 0; k < kMostBefore && n > 0; ++k) {
      const int other = static_cast<int>(random.below(n));
      if (std::find(before.nodes, before.nodes + before.count, other) == before.nodes + before.count)
        before.nodes[before.count++] = other;
    }
    nodes[n].number = random.below(1000) + 1;
    nodes[n].kind = static_cast<Kind>(std::max(0, static_cast<int>(random.below(10)) - 4));
    if (nodes[n].kind == Kind::kMemcpy && before.count == 0)
      nodes[n].kind = Kind::kMemset;
    nodes[n].source = before.count ? static_cast<int>(random.below(before.count)) : 0;
  }
  return nodes;
}

static std::vector<unsigned> model(const std::vector<Node> &nodes) {
  std::vector<unsigned> results(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Node &node = nodes[n];
    unsigned total = node.number;
    for (int i = 0; i < node.before.count; ++i)
      total = joined(total, results[node.before.nodes[i]]);
    if (!node.enabled || node.kind == Kind::kEmpty)
      results[n] = 0;
    else if (node.kind == Kind::kMemset)
      results[n] = node.number;
    else if (node.kind == Kind::kMemcpy)
      results[n] = results[node.before.nodes[node.source]];
    else
      results[n] = node.kind == Kind::kChild ? joined(total, node.number) : total;
  }
  return results;
}

class Graph {
public:
  Graph(const std::vector<Node> &nodes, unsigned *results) : results_(results), work_(nodes.size()) {
    CHECK_CUDA(cudaGraphCreate(&graph_, 0));
    for (std::size_t n = 0; n < nodes.size(); ++n)
      add(nodes[n], static_cast<int>(n));
  }
  ~Graph() { CHECK_CUDA(cudaGraphDestroy(graph_)); }

  cudaGraph_t get() const { return graph_; }
  cudaGraphNode_t node(int number) const { return handles_[number]; }

  static void withKernel(unsigned *results, int number, Node node, void (*use)(const cudaKernelNodeParams &, void *),
                         void *data) {
    void *arguments[] = {&results, &number, &node.number, &node.before};
    cudaKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void *>(sum);
    parameters.gridDim = parameters.blockDim = dim3(1);
    parameters.kernelParams = arguments;
    use(parameters, data);
  }

private:
  struct Place {
    cudaGraph_t graph;
    const std::vector<cudaGraphNode_t> &before;
    cudaGraphNode_t *node;
  };
  static void addSum(unsigned *results, int number, const Node &node, Place place) {
    withKernel(
        results, number, node,
        [](const cudaKernelNodeParams &parameters, void *data) {
          const Place &at = *static_cast<Place *>(data);
          CHECK_CUDA(cudaGraphAddKernelNode(at.node, at.graph, at.before.data(), at.before.size(), &parameters));
        },
        &place);
  }

  cudaGraph_t child(const Node &node, int number) {
    cudaGraph_t inner = nullptr;
    cudaGraphNode_t first = nullptr, second = nullptr;
    CHECK_CUDA(cudaGraphCreate(&inner, 0));
    addSum(results_, number, node, {inner, {}, &first});
    unsigned *result = results_ + number, value = node.number;
    void *arguments[] = {&result, &value};
    cudaKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void *>(addNumber);
    parameters.gridDim = parameters.blockDim = dim3(1);
    parameters.kernelParams = arguments;
    CHECK_CUDA(cudaGraphAddKernelNode(&second, inner, &first, 1, &parameters));
    return inner;
  }

  void add(const Node &node, int number) {
    std::vector<cudaGraphNode_t> before;
    for (int i = 0; i < node.before.count; ++i)
      before.push_back(handles_[node.before.nodes[i]]);
    cudaGraphNode_t added = nullptr;
    switch (node.kind) {
    case Kind::kKernel:
      addSum(results_, number, node, {graph_, before, &added});
      break;
    case Kind::kMemset: {
      cudaMemsetParams parameters = {};
      parameters.dst = results_ + number;
      parameters.value = node.number;
      parameters.elementSize = sizeof(unsigned);
      parameters.width = parameters.height = 1;
      CHECK_CUDA(cudaGraphAddMemsetNode(&added, graph_, before.data(), before.size(), &parameters));
      break;
    }
    case Kind::kMemcpy:
      CHECK_CUDA(cudaGraphAddMemcpyNode1D(&added, graph_, before.data(), before.size(), results_ + number,
                                          results_ + node.before.nodes[node.source], sizeof(unsigned),
                                          cudaMemcpyDeviceToDevice));
      break;
    case Kind::kHost: {
      work_[number] = {results_, number, node.number, node.before};
      const cudaHostNodeParams parameters = {sumOnHost, &work_[number]};
      CHECK_CUDA(cudaGraphAddHostNode(&added, graph_, before.data(), before.size(), &parameters));
      break;
    }
    case Kind::kChild: {
      const cudaGraph_t inner = child(node, number);
      CHECK_CUDA(cudaGraphAddChildGraphNode(&added, graph_, before.data(), before.size(), inner));
      CHECK_CUDA(cudaGraphDestroy(inner));
      break;
    }
    case Kind::kEmpty:
      CHECK_CUDA(cudaGraphAddEmptyNode(&added, graph_, before.data(), before.size()));
    }
    handles_.push_back(added);
  }

  unsigned *results_;
  cudaGraph_t graph_ = nullptr;
  std::vector<cudaGraphNode_t> handles_;
  std::vector<HostWork> work_;
};

static void launchAndCompare(cudaGraphExec_t exec, const std::vector<Node> &nodes, unsigned *results) {
  const std::vector<unsigned> expected = model(nodes);
  for (int run = 0; run < 2; ++run) {
    std::fill(results, results + kNodes, 0u);
    CHECK_CUDA(cudaGraphLaunch(exec, nullptr));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_SAME(std::vector<unsigned>(results, results + kNodes), expected);
  }
}

static void testSeed(unsigned seed, unsigned *results) {
  Random random(seed);
  std::vector<Node> nodes = randomNodes(random);
  const Graph graph(nodes, results);
  cudaGraphExec_t exec = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph.get(), 0));
  launchAndCompare(exec, nodes, results);

  // The same shape with other numbers, and copies from elsewhere.
  for (Node &node : nodes) {
    node.number += random.below(50) + 1;
    if (node.before.count)
      node.source = static_cast<int>(random.below(node.before.count));
  }
  const Graph other(nodes, results);
  cudaGraphExecUpdateResultInfo info;
  CHECK_CUDA(cudaGraphExecUpdate(exec, other.get(), &info));
  CHECK_EQ(info.result, cudaGraphExecUpdateSuccess);
  launchAndCompare(exec, nodes, results);

  // Single nodes of those that have been updated, by the handles of the first graph.
  struct Place {
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
  };
  for (int n = 0; n < kNodes; ++n) {
    if (nodes[n].kind != Kind::kKernel || random.below(3))
      continue;
    Place place{exec, graph.node(n)};
    if (random.below(4) == 0) {
      CHECK_CUDA(cudaGraphNodeSetEnabled(exec, place.node, 0));
      nodes[n].enabled = false;
      continue;
    }
    nodes[n].number += 7;
    Graph::withKernel(
        results, n, nodes[n],
        [](const cudaKernelNodeParams &parameters, void *data) {
          const Place &at = *static_cast<Place *>(data);
          CHECK_CUDA(cudaGraphExecKernelNodeSetParams(at.exec, at.node, &parameters));
        },
        &place);
  }
  launchAndCompare(exec, nodes, results);
  CHECK_CUDA(cudaGraphExecDestroy(exec));
}

int main() {
  unsigned *results = nullptr;
  CHECK_CUDA(cudaMallocManaged(&results, kNodes * sizeof(unsigned)));
  for (unsigned seed = 1; seed <= 4; ++seed)
    testSeed(seed, results);
  CHECK_CUDA(cudaFree(results));
  return verdict();
}
