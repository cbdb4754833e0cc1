// NVTX's C and C++ interfaces, with and without the folder before the name.
// RUN: %raddlecc -std=c++14 -Xcompiler -Wall,-Werror %s -o %t -lnvToolsExt && %t
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExtSync.h>
#include <nvtx3/nvtx3.hpp>

struct Solver {
  static constexpr const char *name{"solver"};
};
struct Greeting {
  static constexpr const char *message{"hello"};
};
struct Setup {
  static constexpr const char *name{"setup"};
  static constexpr std::uint32_t id{7};
};

int solve(bool timed) {
  NVTX3_FUNC_RANGE_IN(Solver);
  {
    NVTX3_FUNC_RANGE_IF(timed);
  }
  nvtx3::scoped_range outer{"outer"};
  nvtx3::scoped_range_in<Solver> inner{"inner", nvtx3::rgb{1, 2, 3}, nvtx3::payload{4}, nvtx3::category{3}};
  const std::string text = "attributes";
  nvtx3::event_attributes attributes{nvtx3::payload{4.0}, nvtx3::color{0xff00ff00}, text};
  nvtx3::unique_range kept{attributes}, moved{std::move(kept)};
  auto range = nvtx3::start_range_in<Solver>("range", nvtx3::argb{1, 2, 3, 4});
  nvtx3::end_range_in<Solver>(range);
  nvtx3::mark_in<Solver>(nvtx3::registered_string_in<Solver>::get<Greeting>(),
                         nvtx3::named_category_in<Solver>::get<Setup>());
  return attributes.get()->payload.dValue == 4.0 && attributes.get()->message.ascii == text.c_str();
}

int main() {
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "event";
  int level = nvtxRangePushEx(&event);
  nvtxRangePop();
  nvtxRangePush("pushed");
  nvtxRangePop();
  nvtxRangeEnd(nvtxRangeStart("started"));
  nvtxMark("mark");
  nvtxDomainHandle_t domain = nvtxDomainCreate("domain");
  event.message.registered = nvtxDomainRegisterString(domain, "registered");
  nvtxDomainRangePushEx(domain, &event);
  nvtxDomainRangePop(domain);
  nvtxDomainDestroy(domain);
  nvtxNameCudaStream(nullptr, "stream");
  return !(solve(true) && level == NVTX_NO_PUSH_POP_TRACKING);
}
