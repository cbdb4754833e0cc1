"""Features of the language that some random programs use beside what all of them do.

Which ones a program has depends on its seed alone, and one that has none is what it was before there were features.
A feature gives statements, and what these need: functions, tables of functions, memory in harness.h.
"""

import math
import random

import exchanges
from bounds import guarded
from collectives import OF_ANY_COALESCED, OF_COALESCED, OF_DIVISIBLE_TILES, OF_LARGE_TILES, OF_PARTS, OF_TILES, PARTS
from meetings import meeting_body
from operations import HALVES
from patterns import ANYWHERE, MATHS, OF_BLOCKS, rows
from program import HALF_VARIABLES, KEYS, Node
from waiting import RETRIES, RETRIES_OF_BLOCKS, WAITING_FIRST, lock_of_a_lane

FEATURES = {
    "groups": "tiles, labeled and binary partitions of cooperative groups, their shuffles, sums and scans",
    "pointers": "functions through pointers, also such with warp operations, and virtual functions",
    "references": "functions that stay and write through references to local variables and arrays",
    "vectors": "loads and stores of two and four elements",
    "structs": "local arrays of structures and of floats, structures as arguments and results",
    "locks": "spin locks of all forms, loops of atomicCAS, and blocks that wait for the block before them",
    "returns": "threads that return early, often, from programs of barriers",
    "patterns": "what real kernels do in their loops (patterns.py)",
    "tables": "constant memory and constant arrays",
    "coalesced": "coalesced groups, in divergent code too, and their partitions",
    "parts": "warp operations with masks of parts of a warp",
    "halves": "__half, __nv_bfloat16, and pairs of them",
    "exchanges": "exchanges of elements in shared memory, where some lanes store and others do not",
    "clusters": "blocks in clusters, which read and write each other's shared memory",
    "grids": "cooperative launches with barriers of the grid",
    "guards": "sums and addresses of values that a condition around them has said something about",
    "retries": "loops that try again, hash tables, lists and sets in shared memory, rounds until a flag is set (waiting.py)",
    "polling": "blocks, warps and lanes that wait for the one before, look-back by votes, barriers by hand (waiting.py)",
    "bounds": "guards that are computed, again and again, before and after warp operations and barriers (bounds.py)",
    "meetings": "nothing but lanes that meet with masks of their own, also nested and in loops, and return (meetings.py)",
}
PROBABILITY = 0.12


class Features:
    """`wanted`: "some", "none", "all", or names with commas between them."""

    def __init__(self, seed, wanted, generator):
        self.random, self.generator = random.Random(f"features {seed}"), generator
        chosen = [name for name in FEATURES if self.random.random() < PROBABILITY]
        names = {"some": chosen, "none": [], "all": list(FEATURES)}.get(wanted)
        self.names = set(wanted.split(",") if names is None else names)
        # Such programs hold little else.
        self.only_meetings = "meetings" in self.names and (wanted != "all" or self.chance(0.2))
        if unknown := self.names - set(FEATURES):
            raise ValueError(f"no such feature: {', '.join(sorted(unknown))}; there are {', '.join(FEATURES)}")
        # A group's operations are for all of its threads.
        self.keeps_all_threads = bool(self.names & {"groups", "clusters", "grids"})
        # Blocks have a multiple of so many threads.
        self.threads_unit = 32 if self.names & {"groups", "polling"} else 1
        self.return_weight = 4 if "returns" in self.names and not self.keeps_all_threads else None
        # Half of the programs of patterns hold little else, so that their warps stay together.
        self.is_pure = bool(self.names & {"patterns", "exchanges", "retries", "bounds"}) and self.chance(0.5)
        if self.names & {"returns", "patterns", "exchanges", "guards", "retries", "bounds"}:
            generator.barriers = True
        if self.has("halves"):
            for type_, operations in HALVES.items():
                generator.operations[type_] = generator.operations.get(type_, []) + operations
        self.patterns_of_block = (OF_BLOCKS if self.has("patterns") else []) + (
            exchanges.OF_BLOCKS if self.has("exchanges") else []) + (
            RETRIES_OF_BLOCKS if self.has("retries") else [])
        self.patterns_of_launch = (exchanges.OF_CLUSTERS if self.has("clusters") else []) + (
            exchanges.OF_GRIDS if self.has("grids") else [])

    def has(self, name):
        return name in self.names

    def chance(self, probability):
        return self.random.random() < probability

    def statements(self, scope):
        """(generator, weight) of what may stand here, beside the usual."""
        in_kernel = not self.generator.in_function
        choices = []
        if self.has("groups") and in_kernel and scope.together and not scope.narrowed:
            choices += [(self.group, 8)]
        if self.has("pointers") and in_kernel:
            choices += [(self.virtual, 1.5), (self.call_pointer, 2)]
            if scope.together:
                choices += [(self.call_masked_pointer, 2)]
        if self.has("references"):
            choices += [(self.reference, 3)]
        if self.has("vectors"):
            choices += [(self.vector_load, 3)] + ([(self.vector_store, 3)] if in_kernel else [])
        if self.has("structs"):
            choices += [(self.structure, 4)]
        if self.has("guards"):
            choices += [(self.guarded, 4)] + ([(self.guarded_pair, 6)] if in_kernel and scope.uniform else [])
        if self.has("locks") and in_kernel:
            choices += [(self.lock, 1), (self.exchange_loop, 1.5)]
        if self.has("retries") and in_kernel:
            choices += [(self.retry, 4)]
        if self.has("patterns") and in_kernel:
            choices += [(self.pattern_anywhere, 3)]
        if self.has("bounds") and in_kernel and scope.together and not scope.narrowed:
            choices += [(self.bounded, 12)]
        if self.patterns_of_block and in_kernel and scope.uniform:
            choices += [(self.pattern_of_block, 12)]
        if self.patterns_of_launch and in_kernel and scope.level == 0:
            choices += [(self.pattern_of_launch, 12)]
        if self.has("tables"):
            choices += [(self.table, 3)]
        if self.has("coalesced") and in_kernel:
            choices += [(self.any_coalesced, 2)] + ([(self.coalesced, 6)] if scope.together else [])
        if self.has("parts") and scope.together:
            choices += [(self.part, 6)]
        if self.has("halves"):
            choices += [(self.half, 8)] + ([(self.half_memory, 3)] if in_kernel else []) + (
                [(self.half_shuffle, 2)] if scope.together else [])
        return choices

    def all_statements(self, scope):
        """Where nothing else may stand: what may; else None."""
        generator = self.generator
        if not self.is_pure or generator.in_function:
            return None
        choices = [(generator.assignment, 2), (generator.checkpoint, 1)]
        if self.has("patterns"):
            choices += [(self.pattern_anywhere, 3)]
        if self.has("retries"):
            choices += [(self.retry, 3)]
        if self.has("bounds") and scope.together and not scope.narrowed:
            choices += [(self.bounded, 8)]
        if self.patterns_of_block and scope.uniform:
            choices += [(self.pattern_of_block, 8)]
        if scope.level == 0 and self.patterns_of_launch:
            choices += [(self.pattern_of_launch, 3)]
        if scope.level == 0:
            choices += [(generator.loop, 1)]
        return choices

    def simple(self, form, types="", **how):
        return self.generator.simple(form, *(self.generator.expr(type_) for type_ in types.split()), **how)

    def choose(self, *choices):
        return self.random.choice(choices)

    # ---- cooperative groups

    def group(self, scope):
        # With NVIDIA's headers a large tile of a cluster hangs, or the launch fails (H200, CUDA 13.0).
        may_be_large = not (self.generator.options.gpu and self.has("clusters"))
        if scope.uniform and self.chance(0.2) and may_be_large:
            size, form, types = self.choose(64, 128, 256), *self.choose(*OF_LARGE_TILES)
            self.threads_unit = max(self.threads_unit, size)
        else:
            size = self.choose(1, 2, 4, 8, 16, 32, 32)
            form, types = self.choose(*(OF_TILES if size == 1 else OF_DIVISIBLE_TILES))
        return self.simple("{{ const auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block()); ".replace(
            "SIZE", str(size)) + form.replace("SIZE", str(size)) + " }}", types)

    def coalesced(self, scope):
        form, types = self.choose(*OF_COALESCED)
        return self.simple("{{ __syncwarp({m}); const auto group = cg::coalesced_threads(); " + form + " }}", types)

    def any_coalesced(self, scope):
        form, types = self.choose(*OF_ANY_COALESCED)
        return self.simple("{{ const auto group = cg::coalesced_threads(); " + form + " }}", types)

    def part(self, scope):
        form, types = self.choose(*OF_PARTS)
        return self.simple("{{ const unsigned part = " + self.choose(*PARTS) + "; " + form + " }}", types)

    # ---- pointers and references to functions, and to what is local

    def functions(self):
        """Device functions, before the tables that hold their addresses."""
        if not self.has("pointers"):
            return []
        generator, functions = self.generator, []
        for name, takes_mask in [("leaf_0", False), ("leaf_1", False), ("leaf_2", False), ("masked_0", True),
                                 ("masked_1", True)]:
            functions.append(generator.function_of(name, [("u32", "u0"), ("f32", "f0")], takes_mask))
        return functions

    def tables(self):
        if not self.has("pointers"):
            return []
        return ["__device__ unsigned (*leaves[4])(const Inputs &, unsigned, int, float, unsigned, float) = "
                "{leaf_0, leaf_1, leaf_2, leaf_1};\n"
                "__device__ unsigned (*masked[2])(unsigned, const Inputs &, unsigned, int, float, unsigned, float) = "
                "{masked_0, masked_1};"]

    def call_pointer(self, scope):
        return self.simple("u1 += leaves[{} & 3u](in, p0, p1, p2, {}, {});", "u32 u32 f32")

    def call_masked_pointer(self, scope):
        return self.simple("{{ const unsigned which = {0} & 1u, same = __match_any_sync({m}, which); "
                           "u2 ^= masked[which](same, in, p0, p1, p2, {1}, {2}); }}", "u32 u32 f32")

    def virtual(self, scope):
        return self.simple("{{ Shape plain({0}); Square square({1}); Ring ring({2}); const Shape *one = {3} ? &plain "
                           ": {4} ? static_cast<const Shape *>(&square) : &ring; u0 += one->area({5}); }}",
                           "u32 u32 u32 bool bool u32")

    def reference(self, scope):
        return self.simple(self.choose("advance(u0, l0, &a[0], {0} & 15u, {1});",
                                       "advance(u1, l0, &a[{0} & 7u], {0} & 7u, {1});",
                                       "advance({2} ? u1 : u2, l0, &a[{0} & 7u], 3u, {1});"), "u32 u32 bool")

    # ---- memory

    def vector_load(self, scope):
        form, types = self.choose(
            ("const uint4 all = in.vectors[{0} & 255u]; u0 += all.x * 3u + all.y; u1 ^= all.z - all.w;", "u32"),
            ("const float4 all = reinterpret_cast<const float4 *>(in.f32)[{0} & 255u]; f0 = all.x * all.y; "
             "f1 = all.z - all.w;", "u32"),
            ("const double2 both = reinterpret_cast<const double2 *>(in.f64)[{0} & 511u]; d0 = both.x - both.y;", "u32"),
            ("const uint2 both = reinterpret_cast<const uint2 *>(in.u32)[(tid * {0} + {1}) & 511u]; "
             "u1 += both.x * 5u; u2 ^= both.y;", "u32 u32"),
            ("const short4 all = reinterpret_cast<const short4 *>(in.i16)[(tid + 3u) & 255u]; i0 = all.x + all.w; "
             "i1 ^= all.y * all.z;", ""),
            ("const uchar4 all = reinterpret_cast<const uchar4 *>(in.u8)[{0} & 255u]; "
             "u0 ^= all.x + 256u * all.y + all.z * all.w;", "u32"),
            ("const uchar3 all = reinterpret_cast<const uchar3 *>(in.u8)[({0} & 127u) + lane]; "
             "u0 ^= all.x + 256u * all.y + 65536u * all.z;", "u32"),
            ("memcpy(&u2, in.u8 + (({0} & 255u) + {1} % 5u) * 3u, 3);", "u32 u32"),
            ("memcpy(&l0, in.u8 + ({0} & 127u) * 7u, 5); l0 *= 3u; memcpy(&l0, in.u8 + lane * 6u, 6);", "u32"))
        return self.simple("{{ " + form + " }}", types)

    def vector_store(self, scope):
        return self.simple(*self.choose(
            ("reinterpret_cast<uint4 *>(scratch.u32)[gid] = make_uint4({}, {}, {}, {});", "u32 u32 u32 u32"),
            ("{{ const uint4 all = reinterpret_cast<uint4 *>(scratch.u32)[gid]; u0 ^= all.x + all.w; "
             "u1 += all.y ^ all.z; }}", ""),
            ("reinterpret_cast<float4 *>(scratch.f32)[gid] = make_float4(clean({}), 1.0f, clean({}), clean({}));",
             "f32 f32 f32"),
            ("{{ const float4 all = reinterpret_cast<float4 *>(scratch.f32)[gid]; f1 += all.x * all.z; f0 = all.w; }}", ""),
            ("reinterpret_cast<ulonglong2 *>(scratch.u64)[gid * 2 + ({} & 1u)] = make_ulonglong2({}, {});",
             "u32 u64 u64"),
            ("reinterpret_cast<uchar4 *>(scratch.u8)[gid] = make_uchar4({}, {}, 7, {});", "u8 u8 u8"),
            ("{{ const unsigned word = {}; memcpy(scratch.u8 + gid * 4 + 1, &word, 3); }}", "u32"),
            ("{{ const unsigned word = {}; memcpy(reinterpret_cast<unsigned char *>(&a[{} & 15u]) + 1, &word, 3); }}",
             "u32 u32"),
            ("reinterpret_cast<uint2 *>(scratch.u32)[gid * 2 + 1] = make_uint2({}, {});", "u32 u32")))

    def guarded(self, scope):
        step, rest = self.random.choice([(2, 0), (2, 1), (4, 0), (4, 3), (8, 0), (16, 5)])
        more = self.random.randrange(1, step)
        return self.simple(*self.choose(
            (f"{{{{ const int x = static_cast<int>((p0 & 15u) + (tid & 511u)); if ((x & {step - 1}) == {rest}) {{{{ "
             f"u0 ^= in.u32[x + {more}]; h = mix(h, x + {more}); }}}} }}}}", ""),
            (f"{{{{ const unsigned x = (p0 & 15u) + lane + 64u; if (x % {step}u == {rest}u) {{{{ "
             f"u1 += in.u32[x - {rest}u] * 3u + in.u32[x + {more}u]; f0 = in.f32[x + {more}u]; }}}} }}}}", ""),
            (f"{{{{ const int x = 600 - static_cast<int>(tid & 511u) - static_cast<int>(p0 & 7u); "
             f"if ((x & {step - 1}) == {rest}) d0 = in.f64[x + {more}] + x; }}}}", ""),
            ("{{ const unsigned x = (tid & 511u) + (p0 & 3u); if (x >= 8u) {{ unsigned y; if ({}) {{ y = x - (p0 & 7u); "
             "h = mix(h, 1u); }} else {{ y = x + (p0 & 8u); u2 ^= y; }} l0 += y; u0 ^= in.u32[y]; }} }}", "bool"),
            ("{{ const unsigned x = tid & 511u; if (x >= 16u && {}) {{ l0 ^= x - 16ull; u1 += in.u32[x - 16u]; "
             "u2 ^= in.u32[(x - 16u) >> 1]; }} }}", "bool"),
            ("for (unsigned x = tid & 511u; x >= 40u; x -= 40u) u0 = u0 * 3u + in.u32[x - 40u];", "")))

    def guarded_pair(self, scope):
        distance = self.random.choice([1, 2, 3, 4, 5, 8, 16, 20, 32])
        condition = self.random.choice([f"tid < {distance}u", f"tid / {distance}u % 2u == 0u",
                                        f"tid % {2 * distance}u == 0u"])
        return self.simple(
            f"__syncthreads(); if ({condition} && tid + {distance}u < threads) {{{{ const unsigned x = sh32[tid], "
            f"y = sh32[tid + {distance}u]; sh32[tid] = x * 3u + {{0}}; sh32[tid + {distance}u] = y + x; }}}} "
            "__syncthreads(); u1 ^= sh32[tid];", "u32")

    def structure(self, scope):
        return self.simple(*self.choose(
            ("v[{} & 7u].first += {};", "u32 u32"), ("v[{} & 7u].second = clean({});", "u32 f32"),
            ("v[{} & 7u] = v[{} & 7u];", "u32 u32"), ("v[{} & 7u] = in.pairs[{} & 1023u];", "u32 u32"),
            ("{{ const unsigned at = {0} & 7u; u0 ^= v[at].first; f0 = v[at].second; }}", "u32"),
            ("v[{} & 7u] = twisted(v[{} & 7u], {});", "u32 u32 u32"),
            ("v[{} & 7u] = {} ? twisted(v[{} & 7u], {}) : in.pairs[{} & 1023u];", "u32 bool u32 u32 u32"),
            ("{{ Pair pair = v[{} & 7u]; for (unsigned at = 0; at < ({} & 7u); ++at) pair = (pair.first & 1u) != 0 ? "
             "twisted(pair, at) : twisted(v[at], {}); v[{} & 7u] = pair; }}", "u32 u32 u32 u32"),
            ("w[{} & 7u] = {};", "u32 f32"), ("f0 = f0 * 0.5f + w[{} & 7u];", "u32"),
            ("for (unsigned at = 0; at < ({} & 7u); ++at) w[at] += w[at + 1];", "u32")))

    def table(self, scope):
        return self.simple(*self.choose(
            ("u0 += constants[{} & 63u];", "u32"), ("f1 = f1 * 0.25f + halves[{} & 15u];", "u32"),
            ("u1 ^= constants[(tid + {}) & 63u] * constants[5];", "u32"),
            ("for (unsigned at = 0; at < ({} & 15u); ++at) f0 += halves[at];", "u32")))

    # ---- loops of real kernels

    def pattern(self, patterns):
        text, types = self.choose(*patterns)(self.choose)
        return Node("pattern", [self.generator.expr(type_, 1) for type_ in types.split()], [], {"form": text})

    def pattern_anywhere(self, scope):
        # Its shuffles read lanes that may not be there, which a GPU answers as it likes.
        may_have_rows = scope.together and not scope.narrowed and not self.generator.options.gpu
        return self.pattern(ANYWHERE + ([rows] if may_have_rows else []) +
                            (MATHS if self.generator.options.maths else []))

    def bounded(self, scope):
        reads_missing_lanes = not self.generator.options.gpu
        return self.pattern([lambda choose: guarded(choose, scope.uniform, reads_missing_lanes)])

    def pattern_of_block(self, scope):
        return self.pattern(self.patterns_of_block)

    def pattern_of_launch(self, scope):
        return self.pattern(self.patterns_of_launch)

    def meetings(self, warps):
        """A kernel's statements, and whether lanes meet there that are in different places; or None."""
        return meeting_body(self.generator, self.random, warps) if self.only_meetings else None

    def shape_launch(self, program):
        """Gives the launch what the features need."""
        if self.names & {"exchanges", "clusters"} and self.chance(0.4):
            program.dynamic = self.choose(*KEYS)
        if self.has("clusters"):
            program.cluster = self.choose((2, 1, 1), (2, 1, 1), (4, 1, 1), (1, 2, 1), (2, 2, 1), (3, 1, 1), (1, 1, 2))
            x, y, z = program.cluster
            times = 1 if self.has("grids") else self.choose(1, 1, 2)
            program.launches = [((x * times, y, z), block) for _, block in program.launches]
        if self.has("polling") and not self.names & {"clusters", "grids"}:
            # All blocks run at a time, on one processor of the smallest device, because there are barriers by hand.
            program.launches = [((min(self.choose(1, 5, 13, 24), max(2048 // math.prod(block), 1)), 1, 1), block)
                                for _, block in program.launches]
        if self.has("grids"):
            program.cooperative = True
            # All blocks run at a time, so together they are no larger than the smallest device, of one processor.
            program.launches = [(grid, block if math.prod(grid + block) <= 2048 else (self.choose(256, 512), 1, 1))
                                for grid, block in program.launches]

    # ---- half precision

    def half(self, scope):
        if self.chance(0.3):
            return self.simple("h = mix(h, {});", self.choose("f16", "bf16", "2f16", "2bf16"))
        name, (type_, _) = self.choose(*HALF_VARIABLES.items())
        return self.simple(name + " = {};", type_)

    def half_memory(self, scope):
        return self.simple(*self.choose(
            ("reinterpret_cast<__half *>(scratch.u32)[gid * 8 + ({} & 7u)] = clean({});", "u32 f16"),
            ("x0 = reinterpret_cast<const __half *>(scratch.u32)[gid * 8 + ({} & 7u)];", "u32"),
            ("reinterpret_cast<__half2 *>(scratch.f32)[gid * 4 + 1] = __halves2half2(clean({}), clean({}));", "f16 f16"),
            ("x2 = reinterpret_cast<const __half2 *>(scratch.f32)[gid * 4 + ({} & 3u)];", "u32")))

    def half_shuffle(self, scope):
        name, (type_, _) = self.choose(*HALF_VARIABLES.items())
        return self.simple(name + " = __shfl_sync({m}, {0}, pick({m}, {1}));", f"{type_} u32")

    # ---- waiting for others

    def lock(self, scope):
        return self.pattern([lock_of_a_lane])

    def retry(self, scope):
        return self.pattern(RETRIES)

    def exchange_loop(self, scope):
        return self.simple("{{ unsigned old = totals->product, expected; do {{ expected = old; "
                           "old = atomicCAS(&totals->product, expected, expected * ({0} | 1u)); }} "
                           "while (old != expected); }}", "u32")

    def first_statements(self):
        # The block before may belong to a later cluster.
        if self.has("clusters"):
            return []
        return self.waiting() + (self.turn_of_block() if self.has("locks") and self.chance(0.5) else [])

    def waiting(self):
        if not self.has("polling"):
            return []
        patterns = [(lambda choose, one=self.choose(*WAITING_FIRST), row=row: one(choose, row)) for row in range(self.choose(1, 2, 4))]
        return [self.pattern([pattern]) for pattern in patterns]

    def turn_of_block(self):
        return [self.simple(
            "{{ const unsigned turn = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); if (tid == 0) {{ "
            "while (atomicAdd(&totals->turn, 0u) != turn) {{}} __threadfence(); volatile unsigned *chain = &totals->chain; "
            "*chain = *chain * 3u + {0}; __threadfence(); atomicExch(&totals->turn, turn + 1u); }} __syncthreads(); }}", "u32")]
