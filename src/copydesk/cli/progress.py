"""What a progress bar says beside the bar itself."""

from __future__ import annotations

from rich.progress import ProgressColumn, Task
from rich.text import Text

__all__ = ["RateColumn"]


class RateColumn(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        """As the bar shows it."""
        return Text(f"{task.speed:,.1f}/s" if task.speed else "")
