"""Copydesk: the desk between a draft and the public.

It keeps every cited source as evidence, traces every specific of an article to the words that
support it, applies the newsroom's editorial policy, and publishes the article with a signed,
logged Provenance Record that any reader verifies alone and offline.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
