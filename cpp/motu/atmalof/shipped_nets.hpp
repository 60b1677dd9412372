// Which net plays which rules: weights taken into use by hand, else those that came with the program for exactly these
// rules, else its general ones.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "motu/atmalof/net.hpp"
#include "motu/atmalof/weights_file.hpp"

namespace motu {

// The net for a game; made once. From any thread.
std::shared_ptr<const LineNet> line_net_for(const AtmalofGame& game);
// Takes weights into use: those of one set of rules for these, general ones for all rules that have none of their own.
// Searches that have begun keep theirs. Throws "engine/weights".
void use_line_weights(std::string_view bytes);
// Forgets what was taken into use by hand.
void forget_line_weights();
// What came with the program for a game, whatever was taken into use by hand.
std::shared_ptr<const LineNet> shipped_line_net(const AtmalofGame& game);
// The general net for a game, whatever there is for its own rules: what training measures itself against.
std::shared_ptr<const LineNet> general_line_net(const AtmalofGame& game);

// The net of a file, without taking it into use. Throws "engine/weights", also where it is for other rules.
std::shared_ptr<const LineNet> read_line_net(const AtmalofGame& game, std::string_view bytes);
// The same of a file that has been read.
std::shared_ptr<const LineNet> line_net_of(const AtmalofGame& game, const LineFile& file);

// What a file of weights for exactly these rules is called: their numbers and ".lines".
std::string line_file_name(const AtmalofRules& rules);
inline constexpr std::string_view kGeneralLineFile = "general.lines";

// The files that came with the program; made by the build from cpp/motu/atmalof/weights.
std::span<const std::string_view> shipped_line_weights();

}  // namespace motu
