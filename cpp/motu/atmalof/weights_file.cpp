#include "motu/atmalof/weights_file.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "motu/core/tables/checksum.hpp"

namespace motu {

namespace {

constexpr std::string_view kMagic = "MOTULINE";
constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t kNarrowVersion = 1;  // sixteen sums, no crossings
constexpr std::uint32_t kNarrowWidth = 16;
constexpr std::uint32_t kMostRows = 1U << 20;
constexpr float kLargest = 32767.0F;

LineSums scales_of(const std::vector<float>& rows) {
  LineSums scales{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& scale = scales[i % kLineWidth];
    scale = std::max(scale, std::abs(rows[i]) / kLargest);
  }
  return scales;
}

float take_finite(ByteReader& reader) {
  const auto value = reader.take<float>();
  if (!std::isfinite(value)) refuse_weights("a weight is no finite number");
  return value;
}

// Sums beyond the file's width stay 0.
LineWeights read_columns(ByteReader& reader, std::size_t rows, std::size_t width) {
  LineWeights weights;
  LineSums scales{};
  for (std::size_t i = 0; i < width; ++i) weights.outputs[i] = take_finite(reader);
  for (std::size_t i = 0; i < width; ++i) scales[i] = take_finite(reader);
  weights.rows.assign(rows * kLineWidth, 0.0F);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < width; ++i) {
      weights.rows[row * kLineWidth + i] = scales[i] * static_cast<float>(reader.take<std::int16_t>());
    }
  }
  return weights;
}

}  // namespace

void refuse_weights(const std::string& reason) {
  throw Error("engine/weights",
              "these are no weights of a line net: " + reason + "; right is a file that `motu train-lines` wrote");
}

std::string ByteWriter::finish() {
  add(fnv_of_bytes(std::as_bytes(std::span(bytes_))));
  return std::move(bytes_);
}

ByteReader::ByteReader(std::string_view bytes, std::string_view magic, const std::string& what) : bytes_(bytes) {
  if (!bytes.starts_with(magic)) refuse_weights("it does not begin like " + what);
  if (bytes.size() < magic.size() + sizeof(std::uint64_t)) refuse_weights("it ends too early");
  std::uint64_t sum = 0;
  std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
  bytes_.remove_suffix(sizeof sum);
  if (fnv_of_bytes(std::as_bytes(std::span(bytes_))) != sum)
    refuse_weights("its checksum is wrong, so it is torn or was changed");
  bytes_.remove_prefix(magic.size());
}

void ByteReader::finish() const {
  if (!bytes_.empty()) refuse_weights("it goes on after its end");
}

void write_rules(ByteWriter& writer, const AtmalofRules& rules) {
  for (const int number : {rules.rows, rules.cols, rules.extra_rows, rules.extra_cols, rules.line, rules.pieces,
                           static_cast<int>(rules.tiebreak_both)}) {
    writer.add(static_cast<std::int32_t>(number));
  }
}

AtmalofRules read_rules(ByteReader& reader) {
  AtmalofRules rules;
  for (int* number : {&rules.rows, &rules.cols, &rules.extra_rows, &rules.extra_cols, &rules.line, &rules.pieces}) {
    *number = reader.take<std::int32_t>();
  }
  rules.tiebreak_both = reader.take<std::int32_t>() != 0;
  return rules;
}

std::string write_line_file(const LineFile& file) {
  ByteWriter writer;
  writer.add_text(kMagic);
  writer.add(kVersion);
  writer.add(static_cast<std::uint32_t>(kLineWidth));
  writer.add(static_cast<std::uint32_t>(file.weights.rows.size() / kLineWidth));
  const AtmalofRules none{0, 0, 0, 0, 0, 0, false};
  write_rules(writer, file.is_general ? none : file.rules);
  writer.add(file.games);
  writer.add(file.positions);
  const LineSums scales = scales_of(file.weights.rows);
  for (const float output : file.weights.outputs) writer.add(output);
  for (const float scale : scales) writer.add(scale);
  for (std::size_t i = 0; i < file.weights.rows.size(); ++i) {
    const float scale = scales[i % kLineWidth];
    writer.add(static_cast<std::int16_t>(scale > 0 ? std::lround(file.weights.rows[i] / scale) : 0));
  }
  return writer.finish();
}

LineFile read_line_file(std::string_view bytes) {
  ByteReader reader(bytes, kMagic, "one");
  const auto version = reader.take<std::uint32_t>();
  if (version != kVersion && version != kNarrowVersion) {
    refuse_weights("its version is " + std::to_string(version) + ", not " + std::to_string(kNarrowVersion) + " or " +
                   std::to_string(kVersion));
  }
  const std::size_t width = version == kVersion ? kLineWidth : kNarrowWidth;
  if (const auto found = reader.take<std::uint32_t>(); found != width) {
    refuse_weights("its width is " + std::to_string(found) + ", not " + std::to_string(width));
  }
  const auto rows = reader.take<std::uint32_t>();
  if (rows > kMostRows) refuse_weights("it claims " + std::to_string(rows) + " rows");
  LineFile file;
  file.rules = read_rules(reader);
  file.is_general = file.rules.line == 0;
  file.has_crossings = version == kVersion;
  if (version == kVersion) {
    file.games = reader.take<std::uint64_t>();
    file.positions = reader.take<std::uint64_t>();
  }
  file.weights = read_columns(reader, rows, width);
  reader.finish();
  return file;
}

void check_rows(const LineWeights& weights, const LineFeatures& features) {
  const auto rows = weights.rows.size() / kLineWidth;
  if (rows != static_cast<std::size_t>(features.num_rows())) {
    refuse_weights("it has " + std::to_string(rows) + " rows where these rules need " +
                   std::to_string(features.num_rows()));
  }
}

}  // namespace motu
