#include "../common/device.h"
#include "problem.h"

__global__ void mandelbrot(int *steps, int width, int height, float left, float top, float dx, float dy,
                           int max_steps) {
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height)
    return;
  float cx = left + px * dx, cy = top + py * dy;
  float x = 0, y = 0;
  int step = 0;
  while (step < max_steps && x * x + y * y < 4.0f) {
    float next_x = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next_x;
    ++step;
  }
  steps[py * width + px] = step;
}

struct Program : Mandelbrot {
  explicit Program(bool tiny) : Mandelbrot(tiny), steps_(width * height) {}
  void run() {
    dim3 block(32, 8);
    dim3 grid(bench::blocksFor(width, block.x), bench::blocksFor(height, block.y));
    mandelbrot<<<grid, block>>>(steps_, width, height, kLeft, kTop, dx, dy, kMaxSteps);
    bench::finish();
  }
  void check() {
    bench::Array<int> steps(width * height);
    steps_.copyTo(steps);
    Mandelbrot::check(steps.data());
  }
  bench::DeviceArray<int> steps_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
