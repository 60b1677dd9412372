#include "motu/core/base/names.hpp"

#include <algorithm>
#include <cctype>

namespace motu {

std::string normalise(std::string_view text) {
  const auto is_blank = [](unsigned char c) { return std::isspace(c) != 0; };
  while (!text.empty() && is_blank(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && is_blank(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

int parse_number(std::string_view text) {
  if (text.empty() || text.size() > 4 || text.front() == '0') return -1;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::string column_letters(int column) {
  std::string letters;
  for (int rest = column; rest >= 0; rest = rest / 26 - 1)
    letters.insert(letters.begin(), static_cast<char>('a' + rest % 26));
  return letters;
}

int parse_column(std::string_view letters) {
  if (letters.empty() || letters.size() > 3) return -1;
  int column = 0;
  for (const char c : letters) {
    if (c < 'a' || c > 'z') return -1;
    column = column * 26 + (c - 'a' + 1);
  }
  return column - 1;
}

}  // namespace motu
