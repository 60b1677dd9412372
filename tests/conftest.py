"""What holds for all tests."""

from __future__ import annotations

import signal

# Whoever runs the tests in the background of a shell passes "ignore Ctrl-C" on to every process that they start; the
# tests of Ctrl-C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
