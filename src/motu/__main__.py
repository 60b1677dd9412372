"""`python -m motu` is `motu`."""

from motu.cli.main import main

main()
