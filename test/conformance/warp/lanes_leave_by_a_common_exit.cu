// Lanes leave a loop at different times by a place to which all of them may come at once: the end of what there is, and what
// each looks for.
#include "../check.h"

namespace {

constexpr int kLanes = 64, kSteps = 40, kWhole = 1 << 30;

// Where a lane stops; some go on to the end.
int stopOf(int lane) { return lane % 16 < 11 ? lane % 16 * 3 + lane / 32 : kSteps; }

} // namespace

// What others would write is there already, so that who leaves when is known. What each writes after the loop may be what
// others wait for, as far as a compiler sees.
__global__ void lookBack(volatile int *states, int row, int *sums, int *rounds) {
  __shared__ int base[kLanes];
  base[threadIdx.x] = 0;
  int sum = 0, round = 0, looking = ~0;
  for (int other = row - 1; other >= 0; --other) {
    int state;
    do {
      __threadfence_block();
      state = states[other * kLanes + threadIdx.x];
    } while (state == 0);
    sum += state & ~kWhole;
    ++round;
    looking = __ballot_sync(looking, (state & kWhole) == 0);
    if (state & kWhole)
      break;
  }
  states[row * kLanes + threadIdx.x] = sum | kWhole;
  base[threadIdx.x] += sum;
  __syncthreads();
  sums[threadIdx.x] = base[threadIdx.x];
  rounds[threadIdx.x] = round;
}

__global__ void search(const int *stops, int end, bool once, int *found, int *steps) {
  int hits = 0, step = 0;
  for (;; ++step) {
    if (step == end || stops[threadIdx.x] == step) {
      hits += step + 1;
      if (once || step == end)
        break;
    }
    if (step > 2 * kSteps)
      break;
  }
  found[threadIdx.x] = hits;
  steps[threadIdx.x] = step;
}

// Out of two loops at once.
__global__ void searchRows(const int *stops, int rows, int columns, bool both, int *found, int *steps) {
  int hits = 0, step = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0;; ++column, ++step) {
      if (column == columns || stops[threadIdx.x] == step) {
        hits = hits * 3 + step;
        if (both && column < columns)
          goto out;
        break;
      }
    }
out:
  found[threadIdx.x] = hits;
  steps[threadIdx.x] = step;
}

int main() {
  std::vector<int> states((kSteps + 1) * kLanes), stops(kLanes), sums(kLanes), rounds(kLanes);
  for (int lane = 0; lane < kLanes; ++lane) {
    stops[lane] = stopOf(lane);
    for (int round = 0; round < kSteps; ++round) {
      const bool is_whole = round == stops[lane];
      states[(kSteps - 1 - round) * kLanes + lane] = (round + lane + 1) | (is_whole ? kWhole : 0);
      if (round <= stops[lane]) {
        sums[lane] += round + lane + 1;
        ++rounds[lane];
      }
    }
  }
  const auto toDevice = [](const std::vector<int> &values) {
    int *copy = nullptr;
    CHECK_CUDA(cudaMalloc(&copy, values.size() * sizeof(int)));
    CHECK_CUDA(cudaMemcpy(copy, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice));
    return copy;
  };
  const auto fromDevice = [](const int *values) {
    std::vector<int> copy(kLanes);
    CHECK_CUDA(cudaMemcpy(copy.data(), values, kLanes * sizeof(int), cudaMemcpyDeviceToHost));
    return copy;
  };
  int *device_states = toDevice(states), *device_stops = toDevice(stops);
  int *first = toDevice(std::vector<int>(kLanes)), *second = toDevice(std::vector<int>(kLanes));
  lookBack<<<1, kLanes>>>(device_states, kSteps, first, second);
  CHECK_SAME(fromDevice(first), sums);
  CHECK_SAME(fromDevice(second), rounds);

  for (int once = 0; once < 2; ++once) {
    std::vector<int> found(kLanes), steps(kLanes);
    for (int lane = 0; lane < kLanes; ++lane) {
      const int end = 30, stop = stops[lane];
      const bool is_early = stop < end;
      steps[lane] = is_early && once ? stop : end;
      found[lane] = is_early ? stop + 1 + (once ? 0 : end + 1) : end + 1;
    }
    search<<<1, kLanes>>>(device_stops, 30, once != 0, first, second);
    CHECK_SAME(fromDevice(first), found);
    CHECK_SAME(fromDevice(second), steps);

    constexpr int kRows = 4, kColumns = 7;
    for (int lane = 0; lane < kLanes; ++lane) {
      int hits = 0, step = 0;
      bool is_out = false;
      for (int row = 0; row < kRows && !is_out; ++row)
        for (int column = 0;; ++column, ++step)
          if (column == kColumns || stops[lane] == step) {
            hits = hits * 3 + step;
            is_out = once && column < kColumns;
            break;
          }
      found[lane] = hits;
      steps[lane] = step;
    }
    searchRows<<<1, kLanes>>>(device_stops, kRows, kColumns, once != 0, first, second);
    CHECK_SAME(fromDevice(first), found);
    CHECK_SAME(fromDevice(second), steps);
  }
  return verdict();
}
