// Words and numbers of a text, one after the other.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include "motu/core/base/error.hpp"

namespace motu {

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) { skip(); }

  bool is_empty() const { return text_.empty(); }
  // The next one; throws at the end.
  std::string_view take() {
    if (is_empty()) throw Error("engine/request", "the request ends too early");
    const std::string_view word = text_.substr(0, text_.find(' '));
    text_.remove_prefix(word.size());
    skip();
    return word;
  }
  int number() {
    const std::string_view word = take();
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && end == word.data() + word.size()) return value;
    throw Error("engine/request", "'" + std::string(word) + "' is no whole number", std::string(word));
  }
  bool flag() { return number() != 0; }

 private:
  void skip() { text_.remove_prefix(std::min(text_.find_first_not_of(' '), text_.size())); }

  std::string_view text_;
};

}  // namespace motu
