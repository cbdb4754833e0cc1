// The built-in vector types: sizes, alignments, members, make_ functions, and whole loads and stores.
#include "../check.h"

static_assert(sizeof(char3) == 3 && alignof(char3) == 1 && sizeof(char4) == 4 && alignof(char4) == 4);
static_assert(sizeof(uchar2) == 2 && alignof(uchar2) == 2 && sizeof(short3) == 6 && alignof(short3) == 2);
static_assert(sizeof(ushort4) == 8 && alignof(ushort4) == 8 && sizeof(int2) == 8 && alignof(int2) == 8);
static_assert(sizeof(int3) == 12 && alignof(int3) == 4 && sizeof(uint4) == 16 && alignof(uint4) == 16);
static_assert(sizeof(longlong2) == 16 && alignof(longlong2) == 16 && sizeof(ulonglong3) == 24);
static_assert(sizeof(float2) == 8 && alignof(float2) == 8 && sizeof(float3) == 12 && alignof(float3) == 4);
static_assert(sizeof(float4) == 16 && alignof(float4) == 16 && sizeof(double2) == 16 &&
              alignof(double2) == 16);
static_assert(sizeof(double3) == 24 && sizeof(dim3) == 12);

__global__ void swizzle(float4 *a, int2 *b, uchar4 *c, double2 *d, short3 *e) {
  int i = threadIdx.x;
  float4 v = a[i];
  a[i] = make_float4(v.w, v.z, v.y, v.x);
  b[i] = make_int2(b[i].y, b[i].x);
  c[i] = make_uchar4(c[i].y, c[i].z, c[i].w, c[i].x);
  d[i] = double2{d[i].y, d[i].x};
  e[i] = make_short3(e[i].z, e[i].x, e[i].y);
}

int main() {
  std::vector<float4> a;
  std::vector<int2> b;
  std::vector<uchar4> c;
  std::vector<double2> d;
  std::vector<short3> e;
  for (int i = 0; i < 50; ++i) {
    a.push_back(make_float4(i, i + 1, i + 2, i + 3));
    b.push_back(make_int2(i, -i));
    c.push_back(make_uchar4(i, i + 1, i + 2, i + 3));
    d.push_back(make_double2(i, i * 0.5));
    e.push_back(make_short3(i, i + 1, i + 2));
  }
  DeviceArray<float4> da(a);
  DeviceArray<int2> db(b);
  DeviceArray<uchar4> dc(c);
  DeviceArray<double2> dd(d);
  DeviceArray<short3> de(e);
  swizzle<<<1, 50>>>(da.get(), db.get(), dc.get(), dd.get(), de.get());
  CHECK_LAUNCH();
  a = da.host(), b = db.host(), c = dc.host(), d = dd.host(), e = de.host();
  for (int i = 0; i < 50; ++i) {
    CHECK(a[i].x == i + 3 && a[i].y == i + 2 && a[i].z == i + 1 && a[i].w == i);
    CHECK(b[i].x == -i && b[i].y == i);
    CHECK(c[i].x == i + 1 && c[i].y == i + 2 && c[i].z == i + 3 && c[i].w == i);
    CHECK(d[i].x == i * 0.5 && d[i].y == i);
    CHECK(e[i].x == i + 2 && e[i].y == i && e[i].z == i + 1);
  }
  return verdict();
}
