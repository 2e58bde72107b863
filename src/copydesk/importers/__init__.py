"""Other systems' archives and formats, read as ours."""
