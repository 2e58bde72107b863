"""The command line: parse, call, render. One module for each group of commands."""

from copydesk.cli.app import main

__all__ = ["main"]
