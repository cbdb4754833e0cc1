// How NVIDIA's Cooperative Groups let several warps work together, as PTX has it: a word in shared memory that is reserved for
// them has a bit for each warp. One lane changes the word, and its whole warp goes on when the word says so.
// flags: -lcuda
#include "driver_check.h"

namespace {

// Both pieces have the same reserved memory. In each round a warp says a number to the other one: its last lane writes it, and lane
// 0 sets the word. The other warp reads when it sees the word, replies with the double, and takes the word away; that lets the
// first one read the reply. A lane that did not wait for what lane 0 of its warp does would read a reply of the round before.
const std::string kHeading = ".version 7.6\n.target sm_80\n.address_size 64\n";
const std::string kBody = R"(
{
  .reg .pred %p<6>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<8>;
  ld.param.b32 %r15, [round];
  mov.u32 %r1, %reserved_smem_offset_1;
  cvt.u64.u32 %rd1, %r1;
  cvta.shared.u64 %rd2, %rd1;
  mov.u32 %r2, %tid.x;
  and.b32 %r3, %r2, 31;
  shr.u32 %r4, %r2, 5;
  and.b32 %r16, %r15, 1;
  setp.eq.u32 %p1, %r3, 0;
  setp.ne.u32 %p2, %r4, %r16;
  mov.u32 %r5, 0;
  bar.warp.sync -1;
  @%p2 bra LISTEN;
  setp.ne.u32 %p3, %r3, 31;
  @%p3 bra SAID;
  mad.lo.u32 %r6, %r15, 7, 100;
  st.u32 [%rd2+32], %r6;
SAID:
  bar.warp.sync -1;
  @!%p1 bra WAIT;
  red.or.release.cta.b32 [%rd2], 1;
WAIT:
  ld.acquire.cta.u32 %r8, [%rd2];
  setp.ne.u32 %p4, %r8, 0;
  @%p4 bra WAIT;
  ld.u32 %r5, [%rd2+40];
  bra.uni DONE;
LISTEN:
  ld.acquire.cta.u32 %r8, [%rd2];
  setp.eq.u32 %p4, %r8, 0;
  @%p4 bra LISTEN;
  ld.u32 %r5, [%rd2+32];
  setp.ne.u32 %p3, %r3, 31;
  @%p3 bra REPLIED;
  shl.b32 %r9, %r5, 1;
  st.u32 [%rd2+40], %r9;
REPLIED:
  bar.warp.sync -1;
  @!%p1 bra DONE;
  red.and.release.cta.b32 [%rd2], 0;
DONE:
)";
const std::string kRound =
    kHeading + ".visible .func (.param .b32 heard) passOn(.param .b32 round)" + kBody + R"(
  st.param.b32 [heard], %r5;
  ret;
}
)";
const std::string kKernel = kHeading + R"(
.extern .func (.param .b32 heard) passOn(.param .b32 round);
.visible .entry talk(.param .u64 out, .param .u32 rounds)
{
  .reg .pred %p<3>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [rounds];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, 0;
  mov.u32 %r4, 0;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra CLEARED;
  mov.u32 %r5, %reserved_smem_offset_1;
  st.shared.u32 [%r5], 0;
CLEARED:
  bar.sync 0;
AGAIN:
  {
    .param .b32 heard;
    .param .b32 round;
    st.param.b32 [round], %r3;
    call.uni (heard), passOn, (round);
    ld.param.b32 %r6, [heard];
  }
  add.u32 %r4, %r4, %r6;
  bar.sync 0;
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p2, %r3, %r1;
  @%p2 bra AGAIN;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r4;
  ret;
}
)";

CUmodule link() {
  CUlinkState state = nullptr;
  CUmodule module = nullptr;
  void *code = nullptr;
  size_t bytes = 0;
  CHECK_CU(cuLinkCreate(0, nullptr, nullptr, &state));
  for (const std::string *text : {&kKernel, &kRound})
    CHECK_CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(text->c_str()), text->size() + 1,
                           "piece", 0, nullptr, nullptr));
  CHECK_CU(cuLinkComplete(state, &code, &bytes));
  CHECK_CU(cuModuleLoadData(&module, code));
  CHECK_CU(cuLinkDestroy(state));
  return module;
}

} // namespace

int main() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUfunction kernel = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDeviceGet(&device, 0));
  CHECK_CU(createContext(&context, 0, device));
  const CUmodule module = link();
  CHECK_CU(cuModuleGetFunction(&kernel, module, "talk"));
  {
    int rounds = 20;
    std::vector<int> expected(64);
    for (int round = 0; round < rounds; ++round)
      for (int thread = 0; thread < 64; ++thread)
        expected[thread] += (7 * round + 100) * (thread / 32 == round % 2 ? 2 : 1);
    DeviceValues<int> out(64);
    void *parameters[] = {&out.pointer, &rounds};
    CHECK_CU(cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr));
    CHECK_SAME(out.get(), expected);
  }
  CHECK_CU(cuModuleUnload(module));
  CHECK_CU(cuCtxDestroy(context));
  return verdict();
}
