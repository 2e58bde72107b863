"""Newsrooms on disk: opening, changing as one, and the steps from draft to publication."""
