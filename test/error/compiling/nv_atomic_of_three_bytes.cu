// An object whose size no atomic instruction has is refused with the sizes there are.
// stderr: error: .*this atomic function takes objects of at most 16 bytes, a power of two
struct Colour {
  char red, green, blue;
};
__global__ void swap(Colour *cell, Colour *mine, Colour *old) {
  __nv_atomic_exchange(cell, mine, old, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
int main() {}
