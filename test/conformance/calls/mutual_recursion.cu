// Functions that call each other: a parser of arithmetic expressions, one expression per thread.
#include "../check.h"

#include <cstring>

__host__ __device__ bool isOdd(unsigned n);
__host__ __device__ bool isEven(unsigned n) { return n == 0 || isOdd(n - 1); }
__host__ __device__ bool isOdd(unsigned n) { return n != 0 && isEven(n - 1); }

// sum = product (('+' | '-') product)*;  product = factor ('*' factor)*;  factor = digit | '(' sum ')' | '-' factor
__host__ __device__ int parseSum(const char *&text);

__host__ __device__ int parseFactor(const char *&text) {
  if (*text == '-') {
    ++text;
    return -parseFactor(text);
  }
  if (*text == '(') {
    ++text;
    const int value = parseSum(text);
    ++text;
    return value;
  }
  return *text++ - '0';
}

__host__ __device__ int parseProduct(const char *&text) {
  int value = parseFactor(text);
  while (*text == '*') {
    ++text;
    value *= parseFactor(text);
  }
  return value;
}

__host__ __device__ int parseSum(const char *&text) {
  int value = parseProduct(text);
  while (*text == '+' || *text == '-') {
    const char sign = *text++;
    const int next = parseProduct(text);
    value += sign == '+' ? next : -next;
  }
  return value;
}

constexpr int kLength = 48;

__global__ void evaluate(const char *texts, int *values, int *lengths, unsigned char *parities) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const char *text = texts + i * kLength;
  values[i] = parseSum(text);
  lengths[i] = static_cast<int>(text - (texts + i * kLength));
  parities[i] = static_cast<unsigned char>(isEven(i % 40) + 2 * isOdd(i * 3 % 50));
}

std::string randomExpression(Random &random, int depth) {
  switch (depth == 0 ? 0 : random.below(5)) {
  case 0:
    return std::string(1, static_cast<char>('0' + random.below(10)));
  case 1:
    return "-" + randomExpression(random, depth - 1);
  case 2:
    return "(" + randomExpression(random, depth - 1) + "+" + randomExpression(random, depth - 1) + ")";
  case 3:
    return "(" + randomExpression(random, depth - 1) + ")*" + randomExpression(random, depth - 1);
  default:
    return "(" + randomExpression(random, depth - 1) + "-" + randomExpression(random, depth - 1) + ")";
  }
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 32 * 1024));
  constexpr int kCount = 192;
  Random random;
  std::vector<char> texts(kCount * kLength);
  for (int i = 0; i < kCount;) {
    const std::string text = randomExpression(random, 4);
    if (text.size() >= kLength)
      continue;
    std::strcpy(&texts[i * kLength], text.c_str());
    ++i;
  }
  DeviceArray<char> device_texts(texts);
  DeviceArray<int> values(kCount), lengths(kCount);
  DeviceArray<unsigned char> parities(kCount);
  evaluate<<<kCount / 64, 64>>>(device_texts.get(), values.get(), lengths.get(), parities.get());
  CHECK_LAUNCH();
  for (int i = 0; i < kCount; ++i) {
    const char *text = &texts[i * kLength];
    CHECK_EQ(values.host()[i], parseSum(text));
    CHECK_EQ(lengths.host()[i], static_cast<int>(text - &texts[i * kLength]));
    CHECK_EQ(static_cast<int>(parities.host()[i]), (i % 40 % 2 == 0) + 2 * (i * 3 % 50 % 2));
  }
  return verdict();
}
