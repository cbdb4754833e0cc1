"""What expressions of random programs are made of, by the type of their result.

The form of an operation has a {} for each operand, whose types follow. No operation is undefined for any operand.
"""

# Operations by the type of their result.
OPERATIONS = {
    "u32": [
        ("({} + {})", "u32 u32"), ("({} - {})", "u32 u32"), ("({} * {})", "u32 u32"), ("({} & {})", "u32 u32"),
        ("({} | {})", "u32 u32"), ("({} ^ {})", "u32 u32"), ("(~{})", "u32"), ("({} << ({} & 31u))", "u32 u32"),
        ("({} >> ({} & 31u))", "u32 u32"), ("({} / ({} | 1u))", "u32 u32"), ("({} % ({} | 1u))", "u32 u32"),
        ("min({}, {})", "u32 u32"), ("max({}, {})", "u32 u32"), ("__umulhi({}, {})", "u32 u32"),
        ("__brev({})", "u32"), ("__byte_perm({}, {}, {})", "u32 u32 u32"),
        ("__funnelshift_l({}, {}, {})", "u32 u32 u32"), ("__funnelshift_r({}, {}, {})", "u32 u32 u32"),
        ("__usad({}, {}, {})", "u32 u32 u32"), ("({} ? {} : {})", "bool u32 u32"),
        ("static_cast<unsigned>({})", "i32"), ("static_cast<unsigned>({})", "u64"), ("static_cast<unsigned>({})", "u8"),
        ("static_cast<unsigned>({})", "u16"), ("static_cast<unsigned>({})", "i8"), ("static_cast<unsigned>({})", "i16"),
        ("static_cast<unsigned>({} >> 32)", "u64"), ("static_cast<unsigned>({})", "bool"), ("bitsOf({})", "f32"),
        ("__float2uint_rz({})", "f32"), ("__double2uint_rn({})", "f64"), ("({} >> 5)", "u32"), ("({} * 3u)", "u32"),
        ("in.u32[{} & 1023u]", "u32"), ("in.u32[(tid + {} % 900u) % 700u]", "u32"), ("in.vectors[{} & 255u].y", "u32"),
        ("(in.vectors[{} & 255u].x ^ in.vectors[{} & 255u].w)", "u32 u32"), ("in.pairs[{} & 1023u].first", "u32"),
        ("a[{} & 15u]", "u32"), ("a[{} & 15u]", "u32"),
    ],
    "i32": [
        ("(({} >> 2) + ({} >> 2))", "i32 i32"), ("(({} & 0x7fff) * ({} & 0x7fff))", "i32 i32"),
        ("(({} >> 1) - ({} >> 1))", "i32 i32"), ("({} / (({} & 0xffff) | 1))", "i32 i32"),
        ("({} % (({} & 0xff) | 1))", "i32 i32"), ("({} >> ({} & 31u))", "i32 u32"), ("min({}, {})", "i32 i32"),
        ("max({}, {})", "i32 i32"), ("abs({} >> 1)", "i32"), ("__popc({})", "u32"), ("__clz({})", "i32"),
        ("__ffs({})", "i32"), ("__popcll({})", "u64"), ("__clzll({})", "i64"), ("__mulhi({}, {})", "i32 i32"),
        ("static_cast<int>({})", "u32"), ("static_cast<int>({})", "i16"), ("static_cast<int>({})", "i8"),
        ("static_cast<int>({})", "u16"), ("static_cast<int>({} & 0x7fffffff)", "i64"), ("__float2int_rn({})", "f32"),
        ("__float2int_rz({})", "f32"), ("__double2int_rz({})", "f64"), ("({} ? {} : {})", "bool i32 i32"),
        ("({} ^ {})", "i32 i32"), ("({} & {})", "i32 i32"), ("static_cast<int>(in.i16[{} & 1023u])", "u32"),
        ("static_cast<int>(in.u32[1023 - ({} & 1023)] >> 8)", "i32"),
        ("static_cast<int>(in.u8[({} & 511) * 2 + 1])", "i32"),
    ],
    "u64": [
        ("({} + {})", "u64 u64"), ("({} - {})", "u64 u64"), ("({} * {})", "u64 u64"), ("({} ^ {})", "u64 u64"),
        ("({} & {})", "u64 u64"), ("({} | {})", "u64 u64"), ("({} << ({} & 63u))", "u64 u32"),
        ("({} >> ({} & 63u))", "u64 u32"), ("({} / ({} | 1u))", "u64 u64"), ("({} % ({} | 1u))", "u64 u64"),
        ("min({}, {})", "u64 u64"), ("__umul64hi({}, {})", "u64 u64"), ("__brevll({})", "u64"),
        ("static_cast<unsigned long long>({})", "u32"), ("static_cast<unsigned long long>({})", "i32"),
        ("static_cast<unsigned long long>({})", "i64"), ("bitsOf({})", "f64"), ("({} ? {} : {})", "bool u64 u64"),
        ("in.u64[{} & 1023u]", "u32"), ("__double2ull_rz({})", "f64"),
    ],
    "i64": [
        ("(({} >> 2) + ({} >> 2))", "i64 i64"), ("(({} >> 1) - ({} >> 1))", "i64 i64"),
        ("(static_cast<long long>({}) * {})", "i32 i32"), ("({} / (({} & 0xffffff) | 1))", "i64 i64"),
        ("({} % (({} & 0xffff) | 1))", "i64 i64"), ("({} >> ({} & 63u))", "i64 u32"), ("max({}, {})", "i64 i64"),
        ("static_cast<long long>({})", "i32"), ("static_cast<long long>({})", "u64"), ("({} ^ {})", "i64 i64"),
        ("__float2ll_rz({})", "f32"), ("__double2ll_rn({})", "f64"), ("({} ? {} : {})", "bool i64 i64"),
    ],
    "u8": [
        ("static_cast<unsigned char>({})", "u32"), ("static_cast<unsigned char>({} + {})", "u8 u8"),
        ("static_cast<unsigned char>({} * {})", "u8 u8"), ("in.u8[{} & 1023u]", "u32"),
        ("static_cast<unsigned char>({} >> 3)", "u8"), ("({} ? {} : {})", "bool u8 u8"),
    ],
    "i8": [
        ("static_cast<signed char>({})", "i32"), ("static_cast<signed char>({} - {})", "i8 i8"),
        ("static_cast<signed char>(~{})", "i8"), ("static_cast<signed char>({} >> 1)", "i8"),
    ],
    "u16": [
        ("static_cast<unsigned short>({})", "u32"), ("static_cast<unsigned short>({} ^ {})", "u16 u16"),
        ("static_cast<unsigned short>({} + {})", "u16 u8"), ("static_cast<unsigned short>({} << 3)", "u16"),
    ],
    "i16": [
        ("static_cast<short>({})", "i32"), ("in.i16[{} & 1023u]", "u32"), ("static_cast<short>({} - {})", "i16 i16"),
        ("static_cast<short>(min({}, {}))", "i16 i16"), ("({} ? {} : {})", "bool i16 i16"),
    ],
    "f32": [
        ("({} + {})", "f32 f32"), ("({} - {})", "f32 f32"), ("({} * {})", "f32 f32"), ("({} / {})", "f32 f32"),
        ("({} * {} + {})", "f32 f32 f32"), ("fmaf({}, {}, {})", "f32 f32 f32"), ("sqrtf(fabsf({}))", "f32"),
        ("fminf({}, {})", "f32 f32"), ("fmaxf({}, {})", "f32 f32"), ("floorf({})", "f32"), ("truncf({})", "f32"),
        ("rintf({})", "f32"), ("withSignOf({}, {})", "f32 f32"), ("(- {})", "f32"), ("__int2float_rn({})", "i32"),
        ("__uint2float_rn({})", "u32"), ("static_cast<float>({})", "f64"), ("static_cast<float>({})", "u8"),
        ("static_cast<float>({})", "i64"), ("({} ? {} : {})", "bool f32 f32"), ("in.f32[{} & 1023u]", "u32"),
        ("in.f32[min(max(static_cast<int>(tid + {} % 64u) - 20, 0), 900)]", "u32"),
        ("in.pairs[{} & 1023u].second", "u32"), ("__saturatef({})", "f32"), ("__fadd_rn({}, {})", "f32 f32"),
        ("__fmul_rn({}, {})", "f32 f32"), ("fdimf({}, {})", "f32 f32"),
    ],
    "f64": [
        ("({} + {})", "f64 f64"), ("({} - {})", "f64 f64"), ("({} * {})", "f64 f64"), ("({} / {})", "f64 f64"),
        ("fma({}, {}, {})", "f64 f64 f64"), ("({} - {} * {})", "f64 f64 f64"), ("sqrt(fabs({}))", "f64"),
        ("fmin({}, {})", "f64 f64"), ("ceil({})", "f64"), ("static_cast<double>({})", "f32"),
        ("static_cast<double>({})", "i32"), ("static_cast<double>({})", "u32"), ("static_cast<double>({})", "u64"),
        ("static_cast<double>({})", "i64"), ("({} ? {} : {})", "bool f64 f64"), ("in.f64[{} & 1023u]", "u32"),
    ],
    "bool": [
        ("({} < {})", "u32 u32"), ("({} == {})", "u32 u32"), ("({} < {})", "i32 i32"), ("({} >= {})", "i32 i32"),
        ("({} > {})", "u64 u64"), ("({} <= {})", "i64 i64"), ("({} < {})", "f32 f32"), ("({} != {})", "f64 f64"),
        ("!({} > {})", "f32 f32"), ("({} && {})", "bool bool"), ("({} || {})", "bool bool"), ("(!{})", "bool"),
        ("(({} & 1u) != 0u)", "u32"), ("(({} & 3u) == 1u)", "u32"), ("({} > {})", "u8 u8"), ("({} < {})", "i16 i16"),
        ("isnan({})", "f32"), ("(({} >> 3) & 1u)", "u32"),
    ],
}

# Functions of which both engines promise the same bits, if not the GPU.
MATHS = {
    "f32": [("sinf({})", "f32"), ("cosf({})", "f32"), ("expf({})", "f32"), ("logf(fabsf({}))", "f32"),
            ("exp2f({})", "f32"), ("powf(fabsf({}), {})", "f32 f32"), ("tanhf({})", "f32"), ("atan2f({}, {})", "f32 f32"),
            ("rsqrtf(fabsf({}))", "f32"), ("cbrtf({})", "f32"), ("erff({})", "f32"), ("hypotf({}, {})", "f32 f32"),
            ("fmodf({}, {})", "f32 f32"), ("__expf({})", "f32"), ("__sinf({})", "f32"), ("asinf({})", "f32")],
    "f64": [("sin({})", "f64"), ("exp({})", "f64"), ("log(fabs({}))", "f64"), ("pow(fabs({}), {})", "f64 f64"),
            ("atan({})", "f64"), ("rsqrt(fabs({}))", "f64"), ("cosh({})", "f64"), ("lgamma({})", "f64")],
}

# Half precision: operations that a GPU rounds once, so that all give the same bits.
HALVES = {
    "f16": [
        ("__hadd({}, {})", "f16 f16"), ("__hsub({}, {})", "f16 f16"), ("__hmul({}, {})", "f16 f16"),
        ("__hdiv({}, {})", "f16 f16"), ("({} * {} + {})", "f16 f16 f16"), ("__hfma({}, {}, {})", "f16 f16 f16"),
        ("__hadd_sat({}, {})", "f16 f16"), ("__hfma_relu({}, {}, {})", "f16 f16 f16"), ("__hneg({})", "f16"),
        ("__habs({})", "f16"), ("__hmin({}, {})", "f16 f16"), ("__hmax({}, {})", "f16 f16"), ("hfloor({})", "f16"),
        ("htrunc({})", "f16"), ("hrint({})", "f16"), ("__float2half({})", "f32"), ("__float2half_rz({})", "f32"),
        ("__float2half({})", "f32"), ("__double2half({})", "f64"), ("__int2half_rn({})", "i32"),
        ("__uint2half_rz({})", "u32"), ("__short2half_rn({})", "i16"), ("__ull2half_rn({})", "u64"),
        ("__low2half({})", "2f16"), ("__high2half({})", "2f16"), ("({} ? {} : {})", "bool f16 f16"),
        ("reinterpret_cast<const __half *>(in.i16)[{} & 1023u]", "u32"),
    ],
    "bf16": [
        ("__hadd({}, {})", "bf16 bf16"), ("__hsub({}, {})", "bf16 bf16"), ("__hmul({}, {})", "bf16 bf16"),
        ("__hfma({}, {}, {})", "bf16 bf16 bf16"), ("({} - {})", "bf16 bf16"), ("__hneg({})", "bf16"),
        ("__habs({})", "bf16"), ("__hmin({}, {})", "bf16 bf16"), ("__hmax({}, {})", "bf16 bf16"),
        ("__float2bfloat16({})", "f32"), ("__float2bfloat16({})", "f32"), ("__float2bfloat16_rz({})", "f32"),
        ("__int2bfloat16_rn({})", "i32"), ("__ushort2bfloat16_rn({})", "u16"), ("__low2bfloat16({})", "2bf16"),
        ("__high2bfloat16({})", "2bf16"), ("({} ? {} : {})", "bool bf16 bf16"),
        ("reinterpret_cast<const __nv_bfloat16 *>(in.i16)[{} & 1023u]", "u32"),
    ],
    "2f16": [
        ("__hadd2({}, {})", "2f16 2f16"), ("__hsub2({}, {})", "2f16 2f16"), ("__hmul2({}, {})", "2f16 2f16"),
        ("__hfma2({}, {}, {})", "2f16 2f16 2f16"), ("__hneg2({})", "2f16"), ("__hmax2({}, {})", "2f16 2f16"),
        ("__lowhigh2highlow({})", "2f16"), ("__lows2half2({}, {})", "2f16 2f16"), ("__half2half2({})", "f16"),
        ("__halves2half2({}, {})", "f16 f16"), ("__floats2half2_rn({}, {})", "f32 f32"), ("__hgt2({}, {})", "2f16 2f16"),
        ("reinterpret_cast<const __half2 *>(in.i16)[{} & 511u]", "u32"),
    ],
    "2bf16": [
        ("__hadd2({}, {})", "2bf16 2bf16"), ("__hmul2({}, {})", "2bf16 2bf16"), ("__habs2({})", "2bf16"),
        ("__hfma2({}, {}, {})", "2bf16 2bf16 2bf16"), ("__hmin2({}, {})", "2bf16 2bf16"),
        ("__halves2bfloat162({}, {})", "bf16 bf16"), ("__floats2bfloat162_rn({}, {})", "f32 f32"),
        ("__lowhigh2highlow({})", "2bf16"), ("reinterpret_cast<const __nv_bfloat162 *>(in.i16)[{} & 511u]", "u32"),
    ],
    "f32": [("__half2float({})", "f16"), ("__bfloat162float({})", "bf16"), ("__low2float({})", "2f16"),
            ("__high2float({})", "2bf16")],
    "i32": [("__half2int_rz({})", "f16"), ("__half2int_rn({})", "f16"), ("__bfloat162int_rd({})", "bf16")],
    "u32": [("bitsOf({})", "f16"), ("bitsOf({})", "bf16"), ("__half2uint_ru({})", "f16")],
    "bool": [("__hlt({}, {})", "f16 f16"), ("({} >= {})", "f16 f16"), ("__hneu({}, {})", "bf16 bf16"),
             ("__hisnan({})", "f16"), ("__hbgt2({}, {})", "2f16 2f16")],
}

# What does not differ between the threads of a block.
UNIFORM = {"u32": ["p0", "blockIdx.x", "blockDim.x", "gridDim.y", "blockIdx.y", "in.u32[5]", "in.u32[blockIdx.x + 9]",
                   "threads"],
           "i32": ["p1", "static_cast<int>(blockIdx.x)", "static_cast<int>(p0)", "static_cast<int>(in.u32[3] & 15u)"],
           "f32": ["p2", "in.f32[2]"]}
# Where the lanes of a warp differ in a regular way.
REGULAR = {"u32": ["tid", "lane", "threadIdx.x", "threadIdx.y", "threadIdx.z", "(tid / 32u)", "(threadIdx.x / 32u)",
                   "(threadIdx.x & 31u)", "(tid * 4u)", "(tid + 1u)", "(63u - tid)", "(threadIdx.x * 2u + 1u)",
                   "(blockIdx.x * blockDim.x + threadIdx.x)", "(tid & ~31u)", "(tid ^ 5u)", "(lane | 32u)", "(tid << 3)"],
           "i32": ["static_cast<int>(threadIdx.x)", "(static_cast<int>(tid) - 16)", "static_cast<int>(lane)",
                   "(static_cast<int>(threadIdx.x) * -3)"],
           "bool": ["(lane < 16u)", "(threadIdx.x < 64u)", "(tid / 32u == 1u)", "(threadIdx.x == 0)", "(lane & 1u)",
                    "(threadIdx.x >= p0)", "(threadIdx.y == 1)"]}
# What is the same in a warp, and differs between warps.
OF_THE_WARP = {"u32": ["(tid / 32u)", "(tid / 32u * 5u + blockIdx.x)", "(p0 - tid / 32u)", "(threads / 32u - tid / 32u)"],
               "bool": ["(tid / 32u == 0u)", "(tid / 32u == 1u)", "((tid / 32u) & 1u)", "(tid < 64u)",
                        "(tid / 32u < blockIdx.x + 2u)", "(tid / 32u == (threads - 1u) / 32u)",
                        "(in.u32[tid / 32u] & 1u)"]}
CONSTANTS = {"u32": ["0u", "1u", "2u", "5u", "31u", "32u", "0xffffffffu", "0x80000000u", "1000003u"],
             "i32": ["0", "1", "-1", "7", "-32", "1000", "(-2147483647 - 1)"], "u64": ["0ull", "3ull", "0xffffffffffull"],
             "i64": ["0ll", "-9ll", "12345678901ll"], "f32": ["0.0f", "1.0f", "-2.5f", "0.1f", "1e30f", "-0.0f"],
             "f64": ["0.0", "1.0", "-0.3", "1e-300"], "bool": ["true", "false"],
             "f16": ["__float2half(1.5f)", "__float2half(-0.0f)", "__float2half(6e-8f)", "__float2half(65504.0f)"],
             "bf16": ["__float2bfloat16(1.5f)", "__float2bfloat16(1e-39f)", "__float2bfloat16(-3e38f)"],
             "2f16": ["__float2half2_rn(0.5f)", "__floats2half2_rn(-1.0f, 1000.0f)"],
             "2bf16": ["__float2bfloat162_rn(0.25f)", "__floats2bfloat162_rn(7.0f, -1e30f)"]}
