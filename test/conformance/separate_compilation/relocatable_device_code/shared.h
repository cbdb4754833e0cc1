#include "../../check.h"

struct Shape {
  __device__ virtual int corners() const = 0;
};

extern __device__ int counters[4];
extern __constant__ float factor;
extern __managed__ int managed_total;
__device__ int bump(int which, int by);
__device__ int recurse(int n);
__device__ Shape *makeTriangle(void *memory);
template <typename T> __device__ T twice(T value) { return value + value; }
using Operation = int (*)(int, int);
extern __device__ Operation operation;
