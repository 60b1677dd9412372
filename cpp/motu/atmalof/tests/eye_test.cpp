// What attracts in Atmalof: long lines, and weights that stay what they were.
#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "motu/atmalof/line_eye.hpp"

using namespace motu;

namespace {

std::map<std::string, double> weights(const State& state, double naivety) {
  std::vector<Action> actions;
  state.legal_actions(actions);
  const auto found = LineEye(expect<AtmalofGame>(state.game())).weights(state, actions, naivety);
  std::map<std::string, double> named;
  for (std::size_t i = 0; i < actions.size(); ++i) named[state.action_to_string(actions[i])] = found[i];
  return named;
}

}  // namespace

TEST_CASE("lines attract the more the longer they are, and hopeful people see the best face") {
  const auto game = AtmalofGame::create({});
  std::vector<std::uint8_t> stones(49, kNoColour);
  for (const int red : {14, 15, 16, 4}) stones[static_cast<std::size_t>(red)] = kFirst;  // r3c1 to r3c3, r1c5
  stones[40] = kSecond;                                                                  // r6c6
  const auto state = game->new_state();
  state->setup(stones, kFirst, 0);
  auto sober = weights(*state, 0.0);
  for (const auto& [text, weight] : sober) {
    CHECK(weight > 0);
    if (text.find('-') == std::string::npos) CHECK(weight <= sober["r3"]);
  }
  CHECK(sober["r3c3-r4c3"] < sober["r6"]);
  auto hopeful = weights(*state, 1.0);
  CHECK(hopeful["c4"] / hopeful["r3"] > sober["c4"] / sober["r3"]);  // r3c4 is one face of six there
}

TEST_CASE("every line and every move attracts as much as it did when levels were Python") {
  const auto state = AtmalofGame::create({})->new_state();
  for (const std::string move : {"r3=3", "r3=4"}) state->play(move);
  const std::map<double, std::map<std::string, double>> all = {
      {0.0, {{"r3", 5.600001}, {"c3", 21.5466676667}, {"c1", 8.58666766667}, {"r7", 8.05333433333}}},
      {0.4, {{"r3", 7.840001}, {"c3", 27.904001}, {"c1", 10.272001}, {"r3c3-r2c2", 1e-06}}},
      {1.0, {{"r3", 11.200001}, {"c3", 37.440001}, {"r7", 12.800001}}}};
  for (const auto& [naivety, expected] : all) {
    auto found = weights(*state, naivety);
    for (const auto& [text, weight] : expected) CHECK(found[text] == doctest::Approx(weight).epsilon(1e-9));
  }
}
