"""The reader's pages: an index, and for each article its page and its Provenance Record.

Pure rendering of records that were loaded and verified elsewhere. ``view_*`` modules turn a record
into plain values, templates lay them out, ``state`` says in words what the verifier's checks mean.
"""

from copydesk.press.site import ReadArticle, render_article, render_site

__all__ = ["ReadArticle", "render_article", "render_site"]
