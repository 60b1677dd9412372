"""Stands for a worker of a match and fails in every game: dies by a signal, says no more, or leaves."""

import json
import os
import signal
import sys
import time

for _ in sys.stdin:
    sys.stdout.write(json.dumps({"turn": 1}) + "\n")
    sys.stdout.flush()
    if sys.argv[1] == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if sys.argv[1] == "leaves":
        sys.exit("no such module")
    time.sleep(1000)
