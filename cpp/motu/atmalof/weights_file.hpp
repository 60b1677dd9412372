// Weights as files: what the line net learnt, and what its training needs to go on.
//
// Little-endian. Weights: "MOTULINE", version, width, rows; the rules as seven numbers, all 0 where weights fit all
// rules; the games and positions that it learnt from, uint64; the outputs and a scale for each column, float32; the
// rows, int16 in units of their column's scale; a checksum. Files of version 1 are read as well: sixteen sums, no rows
// for crossings, games and positions not told.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "motu/atmalof/net.hpp"
#include "motu/core/base/error.hpp"

namespace motu {

struct LineFile {
  AtmalofRules rules;         // meaningless where the weights are general
  bool is_general = false;    // for all rules
  bool has_crossings = true;  // false in version 1
  LineWeights weights;
  std::uint64_t games = 0;  // learnt from; 0: not known
  std::uint64_t positions = 0;
};

// Rows as they are read back: rounded to the file's precision. Precondition: it has crossings.
std::string write_line_file(const LineFile& file);
// Throws "engine/weights" with the reason for anything but a whole file of this version.
LineFile read_line_file(std::string_view bytes);
// Whether the weights have the rows that these features need; throws "engine/weights" where not.
void check_rows(const LineWeights& weights, const LineFeatures& features);

// --- the bytes -------------------------------------------------------------------------------------------------------

[[noreturn]] void refuse_weights(const std::string& reason);

class ByteWriter {
 public:
  template <class T>
  void add(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void add_text(std::string_view text) { bytes_.append(text); }
  // Everything written so far and its checksum.
  std::string finish();

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  // Checks the beginning and the checksum at the end. `what` names the file's kind in errors.
  ByteReader(std::string_view bytes, std::string_view magic, const std::string& what);
  template <class T>
  T take() {
    if (bytes_.size() < sizeof(T)) refuse_weights("it ends too early");
    T value;
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  // Throws where something is left.
  void finish() const;

 private:
  std::string_view bytes_;
};

void write_rules(ByteWriter& writer, const AtmalofRules& rules);
AtmalofRules read_rules(ByteReader& reader);

}  // namespace motu
