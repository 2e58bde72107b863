"""What an editor sees of a report, before it is text or HTML.

Pure: a report, its article and its evidence in, ordered items with words in their context out. The
terminal (``copydesk.cli.render_report``) and the page (``copydesk.press.report_html``) show the
same items in the same order.
"""

from copydesk.report_view.github import github_lines
from copydesk.report_view.items import Group, Item, Selection, brief, choose, items_of
from copydesk.report_view.passages import Words
from copydesk.report_view.places import Lines
from copydesk.report_view.sarif import sarif
from copydesk.report_view.sides import Sides

__all__ = [
    "Group",
    "Item",
    "Lines",
    "Selection",
    "Sides",
    "Words",
    "brief",
    "choose",
    "github_lines",
    "items_of",
    "sarif",
]
