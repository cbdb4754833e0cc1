"""Threads that exchange elements: of shared memory within a block, of each other's in a cluster, and through global
memory in a grid. Patterns like those of patterns.py.

No two threads touch an element between two barriers when one of them writes it. Elements are of all sizes, and many
threads leave theirs as they are.
"""

from program import C_TYPES, KEYS

# The pair (i, o) of q, which no other q has; those of the first list only where the stride j is a power of two.
PAIRS_OF_POWERS = ["i = 2 * q - (q & (j - 1)), o = i + j"]
PAIRS = ["i = q / j * 2 * j + q % j, o = i + j", "i = q, o = q ^ j", "i = 2 * q + (j & 1), o = i + 1", "i = q, o = n - 1 - q",
         "i = 2 * j * q, o = i + j"]
ROUNDS_OF_POWERS = ["for (unsigned j = 16; j; j >>= 1)", "for (unsigned j = 512; j; j >>= 1)",
                    "for (unsigned j = 1; j < n; j <<= 1)", "for (unsigned j = 1u << (p0 & 7u); j; j >>= 2)",
                    "for (unsigned k = 2; k <= n; k <<= 1) for (unsigned j = k >> 1; j; j >>= 1)",
                    "if (const unsigned j = 1; true)", "if (const unsigned j = 8; true)", "if (const unsigned j = 64; true)"]
ROUNDS = ["for (unsigned j = 1, r = 0; r < 5; ++r, j = (j * 5 + 3) % 66 + 1)", "for (unsigned j = 5; j; --j)",
          "for (unsigned j = 1; j < n; j += 13)", "if (const unsigned j = 3; true)", "if (const unsigned j = 24; true)",
          "if (const unsigned j = 33; true)"]
# x and y are what was in K[i] and K[o]; L goes along with K.
SWAPS = ["if (x > y) { K[i] = y; K[o] = x; }", "if (x > y) { K[i] = y; K[o] = x; }",
         "if ((x > y) == up) { K[i] = y; K[o] = x; }",
         "K[i] = x > y ? y : x; K[o] = x > y ? x : y;", "if (x > y) K[i] = y; else K[o] = x;", "if (x > y) K[i] = y;",
         "if (up || x > y) K[o] = x;", "if (x > y) { K[i] = y; if (up) K[o] = x; }",
         "const bool less = x > y; if (less) K[i] = y; if (less) K[o] = x;", "if (up) { K[o] = K[i]; K[i] = y; }",
         "if (x > y) { const auto v = L[i]; K[i] = y; K[o] = x; L[i] = L[o]; L[o] = v; }"]


def exchange_rounds(choose):
    type_, other = choose(*KEYS), choose(*KEYS)
    keys, beside = KEYS[type_], KEYS[other] if other != type_ else "sh64"
    in_powers = choose(True, False)
    pair = choose(*PAIRS, *(PAIRS_OF_POWERS * 3 if in_powers else []))
    rounds = choose(*(ROUNDS_OF_POWERS if in_powers else ROUNDS))
    count = choose("threads", "threads", "min(2 * threads, 1024u)", "min(threads, 77u)", "(threads & ~31u)", "1000u")
    every = choose("for (unsigned q = tid; q < n; q += threads)", "if (const unsigned q = tid; true)")
    up = choose("(i & 4) != 0", "(tid & 32) != 0", "(i & (2 * j)) == 0", "$1")
    swap = choose(*SWAPS).replace("K[", keys + "[").replace("L[", beside + "[")
    body = (f"{every} {{ const unsigned {pair}; if (i < o && o < n) {{ const auto x = {keys}[i], y = {keys}[o]; "
            f"const bool up = {up}; {swap} }} }}")
    body = choose(f"__syncthreads(); {body}", f"{body} __syncthreads();")
    return (f"const unsigned n = {count}; __syncthreads(); for (unsigned q = tid; q < n; q += threads) {keys}[q] = $0; "
            f"__syncthreads(); {rounds} {{ {body} }} __syncthreads(); h = mix(h, {keys}[tid]); "
            f"h = mix(h, {keys}[(tid * 5 + 31) % 1024]);", f"{type_} bool")


def exchange_in_warps(choose):
    """The 32 elements of a warp, for which it is enough that its lanes wait for each other."""
    type_ = choose(*KEYS)
    rounds = choose("for (unsigned j = 16; j; j >>= 1)", "for (unsigned j = 31; j; j >>= 1)",
                    "for (unsigned k = 2; k <= 32; k <<= 1) for (unsigned j = k >> 1; j; j >>= 1)",
                    "for (unsigned j = 1, r = 0; r < 6; ++r, j = (j * 5 + 2) % 32)")
    swap = choose("if (x > y) { K[tid] = y; K[o] = x; }", "if (x > y) K[o] = x;",
                  "if ((x > y) == $1) { K[o] = x; K[tid] = y; }", "K[tid] = y; if (x > y) K[o] = x;")
    return ("__syncthreads(); K[tid] = $0; __syncthreads(); "
            f"{rounds} {{ const unsigned o = tid ^ j; if (tid < o) {{ const auto x = K[tid], y = K[o]; {swap} }} "
            "__syncwarp({m}); } h = mix(h, K[tid]);".replace("K[", KEYS[type_] + "["), f"{type_} bool")


def neighbours(choose):
    """All threads have read before some of them write."""
    type_ = choose(*KEYS)
    at = choose("(tid + 1) % threads", "(tid + j) % threads", "threads - 1 - tid", "tid ^ 1")
    store = choose("if (y > x) K[tid] = y;", "if (x > y || (tid & j)) K[tid] = y;", "if (tid > j) K[tid] = x > y ? x : y;",
                   "if ($1) K[tid] = y; else if (y > x) K[tid] = x;")
    text = (f"__syncthreads(); K[tid] = $0; for (unsigned j = 1; j < {choose('4', '40', 'threads')}; j = j * 2 + 1) {{ "
            f"__syncthreads(); const auto x = K[tid], y = K[{at}]; __syncthreads(); {store} }} "
            "__syncthreads(); h = mix(h, K[tid]);")
    return text.replace("K[", KEYS[type_] + "["), f"{type_} bool"


def clusters_read(choose):
    type_ = choose(*KEYS)
    at = choose("tid", "(tid * 5 + r) % threads", "threads - 1 - tid", "$1 % threads")
    rank = choose("r", "(cluster.block_rank() + r) % cluster.num_blocks()")
    wait = choose("cluster.sync();", "cluster.sync();", "cluster.barrier_wait(cluster.barrier_arrive());")
    return (f"cluster.sync(); {KEYS[type_]}[tid] = $0; {wait} for (unsigned r = 0; r < cluster.num_blocks(); ++r) "
            f"h = mix(h, cluster.map_shared_rank({KEYS[type_]}, {rank})[{at}]); cluster.sync();", f"{type_} u32")


def clusters_write(choose):
    update = choose("cluster.map_shared_rank(sh32, next)[tid] = $0;",
                    "cluster.map_shared_rank(&sh32[threads - 1 - tid], next)[0] = $0;",
                    "atomicAdd(cluster.map_shared_rank(&sh32[$1 % threads], $0 % cluster.num_blocks()), $0);",
                    "if ($2) atomicXor(&cluster.map_shared_rank(sh32, $1 % cluster.num_blocks())[$0 % threads], $1);",
                    "unsigned *other = cluster.map_shared_rank(sh32 + tid, next); if (*other > sh32[0]) h = mix(h, *other); "
                    "cluster.sync(); if ($2) *other += $0;")
    return ("cluster.sync(); sh32[tid] = $1; cluster.sync(); "
            f"for (unsigned r = 0; r < {choose('1', '3', '(p0 & 3u)')}; ++r) {{ "
            "const unsigned next = (cluster.block_rank() + r + 1) % cluster.num_blocks(); "
            f"{update} cluster.sync(); }} u1 ^= sh32[tid]; cluster.sync();", "u32 u32 bool")


def clusters_exchange(choose):
    type_ = choose(*KEYS)
    text = ("cluster.sync(); K[tid] = $0; cluster.sync(); for (unsigned r = 0; r < 3; ++r) { const unsigned own = "
            "cluster.block_rank(); if ((own & 1) == (r & 1) && own + 1 < cluster.num_blocks()) { "
            f"{C_TYPES[type_]} *other = cluster.map_shared_rank(&K[0], own + 1); const auto x = K[tid], y = other[tid]; "
            "if (x > y) { K[tid] = y; other[tid] = x; } } cluster.sync(); } h = mix(h, K[tid]); "
            "h = mix(h, cluster.thread_rank() + 3 * cluster.num_threads());")
    return text.replace("K[", KEYS[type_] + "["), type_


def grids_meet(choose):
    wait = choose("grid.sync();", "grid.sync();", "grid.barrier_wait(grid.barrier_arrive());")
    source = choose("(gid * 7 + 13) % all", "all - 1 - gid", "(gid + threads) % all", "$1 % all")
    change = choose("stream.meeting[gid] = mix(x, $0);", "if (x & 1) stream.meeting[gid] = x * 3;",
                    "atomicAdd(&stream.meeting[x % all], $0);", "if (gid % 64 == 0) atomicMax(&stream.meeting[0], x);")
    rounds = choose("1", "4", "(p0 & 3u)", "gridDim.x")
    return ("const unsigned all = static_cast<unsigned>(grid.num_threads()); grid.sync(); stream.meeting[gid] = $0; "
            f"for (unsigned r = 0; r < {rounds}; ++r) {{ {wait} const unsigned long long x = stream.meeting[{source}]; "
            f"grid.sync(); {change} }} grid.sync(); l0 ^= stream.meeting[{source}]; "
            "h = mix(h, static_cast<unsigned long long>(grid.thread_rank()));", "u64 u32")


def grids_total(choose):
    total = choose("sum[3]", "sum[$0 & 7u]", "smallest", "largest", "any", "parity", "wide_sum[$0 & 3u]", "wide_largest")
    return (f"grid.sync(); h = mix(h, totals->{total}); grid.sync(); if (grid.block_rank() == 0) atomicAdd(&totals->sum[1], "
            "$0); grid.sync(); u2 ^= totals->sum[1]; grid.sync();", "u32")


OF_BLOCKS = [exchange_rounds, exchange_rounds, exchange_rounds, neighbours, exchange_in_warps]
OF_CLUSTERS = [clusters_read, clusters_write, clusters_exchange]
OF_GRIDS = [grids_meet, grids_total]
