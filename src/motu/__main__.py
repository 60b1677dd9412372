"""`python -m motu` is `motu`."""

from motu.cli.start import main

main()
