"""Random programs. The same seed gives the same program.

Every program is free of data races and of undefined behaviour, so that its results are a fact: signed sums stay
in range, divisors are odd, indices are masked, loops count, each thread writes to memory of its own, atomics
commute, and warp operations name exactly the lanes that are there.
"""

import random

from features import Features
from operations import CONSTANTS, MATHS, OF_THE_WARP, OPERATIONS, REGULAR, UNIFORM
from program import ALL_VARIABLES, LOOP_COUNTERS, VARIABLES, Expr, Function, Node, Program

# Blocks of whole rows, of one partial warp, and of all other shapes.
BLOCKS = [(32, 1, 1), (64, 1, 1), (96, 1, 1), (128, 1, 1), (256, 1, 1), (512, 1, 1), (1024, 1, 1), (32, 2, 1), (64, 2, 1),
          (32, 2, 2), (1, 1, 1), (7, 1, 1), (31, 1, 1), (33, 1, 1), (48, 1, 1), (100, 1, 1), (250, 1, 1), (16, 16, 1),
          (8, 8, 1), (4, 4, 4), (2, 4, 8), (16, 3, 1), (5, 7, 3), (2, 3, 5), (31, 2, 1), (40, 3, 1), (3, 1, 1),
          (1, 50, 1), (1, 1, 64), (16, 1, 5), (8, 5, 1), (1, 8, 4)]
# Blocks of several warps, for programs of barriers.
LARGE_BLOCKS = [(64, 1, 1), (96, 1, 1), (128, 1, 1), (160, 1, 1), (224, 1, 1), (256, 1, 1), (384, 1, 1), (640, 1, 1),
                (1024, 1, 1), (64, 2, 1), (32, 8, 1), (64, 4, 2), (16, 16, 1), (32, 32, 1), (8, 8, 4), (16, 8, 2),
                (100, 1, 1), (250, 1, 1), (1000, 1, 1), (33, 1, 1), (40, 3, 1), (5, 7, 3), (48, 5, 1)]
GRIDS = [(1, 1, 1), (1, 1, 1), (2, 1, 1), (3, 1, 1), (2, 2, 1), (1, 2, 2)]

SHUFFLED = ["u32", "i32", "u64", "f32", "f64", "i64"]
WIDTHS = [32, 32, 32, 16, 8, 4, 2, 1]


class Scope:
    """What may stand where. `together`: the writer keeps account of the lanes, so warp operations may be used.
    `uniform`: all threads of the block that have not returned are here, so barriers may be."""

    def __init__(self, together, uniform, level=0, loops=0, in_loop=False, narrowed=False):
        self.together, self.uniform, self.level, self.loops = together, uniform, level, loops
        self.in_loop, self.narrowed = in_loop, narrowed

    def inner(self, **changes):
        scope = Scope(self.together, self.uniform, self.level + 1, self.loops, self.in_loop, self.narrowed)
        for name, value in changes.items():
            setattr(scope, name, value)
        return scope


def lanes_of_warps(blocks):
    """The different sets of lanes that warps of these blocks have."""
    threads = [x * y * z for x, y, z in blocks]
    return {(1 << min(32, count - first)) - 1 for count in threads for first in range(0, count, 32)}


class Generator:
    def __init__(self, seed, options):
        self.random, self.options = random.Random(seed), options
        self.operations = {t: list(ops) for t, ops in OPERATIONS.items()}
        if options.maths:
            for type_, operations in MATHS.items():
                self.operations[type_] += operations
        # Most programs are small: they take little time, and hold most of what can go wrong.
        self.depth = min(self.random.choice([1, 2, 2, 3]), options.depth)
        self.longest = self.random.choice([3, 5, 7])
        self.barriers = self.chance(options.barriers)
        self.warp_functions, self.block_functions = [], []
        self.in_function = self.takes_block = False
        self.features = Features(seed, options.features, self)

    def chance(self, probability):
        return self.random.random() < probability

    # ---- expressions

    def variable(self, type_):
        names = [name for name, (t, _) in VARIABLES.items() if t == type_]
        return self.random.choice(names) if names else None

    def leaf(self, type_):
        kinds = [CONSTANTS.get(type_, []), UNIFORM.get(type_, []), REGULAR.get(type_, []), REGULAR.get(type_, [])]
        names = [name for name, (t, _) in ALL_VARIABLES.items() if t == type_]
        if type_ == "i32":
            names = names + [f"k{i}" for i in range(LOOP_COUNTERS)]
        kinds = [kind for kind in kinds + [names, names, names] if kind]
        if not kinds:
            return self.operation(type_, 0)
        return Expr(type_, self.random.choice(self.random.choice(kinds)))

    def operation(self, type_, depth):
        form, operands = self.random.choice(self.operations[type_])
        return Expr(type_, form, [self.expr(operand, depth - 1) for operand in operands.split()])

    def expr(self, type_, depth=None):
        if depth is None:
            depth = self.random.choice([1, 1, 2, 2, 3])
        if depth <= 0 or self.chance(0.15):
            return self.leaf(type_)
        return self.operation(type_, depth)

    def uniform_expr(self, type_):
        if type_ == "bool":
            a, b = self.uniform_expr("u32"), self.uniform_expr("u32")
            return Expr("bool", self.random.choice(["(({} & 3u) < ({} & 3u))", "({} != {})", "({} < {})"]), [a, b])
        if self.chance(0.3):
            return Expr(type_, self.random.choice(CONSTANTS[type_]))
        return Expr(type_, self.random.choice(UNIFORM[type_]))

    # ---- statements

    def simple(self, form, *exprs, **how):
        return Node("simple", list(exprs), [], {"form": form, **how})

    def assignment(self, scope):
        name = self.random.choice(list(VARIABLES))
        type_ = VARIABLES[name][0]
        if type_ in ("u32", "u64") and self.chance(0.3):
            return self.simple(f"{name} {self.random.choice(['+', '-', '^', '*'])}= {{}};", self.expr(type_))
        return self.simple(f"{name} = {{}};", self.expr(type_))

    def store(self, scope):
        slot = self.random.randrange(4)
        where = self.random.choice([f"gid * kSlots + {slot}", "gid * kSlots + (h & 3)",
                                    f"kColumns + {slot} * kMostThreads + gid",
                                    "kColumns + (u0 & 3) * kMostThreads + gid"])
        if self.in_function:
            return self.simple("a[{} & 15u] = {};", self.expr("u32", 1), self.expr("u32"))
        return self.random.choice([
            lambda: self.simple(f"scratch.u32[{where}] = {{}};", self.expr("u32")),
            lambda: self.simple(f"scratch.u32[{where}] += {{}};", self.expr("u32")),
            lambda: self.simple(f"scratch.u64[{where}] ^= {{}};", self.expr("u64")),
            lambda: self.simple(f"scratch.f32[{where}] = __uint_as_float(bitsOf({{}}));", self.expr("f32")),
            lambda: self.simple(f"scratch.u8[{where}] = {{}};", self.expr("u8")),
            lambda: self.simple(f"u1 ^= scratch.u32[{where}];"),
            lambda: self.simple(f"f1 += scratch.f32[{where}];"),
            lambda: self.simple("a[{} & 15u] = {};", self.expr("u32", 1), self.expr("u32")),
            lambda: self.simple("a[{} & 15u] = {};", self.expr("u32", 1), self.expr("u32")),
            lambda: self.simple("a[({} & 7u) + 8u] += a[{} & 7u];", self.expr("u32", 1), self.expr("u32", 1)),
        ])()

    def checkpoint(self, scope):
        return self.simple(f"h = mix(h, {{}});", self.expr(self.random.choice(["u32", "u64", "f32", "i32", "f64"])))

    def atomic(self, scope):
        if self.in_function:
            return self.checkpoint(scope)
        u, i = lambda: self.expr("u32", 1), lambda: self.expr("i32", 1)
        return self.random.choice([
            lambda: self.simple("atomicAdd(&totals->sum[{} & 7u], {});", u(), u()),
            lambda: self.simple("atomicAdd(&totals->sum[3], {});", u()),
            lambda: self.simple("atomicSub(&totals->sum[{} & 7u], 1u);", u()),
            lambda: self.simple("atomicMin(&totals->smallest, {});", u()),
            lambda: self.simple("atomicMax(&totals->largest, {});", u()),
            lambda: self.simple("atomicMin(&totals->least, {});", i()),
            lambda: self.simple("atomicMax(&totals->most, {});", i()),
            lambda: self.simple("atomicAnd(&totals->all, {});", u()),
            lambda: self.simple("atomicOr(&totals->any, {});", u()),
            lambda: self.simple("atomicXor(&totals->parity, {});", u()),
            lambda: self.simple("atomicInc(&totals->wrapped, 1000u);"),
            lambda: self.simple("atomicAdd(&totals->wide_sum[{} & 3u], {});", u(), self.expr("u64", 1)),
            lambda: self.simple("atomicMax(&totals->wide_largest, {});", self.expr("u64", 1)),
            lambda: self.simple("atomicAdd(&totals->exact, static_cast<float>({} & 7u));", u()),
            lambda: self.simple("atomicAdd(&totals->returned, atomicExch(&totals->exchanged, {}));", u()),
            lambda: self.simple("atomicAdd(&counters[{} & 7u], {});", u(), u()),
            lambda: self.simple("atomicAdd_block(&counters[{} & 7u], 1u);", u()),
        ])()

    def warp_operation(self, scope):
        type_ = self.random.choice(SHUFFLED)
        name, width = self.variable(type_), self.random.choice(WIDTHS)
        fixed = self.random.choice([
            "0", "1", "2", "3", "4", "7", "8", "16", "31", "lane", "(lane + 1) & 31", "31 - lane", "(tid + p0) & 7u",
            "(blockIdx.x * blockDim.x + threadIdx.x) & 15u", "(blockIdx.x * blockDim.x + threadIdx.x + 2u) & 30u",
            "threadIdx.x & 3u", "tid % 5u", "(tid >> 2) & 7u"])
        full = scope.level == 0
        distance = fixed if self.chance(0.6) else "({1} & 31u)"
        # A lane that is not there gives nothing, so the lane to read from is picked among those that are.
        lane = "pick({m}, {1})" if not full or self.chance(0.5) else distance
        shuffles = [f"{name} = __shfl_sync({{m}}, {{0}}, {lane});"]
        if scope.level == 0 and not self.options.gpu:
            # Beyond the lanes that are there a GPU's result is anything.
            shuffles += [f"{name} = __shfl_{kind}_sync({{m}}, {{0}}, {distance}, {width});"
                         for kind in ("xor", "up", "down")]
            shuffles += [f"{name} = __shfl_sync({{m}}, {{0}}, {distance}, {width});"]
        elif self.options.gpu:
            shuffles = [f"{name} = __shfl_sync({{m}}, {{0}}, pick({{m}}, {{1}}));"]
        else:
            shuffles += [f"{name} = __shfl_{kind}_sync({{m}}, {{0}}, {distance}, {width});"
                         for kind in ("xor", "up", "down")]
        reduce = self.random.choice(["add", "min", "max", "and", "or", "xor"])
        signed = self.random.choice(["add", "min", "max"])
        return self.random.choice([
            lambda: self.simple(self.random.choice(shuffles), self.expr(type_, 1), self.expr("u32", 1)),
            lambda: self.simple(self.random.choice(shuffles), self.expr(type_, 1), self.expr("u32", 1)),
            lambda: self.simple("u1 = __ballot_sync({m}, {0});", self.expr("bool")),
            lambda: self.simple("u0 += __any_sync({m}, {0}) * 3 + __all_sync({m}, {1});", self.expr("bool"),
                                self.expr("bool")),
            lambda: self.simple("u2 ^= __match_any_sync({m}, {0} & 3u);", self.expr("u32")),
            lambda: self.simple("u2 ^= __match_any_sync({m}, {0} >> 62);", self.expr("u64")),
            lambda: self.simple("{{ int same; u1 += __match_all_sync({m}, {0} & 1u, &same); i0 ^= same; }}",
                                self.expr("u32")),
            lambda: self.simple("h = mix(h, __popc({m} & ((1u << lane) - 1u)));"),
            lambda: self.simple(f"u0 ^= __reduce_{reduce}_sync({{m}}, {{0}});", self.expr("u32")),
            lambda: self.simple(f"i1 ^= __reduce_{signed}_sync({{m}}, {{0}});", self.expr("i32")),
            lambda: self.simple("__syncwarp({m});"),
            lambda: self.simple("{{ unsigned group = __match_any_sync({m}, {0} & 3u); "
                                "u0 += __shfl_sync(group, {1}, pick(group, {2})); }}",
                                self.expr("u32"), self.expr("u32"), self.expr("u32")),
            lambda: self.simple("{{ unsigned group = __match_any_sync({m}, lane / 8); "
                                "u1 ^= __reduce_add_sync(group, {0}); h = mix(h, __ballot_sync(group, {1})); }}",
                                self.expr("u32"), self.expr("bool")),
            lambda: self.warp_memory(scope),
        ])()

    def warp_memory(self, scope):
        if self.in_function:
            return self.simple("__syncwarp({m});")
        return self.simple("sh64[tid] = {0}; __syncwarp({m}); l0 ^= sh64[warp_start + pick({m}, {1})]; __syncwarp({m});",
                           self.expr("u64", 1), self.expr("u32", 1))

    def block_operation(self, scope):
        step = self.random.choice(["1", "31", "32", "33", "64", "({1} & 127u)"])
        return self.random.choice([
            lambda: self.simple("__syncthreads();"),
            lambda: self.simple(f"__syncthreads(); sh32[tid] = {{0}}; __syncthreads(); u1 ^= sh32[(tid + {step}) % threads];",
                                self.expr("u32"), self.expr("u32", 1)),
            lambda: self.simple("__syncthreads(); sh32[tid] = {0}; for (unsigned s = 512; s; s >>= 1) {{ __syncthreads(); "
                                "if (tid < s && tid + s < threads) sh32[tid] += sh32[tid + s]; }} "
                                "__syncthreads(); u2 ^= sh32[0];", self.expr("u32")),
            lambda: self.simple("__syncthreads(); if (lane == 0) sh32[tid / 32u] = {0}; __syncthreads(); "
                                "if (tid == 0) for (unsigned w = 1; w < (threads + 31u) / 32u; ++w) "
                                "sh32[w] += sh32[w - 1]; __syncthreads(); u0 += sh32[tid / 32u];", self.expr("u32")),
            lambda: self.simple("__syncthreads(); sh32[tid] = u1; __syncthreads(); a[{0} & 15u] += sh32[(tid ^ 32u) % threads];",
                                self.expr("u32", 1)),
            lambda: self.simple("__syncthreads(); sh32[tid] = {0}; __syncthreads(); u0 ^= sh32[{1} % threads];",
                                self.expr("u32"), self.expr("u32")),
            lambda: self.simple("__syncthreads(); sh32[tid] = {0}; __syncthreads(); u1 += sh32[threads - 1 - tid];",
                                self.expr("u32")),
            lambda: self.simple("u2 += __syncthreads_count({0});", self.expr("bool")),
            lambda: self.simple("i0 ^= __syncthreads_and({0}) + 2 * __syncthreads_or({1});", self.expr("bool"),
                                self.expr("bool")),
            lambda: self.simple("__syncthreads(); h = mix(h, counters[{0} & 7u]); __syncthreads();", self.expr("u32", 1)),
        ])()

    def call(self, scope):
        functions = self.warp_functions + (self.block_functions if scope.uniform else [])
        if not functions:
            return self.checkpoint(scope)
        name, types, memory = self.random.choice(functions)
        return self.simple(f"u1 += {name}({{m}}{memory}, in, p0, p1, p2"
                           + "".join(f", {{{i}}}" for i in range(len(types))) + ");", *map(self.expr, types))

    # ---- statements that hold others

    def condition(self):
        return self.expr("bool", self.random.choice([0, 1, 2]))

    def if_(self, scope):
        uniform = self.chance(0.5 if self.barriers else 0.25)
        of_the_warp = not uniform and self.chance(0.3 if self.barriers else 0.15)
        inner = scope.inner(uniform=scope.uniform and uniform, narrowed=scope.narrowed or not (uniform or of_the_warp))
        then = self.body(inner)
        otherwise = self.body(inner) if self.chance(0.5) else []
        condition = (self.uniform_expr("bool") if uniform else
                     Expr("bool", self.random.choice(OF_THE_WARP["bool"])) if of_the_warp else self.condition())
        return Node("if", [condition], [then, otherwise], {"uniform": uniform or of_the_warp})

    def loop(self, scope):
        uniform = self.chance(0.6 if self.barriers else 0.3)
        of_the_warp = not uniform and self.chance(0.2)
        inner = scope.inner(uniform=scope.uniform and uniform, loops=scope.loops + 1,
                            in_loop=not ((uniform or of_the_warp) and scope.together),
                            narrowed=scope.narrowed or not (uniform or of_the_warp))
        body = self.body(inner)
        if inner.in_loop:
            # Leaving comes before skipping: who skips cannot know who leaves afterwards.
            for _ in range(self.random.choice([0, 0, 1, 1, 2])):
                body.insert(self.random.randrange(len(body) + 1), Node("break_if", [self.condition()]))
            if self.chance(0.4):
                behind = max([i + 1 for i, node in enumerate(body) if node.kind == "break_if"] + [0])
                body.insert(self.random.randrange(behind, len(body) + 1), Node("continue_if", [self.condition()]))
        limit = (self.uniform_expr("u32") if uniform else Expr("u32", self.random.choice(OF_THE_WARP["u32"]))
                 if of_the_warp else self.expr("u32", 1))
        most = self.random.choice([1, 3, 3, 7])
        exprs = [Expr("i32", f"static_cast<int>({{}} & {most}u)", [limit])]
        form = self.random.choice(["for", "for", "while", "do"])
        if inner.uniform and self.chance(0.3):
            # As long as one thread, or each, wants to.
            form = self.random.choice(["any", "all"])
            exprs.append(self.condition())
        elif not scope.together and scope.level < 2 and self.chance(0.3):
            # The threads of a block share the iterations.
            form = "strided"
            body.insert(self.random.randrange(len(body) + 1), self.strided_access(f"k{scope.loops}"))
        return Node("loop", exprs, [body], {"uniform": uniform or of_the_warp, "counter": f"k{scope.loops}",
                                            "form_of_loop": form})

    def strided_access(self, counter):
        return self.simple(self.random.choice([
            f"u1 += in.u32[{counter}];", f"f1 = f1 * 0.5f + in.f32[{counter}];", f"l0 ^= in.u64[{counter}];",
            f"u0 += in.u8[{counter} + 1];", f"u2 ^= in.vectors[{counter}].z;", f"d0 += in.f64[{counter} * 2];",
            f"i0 ^= in.i16[1023 - {counter}];", f"u1 ^= in.pairs[{counter}].first;"]))

    def switch(self, scope):
        labels = self.random.choice([[0, 1, 2, 3], [0, 1, 2, None], [1, 5, 9], [0, 1, 2, 3, 4, 5, None], [7, None],
                                     list(range(12)), [None]])
        uniform = self.chance(0.4 if self.barriers else 0.2)
        inner = scope.inner(uniform=scope.uniform and uniform, in_loop=False, narrowed=scope.narrowed or not uniform)
        bodies = [self.body(inner.inner()) for _ in labels]
        most = max([label or 0 for label in labels]) | 3
        selector = Expr("u32", f"({{}} & {most}u)", [self.uniform_expr("u32") if uniform else self.expr("u32")])
        return Node("switch", [selector], bodies, {"uniform": uniform, "labels": labels,
                                                   "falls": [self.chance(0.3) for _ in labels]})

    def graph(self, scope):
        count = self.random.randint(2, 6)
        bodies = [self.body(scope.inner(together=False, uniform=False, in_loop=False).inner()) for _ in range(count)]
        targets = [[self.random.randrange(count + 1) for _ in range(self.random.choice([2, 2, 2, 3, 4]))]
                   for _ in range(count)]
        exprs = [self.condition() if len(ways) == 2 else self.expr("u32", 1) for ways in targets]
        return Node("graph", exprs, bodies, {"targets": targets, "fuel": self.random.randint(3, 12)})

    def free(self, scope):
        return Node("free", [], [self.body(scope.inner(together=False, uniform=False, in_loop=False))])

    def return_if(self, scope):
        rare = Expr("bool", "({} && {})", [self.expr("bool", 1), self.expr("bool", 1)])
        exprs = [rare, self.expr("u32", 1)]
        return Node("return_if", exprs, [], {"stores": self.chance(0.5)})

    def exit_of_loop(self, scope):
        kind = self.random.choice(["break_if", "continue_if"])
        return Node(kind, [self.condition()])

    def may_return(self, scope):
        # Lanes that leave a function come back in its caller, so nobody there may wait for them.
        # And who leaves a function of barriers would not come to the next one.
        if self.takes_block or self.features.keeps_all_threads:
            return False
        return not self.in_function or not self.takes_mask or (scope.level == 0 and scope.together)

    def statement(self, scope):
        choices = [(self.assignment, 8), (self.store, 3), (self.checkpoint, 2), (self.atomic, 2)]
        if scope.together:
            choices += [(self.warp_operation, 6)]
            if (self.warp_functions or self.block_functions) and not self.in_function:
                choices += [(self.call, 2)]
        if scope.uniform and (self.takes_block or not self.in_function):
            choices += [(self.block_operation, 7 if self.barriers else 2)]
        if scope.level < self.depth:
            weight = 3 if scope.level == 0 else 2
            choices += [(self.if_, weight), (self.switch, 1)]
            if scope.loops < LOOP_COUNTERS:
                choices += [(self.loop, weight)]
            choices += [(self.graph, 0.6)]
            if scope.together:
                choices += [(self.free, 1)]
        if self.may_return(scope):
            choices += [(self.return_if, self.features.return_weight or (1 if self.barriers else 0.4))]
        if scope.in_loop and not scope.together:
            choices += [(self.exit_of_loop, 1.5)]
        choices = self.features.all_statements(scope) or choices + self.features.statements(scope)
        functions, weights = zip(*choices)
        return self.random.choices(functions, weights)[0](scope)

    def body(self, scope):
        length = self.random.randint(2, self.longest) if scope.level == 0 else self.random.randint(1, 3)
        return [self.statement(scope) for _ in range(length)]

    # ---- functions and programs

    def function(self, name):
        self.in_function = True
        self.takes_mask = self.chance(0.5)
        self.takes_block = self.takes_mask and self.barriers and self.chance(0.5)
        pool = [("u0", "u32"), ("i0", "i32"), ("f0", "f32"), ("l0", "u64"), ("d0", "f64"), ("b0", "u8"), ("t0", "i16")]
        parameters = [(type_, name_) for name_, type_ in self.random.sample(pool, self.random.randint(1, 4))]
        if ("u32", "u0") not in parameters:
            parameters.insert(0, ("u32", "u0"))
        types = [type_ for type_, _ in parameters]
        recursive = not self.takes_mask and self.chance(self.options.recursion)
        body = self.body(Scope(self.takes_mask, self.takes_block, level=0))
        if recursive:
            call = f"u0 ^= {name}(in, p0, p1, p2" + "".join(f", {{{i}}}" for i in range(len(types))) + ", left - 1);"
            body.insert(self.random.randrange(len(body) + 1), self.simple(call, *map(self.expr, types)))
        result = self.random.choice(["u32", "u32", "f32", "i64", "u8"]) if not (self.takes_mask or recursive) else "u32"
        attribute = self.random.choice(["", "__noinline__ "]) if self.chance(self.options.calls) else "__forceinline__ "
        if recursive:
            attribute = ""
        self.in_function = False
        takes_block, self.takes_block = self.takes_block, False
        if takes_block:
            self.block_functions.append((name, types, ", sh32, sh64, counters"))
        elif self.takes_mask:
            self.warp_functions.append((name, types, ""))
        else:
            depth = ", static_cast<int>({} & 3u)" if recursive else ""
            form = f"{name}(in, p0, p1, p2" + ", {}" * len(types) + depth + ")"
            operands = " ".join(types + (["u32"] if recursive else []))
            self.operations[result] += [(form, operands)] * 3
        return Function(name, result, parameters, body, attribute, self.takes_mask, recursive, takes_block)

    def function_of(self, name, parameters, takes_mask):
        """A function that is not inlined, for those who take its address."""
        self.in_function, self.takes_mask = True, takes_mask
        body = self.body(Scope(takes_mask, False, level=0))
        self.in_function = False
        return Function(name, "u32", parameters, body, "__noinline__ ", takes_mask)

    def program(self, name):
        functions = [self.function(f"function_{i}") for i in range(self.random.choice([0, 0, 0, 1, 2]))]
        functions += self.features.functions()
        body = self.features.first_statements() + self.body(Scope(True, True))
        # Compiling for another class of blocks costs as much as another program.
        blocks = LARGE_BLOCKS if self.barriers and self.chance(0.8) else BLOCKS
        blocks = [(x, y, z) for x, y, z in blocks if x * y * z % self.features.threads_unit == 0]
        shapes = self.random.sample(blocks, 2) if self.chance(0.3) else [self.random.choice(blocks)]
        launches = [(self.random.choice(GRIDS), block) for block in shapes]
        most_threads = max(x * y * z for x, y, z in shapes) if self.options.gpu else 0
        body, stops = self.features.meetings(lanes_of_warps(shapes)) or (body, "")
        program = Program(name, launches, functions, body, list(ALL_VARIABLES), self.features.tables(), most_threads,
                          stops=stops)
        self.features.shape_launch(program)
        return program


def generate(seed, options):
    return Generator(seed, options).program(f"program_{seed}")
