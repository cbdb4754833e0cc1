// `info cuda threads` lists the threads that wait, and `cuda thread` shows the stack of one of them.
// flags: -g -G
// gdb: break waiting_threads.cu:{here} if $cuda_thread(3)
// gdb: run
// gdb: info cuda kernels
// gdb: info cuda threads
// gdb: cuda thread 1
// gdb: cuda thread 0 2 print $threadIdx
// gdb: cuda thread 0 77
// gdb: print $threadIdx
// gdb: next
// gdb: print threadIdx.x
// output: waiting_threads.cu:{here}
// output: grid 1: meet\(int\*\) <<<\(1,1,1\), \(4,1,1\)>>>, 1 blocks resident
// output: block \(0,0,0\), thread \(0,0,0\), warp 0, lane 0 waits at __syncthreads\(\)
// output: block \(0,0,0\), thread \(2,0,0\), warp 0, lane 2 waits at __syncthreads\(\)
// output: \* block \(0,0,0\), thread \(3,0,0\), warp 0, lane 3 runs
// output: #1 .*meet .* at .*waiting_threads.cu:27
// output: = \{2, 0, 0\}
// output: No such thread
// output: = \{3, 0, 0\}
// output: = 3$

__global__ void meet(int *values) {
  int mine = threadIdx.x;
  values[mine] = mine; // <- here
  __syncthreads();
  values[mine] += values[(mine + 1) % 4];
}

int main() {
  int *values;
  cudaMallocManaged(&values, 4 * sizeof(int));
  meet<<<1, 4>>>(values);
  return cudaDeviceSynchronize();
}
