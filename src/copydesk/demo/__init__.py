"""The demo: the main job on a bundled newsroom, over real HTTP on this machine."""
