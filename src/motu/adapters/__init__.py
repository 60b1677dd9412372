"""The games as environments of other frameworks (floor: adapters, above everything but the command line).

Each module needs its framework, which `pip install 'motu[adapters]'` brings: `motu.adapters.openspiel`,
`motu.adapters.pettingzoo`, `motu.adapters.gymnasium`. All keep motu's own numbers: actions are those of
`State.legal_actions`, persons are 0 and 1 and stay who they are after a swap, results are 1, -1 or 0, observations are
`State.observation(person)`, planes first (docs/observations.md).
"""
