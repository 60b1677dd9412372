#include "motu/atomorph/proof_file.hpp"

#include <cstdint>

#include "motu/atomorph/variant_code.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/tables/record_file.hpp"

namespace motu {

namespace {

constexpr std::uint64_t kFormat = 0x666C69702D707231ULL;  // another one when questions are written otherwise

template <class Set>
TableKind kind_of(const AtomorphRules& rules) {
  const auto size = static_cast<std::uint32_t>(rules.size);
  const std::uint32_t variant = variant_of(rules);
  return {.fingerprint = splitmix64(kFormat ^ (std::uint64_t{size} << 32 | variant)),
          .words = BasicFlipMemory<Set>::kRecordWords,
          .described = "atomorph(" + rules_text(size, variant) + ")"};
}

}  // namespace

template <class Set>
void save_proofs(const BasicFlipMemory<Set>& memory, const AtomorphRules& rules, const std::string& path) {
  TableWriter writer(path, kind_of<Set>(rules));
  memory.for_each([&](const auto& entry) { writer.write(BasicFlipMemory<Set>::pack(entry)); });
  writer.finish();
}

template <class Set>
void load_proofs(BasicFlipMemory<Set>& memory, const AtomorphRules& rules, const std::string& path) {
  TableReader reader(path, kind_of<Set>(rules));
  typename BasicFlipMemory<Set>::Record record{};
  while (reader.read(record)) memory.take(record);
}

template void save_proofs(const BasicFlipMemory<FlipSet>&, const AtomorphRules&, const std::string&);
template void save_proofs(const BasicFlipMemory<WideFlipSet>&, const AtomorphRules&, const std::string&);
template void load_proofs(BasicFlipMemory<FlipSet>&, const AtomorphRules&, const std::string&);
template void load_proofs(BasicFlipMemory<WideFlipSet>&, const AtomorphRules&, const std::string&);

}  // namespace motu
