# QOSLAB_SANITIZE: a list for -fsanitize. Whatever a sanitizer finds ends the program.
set(QOSLAB_SANITIZE "" CACHE STRING "Sanitizers, such as address,undefined; empty for none")

if(QOSLAB_SANITIZE)
  set(flags -fsanitize=${QOSLAB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(${flags})
  add_link_options(${flags})
endif()
# So that libFuzzer sees which lines of the libraries, too, an input reaches.
if(QOSLAB_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
