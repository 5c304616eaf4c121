# Left out because GCC 12 reports them where nothing is wrong (its bugs 105329, 105651): null-dereference, restrict.
add_library(strict_warnings INTERFACE)
target_compile_options(strict_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Wcast-align -Wduplicated-cond -Wlogical-op -Wno-restrict -Werror)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(strict_warnings INTERFACE -Wno-unknown-warning-option)
endif()
