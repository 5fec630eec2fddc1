"""`python -m firmware` is the same as `jumpseat`."""

import sys

from firmware.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
