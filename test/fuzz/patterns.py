"""What real kernels do in their loops, with random numbers: sorting and scanning rounds, tiles in shared memory with
sums in registers, strides over the grid, histograms, a warp per row.

Random statements hardly ever look like these, and much of the compiler is about them. Each pattern is a text with $0,
$1, ... for its operands, and the types of these. All but `anywhere` hold barriers, so all threads of the block that
have not returned must come to them.
"""


def sort_rounds(choose):
    pair = choose("const unsigned o = tid ^ j, i = tid; if (o > i && o < threads) {",
                  "const unsigned i = 2 * tid - (tid & (j - 1)), o = i + j; if (o < threads) {")
    swap = choose("if ((x > y) == ((i & k) == 0)) { sh32[i] = y; sh32[o] = x; }",
                  "sh32[i] = (i & k) ? max(x, y) : min(x, y); sh32[o] = (i & k) ? min(x, y) : max(x, y);")
    body = f"{pair} const unsigned x = sh32[i], y = sh32[o]; {swap} }}"
    rounds = choose(f"__syncthreads(); {body}", f"{body} __syncthreads();")
    first = choose("2", "2", "4", "32")
    return (f"__syncthreads(); sh32[tid] = $0; __syncthreads(); for (unsigned k = {first}; k <= threads; k <<= 1) "
            f"for (unsigned j = k >> 1; j; j >>= 1) {{ {rounds} }} __syncthreads(); u1 ^= sh32[(tid + 1) % threads];", "u32")


def scan_rounds(choose):
    join = choose("x + y", "max(x, y)", "x ^ y", "x * 3u + y")
    first, step = choose(("1", "*= 2"), ("1", "*= 2"), ("32", "*= 2"), ("1", "+= 7"))
    return (f"__syncthreads(); sh32[tid] = $0; __syncthreads(); for (unsigned d = {first}; d < threads; d {step}) {{ "
            f"const unsigned x = sh32[tid], y = tid >= d ? sh32[tid - d] : 0u; __syncthreads(); sh32[tid] = {join}; "
            "__syncthreads(); } u0 += sh32[tid];", "u32")


def sweep_rounds(choose):
    down = ("for (unsigned n = 1; n < threads; n <<= 1) { s >>= 1; __syncthreads(); if (tid < n) { const unsigned i = "
            "s * (2 * tid + 1) - 1, o = s * (2 * tid + 2) - 1; if (o < threads) { const unsigned x = sh32[i]; "
            "sh32[i] = sh32[o]; sh32[o] += x; } } }")
    return ("__syncthreads(); sh32[tid] = $0; unsigned s = 1; for (unsigned n = threads >> 1; n; n >>= 1) { "
            "__syncthreads(); if (tid < n) { const unsigned i = s * (2 * tid + 1) - 1, o = s * (2 * tid + 2) - 1; "
            f"if (o < threads) sh32[o] += sh32[i]; }} s <<= 1; }} {choose('', down)} __syncthreads(); "
            "u2 ^= sh32[(tid * 5u) % threads];", "u32")


def sum_rounds(choose):
    loop = choose("for (unsigned s = 512; s; s >>= 1) { if (tid < s && tid + s < threads) sh32[tid] += sh32[tid + s]; "
                  "__syncthreads(); }",
                  "for (unsigned s = 1; s < threads; s *= 2) { const unsigned i = 2 * s * tid; if (i + s < threads) "
                  "sh32[i] += sh32[i + s]; __syncthreads(); }",
                  "for (unsigned s = 1; s < threads; s *= 2) { if (tid % (2 * s) == 0 && tid + s < threads) "
                  "sh32[tid] ^= sh32[tid + s]; __syncthreads(); }",
                  "for (unsigned s = threads / 2; s > 32; s >>= 1) { if (tid < s) sh32[tid] = max(sh32[tid], "
                  "sh32[tid + s]); __syncthreads(); }")
    return f"__syncthreads(); sh32[tid] = $0; __syncthreads(); {loop} u2 += sh32[0] + sh32[tid];", "u32"


def tiles(choose):
    rows, columns, depth = choose(1, 2, 4, 8), choose(1, 2, 4, 8), choose(1, 4, 8, 16, 32)
    across = choose("32", "16", "8")
    y, x = choose((f"tid / {across}", f"tid % {across}"), ("threadIdx.y", "threadIdx.x"))
    rounds = choose("3", "(p0 & 7u)", "(in.u32[blockIdx.x + 9] & 3u)", "gridDim.x")
    row_at = choose(f"(y * {rows} + i) * {depth} + k", f"k * {rows} + y * {rows} + i", f"(y + i * 8) * {depth} + k")
    column_at = choose(f"k * 32 + x * {columns} + j", f"k * 64 + x + j * {across}", f"(x * {columns} + j) * {depth} + k")
    load_a = choose("in.f32[(t * 256 + s) & 1023u]", "in.f32[(s * 32 + t) & 1023u]", "in.f32[(t * 8 + s / 8) & 1023u]")
    unroll = choose("", "\n#pragma unroll\n", "\n#pragma unroll 1\n")
    return (f"float sums[{rows}][{columns}] = {{}}; const unsigned y = {y}, x = {x}; "
            f"for (unsigned t = 0; t < {rounds}; ++t) {{ __syncthreads(); for (unsigned s = tid; s < 1024; s += threads) "
            f"{{ tile_a[s] = {load_a}; tile_b[s] = in.f32[(s * $0 + t) & 1023u] * 0.001f; }} __syncthreads(); {unroll}"
            f"for (unsigned k = 0; k < {depth}; ++k) for (unsigned i = 0; i < {rows}; ++i) for (unsigned j = 0; "
            f"j < {columns}; ++j) sums[i][j] += tile_a[({row_at}) & 1023u] * tile_b[({column_at}) & 1023u]; }} "
            f"for (unsigned i = 0; i < {rows}; ++i) for (unsigned j = 0; j < {columns}; ++j) "
            f"{choose('h = mix(h, sums[i][j]);', 'f0 += sums[i][j];')}", "u32")


def transpose(choose):
    pitch = choose("33", "32")
    return (f"__syncthreads(); tile_a[tid % 32 * {pitch} + tid / 32] = clean($0); __syncthreads(); "
            f"f1 = tile_a[tid / 32 * {pitch} + tid % 32];", "f32")


def histogram(choose):
    limit = choose("1000", "512", "300", "threads * 3", "(p0 * 9u)")
    value = choose(["in.u8[i & 1023u]"], ["in.u32[i & 1023u]", "in.u32[i & 1023u] >> 8", "in.u32[i & 1023u] >> 24"],
                   ["in.vectors[i & 255u].x", "in.vectors[i & 255u].w"])
    updates = " ".join(f"atomicAdd(&bins[({one}) & 63u], {choose('1u', '$1')});" for one in value)
    return ("__syncthreads(); for (unsigned i = tid; i < 64; i += threads) bins[i] = $0; __syncthreads(); "
            f"for (unsigned i = tid; i < {limit}; i += threads) {{ {updates} }} __syncthreads(); "
            "for (unsigned i = tid; i < 64; i += threads) atomicAdd(&totals->sum[i & 7u], bins[i] * i); "
            "u0 += bins[tid & 63u];", "u32 u32")


def attract(choose):
    return ("__syncthreads(); tile_a[tid] = in.f32[tid & 1023u] * 0.01f; __syncthreads(); float pull = 0.0f; "
            "for (unsigned j = 0; j < threads; ++j) { const float d = tile_a[j] - f0; "
            f"pull += {choose('d / (d * d + 0.5f)', 'd * (d * d + 0.5f)', 'd / sqrtf(fabsf(d) + 1.0f)')}; }} f1 = pull;", "")


def rows(choose):
    last = choose("in.u8[row + 1]", "in.u8[row] + 50u", "100u")
    join = choose("sum += __shfl_xor_sync({m}, sum, o);", "sum += __shfl_down_sync({m}, sum, o);")
    return ("for (unsigned row = tid / 32; row < 12; row += (threads + 31) / 32) { float sum = 0.0f; "
            f"for (unsigned j = in.u8[row] + lane; j < {last}; j += 32) sum += in.f32[j & 1023u] * "
            f"in.f32[in.u32[j & 1023u] & 1023u]; for (int o = 16; o; o >>= 1) {join} if (lane == 0) f0 += sum; f1 = sum; }}",
            "")


def stride_over_grid(choose):
    limit = choose("1000u", "4096u", "2048u", "(p0 * 31u)", "(77u + ($0 & 1023u))")
    skip = choose("", "", "if (in.u8[i & 1023u] & 1) continue; ", "if (i == 700u) break; ")
    work = choose("stream.f32[i] = in.f32[i & 1023u] * 0.5f + stream.f32[i];", "stream.u32[i] += in.u32[(i + 1) & 1023u];",
                  "stream.u32[i] = in.u32[(i - 1) & 1023u] ^ in.u32[(i + 33) & 1023u];",
                  "stream.f32[i] = in.pairs[i & 1023u].second - p2;", "u1 ^= in.u32[i & 1023u];",
                  "f1 += in.f32[(i * 2) & 1023u];", "stream.u32[i] = u1 + i;")
    return (f"const unsigned all = threads * gridDim.x * gridDim.y * gridDim.z; for ({choose('unsigned', 'int')} i = gid; "
            f"i < {limit}; i += all) {{ {skip}{work} }}", "u32")


def escape(choose):
    return ("float x = 0.0f, y = 0.0f; int n = 0; const float r = ($0 & 63u) * 0.05f - 2.0f; "
            f"while (x * x + y * y < 4.0f && n < {choose('50', '($1 & 31)')}) {{ const float next = x * x - y * y + r; "
            "y = 2.0f * x * y + 0.3f; x = next; ++n; } h = mix(h, n); f0 = x;", "u32 i32")


def roots(choose):
    begin, end = choose("0u", "0u", "(u0 & 7u)"), choose("64u", "20u", "(40u + ($0 & 15u))", "in.u8[1]")
    d = choose("in.f32[j & 1023u] - f0", "fabsf(in.f32[(j + tid) & 1023u])", "__uint_as_float(in.u32[j & 1023u])",
               "(j == ($0 & 63u) ? f1 : in.f32[j & 1023u] * in.f32[tid & 1023u])", "(j == 17u ? 0.0f : 1.0f + j * f0 * f0)")
    term = choose("rsqrtf(d)", "d * rsqrtf(d * d + a)", "d * rsqrtf(fabsf(d) + a)", "static_cast<float>(rsqrt(0.5 * d))")
    other = choose("", "t -= s * 0.5f;", "t = fmaxf(t, d);", "t += rsqrtf(d * 0.25f);")
    return (f"float s = f1, t = 0.0f; const float a = {choose('f0', '0.0f', 'p2', '1e38f')}; "
            f"for (unsigned j = {begin}; j < {end}; ++j) {{ const float d = {d}; s += {term}; {other} }} "
            f"f0 = clean(t); {choose('f1 = clean(s);', 'h = mix(h, s);')}", "u32")


OF_BLOCKS = [sort_rounds, scan_rounds, sweep_rounds, sum_rounds, tiles, tiles, transpose, histogram, attract]
ANYWHERE = [stride_over_grid, escape]
MATHS = [roots]
