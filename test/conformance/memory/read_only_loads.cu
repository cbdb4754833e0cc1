// __ldg reads what an ordinary load reads, for scalars and vectors.
#include "../check.h"

__global__ void sum(const int *a, const float2 *b, const double *c, const unsigned char *d,
                    const long long *e, double *out) {
  int i = threadIdx.x;
  float2 pair = __ldg(b + i);
  out[i] = __ldg(a + i) + pair.x + pair.y + __ldg(c + i) + __ldg(d + i) + __ldg(e + i);
}

int main() {
  std::vector<int> a;
  std::vector<float2> b;
  std::vector<double> c, expected;
  std::vector<unsigned char> d;
  std::vector<long long> e;
  for (int i = 0; i < 100; ++i) {
    a.push_back(i);
    b.push_back(make_float2(i * 0.5f, i * 2.0f));
    c.push_back(i * 0.25);
    d.push_back(255 - i);
    e.push_back((1LL << 33) + i);
    expected.push_back(i + i * 2.5 + i * 0.25 + (255 - i) + ((1LL << 33) + i));
  }
  DeviceArray<int> da(a);
  DeviceArray<float2> db(b);
  DeviceArray<double> dc(c), out(100);
  DeviceArray<unsigned char> dd(d);
  DeviceArray<long long> de(e);
  sum<<<1, 100>>>(da.get(), db.get(), dc.get(), dd.get(), de.get(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
  return verdict();
}
