// The orders that a load cannot have are refused, at the line of the call.
// stderr: nv_atomic_load_that_releases.cu:5:.*error: the memory order of a load cannot be release or acq_rel
__global__ void take(int *flag, int *out) {
  if (threadIdx.x == 0)
    *out = __nv_atomic_load_n(flag, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}
int main() {}
