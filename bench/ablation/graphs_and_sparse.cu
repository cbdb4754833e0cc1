// Graph traversal and sparse matrices: rows of different lengths, gathers, frontiers, atomics.
#include "graphs.h"

using namespace ablation;

constexpr unsigned kAll = 0xffffffff;

__global__ void spmvScalar(float *y, const int *begins, const int *columns, const float *values,
                           const float *x, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int i = begins[row]; i < begins[row + 1]; ++i)
    sum += values[i] * x[columns[i]];
  y[row] = sum;
}

ABLATION_KERNEL(spmv_thread_per_row) {
  const Rows rows = randomRows(40000, 4, 24);
  DeviceArray<int> begins = rows.deviceBegins(), columns = rows.deviceColumns();
  DeviceArray<float> values = uniform(columns.size()), x = uniform(rows.count()), y(rows.count());
  runner.measure(
      [&] { spmvScalar<<<blocksFor(rows.count(), 256), 256>>>(y, begins, columns, values, x, rows.count()); },
      y);
}

__global__ void spmvVector(double *y, const int *begins, const int *columns, const double *values,
                           const double *x, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  double sum = 0;
  for (int i = begins[row] + lane; i < begins[row + 1]; i += 32)
    sum += values[i] * x[columns[i]];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(kAll, sum, offset);
  if (lane == 0)
    y[row] = sum;
}

ABLATION_KERNEL(spmv_warp_per_row_double) {
  const Rows rows = randomRows(10000, 30, 90);
  auto numbers = [](std::size_t i) { return double(i % 100) * 0.01; };
  DeviceArray<int> begins = rows.deviceBegins(), columns = rows.deviceColumns();
  DeviceArray<double> values = generated<double>(columns.size(), numbers);
  DeviceArray<double> x = generated<double>(rows.count(), numbers), y(rows.count());
  runner.measure(
      [&] { spmvVector<<<blocksFor(rows.count(), 8), 256>>>(y, begins, columns, values, x, rows.count()); },
      y);
}

__global__ void spmvEllpack(float *y, const int *columns, const float *values, const float *x, int rows,
                            int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int i = 0; i < width; ++i) {
    int column = columns[i * rows + row];
    if (column >= 0)
      sum += values[i * rows + row] * x[column];
  }
  y[row] = sum;
}

ABLATION_KERNEL(spmv_ellpack) {
  constexpr int rows = 40000, width = 16;
  DeviceArray<int> columns = generated<int>(
      rows * width, [](std::size_t i) { return i * 2654435761u % 5 == 0 ? -1 : int(i * 40503u % rows); });
  DeviceArray<float> values = uniform(rows * width), x = uniform(rows), y(rows);
  runner.measure([&] { spmvEllpack<<<blocksFor(rows, 128), 128>>>(y, columns, values, x, rows, width); }, y);
}

__global__ void visitLevel(int *levels, int *changed, const int *begins, const int *neighbours, int nodes,
                           int level) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || levels[node] != level)
    return;
  for (int i = begins[node]; i < begins[node + 1]; ++i)
    if (levels[neighbours[i]] < 0) {
      levels[neighbours[i]] = level + 1;
      *changed = 1;
    }
}

ABLATION_KERNEL(bfs_by_levels) {
  const Rows graph = randomRows(60000, 1, 7);
  DeviceArray<int> begins = graph.deviceBegins(), neighbours = graph.deviceColumns();
  DeviceArray<int> levels(graph.count()), changed(1);
  runner.before([&] {
    bench::require(cudaMemset(levels, -1, graph.count() * 4));
    bench::require(cudaMemset(levels, 0, 4));
  });
  runner.measure(
      [&] {
        for (int level = 0; level < 16; ++level)
          visitLevel<<<blocksFor(graph.count(), 256), 256>>>(levels, changed, begins, neighbours,
                                                             graph.count(), level);
      },
      levels);
}

__global__ void expandFrontier(int *levels, int *next, int *next_size, const int *frontier, const int *size,
                               const int *begins, const int *neighbours, int level) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *size; i += gridDim.x * blockDim.x) {
    int node = frontier[i];
    for (int e = begins[node]; e < begins[node + 1]; ++e) {
      int neighbour = neighbours[e];
      if (atomicCAS(&levels[neighbour], -1, level) == -1)
        next[atomicAdd(next_size, 1)] = neighbour;
    }
  }
}

ABLATION_KERNEL(bfs_with_a_frontier) {
  const Rows graph = randomRows(60000, 1, 7);
  DeviceArray<int> begins = graph.deviceBegins(), neighbours = graph.deviceColumns();
  DeviceArray<int> levels(graph.count()), one(graph.count()), other(graph.count()), sizes(20);
  runner.before([&] {
    const int first = 1;
    bench::require(cudaMemset(levels, -1, graph.count() * 4));
    bench::require(cudaMemset(levels, 0, 4));
    bench::require(cudaMemset(one, 0, 4));
    bench::require(cudaMemset(sizes, 0, 20 * 4));
    bench::require(cudaMemcpy(sizes, &first, 4, cudaMemcpyHostToDevice));
  });
  runner.measure(
      [&] {
        int *frontier = one, *next = other;
        for (int level = 1; level < 16; ++level) {
          expandFrontier<<<64, 128>>>(levels, next, sizes + level, frontier, sizes + level - 1, begins,
                                      neighbours, level);
          std::swap(frontier, next);
        }
      },
      levels);
}

__global__ void pageRank(float *next, const float *ranks, const int *begins, const int *sources,
                         const float *shares, int nodes) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes)
    return;
  float sum = 0;
  for (int i = begins[node]; i < begins[node + 1]; ++i)
    sum += ranks[sources[i]] * shares[sources[i]];
  next[node] = 0.15f / nodes + 0.85f * sum;
}

ABLATION_KERNEL(pagerank_pull) {
  const Rows graph = randomRows(30000, 1, 12, 200);
  const int nodes = graph.count();
  DeviceArray<int> begins = graph.deviceBegins(), sources = graph.deviceColumns();
  DeviceArray<float> one = uniform(nodes), other(nodes), shares = uniform(nodes);
  runner.measure(
      [&] {
        for (int i = 0; i < 2; ++i) {
          pageRank<<<blocksFor(nodes, 256), 256>>>(other, one, begins, sources, shares, nodes);
          pageRank<<<blocksFor(nodes, 256), 256>>>(one, other, begins, sources, shares, nodes);
        }
      },
      other);
}

__global__ void relax(int *distances, const int *begins, const int *targets, const int *weights, int nodes) {
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < nodes; node += gridDim.x * blockDim.x) {
    int distance = distances[node];
    if (distance == INT_MAX)
      continue;
    for (int i = begins[node]; i < begins[node + 1]; ++i)
      atomicMin(&distances[targets[i]], distance + weights[i]);
  }
}

ABLATION_KERNEL(bellman_ford) {
  const Rows graph = randomRows(20000, 2, 8);
  DeviceArray<int> begins = graph.deviceBegins(), targets = graph.deviceColumns();
  DeviceArray<int> weights = integersBelow(100, targets.size()), distances(graph.count());
  runner.before([&] {
    bench::require(cudaMemset(distances, 0x7f, graph.count() * 4));
    bench::require(cudaMemset(distances, 0, 4));
  });
  // The kernel runs often enough for all distances to settle, in whatever order threads update them.
  runner.measure(
      [&] {
        for (int i = 0; i < 30; ++i)
          relax<<<80, 256>>>(distances, begins, targets, weights, graph.count());
      },
      distances);
}

__global__ void spreadLabels(int *labels, const int *from, const int *to, int edges) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= edges)
    return;
  int a = labels[from[i]], b = labels[to[i]];
  if (a < b)
    atomicMin(&labels[to[i]], a);
  else if (b < a)
    atomicMin(&labels[from[i]], b);
}

ABLATION_KERNEL(connected_components) {
  constexpr int nodes = 20000, edges = 40000;
  DeviceArray<int> from = integersBelow(nodes, edges);
  DeviceArray<int> to = generated<int>(edges, [](std::size_t i) { return int(i * 7919 % nodes); }),
                   labels(nodes);
  DeviceArray<int> first = generated<int>(nodes, [](std::size_t i) { return int(i); });
  runner.before([&] { bench::require(cudaMemcpy(labels, first, nodes * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure(
      [&] {
        for (int i = 0; i < 40; ++i)
          spreadLabels<<<blocksFor(edges, 256), 256>>>(labels, from, to, edges);
      },
      labels);
}

__global__ void countTriangles(unsigned long long *count, const int *begins, const int *neighbours,
                               int nodes) {
  int node = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
  if (node < nodes)
    for (int i = begins[node]; i < begins[node + 1]; ++i) {
      int other = neighbours[i], a = begins[node], b = begins[other];
      while (a < begins[node + 1] && b < begins[other + 1]) {
        int left = neighbours[a], right = neighbours[b];
        found += left == right;
        a += left <= right;
        b += right <= left;
      }
    }
  for (int offset = 16; offset > 0; offset /= 2)
    found += __shfl_down_sync(kAll, found, offset);
  if (threadIdx.x % 32 == 0)
    atomicAdd(count, (unsigned long long)found);
}

ABLATION_KERNEL(triangle_counting) {
  Rows graph = randomRows(8000, 4, 16);
  for (int node = 0; node < graph.count(); ++node)
    std::sort(graph.columns.begin() + graph.begins[node], graph.columns.begin() + graph.begins[node + 1]);
  DeviceArray<int> begins = graph.deviceBegins(), neighbours = graph.deviceColumns();
  DeviceArray<unsigned long long> count(1);
  runner.before([&] { bench::require(cudaMemset(count, 0, 8)); });
  runner.measure(
      [&] {
        countTriangles<<<blocksFor(graph.count(), 128), 128>>>(count, begins, neighbours, graph.count());
      },
      count);
}
