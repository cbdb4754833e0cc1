// A fetch from a texture does otherwise for each format. In few places it is inlined; in many, that would make so large a kernel
// that compiling it takes a minute.
// RUN: %raddle explain %s --kernel few --passes | FileCheck %s --check-prefix=FEW
// RUN: %raddle explain %s --kernel many --passes | FileCheck %s --check-prefix=MANY
// FEW: choose-inlining
// FEW-NOT: inlined, this call would make its function too large
// MANY: choose-inlining
// MANY: fetches_in_many_places_are_calls.cu:[[@LINE+6]]: {{.*}}inlined, this call would make its function too large

__global__ void few(cudaTextureObject_t image, float *out) { out[threadIdx.x] = tex2D<float>(image, threadIdx.x, 1.0f); }

__global__ void many(cudaTextureObject_t image, float *out) {
  float x = threadIdx.x;
  float y = tex2D<float>(image, x, 1.0f) + tex2D<float>(image, x, 2.0f) + tex2D<float>(image, x, 3.0f);
  y += tex2D<float>(image, x, 4.0f) + tex2D<float>(image, x, 5.0f) + tex2D<float>(image, x, 6.0f);
  y += tex2D<float>(image, x, 7.0f) + tex2D<float>(image, x, 8.0f) + tex2D<float>(image, x, 9.0f);
  y += tex2D<float>(image, y, 4.0f) + tex2D<float>(image, y, 5.0f) + tex2D<float>(image, y, 6.0f);
  y += tex2D<float>(image, y, 7.0f) + tex2D<float>(image, y, 8.0f) + tex2D<float>(image, y, 9.0f);
  out[threadIdx.x] = y;
}

int main() {
  few<<<1, 32>>>(0, nullptr);
  many<<<1, 32>>>(0, nullptr);
}
