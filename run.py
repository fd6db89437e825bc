"""The command line: ``python run.py --help``."""

import sys

if __name__ == "__main__":  # worker processes import this file again, without the command line
    try:
        from harness.cli import main

        main()
    except KeyboardInterrupt:  # before the command line could take it in hand
        sys.exit(130)
