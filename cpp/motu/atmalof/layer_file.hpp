// A layer at full precision on disk: finished ones are read by the layers below, unfinished ones are gone on with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "motu/atmalof/file_rules.hpp"
#include "motu/atmalof/layer_index.hpp"
#include "motu/atmalof/layer_values.hpp"
#include "motu/core/tables/mapped_file.hpp"

namespace motu {

// How far the work on a layer has got.
struct LayerState {
  std::uint32_t sweeps = 0;
  bool is_finished = false;
  double seconds = 0.0;  // CPU time
};

class LayerFile {
 public:
  // The folder and the iteration's step are part of what a file belongs to.
  LayerFile(std::filesystem::path folder, const AtmalofRules& rules, std::int32_t step);

  // What stands in the file of a layer without its values; nothing where there is none.
  std::optional<LayerState> look(int own, int enemy) const;
  // The values, in the file's own memory. Throws "solve/table" for a file that is torn or of something else.
  LayerValues read(const LayerIndex& index) const;
  void write(const LayerIndex& index, const LayerValues& values, const LayerState& state) const;
  std::filesystem::path path(int own, int enemy) const;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  struct Header {
    char magic[8] = {'M', 'O', 'T', 'U', 'L', 'A', 'Y', 'R'};
    std::uint32_t version = 2;
    FileRules rules;
    std::int32_t step = 0;
    std::int32_t own = 0;
    std::int32_t enemy = 0;
    std::uint32_t sweeps = 0;
    std::uint32_t is_finished = 0;
    std::uint32_t reserved = 0;
    double seconds = 0.0;
    std::uint64_t size = 0;
    std::uint64_t checksum = 0;       // of the values
    std::uint64_t head_checksum = 0;  // of all that stands above
  };
  static_assert(sizeof(Header) == 96);

  static std::uint64_t head_checksum_of(const Header& header);
  Header read_header(const MappedFile& file, int own, int enemy) const;

  std::filesystem::path folder_;
  FileRules rules_;
  std::int32_t step_;
};

}  // namespace motu
