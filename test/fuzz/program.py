"""What a random program is made of, and its text as CUDA C++.

A program is one kernel with its device functions and the shapes it is launched with. Statements are nodes that
hold expressions and bodies (lists of nodes), so that the shrinker can take them apart without knowing what they
mean: every node can be left out, and every node can be replaced by what is in its bodies.

Warp operations name the lanes that are together. Which variable holds these is known only when the text is
written: `{m}` in a statement stands for it, and conditional statements write the code that narrows it.
"""

import re
from dataclasses import dataclass, field


@dataclass
class Expr:
    """`form` with a {} for each operand; leaves have none."""
    type: str
    form: str
    operands: list = field(default_factory=list)

    def text(self):
        return self.form.format(*(operand.text() for operand in self.operands))


@dataclass
class Node:
    """One statement. `kind` is a name in WRITERS; `how` are its fixed choices."""
    kind: str
    exprs: list = field(default_factory=list)
    bodies: list = field(default_factory=list)
    how: dict = field(default_factory=dict)

    def contains(self, kind):
        return self.kind == kind or any(node.contains(kind) for body in self.bodies for node in body)


@dataclass
class Function:
    """A device function; `parameters` are (type, name), and one that uses warp operations gets their lanes."""
    name: str
    result: str
    parameters: list
    body: list
    attribute: str = ""
    takes_mask: bool = False
    recursive: bool = False
    takes_block: bool = False


@dataclass
class Program:
    name: str
    launches: list  # of (grid, block), each three numbers
    functions: list
    body: list
    mixed: list  # the variables that count for the result
    tables: list = field(default_factory=list)  # what stands between the functions and the kernel, as text
    most_threads: int = 0  # of a block, for a GPU, which must have registers for them; 0: not said
    cluster: tuple = ()  # how many blocks are a cluster, in three dimensions; (): none
    cooperative: bool = False
    dynamic: str = ""  # the type of those KEYS that lie in dynamic shared memory; "": of none
    left_out: int | None = None  # the number of the synchronisation that is not there (checked.py)
    stops: str = ""  # why lanes in step may not come to the end: "apart", "order" (meetings.py); "": they do


C_TYPES = {"u8": "unsigned char", "i8": "signed char", "u16": "unsigned short", "i16": "short",
           "u32": "unsigned", "i32": "int", "u64": "unsigned long long", "i64": "long long",
           "f32": "float", "f64": "double", "bool": "bool", "f16": "__half", "bf16": "__nv_bfloat16",
           "2f16": "__half2", "2bf16": "__nv_bfloat162"}

# Variables that every function has, with what they start from.
VARIABLES = {
    "u0": ("u32", "tid * 2654435761u"), "u1": ("u32", "p0 ^ lane"), "u2": ("u32", "p0 + blockIdx.x"),
    "i0": ("i32", "static_cast<int>(threadIdx.x) - 7"), "i1": ("i32", "p1"),
    "l0": ("u64", "u0 * 0x9e3779b97f4a7c15ull"), "s0": ("i64", "i0 * 1000003ll"),
    "b0": ("u8", "static_cast<unsigned char>(u0 >> 24)"), "c0": ("i8", "static_cast<signed char>(p1)"),
    "h0": ("u16", "static_cast<unsigned short>(u1)"), "t0": ("i16", "static_cast<short>(i0)"),
    "f0": ("f32", "static_cast<float>(i0) * 0.375f"), "f1": ("f32", "p2"),
    "d0": ("f64", "static_cast<double>(p1) / 3.0"),
}
# Those of programs that use half precision.
HALF_VARIABLES = {
    "x0": ("f16", "__int2half_rn(i0)"), "y0": ("bf16", "__float2bfloat16(p2)"),
    "x2": ("2f16", "__floats2half2_rn(f0, p2)"), "y2": ("2bf16", "__floats2bfloat162_rn(f0, p2)"),
}
ALL_VARIABLES = {**VARIABLES, **HALF_VARIABLES}
LOOP_COUNTERS = 6
LOCAL_ARRAY = 16
# Local arrays other than that of `unsigned a[16]`, by what shows that they are used.
LOCAL_ARRAYS = {"w[": "float w[8];\n  for (unsigned i = 0; i < 8; ++i) w[i] = static_cast<float>(i * u0);",
                "v[": "Pair v[8];\n  for (unsigned i = 0; i < 8; ++i) v[i] = Pair{i + u0, static_cast<float>(i)};"}


# Elements in shared memory that threads exchange, by type; 1024 of each (27 KiB in all).
KEY_BYTES = {"u8": 1, "i16": 2, "u32": 4, "f32": 4, "u64": 8, "f64": 8}
KEYS = {type_: f"keys_{type_}" for type_ in KEY_BYTES}


class Writer:
    """Collects lines. `mask` is the variable that holds the lanes that are here together, or None where nobody
    keeps account of them; `loop` the same for the loop around, or None."""

    def __init__(self, in_function):
        self.lines, self.depth, self.names = [], 1, 0
        self.in_function = in_function
        self.mask, self.loop, self.in_loop = None, None, False

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def body(self, nodes, **context):
        """Writes the nodes of a body one step further in, in another context."""
        saved = {name: getattr(self, name) for name in context}
        for name, value in context.items():
            setattr(self, name, value)
        self.depth += 1
        for node in nodes:
            self.node(node)
        self.depth -= 1
        for name, value in saved.items():
            setattr(self, name, value)

    def node(self, node):
        if "{m}" in node.how.get("form", "") and not self.mask:
            return
        WRITERS[node.kind](self, node, [expr.text() for expr in node.exprs])
        # Who has returned is no longer together with the others.
        if self.mask and not self.in_function and node.bodies and node.contains("return_if"):
            self.line(f"{self.mask} = __ballot_sync({self.mask}, true);")


def write_simple(out, node, exprs):
    out.line(node.how["form"].format(*exprs, m=out.mask, **{k: v for k, v in node.how.items() if k != "form"}))


def write_pattern(out, node, exprs):
    """A text of its own, whose operands are $0, $1, ..., computed once."""
    text = node.how["form"].replace("{m}", out.mask or "")
    out.line("{")
    for number, (expr, node_expr) in enumerate(zip(exprs, node.exprs)):
        if f"${number}" not in text:
            continue
        name = out.fresh("operand")
        out.line(f"  const {C_TYPES[node_expr.type]} {name} = {expr};")
        text = text.replace(f"${number}", name)
    for line in text.split("\n"):
        out.line("  " + line)
    out.line("}")


def write_if(out, node, exprs):
    then, otherwise = node.bodies
    if node.how.get("uniform") or not out.mask:
        out.line(f"if ({exprs[0]}) {{")
        out.body(then, loop=None)
        if otherwise:
            out.line("} else {")
            out.body(otherwise, loop=None)
        out.line("}")
        return
    taken, condition = out.fresh("m"), out.fresh("q")
    out.line(f"const bool {condition} = {exprs[0]};")
    out.line(f"unsigned {taken} = __ballot_sync({out.mask}, {condition});")
    rest = out.fresh("m")
    out.line(f"unsigned {rest} = {out.mask} & ~{taken};")
    out.line(f"if ({condition}) {{")
    out.body(then, mask=taken, loop=None)
    out.line("} else {")
    out.body(otherwise, mask=rest, loop=None)
    out.line("}")


def write_switch(out, node, exprs):
    """Cases fall through where nobody keeps account of the lanes."""
    selector = out.fresh("q")
    out.line(f"const unsigned {selector} = {exprs[0]};")
    together = None
    if out.mask and not node.how.get("uniform"):
        together = out.fresh("m")
        out.line(f"unsigned {together} = __match_any_sync({out.mask}, {selector});")
    out.line(f"switch ({selector}) {{")
    for number, (label, body) in enumerate(zip(node.how["labels"], node.bodies)):
        out.line("default: {" if label is None else f"case {label}u: {{")
        # A break would leave the switch, so no loop is around.
        out.body(body, mask=together or out.mask, loop=None, in_loop=False)
        out.line("}")
        if out.mask or not node.how["falls"][number]:
            out.line("  break;")
    out.line("}")


def write_loop(out, node, exprs):
    """A loop of as many iterations as the expression says; its counter is a variable of the function."""
    counter, limit = node.how["counter"], exprs[0]
    if node.how.get("uniform") or not out.mask:
        form = node.how["form_of_loop"]
        if form == "for":
            out.line(f"for ({counter} = 0; {counter} < {limit}; ++{counter}) {{")
        elif form == "any":
            out.line(f"for ({counter} = 0; __syncthreads_or({exprs[1]}) && {counter} < {limit}; ++{counter}) {{")
        elif form == "all":
            out.line(f"for ({counter} = 0; !__syncthreads_and({exprs[1]}) && {counter} < {limit}; ++{counter}) {{")
        elif form == "strided":
            out.line(f"for ({counter} = static_cast<int>(tid); {counter} < 64 + {limit} * 9; {counter} += static_cast<int>(threads)) {{")
        elif form == "while":
            out.line(f"{counter} = {limit};")
            out.line(f"while ({counter}-- > 0) {{")
        else:
            out.line(f"{counter} = 0;")
            out.line("do {")
        out.body(node.bodies[0], loop=None, in_loop=True)
        out.line(f"}} while (++{counter} < {limit});" if form == "do" else "}")
        return
    inside, here, going = out.fresh("m"), out.fresh("m"), out.fresh("q")
    out.line(f"unsigned {inside} = {out.mask};")
    out.line(f"for ({counter} = 0;; ++{counter}) {{")
    out.line(f"  const bool {going} = {counter} < {limit};")
    out.line(f"  {inside} = __ballot_sync({inside}, {going});")
    out.line(f"  if (!{going}) break;")
    out.line(f"  unsigned {here} = {inside};")
    out.body(node.bodies[0], mask=here, loop=inside, in_loop=True)
    out.line("}")


def write_break_if(out, node, exprs):
    if not out.in_loop:
        return
    if not out.mask or not out.loop:
        if not out.mask:
            out.line(f"if ({exprs[0]}) break;")
        return
    leaving = out.fresh("q")
    out.line(f"const bool {leaving} = {exprs[0]};")
    out.line(f"{out.loop} = __ballot_sync({out.mask}, !{leaving});")
    out.line(f"if ({leaving}) break;")
    out.line(f"{out.mask} = {out.loop};")


def write_continue_if(out, node, exprs):
    if not out.in_loop:
        return
    if not out.mask or not out.loop:
        if not out.mask:
            out.line(f"if ({exprs[0]}) continue;")
        return
    leaving = out.fresh("q")
    out.line(f"const bool {leaving} = {exprs[0]};")
    out.line(f"{out.mask} = __ballot_sync({out.mask}, !{leaving});")
    out.line(f"if ({leaving}) continue;")
    # Who skips cannot know who leaves the loop afterwards, so nobody does.
    out.loop = None


def write_return_if(out, node, exprs):
    if out.in_function:
        result = f"return {exprs[1]};"
        if not out.mask:
            out.line(f"if ({exprs[0]}) {result}")
            return
        leaving = out.fresh("q")
        out.line(f"const bool {leaving} = {exprs[0]};")
        out.line(f"{out.mask} = __ballot_sync({out.mask}, !{leaving});")
        out.line(f"if ({leaving}) {result}")
        return
    store = "out[gid] = h; " if node.how["stores"] else ""
    out.line(f"if ({exprs[0]}) {{ {store}return; }}")
    if out.mask:
        out.line(f"{out.mask} = __ballot_sync({out.mask}, true);")


def write_graph(out, node, exprs):
    """Blocks that jump to each other as they like, for so many jumps. No account is kept of the lanes."""
    names = [out.fresh("block") for _ in node.bodies]
    end, fuel = out.fresh("end"), out.fresh("fuel")
    out.line("{")
    out.line(f"  int {fuel} = {node.how['fuel']};")
    for number, body in enumerate(node.bodies):
        out.line(f"{names[number]}:")
        out.line("  {")
        out.depth += 1
        out.body(body, mask=None, loop=None, in_loop=False)
        out.depth -= 1
        out.line("  }")
        out.line(f"  if (--{fuel} < 0) goto {end};")
        targets = [names[target] if target < len(names) else end for target in node.how["targets"][number]]
        if len(targets) == 2:
            out.line(f"  if ({exprs[number]}) goto {targets[0]};")
            out.line(f"  goto {targets[1]};")
        else:
            out.line(f"  switch (static_cast<unsigned>({exprs[number]}) + h % 4) {{")
            for label, target in enumerate(targets[:-1]):
                out.line(f"  case {label}: goto {target};")
            out.line(f"  default: goto {targets[-1]};")
            out.line("  }")
    out.line(f"{end}:;")
    out.line("}")


def write_free(out, node, exprs):
    """A part in which nobody keeps account of the lanes."""
    out.line("{")
    out.body(node.bodies[0], mask=None, loop=None, in_loop=False)
    out.line("}")


WRITERS = {"simple": write_simple, "pattern": write_pattern, "if": write_if, "switch": write_switch, "loop": write_loop,
           "break_if": write_break_if, "continue_if": write_continue_if, "return_if": write_return_if,
           "graph": write_graph, "free": write_free}


def locals_of(parameters, lines):
    """The variables that the lines use, and those that these start from."""
    taken = {name for _, name in parameters}
    text = "\n".join(lines)
    used, missing = set(), True
    while missing:
        missing = {name for name in ALL_VARIABLES if name not in used and re.search(rf"\b{name}\b", text)}
        used |= missing
        text += "".join("\n" + ALL_VARIABLES[name][1] for name in missing)
    lines = ["const unsigned threads = blockDim.x * blockDim.y * blockDim.z;",
             "const unsigned tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
             "const unsigned lane = tid % 32, warp_start = tid - lane;"]
    for name, (type_, start) in ALL_VARIABLES.items():
        if name in used and name not in taken:
            lines.append(f"{C_TYPES[type_]} {name} = {start};")
    lines.append("int " + ", ".join(f"k{i} = 0" for i in range(LOOP_COUNTERS)) + ";")
    lines.append("unsigned long long h = tid;")
    return lines


def uses(name, lines):
    return any(name in line for line in lines)


def local_arrays(lines):
    return [text for use, text in LOCAL_ARRAYS.items() if uses(use, lines)]


def function_text(function):
    out = Writer(in_function=True)
    out.mask = "m" if function.takes_mask else None
    out.depth = 0
    if function.recursive:
        out.line("  if (left <= 0) return u0;")
    out.body(function.body)
    parameters = [f"{C_TYPES[type_]} {name}" for type_, name in function.parameters]
    parameters = ["const Inputs &in", "unsigned p0", "int p1", "float p2"] + parameters
    if function.takes_block:
        parameters = ["unsigned *sh32", "unsigned long long *sh64", "unsigned *counters"] + parameters
    if function.takes_mask:
        parameters.insert(0, "unsigned m")
    if function.recursive:
        parameters.append("int left")
    array = [f"unsigned a[{LOCAL_ARRAY}] = {{}};"] if uses("a[", out.lines) else []
    array += local_arrays(out.lines)
    return "\n".join([f"{function.attribute}__device__ {C_TYPES[function.result]} {function.name}("
                      + ", ".join(parameters) + ") {"]
                     + ["  " + line for line in locals_of(function.parameters, out.lines + ["u0 l0"]) + array]
                     + out.lines
                     + [f"  return static_cast<{C_TYPES[function.result]}>(u0 ^ l0 ^ h);", "}"])


def kernel_text(program):
    out = Writer(in_function=False)
    out.mask = "m"
    out.depth = 0
    out.body(program.body)
    array = [f"unsigned a[{LOCAL_ARRAY}];", f"for (unsigned i = 0; i < {LOCAL_ARRAY}; ++i) a[i] = i * u0;"]
    shared = ["__shared__ unsigned sh32[1024];", "__shared__ unsigned long long sh64[1024];",
              "__shared__ unsigned counters[8];",
              "sh32[tid] = u0; sh64[tid] = l0;", "for (unsigned i = tid; i < 8; i += threads) counters[i] = 0;", "__syncthreads();"]
    head = ["const unsigned gid = tid + threads * (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));",
            "unsigned m = lanesFrom(warp_start, threads);"]
    head += array if uses("a[", out.lines) else []
    head += local_arrays(out.lines)
    if uses("tile_a", out.lines) or uses("bins", out.lines):
        shared[3:3] = ["__shared__ float tile_a[1056], tile_b[1024];", "__shared__ unsigned bins[64];",
                       "for (unsigned i = tid; i < 1056; i += threads) tile_a[i] = i * 0.5f;",
                       "for (unsigned i = tid; i < 1024; i += threads) tile_b[i] = i * 0.25f;",
                       "for (unsigned i = tid; i < 64; i += threads) bins[i] = i;"]
    keys = [(type_, name) for type_, name in KEYS.items() if uses(name, out.lines)]
    shared[3:3] = [f"__shared__ {C_TYPES[type_]} {name}[1024];" for type_, name in keys if type_ != program.dynamic]
    shared[3:3] = ["extern __shared__ unsigned long long dynamic_memory[];\n  "
                   f"auto *const {name} = reinterpret_cast<{C_TYPES[type_]} *>(dynamic_memory);"
                   for type_, name in keys if type_ == program.dynamic]
    shared[-1:] = ["for (unsigned i = tid; i < 1024; i += threads) " + name + f"[i] = static_cast<{C_TYPES[type_]}>(i * 7);"
                   for type_, name in keys] + shared[-1:]
    names = ["sh32", "sh64", "counters", "tile_a", "bins", "keys_"]
    head += shared if any(uses(name, out.lines) for name in names) else []
    # What no statement touches says nothing, and would be most of a small program.
    touched = "\n".join(out.lines)
    tail = [f"h = mix(h, {name});" for name in program.mixed if re.search(rf"\b{name}\b", touched)]
    tail += ["out[gid] = h;"]
    bounds = f"__launch_bounds__({program.most_threads}) " if program.most_threads else ""
    if program.cluster:
        bounds += "__cluster_dims__({}, {}, {}) ".format(*program.cluster)
    groups = {"grid": "cg::this_grid()", "cluster": "cg::this_cluster()"}
    head += [f"const auto {name} = {group};" for name, group in groups.items() if uses(name + ".", out.lines)]
    return "\n".join([f"__global__ void {bounds}{program.name}(Inputs in, unsigned long long *out, Scratch scratch, "
                      "Totals *totals, Stream stream, unsigned p0, int p1, float p2) {"]
                     + ["  " + line for line in locals_of([], out.lines + head + tail) + head] + out.lines
                     + ["  " + line for line in tail] + ["}"])


ATOMIC = re.compile(r"\b(?:atomic\w+|look|show)\((?:[^()]|\([^()]*\))*\)")
READ_ONLY = re.compile(r"\bin\.\w+\[")
LAMBDA = re.compile(r"auto (\w+) = \[&\]\([^()]*\) (\{.*?\});")


def has_atomics(text, functions=()):
    """Whether it accesses something atomically, or calls one of these functions."""
    return ATOMIC.search(text) or any(f"{name}(" in text for name in functions)


def has_plain_accesses(text):
    """Whether it accesses something that others may change, other than atomically, or may do so in functions."""
    return re.search(r"\w\[|\bfunction_\d", READ_ONLY.sub("", ATOMIC.sub("", text)))


def synchronisations(text):
    """Without those that stand beside another one, which need not both be there, or between atomic accesses only: where one of
    these is left out, the result may be another one, but nothing races. At the end of a loop nothing may follow in the text,
    and the loop's condition in the run."""
    found = list(re.finditer(r"__syncthreads\(\);|__syncwarp\(\w*\);|\b(?:tile|group|cluster|grid)\.sync\(\);", text))
    beside = [not text[one.end():other.start()].strip() for one, other in zip(found, found[1:])]
    ends = [0, *(one.end() for one in found)]
    begins = [*(one.start() for one in found[1:]), len(text)]
    atomic = [name for name, body in LAMBDA.findall(text) if has_atomics(body) and not has_plain_accesses(body)]
    between = []
    for one, end, begin in zip(found, ends, begins):
        sides = text[end:one.start()], text[one.end():begin]
        between.append(any(has_atomics(side, atomic) for side in sides) and not any(map(has_plain_accesses, sides)))
    return [one for one, after, before, is_between in zip(found, [False, *beside], [*beside, False], between)
            if not (after or before or is_between)]


def program_text(program):
    text = "\n\n".join([function_text(function) for function in program.functions] + program.tables
                       + [kernel_text(program)])
    # A program that is made small may have fewer of them left.
    if program.left_out is not None and (found := synchronisations(text)):
        left_out = found[min(program.left_out, len(found) - 1)]
        text = f"{text[:left_out.start()]};{text[left_out.end():]}"
    return text


def batch_text(programs):
    """One source file that runs all programs and prints a line for each launch."""
    rows = []
    for program in programs:
        for grid, block in program.launches:
            rows.append(f'    {{"{program.name}", {program.name}, {{{grid[0]}, {grid[1]}, {grid[2]}}}, '
                        f"{{{block[0]}, {block[1]}, {block[2]}}}, {str(program.cooperative).lower()}, "
                        f"{1024 * KEY_BYTES.get(program.dynamic, 0)}}},")
    return "\n".join(['#include "harness.h"', ""] + [f"namespace n_{program.name} {{\n{program_text(program)}\n}}"
                                                    f" // namespace\nusing n_{program.name}::{program.name};\n"
                                                    for program in programs]
                     + ["const Case cases[] = {"] + rows + ["};", "",
                        "int main(int argc, char **argv) { return runCases(cases, argc, argv); }", ""])
