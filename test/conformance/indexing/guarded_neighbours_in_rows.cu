// Neighbours within an image, by blocks of 16 x 16: the first threads of a row have none on the left, and those after them
// still have theirs. Of one, two, four and eight bytes.
#include "../check.h"

template <typename T> __global__ void neighbours(int *out, const T *__restrict__ image, int height, int width) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (y >= height || x >= width)
    return;
  char count[16];
  for (int i = 0; i < 16; ++i)
    count[i] = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      const int xx = x + dx, yy = y + dy;
      if (xx >= 0 && yy >= 0 && yy < height && xx < width)
        ++count[static_cast<int>(image[yy * width + xx])];
    }
  int sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += (i + 1) * count[i] * count[i];
  out[y * width + x] = sum;
}

int expected(const std::vector<int> &image, int x, int y, int height, int width) {
  int count[16] = {}, sum = 0;
  for (int yy = std::max(y - 2, 0); yy <= std::min(y + 2, height - 1); ++yy)
    for (int xx = std::max(x - 2, 0); xx <= std::min(x + 2, width - 1); ++xx)
      ++count[image[yy * width + xx]];
  for (int i = 0; i < 16; ++i)
    sum += (i + 1) * count[i] * count[i];
  return sum;
}

template <typename T> void test(int height, int width) {
  Random random;
  std::vector<int> image(height * width);
  for (int &pixel : image)
    pixel = random.bits() % 16;
  DeviceArray<T> in(std::vector<T>(image.begin(), image.end()));
  DeviceArray<int> out(std::vector<int>(height * width, -1));
  neighbours<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(out.get(), in.get(), height, width);
  CHECK_LAUNCH();
  const std::vector<int> found = out.host();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      CHECK_EQ(found[y * width + x], expected(image, x, y, height, width));
}

int main() {
  test<char>(32, 32);
  test<char>(19, 37);
  test<short>(32, 32);
  test<int>(32, 32);
  test<long long>(32, 32);
  return verdict();
}
