# The licences of what becomes part of the Python module, nanobind and the robin-map inside it, are taken from the
# nanobind that it is built with and installed beside it, as they ask for.
function(motu_install_notices nanobind_folder)
  file(GLOB licences "${nanobind_folder}/LICENSE" "${nanobind_folder}/../nanobind-*.dist-info/licenses/LICENSE"
       "${nanobind_folder}/../nanobind-*.dist-info/LICENSE")
  set(header "${nanobind_folder}/ext/robin_map/include/tsl/robin_map.h")
  if(NOT licences OR NOT EXISTS "${header}")
    message(FATAL_ERROR "The licences of nanobind and robin-map are not in ${nanobind_folder} nor beside it.")
  endif()
  list(GET licences 0 licence)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/notices")
  configure_file("${licence}" "${folder}/nanobind.txt" COPYONLY)

  # robin-map's stands at the beginning of its headers.
  file(READ "${header}" text)
  string(FIND "${text}" "*/" end)
  string(SUBSTRING "${text}" 0 ${end} text)
  string(REGEX REPLACE "(^|\n) ?/?\\*+ ?" "\\1" text "${text}")
  if(NOT text MATCHES "MIT License.*Copyright")
    message(FATAL_ERROR "${header} does not begin with its licence.")
  endif()
  string(STRIP "${text}" text)
  file(WRITE "${folder}/robin-map.txt" "${text}\n")
  install(DIRECTORY "${folder}/" DESTINATION motu/notices COMPONENT python)
endfunction()
