// What every benchmark shares: rounds in turn, CPU time, one JSON line for each subject.
//
//   NAME [rounds] [CPU seconds a subject and round] [words of group names…]
//
// The subjects of a group take turns, a short slice each, in every round: whatever else the machine does meanwhile
// meets all of them alike, and the ratio of two subjects within a round means more than either rate. A line is
//
//   {"group": …, "subject": …, "unit": …, "per_cpu_second": median, "rounds": [rate, …], …facts}
//
// The subject named "reference" is what the others of its group are measured against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace motu::bench {

// CPU time of this process.
inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Numbers that describe what was played, by name.
using Facts = std::vector<std::pair<std::string, double>>;

struct Subject {
  std::string name;
  // Does the work so many times and returns how many units that were.
  std::function<std::uint64_t(std::uint64_t times)> work;
  std::function<Facts()> facts = [] { return Facts{}; };
};

struct Group {
  std::string name;
  std::string unit;  // what is counted: "playouts", "plies"
  std::vector<Subject> subjects;
};

struct Settings {
  int rounds = 15;
  double seconds = 0.05;
  std::vector<std::string> wanted;  // a group runs when its name contains one of these, or when there are none

  static Settings of(int argc, char** argv) {
    Settings settings;
    if (argc > 1) settings.rounds = std::max(1, std::atoi(argv[1]));
    if (argc > 2) settings.seconds = std::atof(argv[2]);
    settings.wanted.assign(argv + std::min(argc, 3), argv + argc);
    return settings;
  }
  bool wants(std::string_view group) const {
    const auto matches = [&](const std::string& word) { return group.find(word) != std::string_view::npos; };
    return wanted.empty() || std::ranges::any_of(wanted, matches);
  }
};

// Units a CPU second in one slice. The batches grow, so that looking at the clock costs nothing.
inline double measure_slice(const Subject& subject, double seconds) {
  std::uint64_t units = 0;
  double spent = 0.0;
  const double begin = cpu_seconds();
  for (std::uint64_t batch = 1; spent < seconds; batch = std::min<std::uint64_t>(2 * batch, 1024)) {
    units += subject.work(batch);
    spent = cpu_seconds() - begin;
  }
  return static_cast<double>(units) / spent;
}

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

inline void print(const Group& group, const Subject& subject, const std::vector<double>& rates) {
  std::printf("{\"group\": \"%s\", \"subject\": \"%s\", \"unit\": \"%s\", \"per_cpu_second\": %.0f, \"rounds\": [",
              group.name.c_str(), subject.name.c_str(), group.unit.c_str(), median(rates));
  for (std::size_t i = 0; i < rates.size(); ++i) std::printf("%s%.0f", i == 0 ? "" : ", ", rates[i]);
  std::printf("]");
  for (const auto& [name, value] : subject.facts()) std::printf(", \"%s\": %.4f", name.c_str(), value);
  std::printf("}\n");
  std::fflush(stdout);
}

// Measures the subjects in turn and prints a line for each. A first slice, not counted, warms everything up.
inline void run(const Group& group, const Settings& settings) {
  if (!settings.wants(group.name)) return;
  std::vector<std::vector<double>> rates(group.subjects.size());
  for (const Subject& subject : group.subjects) measure_slice(subject, settings.seconds / 4);
  for (int round = 0; round < settings.rounds; ++round) {
    for (std::size_t i = 0; i < group.subjects.size(); ++i) {
      rates[i].push_back(measure_slice(group.subjects[i], settings.seconds));
    }
  }
  for (std::size_t i = 0; i < group.subjects.size(); ++i) print(group, group.subjects[i], rates[i]);
}

}  // namespace motu::bench
