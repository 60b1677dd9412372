// Solves positions of Atoll, Hex included: who wins by placing stones in turn. The pie rule is the caller's affair.
//
// What was learned stays, in tables of fixed size, and may be kept in a file. One call at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/proof_search.hpp"
#include "motu/atoll/table.hpp"

namespace motu {

struct SolverLimits {
  std::uint64_t nodes = 0;  // 0: as many as it takes
  double seconds = 0;       // of wall time; 0: as long as it takes
};

struct SolverProgress {
  std::uint64_t nodes = 0;
  double seconds = 0;  // of wall time
  ProofNumbers root;
};

struct SolverAnswer {
  Colour winner = kNoColour;  // kNoColour: a limit was met first
  // The mover's best: it wins, or puts up the longest defence known. -1 while nothing is known.
  Action move = -1;
  std::vector<int> carrier;  // empty cells within which the winner wins
  std::uint64_t nodes = 0;
  double cpu_seconds = 0;  // of the process
  ProofNumbers root;       // from the side of the mover
};

// Called now and then in the caller's thread; false stops.
using SolverCallback = std::function<bool(const SolverProgress&)>;

class ConnectionSolver {
 public:
  virtual ~ConnectionSolver() = default;
  // The game must not be over. `stop` may be null.
  virtual SolverAnswer solve(std::span<const std::uint8_t> stones, Colour to_move, const SolverLimits& limits,
                             const std::atomic<bool>* stop, const SolverCallback& report) = 0;
  // Bytes taken for tables.
  virtual std::size_t bytes() const = 0;
  // What was learned, to a file and from one; `described` is what people call the board. Throw "solve/table".
  void save(const std::string& path, const std::string& described) const;
  void load(const std::string& path, const std::string& described);
  // What was proved, added to a file that searches look things up in (table.hpp); how many positions it
  // holds then. Throws "solve/table".
  std::uint64_t keep(const std::string& path, const std::string& described) const;

 protected:
  using VisitRecord = std::function<void(std::span<const std::uint64_t>)>;

  virtual const HexBoard& board() const = 0;
  // What was learned, in records of so many words; it takes such records in, too.
  virtual std::size_t record_words() const = 0;
  virtual void for_each_record(const VisitRecord& visit) const = 0;
  virtual void take_record(std::span<const std::uint64_t> record) = 0;
  virtual std::vector<ProvedPosition> proved_positions() const = 0;
};

// Tables take no more than `bytes` altogether. Throws "solve/limits" for less than a megabyte a thread.
std::unique_ptr<ConnectionSolver> make_connection_solver(std::shared_ptr<const AtollGame> game, std::size_t bytes,
                                                         int threads, const ProofOptions& options = {});

}  // namespace motu
