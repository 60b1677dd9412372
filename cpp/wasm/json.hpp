// JSON as it is written: values one after the other, commas where they belong.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace motu {

class Json {
 public:
  const std::string& text() const { return text_; }

  Json& open(char bracket) {
    separate();
    text_ += bracket;
    is_first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    is_first_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    string(name);
    text_ += ':';
    is_first_ = true;
    return *this;
  }
  Json& string(std::string_view value) {
    separate();
    text_ += '"';
    for (const char c : value) add(c);
    text_ += '"';
    return *this;
  }
  Json& null() { return raw("null"); }
  Json& flag(bool value) { return raw(value ? "true" : "false"); }
  Json& whole(long long value) { return raw(std::to_string(value)); }
  // Rounded to so many decimals as protocol.md has.
  Json& number(double value) {
    char digits[64];
    std::snprintf(digits, sizeof digits, "%.6f", value);
    return raw(digits);
  }

 private:
  Json& raw(std::string_view value) {
    separate();
    text_ += value;
    return *this;
  }
  void separate() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
  }
  void add(char c) {
    if (c == '"' || c == '\\') text_ += '\\';
    if (static_cast<unsigned char>(c) >= ' ') {
      text_ += c;
      return;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    text_ += escape;
  }

  std::string text_;
  bool is_first_ = true;
};

}  // namespace motu
