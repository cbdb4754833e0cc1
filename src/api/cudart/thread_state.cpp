#include "api/cudart/thread_state.h"

namespace raddle::cudart {

constinit thread_local ThreadState detail::thread_state;

std::vector<CallConfiguration> &detail::makeConfigurations() {
  thread_local std::vector<CallConfiguration> configurations;
  thread_state.configurations = &configurations;
  return configurations;
}

} // namespace raddle::cudart
