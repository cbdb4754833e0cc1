kernel void empty() {}
kernel void count(global int *counter) { ++*counter; }
