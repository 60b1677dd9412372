// The one exception the core throws at its users. `slug` is stable and names the Python class (see src/motu/errors.py).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace motu {

class Error : public std::runtime_error {
 public:
  Error(std::string slug, const std::string& message, std::string text = {}, std::string position = {},
        std::vector<std::string> legal = {})
      : std::runtime_error(message),
        slug_(std::move(slug)),
        text_(std::move(text)),
        position_(std::move(position)),
        legal_(std::move(legal)) {}

  const std::string& slug() const { return slug_; }                 // e.g. "move/illegal"
  const std::string& text() const { return text_; }                 // what was read
  const std::string& position() const { return position_; }         // where: the moves so far, or a cell's name
  const std::vector<std::string>& legal() const { return legal_; }  // what would be right

 private:
  std::string slug_;
  std::string text_;
  std::string position_;
  std::vector<std::string> legal_;
};

}  // namespace motu
