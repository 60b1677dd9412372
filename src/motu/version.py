"""The version of motu: the one place where it is written (floor: version; imports nothing of motu).

`scripts/release` changes it, and all files that have to repeat it.
"""

VERSION = "0.1.0"
