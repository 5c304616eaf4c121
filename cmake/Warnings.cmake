add_library(strict_warnings INTERFACE)
target_compile_options(strict_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Wcast-align -Wduplicated-cond -Wlogical-op -Wnull-dereference -Werror)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(strict_warnings INTERFACE -Wno-unknown-warning-option)
endif()
