__device__ int doubled(int n) { return 2 * n; }
