"""Threads that try again until nobody has come in between, threads that wait for another block, another warp or another
lane, and locks. Patterns like those of patterns.py.

Results do not depend on who comes first: what is added up commutes, a hash table is compared without regard to the places
of its keys (harness.h), and blocks, warps and lanes that hand on a value do so in the order of their numbers.
"""

import re

# ---- trying again: anywhere

# Where, of what type, and what is stored in place of `seen`. Whatever is done to a place of `Attempts` is the same each time.
UPDATES = [("attempts.sums[$1 & 7u]", "unsigned", "seen + $0", "true"),
           ("attempts.largest[$1 & 7u]", "unsigned", "max(seen, $0)", "seen < $0"),
           ("attempts.products[$1 & 7u]", "unsigned", "seen * ($0 | 1u)", "true"),
           ("attempts.wide_sums[$1 & 7u]", "unsigned long long", "seen + $0 * 3ull", "true"),
           ("attempts.wide_least[$1 & 7u]", "unsigned long long", "min(seen, $0 * 5ull)", "$0 * 5ull < seen"),
           ("attempts.both_halves[$1 & 7u]", "unsigned", "((seen + ($0 << 16)) & 0xffff0000u) | ((seen + $1) & 0xffffu)", "true"),
           ("attempts.doubles[$1 & 7u]", "unsigned long long", "static_cast<unsigned long long>(__double_as_longlong("
            "__longlong_as_double(static_cast<long long>(seen)) + ($0 & 1023u)))", "true"),
           ("attempts.floats[$1 & 7u]", "unsigned", "__float_as_uint(fmaxf(__uint_as_float(seen), ($0 & 0xffffu) * 0.5f))",
            "__uint_as_float(seen) < ($0 & 0xffffu) * 0.5f"),
           ("attempts.limited", "unsigned", "seen + 1u", "seen < 100u")]

# T, P, N and C stand for the type, the place, what is stored, and whether there is anything to do.
ATTEMPTS = ["T old = *P, seen; do { seen = old; if (!(C)) break; old = atomicCAS(P, seen, N); } while (old != seen);",
            "T seen; do { seen = look(P); if (!(C)) break; } while (atomicCAS(P, seen, N) != seen);",
            "for (T seen = *P; C;) { const T old = atomicCAS(P, seen, N); if (old == seen) break; seen = old; }",
            "T seen = *P; bool done = !(C); while (!done) { const T old = atomicCAS(P, seen, N); done = old == seen; seen = old; "
            "if (!(C)) done = true; }",
            "T seen = *P, old; while (C && (old = atomicCAS(P, seen, N)) != seen) { seen = old; __threadfence(); }",
            "T seen = *P; for (unsigned pause = 1; C; pause = (pause * 2) & 63u) { const T old = atomicCAS(P, seen, N); "
            "if (old == seen) break; seen = old; __nanosleep(pause); }"]

# Each table has a way of its own to go on from a slot.
TABLES = [("keys", "unsigned", "slot = (slot + 1) & 511u"), ("keys_by_squares", "unsigned", "slot = (slot + ++step) & 511u"),
          ("keys_by_steps", "unsigned", "slot = (slot + (key * 2u + 1u)) & 511u"),
          ("wide_keys", "unsigned long long", "slot = (slot + 1) & 511u")]
# T is a key's type, S the slots, G goes on to the next, and U uses the place.
ATTEMPT = "atomicCAS(&S[slot], static_cast<T>(0), static_cast<T>(key))"
PROBES = ["for (;;) { const auto old = A; if (old == 0 || old == key) { U break; } G; }",
          "while (true) { auto old = look(&S[slot]); if (old == 0) old = A; if (old == 0 || old == key) break; G; } U",
          "T old; while ((old = A) != 0 && old != key) { G; } U",
          "bool placed = false; for (unsigned tries = 0; tries < 512 && !placed; ++tries) { const auto old = A; "
          "placed = old == 0 || old == key; if (placed) { U } else { G; } }",
          "T old; do { old = A; if (old != 0 && old != key) { G; } } while (old != 0 && old != key); U"]


def update(choose):
    place, type_, value, condition = choose(*UPDATES)
    text = filled(choose(*ATTEMPTS), T=type_, P="place", N=value, C=condition)
    return f"{type_} *const place = &totals->{place}; {text}", "u32 u32"


def insert(choose):
    name, type_, going_on = choose(*TABLES)
    use = f"atomicAdd(&totals->attempts.{name.replace('keys', 'counts', 1)}[slot], {choose('1u', '$1')});"
    text = filled(choose(*PROBES), A=ATTEMPT, T=type_, S="slots", G=going_on, U=use)
    key = choose("1u + $0 % 300u", "1u + ($0 & 15u)", "1u + (gid & 255u)")
    return (f"{type_} *const slots = totals->attempts.{name}; const unsigned key = {key}; unsigned step = 0, slot = "
            f"(key * 2654435761u) >> 23; (void)step; {text}", "u32 u32")


def filled(text, **meanings):
    """Letters stand for what is said here, where they are words of their own."""
    for letter, meaning in meanings.items():
        text = re.sub(rf"\b{letter}\b", lambda _, meaning=meaning: meaning, text)
    return text


# ---- trying again in shared memory: where all threads come that have not returned

def list_of_the_block(choose):
    loop = choose("do { seen = old; sh32[tid] = static_cast<unsigned>(seen); old = atomicCAS(&sh64[0], seen, tid + 1ull); } "
                  "while (old != seen);",
                  "for (;;) { sh32[tid] = static_cast<unsigned>(old); seen = old; old = atomicCAS(&sh64[0], seen, tid + 1ull); "
                  "if (old == seen) break; }")
    pop = ("unsigned long long top = atomicAdd(&sh64[0], 0ull), was; do { was = top; if (was == 0) break; top = "
           "atomicCAS(&sh64[0], was, static_cast<unsigned long long>(sh32[was - 1])); } while (top != was); "
           "if (was) atomicAdd(&totals->sum[0], static_cast<unsigned>(was)); __syncthreads();")
    return ("__syncthreads(); atomicExch(&sh64[0], 0ull); __syncthreads(); unsigned long long old = sh64[0], seen; "
            f"{'if ($1) ' if choose(True, False) else ''}{{ {loop} }} __syncthreads(); unsigned length = 0; "
            "for (unsigned at = static_cast<unsigned>(sh64[0]); at && length < 64; at = sh32[at - 1]) { ++length; } "
            "h = mix(h, length); __syncthreads(); "
            f"{choose('', pop)} sh32[tid] = $0; atomicExch(&sh64[0], 0ull); __syncthreads();", "u32 bool")


def union_of_the_block(choose):
    halve = choose("", "const unsigned over = look(&sh32[up]); if (over != up) atomicCAS(&sh32[x], up, over);")
    root = (f"auto root = [&](unsigned x) {{ for (;;) {{ const unsigned up = look(&sh32[x]); "
            f"if (up == x) return x; {halve} x = up; }} }};")
    return ("__syncthreads(); for (unsigned i = 0; i < 32; ++i) atomicExch(&sh32[i], i); __syncthreads(); "
            f"{root} unsigned a = $0 & 31u, b = $1 & 31u; for (;;) {{ a = root(a); b = root(b); if (a == b) break; "
            "if (a < b) { const unsigned kept = a; a = b; b = kept; } if (atomicCAS(&sh32[a], a, b) == a) break; } "
            "__syncthreads(); u1 ^= root(lane) * 77u; __syncthreads(); for (unsigned i = 0; i < 32; ++i) "
            "atomicExch(&sh32[i], 0u); __syncthreads();", "u32 u32")


def table_of_the_block(choose):
    probe = filled(choose(*PROBES), A=ATTEMPT, T="unsigned", S="sh32", G="slot = (slot + 1) & 63u",
                   U="atomicAdd(&sh64[slot], 1ull + $1);").replace("tries < 512", "tries < 64")
    return ("__syncthreads(); for (unsigned i = 0; i < 64; ++i) { atomicExch(&sh32[i], 0u); atomicExch(&sh64[i], 0ull); } "
            f"__syncthreads(); const unsigned key = 1u + $0 % 40u; unsigned slot = (key * 2654435761u) >> 26; {{ {probe} }} "
            "__syncthreads(); const unsigned wanted = 1u + lane; unsigned at = (wanted * 2654435761u) >> 26; "
            "while (sh32[at] != 0 && sh32[at] != wanted) at = (at + 1) & 63u; if (sh32[at] == wanted) l0 += sh64[at]; "
            "__syncthreads(); for (unsigned i = 0; i < 64; ++i) { atomicExch(&sh32[i], 0u); atomicExch(&sh64[i], 0ull); } "
            "__syncthreads();", "u32 u32")


def until_flag(choose):
    """Rounds with barriers until a flag says that all are done."""
    ask = choose("look(&sh32[0])", "sh32[0]", "atomicAdd(&sh32[0], 0u)")
    return ("__syncthreads(); unsigned left = $0 & 7u, rounds = 0; atomicExch(&sh32[0], 1u); __syncthreads(); "
            f"while ({ask}) {{ __syncthreads(); atomicExch(&sh32[0], 0u); __syncthreads(); if (left) {{ --left; "
            f"{choose('show(&sh32[0], 1u);', 'atomicOr(&sh32[0], 1u);')} }} ++rounds; "
            "__syncthreads(); } h = mix(h, rounds); __syncthreads();", "u32")


# ---- waiting for other blocks, warps and lanes: first in a kernel, when nobody has returned

SPEAKERS = ["tid == 0", "tid == 0", "tid == threads - 1", "tid == threads / 2", "lane == 0 && tid / 32 == 0",
            "threadIdx.x + threadIdx.y + threadIdx.z == 0", "cg::this_thread_block().thread_rank() == 0"]
# Until F is not 0.
WAITS = ["while (!look(F)) {}", "while (atomicAdd(F, 0u) == 0u) {}",
         "while (atomicCAS(F, 0u, 0u) == 0u) {}", "do __nanosleep(20); while (!look(F));",
         "while (atomicOr(F, 0u) == 0u) __threadfence();",
         "for (unsigned pause = 4; look(F) == 0; pause = (pause * 2) & 127u) __nanosleep(pause);"]
POSTS = ["show(F, 1u);", "atomicExch(F, 1u);", "atomicAdd(F, 1u);"]
TURN = "const unsigned turn = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); "


def chain_of_blocks(choose, number):
    wait = filled(choose(*WAITS), F="&flags[turn - 1]")
    post = filled(choose(*POSTS), F="&flags[turn]")
    return (TURN + f"unsigned *const flags = totals->waits.flags[{number}]; volatile unsigned *const carries = "
            f"totals->waits.carries[{number}]; __syncthreads(); if ({choose(*SPEAKERS)}) {{ unsigned before = 5; "
            f"if (turn > 0) {{ {wait} __threadfence(); before = carries[turn - 1]; }} carries[turn] = before * 3u + $0; __threadfence(); "
            f"{post} sh64[0] = before; }} __syncthreads(); l0 ^= sh64[0] * 3ull; __syncthreads();", "u32")


def look_back(choose, number):
    ask = "s = at >= 0 ? words[at] : 2ull << 32;"
    window = choose(
        "s = 2ull << 32; if (at >= 0) do s = words[at]; while (s >> 32 == 0);",
        "s = 2ull << 32; while (at >= 0 && (s = words[at]) >> 32 == 0) {}",
        f"do {{ {ask} }} while (__any_sync(0xffffffffu, s >> 32 == 0));",
        f"do {{ {ask} }} while (!__all_sync(0xffffffffu, s >> 32 != 0));",
        f"s = 0; while (__ballot_sync(0xffffffffu, s >> 32 == 0)) {{ {ask} {choose('', '__nanosleep(10);')} }}",
        f"for (;;) {{ {ask} if (__all_sync(0xffffffffu, s >> 32 != 0)) break; }}")
    per_warp = choose(True, False)
    tile = "static_cast<int>(turn * (threads / 32) + tid / 32)" if per_warp else "static_cast<int>(turn)"
    body = ("const unsigned own = __shfl_sync(0xffffffffu, $0, 3); if (lane == 0) words[tile] = (tile ? 1ull : 2ull) << 32 | own; "
            "unsigned before = 0; if (tile > 0) { for (int at = tile - 1 - static_cast<int>(lane);; at -= 32) { unsigned long long s; "
            f"{window} const unsigned done = __ballot_sync(0xffffffffu, s >> 32 == 2), last = done ? __ffs(done) - 1 : 31u; "
            "unsigned part = lane <= last ? static_cast<unsigned>(s) : 0u; "
            "for (int o = 16; o; o /= 2) part += __shfl_xor_sync(0xffffffffu, part, o); before += part; if (done) break; } "
            "if (lane == 0) words[tile] = 2ull << 32 | static_cast<unsigned>(before + own); } ")
    head = TURN + f"volatile unsigned long long *const words = totals->waits.words[{number}]; const int tile = {tile}; "
    if per_warp:
        return head + body + "u0 ^= before;", "u32"
    return (head + f"__syncthreads(); if (tid < 32) {{ {body} if (lane == 0) sh64[0] = before; }} __syncthreads(); "
            "l0 += sh64[0]; __syncthreads();", "u32")


def barrier_by_hand(choose, number):
    wait = choose("while (look(arrived) < blocks) {}", "while (atomicAdd(arrived, 0u) != blocks) {}",
                  "while (look(arrived) != blocks) __nanosleep(30);")
    return (TURN + f"const unsigned blocks = gridDim.x * gridDim.y * gridDim.z; unsigned *const arrived = "
            f"&totals->waits.arrived[{number}]; volatile unsigned *const carries = totals->waits.carries[{number}]; "
            f"__syncthreads(); if (tid == 0) {{ carries[turn] = $0; __threadfence(); atomicAdd(arrived, 1u); {wait} __threadfence(); }} __syncthreads(); "
            "for (unsigned block = 0; block < blocks; ++block) u0 = u0 * 3u + carries[block]; __syncthreads();", "u32")


def chain_of_warps(choose, number):
    wait = filled(choose(*WAITS), F="&sh32[tid - 32]")
    return (f"__syncthreads(); sh32[tid] = 0; __syncthreads(); if (lane == 0) {{ unsigned before = 1; if (tid >= 32) {{ {wait} "
            "__threadfence_block(); before = look(&sh32[tid - 32]); } "
            "show(&sh32[tid], (before * 5u + $0) | 1u); } __syncthreads(); u0 ^= sh32[tid / 32 * 32]; "
            "__syncthreads();", "u32")


def chain_of_lanes(choose, number):
    wait = filled(choose(*WAITS), F="&sh32[tid - 1]")
    return (f"__syncthreads(); sh32[tid] = 0; __syncthreads(); unsigned before = 1; "
            f"if (tid > 0 && lane % {choose(32, 8, 2)} != 0) {{ {wait} "
            "before = look(&sh32[tid - 1]); } "
            "show(&sh32[tid], (before * 5u + $0) | 1u); __syncthreads(); u0 ^= sh32[tid]; "
            "__syncthreads();", "u32")


# ---- locks that each lane takes by itself: anywhere

SECTION = "__threadfence(); guarded[0] = guarded[0] + $0; __threadfence(); "
LOCKS = ["for (bool done = false; !done;) if (atomicCAS(lock, 0u, 1u) == 0u) { S atomicExch(lock, 0u); done = true; }",
         "while (atomicCAS(lock, 0u, 1u) != 0u) {} S atomicExch(lock, 0u);",
         "while (atomicExch(lock, 1u)) __nanosleep(10); S atomicExch(lock, 0u);",
         "for (;;) { if (atomicExch(lock, 1u) == 0u) { S atomicExch(lock, 0u); break; } __nanosleep(5); }",
         "do while (look(lock)) {} while (atomicCAS(lock, 0u, 1u)); S show(lock, 0u);",
         "const unsigned own = atomicAdd(&totals->waits.next, 1u); while (look(&totals->waits.serving) "
         "!= own) {} O show(&totals->waits.serving, own + 1u);",
         "unsigned slot = $1 % 5u; while (atomicCAS(&totals->waits.slots[slot], 0u, 1u) != 0u) slot = (slot + 1u) % 5u; "
         "__threadfence(); atomicAdd(&totals->sum[0], $0); __threadfence(); atomicExch(&totals->waits.slots[slot], 0u);",
         "unsigned *const first = &totals->waits.slots[5 + $1 % 3u], *const second = &totals->waits.slots[8 + $0 % 3u]; "
         "while (atomicCAS(first, 0u, 1u)) {} while (atomicCAS(second, 0u, 1u)) {} __threadfence(); "
         "atomicAdd(&totals->sum[1], $0); atomicExch(second, 0u); atomicExch(first, 0u);"]


def lock_of_a_lane(choose):
    text = filled(choose(*LOCKS), S=SECTION, O=SECTION.replace("guarded", "ordered"))
    return ("unsigned *const lock = &totals->lock; volatile unsigned *const guarded = &totals->guarded, *const ordered = "
            f"&totals->waits.guarded; (void)lock; (void)guarded; (void)ordered; {text}", "u32 u32")


RETRIES = [update, update, insert]
RETRIES_OF_BLOCKS = [list_of_the_block, union_of_the_block, table_of_the_block, until_flag]
WAITING_FIRST = [chain_of_blocks, chain_of_blocks, look_back, look_back, barrier_by_hand, chain_of_warps, chain_of_lanes]
