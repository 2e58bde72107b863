"""``python -m copydesk``: the same command."""

from copydesk.cli import main

if __name__ == "__main__":
    main()
