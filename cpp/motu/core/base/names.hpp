// Reading and writing of cell names and numbers, shared by every notation.
#pragma once

#include <string>
#include <string_view>

namespace motu {

// Case and outer blanks do not matter in any notation.
std::string normalise(std::string_view text);
// "1".."9999" without sign or blanks, or -1.
int parse_number(std::string_view text);
// Column letters as the peers count them: a..z, aa, ab, …; `column` from 0.
std::string column_letters(int column);
// The inverse, or -1; lower case expected.
int parse_column(std::string_view letters);

}  // namespace motu
