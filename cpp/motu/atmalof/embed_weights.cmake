# Writes the bytes of FILES into the C++ source OUTPUT: the definition of shipped_line_weights().
set(arrays "")
set(views "")
set(number 0)
foreach(file IN LISTS FILES)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char kFile${number}[] = {${bytes}};\n")
  string(APPEND views "    std::string_view(reinterpret_cast<const char*>(kFile${number}), sizeof kFile${number}),\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}"
"// Made by the build from cpp/motu/atmalof/weights.
#include <vector>

#include \"motu/atmalof/shipped_nets.hpp\"

namespace motu {

namespace {

${arrays}
}  // namespace

std::span<const std::string_view> shipped_line_weights() {
  static const std::vector<std::string_view> files = {
${views}  };
  return files;
}

}  // namespace motu
")
