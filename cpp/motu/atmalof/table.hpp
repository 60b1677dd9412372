// A table of solved positions on disk: every position's bounds, looked up without reading the rest.
//
// Little-endian. "MOTUTABL", version, the rules, the step of the iteration, the number of layers; for each layer its
// entry; a checksum of all that. Then for each layer the blocks (layer_codec.hpp), each behind a checksum of its own,
// so that damage is found where it matters, and the offset of every block.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "motu/atmalof/file_rules.hpp"
#include "motu/atmalof/layer_codec.hpp"
#include "motu/atmalof/layer_index.hpp"
#include "motu/core/tables/mapped_file.hpp"

namespace motu {

class LineSolve;

// What is known of a layer as a whole. Positions count their images under the board's symmetries, and only those in
// which nobody has a line.
struct LayerFacts {
  std::int32_t own = 0;
  std::int32_t enemy = 0;
  std::uint32_t sweeps = 0;  // through the pair of layers
  std::uint32_t reserved = 0;
  double seconds = 0.0;       // CPU time for the pair
  std::uint64_t entries = 0;  // in the table
  std::uint64_t positions = 0;
  std::uint64_t open = 0;  // positions whose bounds are further apart than kClosedWidth
};

// Bounds this near to each other are one figure: what rounding leaves of it.
inline constexpr double kClosedWidth = 1e-3;

class LineTable {
 public:
  // Throws "solve/table" for anything but a whole table of this version.
  static std::shared_ptr<const LineTable> open(const std::filesystem::path& path);
  // Writes the layers that `solve` has finished, all of them. Answers false, and leaves nothing, where `goes_on` did.
  static bool write(const LineSolve& solve, const std::filesystem::path& path,
                    const std::function<bool()>& goes_on = {});

  LineTable(const LineTable&) = delete;
  LineTable& operator=(const LineTable&) = delete;

  const std::filesystem::path& path() const { return file_->path(); }
  const LayerBoard& board() const { return board_; }
  double tolerance() const;
  std::uint64_t bytes() const { return file_->bytes().size(); }
  std::vector<LayerFacts> facts() const;
  // Preconditions: board().is_layer of their sizes; disjoint; nobody has a line.
  FileBounds bounds(SquareMask own, SquareMask enemy) const;
  const LayerIndex& index(int own, int enemy) const { return layer(own, enemy).index; }
  // The block that holds an index of a layer, unpacked.
  void read_block(int own, int enemy, std::uint64_t block, std::vector<FileBounds>& out) const;

 private:
  struct Entry {
    LayerFacts facts;
    std::uint64_t offset = 0;  // of the blocks' offsets, one more than there are blocks, each a uint64
  };
  struct Header {
    char magic[8] = {'M', 'O', 'T', 'U', 'T', 'A', 'B', 'L'};
    std::uint32_t version = 1;
    FileRules rules;
    std::int32_t step = 0;
    std::uint32_t num_layers = 0;
    std::uint64_t size = 0;  // of the file
  };
  static_assert(sizeof(Header) == 56 && sizeof(Entry) == 56 && sizeof(LayerFacts) == 48);
  struct Layer {
    LayerIndex index;
    Entry entry;
  };

  LineTable(std::shared_ptr<const MappedFile> file, const Header& header);
  static Header read_header(const MappedFile& file);
  void read_layers();
  const Layer& layer(int own, int enemy) const;
  static Entry write_layer(FileWriter& writer, const LineSolve& solve, const LayerIndex& index,
                           const std::function<bool()>& goes_on);
  static void write_head(FileWriter& writer, const Header& header, const std::vector<Entry>& entries);

  std::shared_ptr<const MappedFile> file_;
  Header header_;
  LayerBoard board_;
  std::vector<Layer> layers_;
  std::vector<int> slots_;  // [own * (most pieces + 1) + enemy]: in layers_, or -1
};

}  // namespace motu
