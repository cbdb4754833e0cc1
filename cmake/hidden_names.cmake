# Writes two headers, which take the macros of a program out of the way of CUDA's headers and put them back:
#
#   cmake -D INCLUDE_DIR=<folder of headers> -D OUTPUT_DIR=<folder> -P hidden_names.cmake
#
# The names are all those that stand in the headers, but those that no program may define (reserved names and keywords),
# and those that are meant to be macros: the headers' own, and names in capitals. See include/raddle/names/hide.h.
file(GLOB_RECURSE headers ${INCLUDE_DIR}/*)
set(names "")
set(macros "")
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX REPLACE "//[^\n]*" "" text "${text}")
  string(REGEX REPLACE "#[ ]*include[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "#[ ]*define[ ]+[A-Za-z_][A-Za-z0-9_]*" found "${text}")
  list(TRANSFORM found REPLACE "#[ ]*define[ ]+" "")
  list(APPEND macros ${found})
  string(REGEX MATCHALL "[A-Za-z0-9_]+" found "${text}")
  list(FILTER found INCLUDE REGEX "^[a-z][A-Za-z0-9_]*$|^[A-Z]$|^[A-Z][A-Za-z0-9_]*[a-z][A-Za-z0-9_]*$|^_[a-z]|^_$|^[A-Z][0-9]$")
  # What a macro of these names does to CUDA's functions and constants, it does with NVIDIA's headers as well.
  list(FILTER found EXCLUDE REGEX "^(cuda[A-Z]|cu[A-Z]|CU_|CUDA)")
  list(APPEND names ${found})
endforeach()
list(REMOVE_DUPLICATES names)
list(SORT names)
list(REMOVE_ITEM names ${macros} assert
     alignas alignof and asm auto bool break case catch char class const constexpr const_cast continue decltype default
     delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
     namespace new noexcept not nullptr operator or private protected public register reinterpret_cast requires return short
     signed sizeof static static_assert static_cast struct switch template this throw true try typedef typeid typename union
     unsigned using virtual void volatile while concept xor bitand bitor compl and_eq or_eq xor_eq not_eq
     define defined elif endif error ifdef ifndef include_next pragma undef)
set(hide "")
set(show "")
foreach(name IN LISTS names)
  string(APPEND hide "#ifdef ${name}\n#pragma push_macro(\"${name}\")\n#undef ${name}\n#define __RADDLE_HIDES_${name}\n#endif\n")
  string(APPEND show "#ifdef __RADDLE_HIDES_${name}\n#undef __RADDLE_HIDES_${name}\n#pragma pop_macro(\"${name}\")\n#endif\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT_DIR}/hide.h CONTENT "${hide}" @ONLY)
file(CONFIGURE OUTPUT ${OUTPUT_DIR}/show.h CONTENT "${show}" @ONLY)
