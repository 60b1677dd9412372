// What the tests of tables' files share: what was refused, what lies in a file.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "motu/core/base/error.hpp"

namespace motu::testing {

inline std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

// Why a call refused a table; empty when it did not.
template <class F>
std::string refusal_of(F&& call) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(error.slug() == "solve/table");
    return error.what();
  }
  return "";
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace motu::testing
