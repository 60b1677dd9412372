"""Stands for a worker of a match and fails in every game: dies by a signal, says no more, or leaves.

As "prints" it is a real worker whose players print; as "dies-once FILE" it is one unless it is the first, which makes
the file.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motu import State

if sys.argv[1] == "dies-once" and Path(sys.argv[2]).exists():
    from motu.arena import worker

    worker.main()

if sys.argv[1] == "prints":
    from motu.arena import worker
    from motu.arena.seats import OwnSeat

    choose = OwnSeat.choose

    def choose_aloud(self: OwnSeat, state: State) -> str:
        os.write(1, b"thinking\n")
        return choose(self, state)

    OwnSeat.choose = choose_aloud  # type: ignore[method-assign]
    worker.main()

for _ in sys.stdin:
    sys.stdout.write(json.dumps({"turn": 1}) + "\n")
    sys.stdout.flush()
    if sys.argv[1] == "dies-once":
        Path(sys.argv[2]).touch()
    if sys.argv[1].startswith("dies"):
        os.kill(os.getpid(), signal.SIGKILL)
    if sys.argv[1] == "leaves":
        sys.stderr.write("a moment later:\n")
        sys.stderr.flush()
        time.sleep(0.5)
        sys.exit("no such module")
    time.sleep(1000)
