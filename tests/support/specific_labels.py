"""How the labelled sentences write the value of a specific."""

from copydesk.trace.specifics import Amount, DateValue, IdentifierValue, Item, VersionValue
from copydesk.trace.specifics.model import plain_decimal


def show(item: Item) -> str:
    value = item.value
    if isinstance(value, Amount):
        if value.vague:
            return f"{plain_decimal(value.amount)}+" + (f" {value.unit}" if value.unit else "")
        high = f"..{plain_decimal(value.high)}" if value.high is not None else ""
        unit = f" {value.unit}" if value.unit else ""
        return ("#" if value.ordinal else "") + plain_decimal(value.amount) + high + unit
    if isinstance(value, DateValue):
        return _date(value)
    if isinstance(value, VersionValue):
        return "v" + ".".join(value.parts) + value.suffix
    assert isinstance(value, IdentifierValue)
    return f"{value.scheme}:{value.id}"


def _date(value: DateValue) -> str:
    if value.relative:
        return f"rel:{value.relative}"
    if value.decade is not None:
        return f"{value.decade}s"
    parts = []
    year = f"{value.year:04}" if value.year else ""
    if value.month:
        day = f"-{value.day:02}" if value.day else ""
        parts.append(f"{year or '-'}-{value.month:02}{day}")
    elif value.quarter:
        parts.append(f"{year}-Q{value.quarter}" if year else f"Q{value.quarter}")
    elif year:
        parts.append(("FY" if value.fiscal else "") + year)
    if value.weekday is not None:
        parts.append(f"wd{value.weekday}")
    if value.time:
        parts.append(f"T{value.time}" + (f" {value.zone}" if value.zone else ""))
    return " ".join(parts)
