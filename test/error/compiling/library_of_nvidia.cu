// flags: -lm -lcublas
// stderr: -lcublas
// stderr: raddlecc: note: NVIDIA's libraries, such as cublas, are not part of Raddle
__global__ void kernel() {}

int main() { kernel<<<1, 1>>>(); }
