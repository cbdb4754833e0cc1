// Lanes whose mask is a part of another one hand it to a function, vote there, and return; those that are left meet with
// the other mask, which nobody knows before the launch: whatever the order in which the sides are written.
#include "../check.h"

__noinline__ __device__ unsigned votes(unsigned lanes, unsigned value) {
  return __popc(__ballot_sync(lanes, value & 2)) + 100;
}

__noinline__ __device__ unsigned sum(unsigned lanes, unsigned value) {
  return __reduce_add_sync(lanes, value) + 200;
}

// Hands the mask on.
__noinline__ __device__ unsigned both(unsigned value, unsigned lanes) {
  return votes(lanes, value) + sum(lanes, value);
}

__device__ unsigned (*const functions[])(unsigned, unsigned) = {votes, sum};

struct Called {
  static __device__ unsigned of(unsigned lanes, unsigned value, unsigned) { return votes(lanes, value); }
};

struct HandedOn {
  static __device__ unsigned of(unsigned lanes, unsigned value, unsigned) { return both(value, lanes); }
};

struct Chosen {
  static __device__ unsigned of(unsigned lanes, unsigned value, unsigned which) {
    return functions[which & 1](__match_any_sync(lanes, which & 1), value);
  }
};

// The lanes with odd values, or those with even ones, call, beside the mask with a number that looks like a part of
// something, and the others meet.
template <typename Function, bool odd_ones_call>
__global__ void rest_of_a_vote(unsigned *out, const unsigned *in, unsigned whole) {
  const unsigned lane = threadIdx.x;
  if (!(whole >> lane & 1))
    return;
  const unsigned value = in[lane];
  const bool calls = (value & 1) == odd_ones_call;
  const unsigned part = whole & ~__ballot_sync(whole, !calls);
  if (calls)
    out[lane] = Function::of(part, value & in[31] & 0xffff, value >> 2);
  else
    out[lane] = __ballot_sync(whole, true);
}

// Those who call wait for all that are left, whatever else they hand to the function; the others for a part of them.
template <bool odd_ones_call>
__global__ void others_vote_first(unsigned *out, const unsigned *in, unsigned whole) {
  const unsigned lane = threadIdx.x;
  if (!(whole >> lane & 1))
    return;
  const unsigned value = in[lane];
  const bool calls = (value & 1) == odd_ones_call;
  const unsigned part = __ballot_sync(whole, !calls);
  if (calls)
    out[lane] = votes(whole, value & part & in[31]);
  else
    out[lane] = __popc(__ballot_sync(part, value & 4));
}

// What `value` makes of the lanes of a mask.
template <typename Value> unsigned sumOver(unsigned mask, Value value) {
  unsigned sum = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    sum += mask >> lane & 1 ? value(lane) : 0;
  return sum;
}

int main() {
  std::vector<unsigned> in(32);
  for (unsigned i = 0; i < 32; ++i)
    in[i] = i * i * 5 + i / 3;
  in[31] = 0xffff;
  DeviceArray<unsigned> values(in);
  for (unsigned whole : {0xffffffffu, 0x7ffffffeu, 0x00ff10f3u}) {
    const unsigned odd = sumOver(whole, [&](unsigned lane) { return (in[lane] & 1) << lane; });
    for (bool odd_ones_call : {false, true}) {
      const unsigned callers = odd_ones_call ? odd : whole & ~odd, others = whole & ~callers;
      auto check = [&](auto *kernel, auto of_callers, unsigned of_others) {
        DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
        kernel<<<1, 32>>>(out.get(), values.get(), whole);
        CHECK_LAUNCH();
        std::vector<unsigned> expected(32, 0);
        for (unsigned i = 0; i < 32; ++i)
          expected[i] = callers >> i & 1 ? of_callers(i) : others >> i & 1 ? of_others : 0;
        CHECK_SAME(out.host(), expected);
      };
      auto second = [&](unsigned lane) { return in[lane] >> 1 & 1; };
      auto number = [&](unsigned lane) { return in[lane]; };
      auto called = [&](unsigned) { return sumOver(callers, second) + 100; };
      auto handed_on = [&](unsigned) { return sumOver(callers, second) + sumOver(callers, number) + 300; };
      auto chosen = [&](unsigned lane) {
        const unsigned which = in[lane] >> 2 & 1;
        const unsigned same = sumOver(
            callers, [&](unsigned other) { return unsigned((in[other] >> 2 & 1) == which) << other; });
        return which ? sumOver(same, number) + 200 : sumOver(same, second) + 100;
      };
      // Those that meet find those that have returned absent.
      auto choose = [&](auto *even, auto *odd_ones) { return odd_ones_call ? odd_ones : even; };
      check(choose(rest_of_a_vote<Called, false>, rest_of_a_vote<Called, true>), called, others);
      check(choose(rest_of_a_vote<HandedOn, false>, rest_of_a_vote<HandedOn, true>), handed_on, others);
      check(choose(rest_of_a_vote<Chosen, false>, rest_of_a_vote<Chosen, true>), chosen, others);
      check(
          choose(others_vote_first<false>, others_vote_first<true>),
          [&](unsigned) {
            return sumOver(callers, [&](unsigned lane) { return (in[lane] & others & in[31]) >> 1 & 1; }) +
                   100;
          },
          sumOver(others, [&](unsigned lane) { return in[lane] >> 2 & 1; }));
    }
  }
  return verdict();
}
