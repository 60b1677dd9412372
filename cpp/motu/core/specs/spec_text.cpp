#include "motu/core/specs/spec_text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "motu/core/base/error.hpp"

namespace motu {

namespace {

// What Unicode calls a blank.
bool is_blank(char32_t c) {
  const auto is_among = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return is_among(0x09, 0x0D) || is_among(0x1C, 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         is_among(0x2000, 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_of_name(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool is_of_word(char32_t c) {
  return !is_blank(c) && std::u32string_view(U",()=\"").find(c) == std::u32string_view::npos;
}

constexpr std::size_t kMostBytes = 4;  // of a character

// Each character with its bytes: a text of ours is UTF-8, and what is not is passed on as it is.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    while (end < text.size() && end - begin < kMostBytes && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
      ++end;
    }
    found.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return found;
}

char32_t code_of(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes.front());
  if (bytes.size() == 1) return first;
  char32_t code = first & (0xFFU >> (bytes.size() + 1));
  for (const char c : bytes.substr(1)) code = (code << 6) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

class SpecReader {
 public:
  SpecReader(std::string_view text, std::string_view name, std::string_view example)
      : text_(text), name_(name), example_(example), bytes_(characters(text)) {
    for (const std::string_view each : bytes_) codes_.push_back(code_of(each));
  }

  SpecText read() {
    if (codes_.size() > kMaxSpecLength) {
      throw Error("spec/length", "a spec has at most " + std::to_string(kMaxSpecLength) + " characters, not " +
                                     std::to_string(codes_.size()));
    }
    std::size_t end = codes_.size();
    while (end > 0 && is_blank(codes_[end - 1])) --end;
    const std::size_t begin = past_blanks(0);
    const std::size_t after = past(begin, is_of_name);
    if (after == begin) refuse(0, "a game's name such as " + std::string(name_));
    SpecText found{between(begin, after), {}};
    const std::size_t bracket = past_blanks(after);
    if (bracket >= end) return found;
    if (codes_[bracket] != '(') refuse(bracket, "'(' or nothing more");
    if (codes_[end - 1] != ')') refuse(end, "')' at the end");
    end_ = end - 1;
    read_entries(bracket + 1, found.entries);
    return found;
  }

 private:
  struct Token {
    std::string text;
    bool is_quoted;
    std::size_t end;  // blanks after it included
  };

  void read_entries(std::size_t place, std::vector<SpecEntry>& entries) {
    if (past_blanks(place) >= end_) return;
    for (;;) {
      const auto key = token(place);
      if (!key || key->is_quoted) refuse(place, "a key such as size");
      const std::string name = in_small_letters(key->text);
      if (std::ranges::find(entries, name, &SpecEntry::key) != entries.end()) {
        throw Error("spec/duplicate-key", "the key '" + name + "' stands twice in '" + std::string(text_) + "'", name,
                    spec_place(place));
      }
      if (codes_[key->end] != '=') refuse(key->end, "'=' after " + name);
      const auto value = token(key->end + 1);
      if (!value) refuse(key->end + 1, "a value for " + name);
      entries.push_back({name, value->text, place});
      place = value->end;
      if (place >= end_) return;
      if (codes_[place] != ',') refuse(place, "',' or ')'");
      ++place;
    }
  }

  // A word or a quoted text before the closing bracket, or nothing.
  std::optional<Token> token(std::size_t place) const {
    const std::size_t begin = past_blanks(place);
    if (begin < end_ && codes_[begin] == '"') return quoted(begin + 1);
    const std::size_t after = std::min(past(begin, is_of_word), end_);
    if (after <= begin) return std::nullopt;
    return Token{between(begin, after), false, std::min(past_blanks(after), end_)};
  }

  std::optional<Token> quoted(std::size_t place) const {
    std::string text;
    while (place < end_ && codes_[place] != '"') {
      if (codes_[place] == '\\' && (++place >= end_ || codes_[place] == '\n')) return std::nullopt;
      text += bytes_[place++];
    }
    if (place >= end_) return std::nullopt;
    return Token{text, true, std::min(past_blanks(place + 1), end_)};
  }

  template <class F>
  std::size_t past(std::size_t place, F&& is_part) const {
    while (place < codes_.size() && is_part(codes_[place])) ++place;
    return place;
  }
  std::size_t past_blanks(std::size_t place) const { return past(place, is_blank); }

  std::string between(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t place = begin; place < end; ++place) text += bytes_[place];
    return text;
  }

  [[noreturn]] void refuse(std::size_t place, const std::string& expected) const {
    const std::string found = place < bytes_.size() ? "'" + std::string(bytes_[place]) + "'" : "the end";
    throw Error("spec/syntax",
                "cannot read the spec '" + std::string(text_) + "': " + expected + " expected at " + spec_place(place) +
                    ", found " + found + "; an example is " + std::string(example_),
                std::string(text_), spec_place(place));
  }

  std::string_view text_;
  std::string_view name_;
  std::string_view example_;
  std::vector<std::string_view> bytes_;  // of each character
  std::u32string codes_;
  std::size_t end_ = 0;  // where the closing bracket stands
};

}  // namespace

SpecText read_spec_text(std::string_view text, std::string_view name, std::string_view example) {
  return SpecReader(text, name, example).read();
}

std::string spec_place(std::size_t place) { return "character " + std::to_string(place + 1); }

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return small;
}

}  // namespace motu
