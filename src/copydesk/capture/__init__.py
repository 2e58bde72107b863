"""Capturing sources: fetching, keeping, and reading folders of saved pages."""
