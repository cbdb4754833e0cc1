"""Guards that are computed, and what real kernels do with them: loads and stores after the same few bounds, again and
again, before and after operations of the warp and barriers of the block.

  const int t = gid, n = all * 2u / 3u;     if (t < n && row < rows) s += scratch.u32[at];     s += __shfl_xor_sync(m, s, 1);
  if (t < n && row < rows) scratch.f32[at] = s; ...
"""

INDEX_TYPES = ["int", "int", "unsigned", "size_t", "long long", "unsigned short"]
VALUE_TYPES = {"u8": "unsigned char", "u32": "unsigned", "f32": "float", "u64": "unsigned long long"}


class Guarded:
    """`waits`: all threads of the block are here, so that there may be barriers; `reads_missing_lanes`: both engines, but
    not all GPUs, agree on what a shuffle from a lane gives that is not there."""

    def __init__(self, choose, waits, reads_missing_lanes):
        self.choose, self.waits, self.reads_missing_lanes = choose, waits, reads_missing_lanes

    def bound(self, all_):
        return self.choose(
            all_, "p0", f"{all_} / 2u", f"{all_} - 3u", f"{all_} * 2u / 3u", f"min({all_}, p0)", f"max({all_} / 4u, p0 / 9u)",
            f"{all_} >> 1", f"{all_} - {all_} % 4u", f"({all_} + 5u) / 6u * 5u", f"{all_} % 50u", f"{all_} & ~31u",
            f"static_cast<unsigned short>({all_} - 1u)", f"{all_} - in.u8[3] % 8u", f"(p1 < 0 ? {all_} - 2u : p0)",
            f"static_cast<unsigned>({all_} * 0.75f)", f"{all_} - blockIdx.x", f"{all_} + p1")

    def condition(self):
        return self.choose("t < n", "t < n", "!(t >= n)", "n > t", "t + 2 < n", "t > 0 && t < n - 1", "t < n && row < rows",
                           "t < n && row < rows", "!(t >= n || row >= rows)", "t < n || row + 1 < rows",
                           "(t < n) != (row < rows)", "t / 2 < n / 3", "static_cast<size_t>(t) * 2 < n", f"t < ({self.bound('all')})")

    def guard(self):
        return self.choose("inside", "inside", "inside", "other", f"({self.condition()})", "inside && other", "!inside",
                           "inside || other")

    def place(self):
        slot = self.choose(0, 1, 2, 3)
        return self.choose(f"kColumns + {slot} * kMostThreads + gid", f"gid * kSlots + {slot}")

    def load(self):
        type_, g = self.choose(*VALUE_TYPES), self.guard()
        value = self.choose("in.u32[tid]", "in.u8[tid]", f"bitsOf(in.f32[tid])", "in.vectors[tid & 255u].z", "in.pairs[tid].first",
                            f"bitsOf(scratch.f32[{self.place()}])" if type_ == "f32" else
                            f"static_cast<unsigned>(scratch.{type_}[{self.place()}])")
        return self.choose(f"if ({g}) s += {value};", f"s = s * 3u + ({g} ? {value} : 0u);", f"s ^= {g} ? {value} : in.u32[7];",
                           f"if ({g}) {{ s += {value}; if ({self.guard()}) s *= 5u; else s ^= {value}; }}")

    def store(self):
        type_, g = self.choose(*VALUE_TYPES), self.guard()
        value = "clean(in.f32[tid]) + static_cast<float>(s & 0xffffu)" if type_ == "f32" else f"static_cast<{VALUE_TYPES[type_]}>(s)"
        store = f"scratch.{type_}[{self.place()}] = {value};"
        return self.choose(f"if ({g}) {store}", f"if ({g}) {store}", f"if ({g}) {store} else s += 3u;",
                           f"if ({g}) {{ {self.load()} if ({self.guard()}) {store} }}", f"if (!{g}) {{}} else {{ {store} ++s; }}")

    def meeting(self):
        if self.waits and self.choose(True, False):
            return self.choose(
                "__syncthreads();", f"s += __syncthreads_count({self.guard()});",
                f"__syncthreads(); sh32[tid] = {self.guard()} ? s : 0u; __syncthreads(); s ^= sh32[threads - 1u - tid];",
                f"__syncthreads(); sh32[tid] = s; __syncthreads(); if ({self.guard()}) s += sh32[tid > 0u ? tid - 1u : 0u];",
                f"__syncthreads(); if ({self.guard()}) sh32[tid] = s; __syncthreads(); s += sh32[(tid + 1u) % threads];")
        lane = self.choose("pick({m}, 3u)", "pick({m}, n)", "pick({m}, lane + n / 3)")
        known = [f"s += __shfl_sync({{m}}, s, {lane});", f"s ^= __ballot_sync({{m}}, {self.guard()});", "__syncwarp({m});",
                 "s += __reduce_add_sync({m}, s);", f"if (__any_sync({{m}}, {self.guard()})) s ^= 77u;",
                 f"{{ const unsigned long long wide = s * 5ull; s ^= __shfl_sync({{m}}, wide, {lane}) >> 20; }}"]
        engines = ["s += __shfl_xor_sync({m}, s, 1);", "s += __shfl_xor_sync({m}, s, n & 15);", "s += __shfl_down_sync({m}, s, 2);",
                   "for (int o = 16; o; o >>= 1) s += __shfl_down_sync({m}, s, o);", "s ^= __shfl_sync({m}, s, (lane + n) & 31);"]
        return self.choose(*(known + engines if self.reads_missing_lanes else known))

    def step(self, depth=0):
        kind = self.choose("load", "load", "store", "store", "meeting", "meeting", "loop" if depth == 0 else "load", "stride")
        if kind == "loop":
            rounds = self.choose("2", "(p0 & 3u)", "gridDim.x")
            return f"for (unsigned j = 0; j < {rounds}; ++j) {{ {self.step(1)} {self.step(1)} }}"
        if kind == "stride":
            return f"for (size_t j = gid; j < ({self.bound('all')}); j += threads * 2u) s = s * 3u + in.u32[j & 1023u];"
        return getattr(self, kind)()

    def text(self):
        index, all_ = self.choose(("gid", "threads * gridDim.x * gridDim.y * gridDim.z"), ("tid", "threads"),
                                  ("threadIdx.x", "blockDim.x"), ("blockIdx.x * blockDim.x + threadIdx.x", "blockDim.x * gridDim.x"))
        type_ = self.choose(*INDEX_TYPES)
        row, rows = self.choose(("threadIdx.y", "blockDim.y - 1u"), ("threadIdx.y", "(blockDim.y + 1u) / 2u"),
                                ("threadIdx.z", "blockDim.z"), ("tid / 32u", "threads / 32u - 1u"), ("threadIdx.y", "p0 / 20u"))
        steps = [self.load()] + [self.step() for _ in range(self.choose(2, 3, 4, 6))] + [self.meeting(), self.store()]
        return "\n".join([
            f"const unsigned all = {all_}; const {type_} t = static_cast<{type_}>({index}), "
            f"n = static_cast<{type_}>({self.bound('all')});",
            f"const unsigned row = {row}, rows = {rows}; unsigned s = $0;",
            f"const bool inside = {self.condition()}, other = {self.condition()};", *steps, "h = mix(h, s);"])


def guarded(choose, waits, reads_missing_lanes):
    return Guarded(choose, waits, reads_missing_lanes).text(), "u32"
