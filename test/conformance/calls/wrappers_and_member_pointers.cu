// Type-erased callables in the way of std::function, pointers to members, lambdas as function pointers.
#include "../check.h"

// Holds any callable of up to 24 bytes.
class Function {
public:
  template <typename Callable> __device__ Function(Callable callable) {
    static_assert(sizeof(Callable) <= sizeof storage_);
    new (storage_) Callable(callable);
    invoke_ = [](const void *self, int x) -> int { return (*static_cast<const Callable *>(self))(x); };
  }
  __device__ int operator()(int x) const { return invoke_(storage_, x); }

private:
  alignas(8) unsigned char storage_[24];
  int (*invoke_)(const void *, int);
};

struct Affine {
  int factor, offset;
  __device__ int operator()(int x) const { return factor * x + offset; }
};

__device__ __noinline__ int applyTimes(const Function &function, int x, int times) {
  for (int k = 0; k < times; ++k)
    x = function(x);
  return x;
}

__global__ void wrappers(int *out) {
  const int i = static_cast<int>(threadIdx.x);
  const int captured = i * 3;
  Function function = Affine{2, 1};
  if (i % 3 == 1)
    function = Function([captured](int x) { return x + captured; });
  else if (i % 3 == 2)
    function = Function([](int x) { return x ^ 0x55; });
  out[i] = applyTimes(function, i, i % 5);
}

int wrappersOnHost(int i) {
  int x = i;
  for (int k = 0; k < i % 5; ++k)
    x = i % 3 == 0 ? 2 * x + 1 : i % 3 == 1 ? x + 3 * i : x ^ 0x55;
  return x;
}

struct Account {
  int balance = 0, limit = 0;
  __device__ int deposit(int amount) { return balance += amount; }
  __device__ int withdraw(int amount) { return balance >= amount - limit ? balance -= amount : balance; }
  __device__ virtual int fee(int amount) { return amount / 10; }
};
struct Premium : Account {
  __device__ int fee(int) override { return 1; }
};

// Pointers to data and to functions, virtual ones too.
__global__ void memberPointers(int *out) {
  const int i = static_cast<int>(threadIdx.x);
  int (Account::*const actions[])(int) = {&Account::deposit, &Account::withdraw, &Account::fee};
  Account plain;
  Premium premium;
  Account &account = i % 2 ? premium : plain;
  int Account::*field = i % 4 < 2 ? &Account::balance : &Account::limit;
  account.*field = 100 + i;
  int sum = 0;
  for (int k = 0; k < 1 + i % 3; ++k)
    sum = sum * 7 + (account.*actions[(i + k) % 3])(10 * (k + 1));
  out[i] = sum + account.balance;
}

int memberPointersOnHost(int i) {
  int balance = i % 4 < 2 ? 100 + i : 0, limit = i % 4 < 2 ? 0 : 100 + i, sum = 0;
  for (int k = 0; k < 1 + i % 3; ++k) {
    const int amount = 10 * (k + 1);
    int result = 0;
    if ((i + k) % 3 == 0)
      result = balance += amount;
    else if ((i + k) % 3 == 1)
      result = balance >= amount - limit ? balance -= amount : balance;
    else
      result = i % 2 ? 1 : amount / 10;
    sum = sum * 7 + result;
  }
  return sum + balance;
}

int main() {
  constexpr int kCount = 96;
  DeviceArray<int> out(kCount);
  wrappers<<<1, kCount>>>(out.get());
  CHECK_LAUNCH();
  for (int i = 0; i < kCount; ++i)
    CHECK_EQ(out.host()[i], wrappersOnHost(i));
  memberPointers<<<1, kCount>>>(out.get());
  CHECK_LAUNCH();
  for (int i = 0; i < kCount; ++i)
    CHECK_EQ(out.host()[i], memberPointersOnHost(i));
  return verdict();
}
