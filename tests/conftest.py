"""For all tests: how hypothesis works here."""

import os

from hypothesis import settings

# No deadline: a shared machine is slow by chance, and speed is for bench/, not for tests. In
# continuous integration the same examples are tried each time, so that a red build can be repeated.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
