# ns-3 as Debian ships it, found directly: Debian's own ns3Config.cmake insists on three helper programs and on the
# headers of GSL, libxml2, SQLite and Python, none of which a user of ns-3's core needs.
find_path(NS3_INCLUDE_DIR ns3/simulator.h REQUIRED)

# ns3_modules(core network ...) defines the targets ns3::core, ns3::network, ...
function(ns3_modules)
  foreach(module ${ARGN})
    find_library(NS3_${module}_LIBRARY ns3-${module} REQUIRED)
    add_library(ns3::${module} SHARED IMPORTED GLOBAL)
    set_target_properties(ns3::${module} PROPERTIES
      IMPORTED_LOCATION ${NS3_${module}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${NS3_INCLUDE_DIR})
  endforeach()
endfunction()
