extern __device__ int shifted(int value);

static __global__ void shift(int *values) { values[threadIdx.x] = shifted(threadIdx.x); }

extern "C" void launchShift(int *values, int n) { shift<<<1, n>>>(values); }
