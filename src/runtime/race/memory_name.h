// How memory is called in reports of races.
#ifndef RADDLE_RUNTIME_RACE_MEMORY_NAME_H
#define RADDLE_RUNTIME_RACE_MEMORY_NAME_H

#include <cstdint>
#include <string>

namespace raddle::runtime::race {

/// "byte 4 of an array of 64 bytes allocated at app.cu:12:3"; "" where nothing is known.
std::string nameOfMemory(std::uintptr_t address);

} // namespace raddle::runtime::race

#endif
