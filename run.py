"""The command line: ``python run.py --help``."""

import os
import sys

if __name__ == "__main__":  # worker processes import this file again, without the command line
    home = os.path.dirname(os.path.abspath(__file__))
    if home not in sys.path:  # python -P leaves it out
        sys.path.insert(0, home)
    try:
        from harness.cli import main

        main()
    except KeyboardInterrupt:  # before the command line could take it in hand
        sys.exit(130)
