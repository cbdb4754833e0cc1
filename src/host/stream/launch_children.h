// What the scheduler knows of what a grid has launched.
#ifndef RADDLE_HOST_STREAM_LAUNCH_CHILDREN_H
#define RADDLE_HOST_STREAM_LAUNCH_CHILDREN_H

#include "backend/launch.h"

#include <functional>

namespace raddle::host {

class LaunchChildren : public backend::LaunchChildren {
public:
  /// All blocks of the parent have ended. Calls `then` when all that they have launched has, too.
  virtual void end(std::function<void()> then) = 0;
};

} // namespace raddle::host

#endif
