kernel void mandelbrot(global int *steps, int width, int height, float left, float top, float dx, float dy,
                       int max_steps) {
  int px = get_global_id(0), py = get_global_id(1);
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
