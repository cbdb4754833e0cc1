// Many parameters of different sizes and alignments, through <<<>>> and through cudaLaunchKernel.
#include "../check.h"

struct alignas(16) Wide {
  double a, b;
};
enum class Colour : unsigned char { kRed = 3, kBlue = 9 };

__global__ void collect(char c, double d, short s, float4 v, bool flag, long long l, uchar3 bytes,
                        const int *pointer, Wide wide, Colour colour, unsigned short u, float f, int (&)[1],
                        double *out) {
  out[0] = c, out[1] = d, out[2] = s, out[3] = v.x + v.w, out[4] = flag, out[5] = static_cast<double>(l);
  out[6] = bytes.x * 100 + bytes.z, out[7] = *pointer, out[8] = wide.a - wide.b;
  out[9] = static_cast<int>(colour), out[10] = u, out[11] = f;
}

int main() {
  DeviceArray<int> target(std::vector<int>{77});
  DeviceArray<double> out(12);
  std::vector<double> expected{'x', 2.5, -300, 5, 1, 1e15, 103, 77, -0.5, 9, 65535, 0.125};
  char c = 'x';
  double d = 2.5;
  short s = -300;
  float4 v = make_float4(1, 2, 3, 4);
  bool flag = true;
  long long l = 1'000'000'000'000'000;
  uchar3 bytes = make_uchar3(1, 2, 3);
  const int *pointer = target.get();
  Wide wide{1.5, 2};
  Colour colour = Colour::kBlue;
  unsigned short u = 65535;
  float f = 0.125f;
  int *array = target.get();
  double *result = out.get();
  collect<<<1, 1>>>(c, d, s, v, flag, l, bytes, pointer, wide, colour, u, f,
                    *reinterpret_cast<int(*)[1]>(array), result);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
  CHECK_CUDA(cudaMemset(result, 0, 12 * sizeof(double)));
  void *arguments[] = {&c, &d, &s, &v, &flag, &l, &bytes, &pointer, &wide, &colour, &u, &f, &array, &result};
  CHECK_CUDA(
      cudaLaunchKernel(reinterpret_cast<const void *>(collect), dim3(1), dim3(1), arguments, 0, nullptr));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_SAME(out.host(), expected);
  return verdict();
}
