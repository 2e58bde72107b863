"""Machine-readable originals: the data that a site's own interface gives for a cited page.

One small module for each site turns the cited address into requests; :mod:`.registry` lists them.
"""
