"""Statements about groups of lanes: tiles, partitions, coalesced groups, and masks of parts of a warp.

Each is a form with {0}, {1}, ... for its operands, and the types of these.
"""

# For a tile of SIZE threads, up to a warp.
OF_TILES = [
    ("u1 += tile.shfl({0}, {1} % SIZEu);", "u32 u32"),
    ("l0 ^= tile.shfl_xor({0}, {1} % SIZEu);", "u64 u32"),
    ("f1 = tile.shfl_up({0}, {1} % SIZEu); d0 = tile.shfl_down({2}, 1);", "f32 u32 f64"),
    ("const Pair pair = tile.shfl(Pair{{{0}, {1}}}, {2} % SIZEu); u1 ^= pair.first; f0 = pair.second;", "u32 f32 u32"),
    ("b0 = tile.shfl_xor({0}, 1 % SIZEu); t0 = tile.shfl({1}, {2} % SIZEu);", "u8 i16 u32"),
    ("u1 = tile.ballot({0}); u0 += tile.any({1}) + 2 * tile.all({2});", "bool bool bool"),
    ("u2 ^= tile.match_any({0} & 3u);", "u32"),
    ("int same; u2 ^= tile.match_all({0} & 1u, same); i0 ^= same;", "u64"),
    ("tile.sync(); h = mix(h, tile.thread_rank() + 100 * tile.meta_group_rank());", ""),
    ("u0 ^= cg::reduce(tile, {0}, cg::plus<unsigned>());", "u32"),
    ("i0 ^= cg::reduce(tile, {0}, cg::less<int>()); u2 += cg::reduce(tile, {1}, cg::bit_xor<unsigned>());", "i32 u32"),
    ("l0 ^= cg::reduce(tile, {0}, cg::plus<unsigned long long>()); d0 = cg::reduce(tile, {1}, cg::plus<double>());",
     "u64 f64"),
    ("f0 = cg::reduce(tile, {0}, cg::plus<float>());", "f32"),
    ("u1 += cg::inclusive_scan(tile, {0}, cg::plus<unsigned>());", "u32"),
    ("l0 += cg::inclusive_scan(tile, {0}, cg::greater<unsigned long long>());", "u64"),
    ("u1 += cg::exclusive_scan(tile, {0}, cg::plus<unsigned>());", "u32"),
    ("cg::invoke_one(tile, [=] {{ atomicAdd(&totals->sum[1], 1u); }});", ""),
    ("const auto part = cg::labeled_partition(tile, {0} & 3u); u1 += part.shfl({1}, {2} % part.size()); "
     "h = mix(h, part.thread_rank() + 100 * part.size());", "u32 u32 u32"),
    ("const auto part = cg::labeled_partition(tile, {0} % 5u); u0 ^= cg::reduce(part, {1}, cg::greater<unsigned>());",
     "u32 u32"),
    ("const auto part = cg::binary_partition(tile, {0}); u2 += part.size() + part.ballot({1});", "bool bool"),
    ("const auto part = cg::binary_partition(tile, {0}); l0 += cg::inclusive_scan(part, {1}, cg::plus<unsigned long long>());",
     "bool u64")]

# The same for one of two threads or more.
OF_DIVISIBLE_TILES = OF_TILES + [
    ("const auto half = cg::tiled_partition<SIZE / 2>(tile); u1 ^= half.shfl({0}, {1} % (SIZEu / 2)); "
     "h = mix(h, half.meta_group_rank());", "u32 u32")]

# For a tile of SIZE threads, several warps. Its shuffles read the same thread in all.
OF_LARGE_TILES = [
    ("u1 += tile.shfl({0}, (p0 + blockIdx.x * 37u) % SIZEu);", "u32"),
    ("u0 += tile.any({0}) + 2 * tile.all({1});", "bool bool"),
    ("u0 ^= cg::reduce(tile, {0}, cg::plus<unsigned>()); l0 ^= cg::reduce(tile, {1}, cg::less<unsigned long long>());",
     "u32 u64"),
    ("u1 += cg::inclusive_scan(tile, {0}, cg::plus<unsigned>());", "u32"),
    ("__syncthreads(); keys_u32[tid] = {0}; tile.sync(); u2 ^= keys_u32[tid - tile.thread_rank() + {1} % SIZEu]; tile.sync();",
     "u32 u32"),
    ("h = mix(h, tile.thread_rank() + 1000 * tile.meta_group_rank() + 7 * tile.meta_group_size());", "")]

# For `group`, which holds at least the lanes of {m}: what a group of any lanes can do.
OF_COALESCED = [
    ("h = mix(h, group.thread_rank() + 100 * group.size());", ""),
    ("u1 += group.shfl({0}, {1} % group.size());", "u32 u32"),
    ("l0 ^= group.shfl_up({0}, {1} & 3u); d0 = group.shfl_down({2}, 1);", "u64 u32 f64"),
    ("u1 = group.ballot({0}); u0 += group.any({1}) + 2 * group.all({2});", "bool bool bool"),
    ("u2 ^= group.match_any({0} & 3u); b0 = group.shfl({1}, 0);", "u32 u8"),
    ("u0 ^= cg::reduce(group, {0}, cg::plus<unsigned>()); i0 ^= cg::reduce(group, {1}, cg::less<int>());", "u32 i32"),
    ("f0 = cg::reduce(group, {0}, cg::plus<float>());", "f32"),
    ("u1 += cg::exclusive_scan(group, {0}, cg::plus<unsigned>());", "u32"),
    ("sh64[tid] = {0}; group.sync(); l0 += sh64[warp_start + group.shfl(lane, {1} % group.size())]; group.sync();",
     "u64 u32"),
    ("const auto tile = cg::tiled_partition(group, 4); u1 += tile.shfl({0}, {1} % tile.size()); "
     "h = mix(h, tile.thread_rank() + 10 * tile.size() + 100 * tile.meta_group_rank());", "u32 u32"),
    ("const auto part = cg::labeled_partition(group, {0} % 3u); u1 += cg::reduce(part, {1}, cg::plus<unsigned>());",
     "u32 u32"),
    ("const auto part = cg::binary_partition(group, {0}); u1 += part.size() * 3 + part.shfl({1}, 0);", "bool u32"),
    ("if ({0}) {{ const auto inner = cg::coalesced_threads(); inner.sync(); u1 += inner.size() + inner.shfl({1}, 0); }}",
     "bool u32")]

# What does not depend on who is in the group, wherever the lanes are.
OF_ANY_COALESCED = [
    ("if (group.thread_rank() == 0) atomicAdd(&totals->sum[2], group.size());", ""),
    ("const unsigned sum = cg::reduce(group, {0}, cg::plus<unsigned>()); if (group.thread_rank() == 0) "
     "atomicAdd(&totals->sum[5], sum);", "u32"),
    ("const auto part = cg::labeled_partition(group, {0} & 7u); const unsigned long long sum = cg::reduce(part, {1}, "
     "cg::plus<unsigned long long>()); if (part.thread_rank() == 0) atomicAdd(&totals->wide_sum[{0} & 3u], sum);", "u32 u64"),
    ("u1 ^= group.shfl({0}, group.thread_rank()); u0 += group.any(true);", "u32"),
    ("cg::invoke_one(group, [&] {{ atomicOr(&totals->any, 1u << 7); }});", ""),
    ("const unsigned first = group.shfl(lane, 0); if (lane < first) h = mix(h, 1u);", "")]

# Parts of the lanes {m}: each lane names the one that it is in.
PARTS = ["{m} & (0xffu << (lane & ~7u))", "{m} & (lane < 16 ? 0xffffu : 0xffff0000u)",
         "{m} & (lane < 11 ? 0x7ffu : ~0x7ffu)", "{m} & (0x55555555u << (lane & 1u))", "__match_any_sync({m}, lane % 5u)",
         "{m} & (lane == 13 ? 1u << 13 : ~(1u << 13))", "1u << lane",
         "{m} & (in.u8[tid / 32u] & 1u ? ~0u : 15u << (lane & ~3u))"]
OF_PARTS = [
    ("u1 ^= __shfl_sync(part, {0}, pick(part, {1}));", "u32 u32"),
    ("l0 += __shfl_sync(part, {0}, pick(part, {1}));", "u64 u32"),
    ("d0 = __shfl_sync(part, {0}, pick(part, {1}));", "f64 u32"),
    ("b0 = static_cast<unsigned char>(__shfl_sync(part, static_cast<unsigned>({0}), pick(part, {1})));", "u8 u32"),
    ("u0 += __reduce_add_sync(part, {0}); i0 ^= __reduce_min_sync(part, {1});", "u32 i32"),
    ("u2 ^= __reduce_xor_sync(part, {0}) + __reduce_max_sync(part, {1});", "u32 u32"),
    ("h = mix(h, __ballot_sync(part, {0})); u0 += __any_sync(part, {1}) + 2 * __all_sync(part, {1});", "bool bool"),
    ("u2 ^= __match_any_sync(part, {0} >> 6);", "u8"), ("u2 ^= __match_any_sync(part, {0} & 1u);", "u64"),
    ("int same; u1 += __match_all_sync(part, {0} > 0, &same) + same;", "i64"),
    ("if (lane & 2u) u1 += __popc(part); __syncwarp(part); h = mix(h, __shfl_sync(part, u1, __ffs(part) - 1));", "")]
