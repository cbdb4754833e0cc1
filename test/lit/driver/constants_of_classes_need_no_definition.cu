// Before C++17 a constant of a class that is referred to has to be defined somewhere; nvcc puts in its value.
// RUN: %raddlecc -std=c++14 -o %t %s && %t
// RUN: %raddlecc -std=c++11 -o %t %s && %t
// RUN: %raddlecc -std=c++14 -O2 -o %t %s && %t
template <int N> struct Policy {
  static constexpr int BLOCK_THREADS = N;
};

template <class... Parts> int sum(const Parts &...parts) {
  int result = 0;
  for (int part : {parts...})
    result += part;
  return result;
}

__global__ void kernel() {}

int main() {
  kernel<<<1, 1>>>();
  return sum(Policy<3>::BLOCK_THREADS, Policy<4>::BLOCK_THREADS) == 7 ? 0 : 1;
}
