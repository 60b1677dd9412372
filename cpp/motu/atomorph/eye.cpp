#include "motu/atomorph/eye.hpp"

namespace motu {

SeenBoard seen_points(int size) {
  const int last = size - 1;
  SeenBoard seen;
  std::array<std::vector<int>, 4> edges;  // top, right, bottom, left
  for (int point = 0; point < size * size; ++point) {
    const int column = point % size;
    const int row = point / size;
    seen.centres.push_back({static_cast<double>(column), static_cast<double>(row)});
    auto& around = seen.neighbours.emplace_back();
    if (row < last) around.push_back(point + size);
    if (column < last) around.push_back(point + 1);
    if (row > 0) around.push_back(point - size);
    if (column > 0) around.push_back(point - 1);
    if (around.size() < 4) seen.rim.push_back(point);
    if (row == last) edges[0].push_back(point);
    if (column == last) edges[1].push_back(point);
    if (row == 0) edges[2].push_back(point);
    if (column == 0) edges[3].push_back(point);
  }
  for (std::size_t edge = 0; edge < edges.size(); ++edge) seen.islands[edge % 2].push_back(edges[edge]);
  return seen;
}

}  // namespace motu
