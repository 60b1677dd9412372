"""Nets: what they see, the files they come in, and what runs them (floor: eval).

`find_net` gives the net for a game, `Net` judges positions; trained by `motu train` (docs/nets.md).
"""

from motu.eval.nets.encoding import Encoding
from motu.eval.nets.installed import installed_nets, open_net
from motu.eval.nets.net import Judgement, Net
from motu.eval.nets.net_file import NetInfo, TrainingStep
from motu.eval.nets.selection import default_net, find_net, has_net

__all__ = [
    "Encoding",
    "Judgement",
    "Net",
    "NetInfo",
    "TrainingStep",
    "default_net",
    "find_net",
    "has_net",
    "installed_nets",
    "open_net",
]
