"""The command line: ``python run.py --help``."""

if __name__ == "__main__":  # worker processes import this file again, without the command line
    from harness.cli import main

    main()
