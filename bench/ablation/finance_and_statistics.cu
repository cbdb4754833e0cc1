// Finance, Monte Carlo, statistics and clustering.
#include "kernels.h"

using namespace ablation;

constexpr unsigned kAll = 0xffffffff;

__device__ unsigned xorshift(unsigned &state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

__global__ void estimatePi(unsigned long long *hits, int samples) {
  unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 9781 + 1;
  unsigned inside = 0;
  for (int i = 0; i < samples; ++i) {
    float x = xorshift(state) * 0x1p-32f, y = xorshift(state) * 0x1p-32f;
    inside += x * x + y * y < 1;
  }
  for (int offset = 16; offset > 0; offset /= 2)
    inside += __shfl_down_sync(kAll, inside, offset);
  if (threadIdx.x % 32 == 0)
    atomicAdd(hits, (unsigned long long)inside);
}

ABLATION_KERNEL(monte_carlo_pi) {
  DeviceArray<unsigned long long> hits(1);
  runner.before([&] { bench::require(cudaMemset(hits, 0, 8)); });
  runner.measure([&] { estimatePi<<<64, 256>>>(hits, 1000); }, hits);
}

__global__ void asianOptions(float *prices, float spot, float strike, float rate, float volatility,
                             int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 2654435761u + 12345;
  float dt = 1.f / steps, drift = (rate - 0.5f * volatility * volatility) * dt,
        scale = volatility * sqrtf(dt);
  float price = spot, sum = 0;
  for (int step = 0; step < steps; step += 2) {
    // Box and Muller's pair of normal numbers.
    float u = (xorshift(state) + 1.f) * 0x1p-32f, v = xorshift(state) * 0x1p-32f;
    float radius = sqrtf(-2 * logf(u)), sine, cosine;
    sincosf(6.2831853f * v, &sine, &cosine);
    price *= expf(drift + scale * radius * cosine);
    sum += price;
    price *= expf(drift + scale * radius * sine);
    sum += price;
  }
  prices[i] = expf(-rate) * fmaxf(sum / steps - strike, 0.f);
}

ABLATION_KERNEL(monte_carlo_asian_options) {
  constexpr int paths = 16384;
  DeviceArray<float> prices(paths);
  runner.measure([&] { asianOptions<<<paths / 128, 128>>>(prices, 100, 105, 0.03f, 0.2f, 32); }, prices);
}

// An option per block; its tree shrinks by a level from barrier to barrier.
__global__ void binomialOption(float *results, const float *strikes, float spot, float up, float chance,
                               float discount, int levels) {
  __shared__ float values[257];
  float strike = strikes[blockIdx.x];
  for (int i = threadIdx.x; i <= levels; i += blockDim.x)
    values[i] = fmaxf(spot * powf(up, 2 * i - levels) - strike, 0.f);
  __syncthreads();
  for (int level = levels - 1; level >= 0; --level) {
    float value = 0;
    if (threadIdx.x <= level)
      value = discount * (chance * values[threadIdx.x + 1] + (1 - chance) * values[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x <= level)
      values[threadIdx.x] = value;
    __syncthreads();
  }
  if (threadIdx.x == 0)
    results[blockIdx.x] = values[0];
}

ABLATION_KERNEL(binomial_options) {
  constexpr int options = 500;
  DeviceArray<float> strikes = uniform(options, 80, 120), results(options);
  runner.measure([&] { binomialOption<<<options, 256>>>(results, strikes, 100, 1.01f, 0.52f, 0.9998f, 255); },
                 results);
}

__device__ float normalDistribution(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

__global__ void impliedVolatility(float *out, const float *prices, const float *strikes, float spot,
                                  float years, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  float low = 0.01f, high = 2, price = prices[i], strike = strikes[i], root = sqrtf(years);
  // Newton would be faster; bisection never fails. It ends early where it may.
  while (high - low > 1e-5f) {
    float middle = 0.5f * (low + high);
    float d1 = (logf(spot / strike) + 0.5f * middle * middle * years) / (middle * root),
          d2 = d1 - middle * root;
    float value = spot * normalDistribution(d1) - strike * normalDistribution(d2);
    if (value < price)
      low = middle;
    else
      high = middle;
  }
  out[i] = low;
}

ABLATION_KERNEL(implied_volatility) {
  constexpr int size = 40000;
  DeviceArray<float> prices = uniform(size, 5, 30), strikes = uniform(size, 80, 120), out(size);
  runner.measure(
      [&] { impliedVolatility<<<blocksFor(size, 128), 128>>>(out, prices, strikes, 100, 1, size); }, out);
}

__global__ void moments(double *partial, const float *values, int size) {
  double sum = 0, square = 0;
  float least = INFINITY, most = -INFINITY;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    float value = values[i];
    sum += value;
    square += double(value) * value;
    least = fminf(least, value);
    most = fmaxf(most, value);
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(kAll, sum, offset);
    square += __shfl_down_sync(kAll, square, offset);
    least = fminf(least, __shfl_down_sync(kAll, least, offset));
    most = fmaxf(most, __shfl_down_sync(kAll, most, offset));
  }
  if (threadIdx.x % 32 == 0) {
    double *mine = partial + 4 * ((blockIdx.x * blockDim.x + threadIdx.x) / 32);
    mine[0] = sum, mine[1] = square, mine[2] = least, mine[3] = most;
  }
}

ABLATION_KERNEL(moments_and_extrema) {
  constexpr int size = 4 << 20;
  DeviceArray<float> values = uniform(size, -1, 1);
  DeviceArray<double> partial(4 * 64 * 8);
  runner.measure([&] { moments<<<64, 256>>>(partial, values, size); }, partial);
}

__global__ void assignToClusters(int *nearest, const float *points, const float *centres, int count,
                                 int clusters) {
  constexpr int kDimensions = 8;
  __shared__ float shared[32 * kDimensions];
  for (int i = threadIdx.x; i < clusters * kDimensions; i += blockDim.x)
    shared[i] = centres[i];
  __syncthreads();
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= count)
    return;
  float best = INFINITY;
  int index = 0;
  for (int c = 0; c < clusters; ++c) {
    float distance = 0;
    for (int d = 0; d < kDimensions; ++d) {
      float difference = points[d * count + point] - shared[c * kDimensions + d];
      distance += difference * difference;
    }
    if (distance < best) {
      best = distance;
      index = c;
    }
  }
  nearest[point] = index;
}

ABLATION_KERNEL(kmeans_assignment) {
  constexpr int count = 100000, clusters = 32;
  DeviceArray<float> points = uniform(8 * count), centres = uniform(8 * clusters);
  DeviceArray<int> nearest(count);
  runner.measure(
      [&] { assignToClusters<<<blocksFor(count, 256), 256>>>(nearest, points, centres, count, clusters); },
      nearest);
}

__global__ void centresOfClusters(int *sums, int *counts, const int *points, const int *nearest, int count) {
  __shared__ int sum[32], many[32];
  if (threadIdx.x < 32)
    sum[threadIdx.x] = many[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    atomicAdd(&sum[nearest[i]], points[i]);
    atomicAdd(&many[nearest[i]], 1);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    atomicAdd(&sums[threadIdx.x], sum[threadIdx.x]);
    atomicAdd(&counts[threadIdx.x], many[threadIdx.x]);
  }
}

ABLATION_KERNEL(kmeans_centres) {
  constexpr int count = 1 << 20;
  DeviceArray<int> points = integersBelow(1000, count), nearest = integersBelow(32, count), sums(32),
                   counts(32);
  runner.before([&] {
    bench::require(cudaMemset(sums, 0, 32 * 4));
    bench::require(cudaMemset(counts, 0, 32 * 4));
  });
  runner.measure([&] { centresOfClusters<<<64, 256>>>(sums, counts, points, nearest, count); }, sums, counts);
}

__global__ void nearestNeighbours(float *distances, const float2 *points, int count) {
  constexpr int kNearest = 4;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best[kNearest];
  for (float &each : best)
    each = INFINITY;
  float2 me = points[i];
  for (int j = 0; j < count; ++j) {
    float dx = points[j].x - me.x, dy = points[j].y - me.y, distance = dx * dx + dy * dy;
    if (j == i || distance >= best[kNearest - 1])
      continue;
    int k = kNearest - 1;
    for (; k > 0 && best[k - 1] > distance; --k)
      best[k] = best[k - 1];
    best[k] = distance;
  }
  for (int k = 0; k < kNearest; ++k)
    distances[i * kNearest + k] = best[k];
}

ABLATION_KERNEL(nearest_neighbours) {
  constexpr int count = 3072;
  bench::Random random;
  DeviceArray<float2> points = generated<float2>(count, [&](std::size_t) {
    float x = random.uniform(0, 1);
    return float2{x, random.uniform(0, 1)};
  });
  DeviceArray<float> distances(4 * count);
  runner.measure([&] { nearestNeighbours<<<count / 128, 128>>>(distances, points, count); }, distances);
}

// An explicit scheme for the equation of Black and Scholes, an option per block, a time step per barrier.
__global__ void explicitScheme(float *prices, float strike, float rate, float volatility, int steps) {
  constexpr int kPoints = 128;
  __shared__ float now[kPoints], next[kPoints];
  int i = threadIdx.x;
  float dt = 1.f / steps, spot = i * 2.f;
  now[i] = fmaxf(strike + blockIdx.x % 10 - spot, 0.f);
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    float value = now[i];
    if (i > 0 && i < kPoints - 1) {
      float variance = volatility * volatility * i * i, drift = rate * i;
      value += dt * (0.5f * variance * (now[i + 1] - 2 * value + now[i - 1]) +
                     0.5f * drift * (now[i + 1] - now[i - 1]) - rate * value);
    }
    // American: it may be exercised at any time.
    next[i] = fmaxf(value, strike - spot);
    __syncthreads();
    now[i] = next[i];
    __syncthreads();
  }
  prices[blockIdx.x * kPoints + i] = now[i];
}

ABLATION_KERNEL(american_options_finite_differences) {
  constexpr int options = 64;
  DeviceArray<float> prices(options * 128);
  runner.measure([&] { explicitScheme<<<options, 128>>>(prices, 100, 0.05f, 0.2f, 800); }, prices);
}

// One thread per block, as in a first program.
__global__ void compoundInterest(float *values, const float *rates) {
  int i = blockIdx.x;
  float value = 1;
  for (int year = 0; year < 30; ++year)
    value *= 1 + rates[i] * 0.1f;
  values[i] = value;
}

ABLATION_KERNEL(blocks_of_one_thread) {
  constexpr int count = 20000;
  DeviceArray<float> rates = uniform(count), values(count);
  runner.measure([&] { compoundInterest<<<count, 1>>>(values, rates); }, values);
}
