"""Copies that a web archive holds of a page which could not be had from its own site."""
