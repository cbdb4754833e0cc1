// Lanes whose mask is a part of another one vote with it and return; those that are left meet with the other
// mask, which nobody knows before the launch: whatever the order in which the sides are written.
#include "../check.h"

// The part is what is left after a vote.
template <bool first_side> __global__ void rest_of_a_vote(unsigned *out, const unsigned *in, unsigned whole) {
  const unsigned lane = threadIdx.x;
  if (!(whole >> lane & 1))
    return;
  const bool odd = in[lane] & 1;
  const unsigned voted = __ballot_sync(whole, odd), rest = whole & ~voted;
  auto vote = [&] { out[lane] = __popc(__ballot_sync(rest, in[lane] & 2)) + 100; };
  auto meet = [&] { out[lane] = __ballot_sync(whole, true); };
  if constexpr (first_side) {
    if (!odd)
      return vote();
    meet();
  } else {
    if (odd)
      return meet();
    vote();
  }
}

// Parts of parts, of which the smallest have to be first.
__global__ void parts_of_parts(unsigned *out, const unsigned *in, unsigned whole, unsigned first,
                               unsigned second) {
  const unsigned lane = threadIdx.x;
  if (!(whole >> lane & 1))
    return;
  const unsigned u = in[lane];
  if (!(first >> lane & 1))
    out[lane] = u + __popc(__ballot_sync(whole, u & 4)) + 2000;
  else if (second >> lane & 1)
    out[lane] = u + __reduce_add_sync(whole & first & second, lane);
  else
    out[lane] = u + __popc(__ballot_sync(whole & first, u & 2)) + 1000;
}

// Lanes of which fewer and fewer are left go round a loop while the others wait beside it.
__global__ void around_a_loop(unsigned *out, const unsigned *in, unsigned whole, unsigned looping) {
  const unsigned lane = threadIdx.x;
  if (!(whole >> lane & 1))
    return;
  unsigned u = in[lane];
  if (!(looping >> lane & 1)) {
    out[lane] = u + __popc(__ballot_sync(whole, u & 1)) + 3000;
  } else {
    unsigned left = whole & looping;
#pragma unroll 1
    for (unsigned i = 1; i <= 1 + lane % 4; ++i) {
      left &= i == 1 ? ~0u : i == 2 ? 0xeeeeeeeeu : i == 3 ? 0xccccccccu : 0x88888888u;
      u += __reduce_add_sync(left, lane);
    }
    out[lane] = u;
  }
}

// Those that vote in a loop and return out of it, some in each iteration, and in pairs after a branch.
__global__ void out_of_a_loop(unsigned *out, const unsigned *in, unsigned whole) {
  const unsigned lane = threadIdx.x;
  if (!(whole >> lane & 1))
    return;
  unsigned u = in[lane];
#pragma unroll 1
  for (unsigned i = 0; i < 4; ++i) {
    u += __popc(__ballot_sync(whole, u & 1));
    if (lane % 8 == i) {
      u += __popc(__ballot_sync(whole & 0x01010101u << i, true));
      out[lane] = u + 100;
      return;
    }
  }
  if (lane & 16) {
    u += __popc(__ballot_sync(whole & 0xf0f00000u, u & 2));
  } else {
    u += 5;
  }
  u += __popc(__ballot_sync(whole & 3u << (lane & ~1u), u & 4));
  out[lane] = u;
}

// Constants, of which one names fewer lanes.
__global__ void constants(unsigned *out, const unsigned *in) {
  const unsigned lane = threadIdx.x;
  if (lane >= 16)
    return;
  const unsigned u = in[lane];
  if (lane >= 4)
    out[lane] = u + __popc(__ballot_sync(0xffffu, u & 1)) + 10;
  else
    out[lane] = u + __reduce_add_sync(0xfu, u);
}

// One lane asks only itself and returns; others of its tile name it, in masks that look narrower.
__global__ void alone(unsigned *out, const unsigned *in, unsigned whole) {
  const unsigned lane = threadIdx.x, u = in[lane];
  const unsigned first = __ballot_sync(0xffffffffu & 1u << lane, lane == 5);
  const unsigned rest = whole & ~first;
  if (lane == 5)
    out[lane] = u + __popc(__ballot_sync(whole & 1u << lane, u & 1)) + 500;
  else
    out[lane] = u + __popc(__ballot_sync(rest & 15u << (lane & ~3u), u & 2));
}

// Those who have voted for something meet by themselves first, where the others name them, too: at a part of all lanes
// that is narrower than what a vote of all gives.
template <bool first_side>
__global__ void those_who_voted(unsigned *out, const unsigned *in, unsigned whole) {
  const unsigned lane = threadIdx.x, u = in[lane];
  const bool odd = u & 1;
  const unsigned voted = __ballot_sync(0xffffffffu, odd);
  if (odd == first_side)
    out[lane] = u + __popc(__ballot_sync(first_side ? voted : ~voted, u & 2)) + 700;
  else
    out[lane] = u + __popc(__ballot_sync(whole & (0x55555555u << (lane & 1)), u & 4));
}

// The same with constants.
__global__ void those_whom_a_constant_names(unsigned *out, const unsigned *in, unsigned whole) {
  const unsigned lane = threadIdx.x, u = in[lane], mine = whole & 0x0000ff0fu, others = whole & ~mine;
  if (0x0000ff0fu >> lane & 1)
    out[lane] = u + __popc(__ballot_sync(mine, u & 2)) + 900;
  else
    out[lane] = u + __popc(__ballot_sync(others | whole & 0x0fffffffu, u & 4));
}

unsigned bit(unsigned mask, unsigned lane) { return mask >> lane & 1; }

// What `value` makes of the lanes of a mask.
template <typename Value> unsigned sumOver(unsigned mask, Value value) {
  unsigned sum = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    sum += bit(mask, lane) ? value(lane) : 0;
  return sum;
}

int main() {
  std::vector<unsigned> in(32);
  for (unsigned i = 0; i < 32; ++i)
    in[i] = i * i * 5 + i / 3;
  DeviceArray<unsigned> values(in);
  for (unsigned whole : {0xffffffffu, 0x7ffffffeu, 0x00ff10f3u}) {
    auto number = [](unsigned lane) { return lane; };
    for (auto *kernel : {rest_of_a_vote<false>, rest_of_a_vote<true>}) {
      DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
      kernel<<<1, 32>>>(out.get(), values.get(), whole);
      CHECK_LAUNCH();
      unsigned voted = 0;
      for (unsigned i = 0; i < 32; ++i)
        voted |= (bit(whole, i) & in[i]) << i;
      std::vector<unsigned> expected(32, 0);
      for (unsigned i = 0; i < 32; ++i)
        if (bit(whole, i))
          expected[i] = bit(voted, i)
                            ? voted
                            : 100 + sumOver(whole & ~voted, [&](unsigned lane) { return in[lane] >> 1 & 1; });
      CHECK_SAME(out.host(), expected);
    }
    {
      const unsigned first = 0x0ff0f0ffu, second = 0xcccccccc;
      DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
      parts_of_parts<<<1, 32>>>(out.get(), values.get(), whole, first, second);
      CHECK_LAUNCH();
      std::vector<unsigned> expected(32, 0);
      for (unsigned i = 0; i < 32; ++i) {
        if (!bit(whole, i))
          continue;
        expected[i] = in[i];
        if (bit(first & second, i))
          expected[i] += sumOver(whole & first & second, number);
        else if (bit(first, i))
          expected[i] +=
              1000 + sumOver(whole & first & ~second, [&](unsigned lane) { return in[lane] >> 1 & 1; });
        else
          expected[i] += 2000 + sumOver(whole & ~first, [&](unsigned lane) { return in[lane] >> 2 & 1; });
      }
      CHECK_SAME(out.host(), expected);
    }
    {
      const unsigned looping = 0xf0ff3fcau;
      DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
      around_a_loop<<<1, 32>>>(out.get(), values.get(), whole, looping);
      CHECK_LAUNCH();
      std::vector<unsigned> expected(32, 0);
      for (unsigned i = 0; i < 32; ++i) {
        if (!bit(whole, i))
          continue;
        expected[i] = in[i];
        if (!bit(looping, i))
          expected[i] += 3000 + sumOver(whole & ~looping, [&](unsigned lane) { return in[lane] & 1; });
        else
          for (unsigned round = 0; round <= i % 4; ++round)
            expected[i] +=
                sumOver(whole & looping, [&](unsigned lane) { return lane % 4 >= round ? lane : 0; });
      }
      CHECK_SAME(out.host(), expected);
    }
  }
  for (unsigned whole : {0xffffffffu, 0x7ffffffeu, 0x00ff10f3u}) {
    DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
    out_of_a_loop<<<1, 32>>>(out.get(), values.get(), whole);
    CHECK_LAUNCH();
    std::vector<unsigned> expected(32, 0), u = in;
    auto isSet = [&](unsigned bit) { return [&u, bit](unsigned lane) { return u[lane] >> bit & 1; }; };
    unsigned left = whole;
    auto add = [&](unsigned mask, auto value) {
      for (unsigned i = 0; i < 32; ++i)
        u[i] += bit(mask, i) ? value(i) : 0;
    };
    for (unsigned round = 0; round < 4; ++round) {
      const unsigned voted = sumOver(left, isSet(0)), out_now = left & 0x01010101u << round;
      add(left, [&](unsigned) { return voted; });
      add(out_now, [&](unsigned) { return sumOver(out_now, [](unsigned) { return 1u; }) + 100; });
      left &= ~out_now;
    }
    const unsigned upper = left & 0xffff0000u, voted = sumOver(upper, isSet(1));
    add(upper, [&](unsigned) { return voted; });
    add(left & ~upper, [](unsigned) { return 5u; });
    const std::vector<unsigned> before = u;
    add(left, [&](unsigned lane) {
      return sumOver(left & 3u << (lane & ~1u), [&](unsigned other) { return before[other] >> 2 & 1; });
    });
    for (unsigned i = 0; i < 32; ++i)
      expected[i] = bit(whole, i) ? u[i] : 0;
    CHECK_SAME(out.host(), expected);
  }
  const unsigned whole = 0xffffffffu;
  auto isSet = [&](unsigned bit) { return [&in, bit](unsigned lane) { return in[lane] >> bit & 1; }; };
  {
    DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
    alone<<<1, 32>>>(out.get(), values.get(), whole);
    CHECK_LAUNCH();
    std::vector<unsigned> expected(32, 0);
    for (unsigned i = 0; i < 32; ++i)
      expected[i] = in[i] + (i == 5 ? (in[i] & 1) + 500 : sumOver(~(1u << 5) & 15u << (i & ~3u), isSet(1)));
    CHECK_SAME(out.host(), expected);
  }
  const unsigned odd = sumOver(whole, [&](unsigned lane) { return (in[lane] & 1) << lane; });
  for (bool first_side : {false, true}) {
    DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
    auto *kernel = first_side ? those_who_voted<true> : those_who_voted<false>;
    kernel<<<1, 32>>>(out.get(), values.get(), whole);
    CHECK_LAUNCH();
    const unsigned first = first_side ? odd : ~odd;
    std::vector<unsigned> expected(32, 0);
    for (unsigned i = 0; i < 32; ++i)
      expected[i] = in[i] + (bit(first, i) ? sumOver(first, isSet(1)) + 700
                                           : sumOver(~first & 0x55555555u << (i & 1), isSet(2)));
    CHECK_SAME(out.host(), expected);
  }
  {
    DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
    those_whom_a_constant_names<<<1, 32>>>(out.get(), values.get(), whole);
    CHECK_LAUNCH();
    const unsigned first = 0x0000ff0fu;
    std::vector<unsigned> expected(32, 0);
    for (unsigned i = 0; i < 32; ++i)
      expected[i] = in[i] + (bit(first, i) ? sumOver(first, isSet(1)) + 900 : sumOver(~first, isSet(2)));
    CHECK_SAME(out.host(), expected);
  }
  {
    DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
    constants<<<1, 32>>>(out.get(), values.get());
    CHECK_LAUNCH();
    std::vector<unsigned> expected(32, 0);
    for (unsigned i = 0; i < 16; ++i)
      expected[i] = in[i] + (i < 4 ? in[0] + in[1] + in[2] + in[3]
                                   : 10 + sumOver(0xfff0, [&](unsigned lane) { return in[lane] & 1; }));
    CHECK_SAME(out.host(), expected);
  }
  return verdict();
}
