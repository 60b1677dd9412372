#include "motu/solve/layer_file.hpp"

#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace motu {

LayerFile::LayerFile(std::filesystem::path folder, const AtmalofRules& rules, std::int32_t step)
    : folder_(std::move(folder)), rules_(FileRules::of(rules)), step_(step) {}

std::filesystem::path LayerFile::path(int own, int enemy) const {
  return folder_ / (std::to_string(own) + "-" + std::to_string(enemy) + ".layer");
}

LayerFile::Header LayerFile::read_header(const MappedFile& file, int own, int enemy) const {
  const auto header = file.read<Header>(0);
  const Header right;
  if (std::memcmp(header.magic, right.magic, sizeof header.magic) != 0) {
    refuse_table(file.path(), "it does not begin like a layer");
  }
  if (header.version != right.version) {
    refuse_table(file.path(),
                 "its version is " + std::to_string(header.version) + ", not " + std::to_string(right.version));
  }
  if (header.rules != rules_) refuse_table(file.path(), "it belongs to " + header.rules.text());
  if (header.step != step_) refuse_table(file.path(), "it was made with another tolerance");
  if (header.own != own || header.enemy != enemy) refuse_table(file.path(), "it is another layer");
  return header;
}

std::optional<LayerState> LayerFile::look(int own, int enemy) const {
  const auto at = path(own, enemy);
  if (!std::filesystem::exists(at)) return std::nullopt;
  const Header header = read_header(*MappedFile::open(at), own, enemy);
  return LayerState{header.sweeps, header.is_finished != 0, header.seconds};
}

LayerValues LayerFile::read(const LayerIndex& index) const {
  const auto file = MappedFile::open(path(index.own(), index.enemy()));
  const Header header = read_header(*file, index.own(), index.enemy());
  if (header.size != index.size() || file->bytes().size() != sizeof(Header) + header.size * sizeof(std::uint64_t)) {
    refuse_table(file->path(), "its size is wrong");
  }
  const auto bytes = file->stretch(sizeof(Header), header.size * sizeof(std::uint64_t));
  if (hash_of(bytes) != header.checksum) refuse_table(file->path(), "its checksum is wrong, so it is torn");
  return {reinterpret_cast<const std::uint64_t*>(bytes.data()), header.size, file};
}

void LayerFile::write(const LayerIndex& index, const LayerValues& values, const LayerState& state) const {
  const auto bytes = std::as_bytes(std::span(values.data(), values.size()));
  Header header;
  header.rules = rules_;
  header.step = step_;
  header.own = index.own();
  header.enemy = index.enemy();
  header.sweeps = state.sweeps;
  header.is_finished = state.is_finished ? 1 : 0;
  header.seconds = state.seconds;
  header.size = values.size();
  header.checksum = hash_of(bytes);
  FileWriter writer(path(index.own(), index.enemy()));
  writer.write_value(header);
  writer.write(bytes);
  writer.finish();
}

}  // namespace motu
