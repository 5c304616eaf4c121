# What every target of ours is compiled with. The presets for developers make each warning an error; `release` does not,
# so that another compiler's opinion never stops a user.
# Left out because GCC 12 reports them where nothing is wrong (its bugs 105329, 105651): null-dereference, restrict.
add_library(strict_warnings INTERFACE)
target_compile_options(strict_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Wcast-align)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(strict_warnings INTERFACE -Wduplicated-cond -Wlogical-op -Wno-restrict)
endif()
