"""Measured units: how each is written, what it measures, and what one of it is in the base unit."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["COUNT_UNITS", "DIMENSIONS", "UNIT_NAMES", "dimension", "is_money"]

_F = Fraction
_ONE = Fraction(1)
# unit -> (what it measures, how many base units one of it is). Months and years are a dimension
# of their own: no number of days is a month.
DIMENSIONS: dict[str, tuple[str, Fraction]] = {
    **{
        name: ("time", _F(size))
        for name, size in (
            ("ns", _F(1, 10**9)),
            ("µs", _F(1, 10**6)),
            ("ms", _F(1, 1000)),
            ("second", _F(1)),
            ("minute", _F(60)),
            ("hour", _F(3600)),
            ("day", _F(86400)),
            ("week", _F(604800)),
            ("fortnight", _F(1209600)),
        )
    },
    **{
        name: ("months", _F(size))
        for name, size in (
            ("month", 1),
            ("quarter", 3),
            ("year", 12),
            ("decade", 120),
            ("century", 1200),
        )
    },
    **{
        name: ("bytes", _F(size))
        for name, size in (
            ("byte", 1),
            ("kB", 10**3),
            ("MB", 10**6),
            ("GB", 10**9),
            ("TB", 10**12),
            ("PB", 10**15),
            ("EB", 10**18),
            ("KiB", 2**10),
            ("MiB", 2**20),
            ("GiB", 2**30),
            ("TiB", 2**40),
            ("PiB", 2**50),
        )
    },
    **{
        name: ("bits", _F(size))
        for name, size in (
            ("bit", 1),
            ("kbit", 10**3),
            ("Mbit", 10**6),
            ("Gbit", 10**9),
            ("Tbit", 10**12),
        )
    },
    **{
        name: ("bits per second", _F(size))
        for name, size in (
            ("kbit/s", 10**3),
            ("Mbit/s", 10**6),
            ("Gbit/s", 10**9),
            ("Tbit/s", 10**12),
        )
    },
    **{
        name: ("bytes per second", _F(size))
        for name, size in (("kB/s", 10**3), ("MB/s", 10**6), ("GB/s", 10**9), ("TB/s", 10**12))
    },
    **{
        name: ("length", _F(size))
        for name, size in (
            ("nm", _F(1, 10**9)),
            ("µm", _F(1, 10**6)),
            ("mm", _F(1, 1000)),
            ("cm", _F(1, 100)),
            ("m", _F(1)),
            ("km", _F(1000)),
            ("inch", _F(254, 10000)),
            ("foot", _F(3048, 10000)),
            ("yard", _F(9144, 10000)),
            ("mile", _F(1609344, 1000)),
            ("nautical mile", _F(1852)),
            ("au", _F(149597870700)),
            ("light-year", _F(9460730472580800)),
            ("parsec", _F(30856775814913673)),
        )
    },
    **{
        name: ("area", _F(size))
        for name, size in (
            ("m²", _F(1)),
            ("km²", _F(10**6)),
            ("hectare", _F(10**4)),
            ("acre", _F("4046.8564224")),
            ("ft²", _F("0.09290304")),
            ("mile²", _F("2589988.110336")),
        )
    },
    **{
        name: ("volume", _F(size))
        for name, size in (
            ("ml", _F(1, 1000)),
            ("litre", _F(1)),
            ("m³", _F(1000)),
            ("hl", _F(100)),
            ("ft³", _F("28.316846592")),
            ("km³", _F(10**12)),
            ("gallon", _F("3.785411784")),
            ("barrel", _F("158.987294928")),
        )
    },
    **{
        name: ("mass", _F(size))
        for name, size in (
            ("µg", _F(1, 10**6)),
            ("mg", _F(1, 1000)),
            ("g", _F(1)),
            ("kg", _F(1000)),
            ("tonne", _F(10**6)),
            ("ton", _F("907184.74")),
            ("pound-mass", _F("453.59237")),
            ("ounce", _F("28.349523125")),
            ("Mt", _F(10**12)),
            ("Gt", _F(10**15)),
        )
    },
    **{
        name: ("power", _F(size))
        for name, size in (
            ("mW", _F(1, 1000)),
            ("W", _F(1)),
            ("kW", _F(10**3)),
            ("MW", _F(10**6)),
            ("GW", _F(10**9)),
            ("TW", _F(10**12)),
            ("hp", _F("745.699872")),
        )
    },
    **{
        name: ("energy", _F(size))
        for name, size in (
            ("J", _F(1)),
            ("kJ", _F(10**3)),
            ("MJ", _F(10**6)),
            ("Wh", _F(3600)),
            ("kWh", _F(3600 * 10**3)),
            ("MWh", _F(3600 * 10**6)),
            ("GWh", _F(3600 * 10**9)),
            ("TWh", _F(3600 * 10**12)),
        )
    },
    **{
        name: ("frequency", _F(size))
        for name, size in (("Hz", 1), ("kHz", 10**3), ("MHz", 10**6), ("GHz", 10**9))
    },
    **{
        name: ("speed", _F(size))
        for name, size in (
            ("m/s", _F(1)),
            ("km/h", _F(10, 36)),
            ("km/s", _F(1000)),
            ("mph", _F("0.44704")),
            ("knot", _F(1852, 3600)),
        )
    },
    **{
        name: ("voltage", _F(size))
        for name, size in (("mV", _F(1, 1000)), ("V", _F(1)), ("kV", _F(1000)))
    },
    **{name: ("share of points", _F(size)) for name, size in (("pp", _F(1)), ("bp", _F(1, 100)))},
}
# Base: kelvin-free; the two everyday scales are compared by their own formula in ``values``.
for _name in (
    "°C",
    "°F",
    "K",
    "dB",
    "mAh",
    "rpm",
    "px",
    "fps",
    "tokens/s",
    "°",
    "psi",
    "bar",
    "kPa",
    "hPa",
    "FLOPS",
    "TFLOPS",
    "PFLOPS",
    "EFLOPS",
    "GFLOPS",
    "TOPS",
    "qubit",
    "x",
    "%",
):
    DIMENSIONS[_name] = (_name, _F(1))
for _name, _power in (("GFLOPS", 9), ("TFLOPS", 12), ("PFLOPS", 15), ("EFLOPS", 18)):
    DIMENSIONS[_name] = ("FLOPS", _F(10**_power))

COUNT_UNITS = frozenset({"", "x"})

# As written (exact case first, then lower case by the caller) -> unit. The bare letters are only
# read when they touch the number or stand one space after it, never before a letter.
UNIT_NAMES: dict[str, str] = {
    "KB": "kB", "kB": "kB", "MB": "MB", "GB": "GB", "TB": "TB", "PB": "PB", "EB": "EB",
    "KiB": "KiB", "MiB": "MiB", "GiB": "GiB", "TiB": "TiB", "PiB": "PiB",
    "byte": "byte", "bytes": "byte", "kilobyte": "kB", "kilobytes": "kB", "megabyte": "MB",
    "megabytes": "MB", "gigabyte": "GB", "gigabytes": "GB", "terabyte": "TB", "terabytes": "TB",
    "petabyte": "PB", "petabytes": "PB", "exabyte": "EB", "exabytes": "EB",
    "gibibyte": "GiB", "gibibytes": "GiB", "mebibyte": "MiB", "mebibytes": "MiB",
    "bit": "bit", "bits": "bit", "kilobit": "kbit", "kilobits": "kbit", "megabit": "Mbit",
    "megabits": "Mbit", "gigabit": "Gbit", "gigabits": "Gbit", "Gb": "Gbit", "Mb": "Mbit",
    "kilobits per second": "kbit/s", "kilobits a second": "kbit/s", "kilobit per second": "kbit/s",
    "megabits per second": "Mbit/s", "megabits a second": "Mbit/s", "megabit per second": "Mbit/s",
    "gigabits per second": "Gbit/s", "gigabits a second": "Gbit/s", "gigabit per second": "Gbit/s",
    "terabits per second": "Tbit/s", "terabits a second": "Tbit/s", "terabit per second": "Tbit/s",
    "kilobytes per second": "kB/s", "kilobytes a second": "kB/s", "kilobyte per second": "kB/s",
    "megabytes per second": "MB/s", "megabytes a second": "MB/s", "megabyte per second": "MB/s",
    "gigabytes per second": "GB/s", "gigabytes a second": "GB/s", "gigabyte per second": "GB/s",
    "terabytes per second": "TB/s", "terabytes a second": "TB/s", "terabyte per second": "TB/s",
    "terabit": "Tbit", "terabits": "Tbit", "Kbps": "kbit/s", "kbps": "kbit/s", "Mbps": "Mbit/s", "Gbps": "Gbit/s", "Tbps": "Tbit/s",
    "Mbit/s": "Mbit/s", "Gbit/s": "Gbit/s", "Mb/s": "Mbit/s", "Gb/s": "Gbit/s",
    "kB/s": "kB/s", "MB/s": "MB/s", "GB/s": "GB/s", "TB/s": "TB/s",
    "nm": "nm", "nanometer": "nm", "nanometers": "nm", "nanometre": "nm", "nanometres": "nm",
    "µm": "µm", "μm": "µm", "micron": "µm", "microns": "µm", "micrometer": "µm",
    "micrometers": "µm", "micrometre": "µm", "micrometres": "µm",
    "mm": "mm", "millimeter": "mm", "millimeters": "mm", "millimetre": "mm", "millimetres": "mm",
    "cm": "cm", "centimeter": "cm", "centimeters": "cm", "centimetre": "cm", "centimetres": "cm",
    "meter": "m", "meters": "m", "metre": "m", "metres": "m",
    "km": "km", "kms": "km", "kilometer": "km", "kilometers": "km", "kilometre": "km",
    "kilometres": "km", "inch": "inch", "inches": "inch", "foot": "foot", "feet": "foot",
    "ft": "foot", "yard": "yard", "yards": "yard", "mile": "mile", "miles": "mile",
    "nautical mile": "nautical mile", "nautical miles": "nautical mile",
    "light-year": "light-year", "light-years": "light-year", "light year": "light-year",
    "light years": "light-year", "parsec": "parsec", "parsecs": "parsec", "AU": "au",
    "astronomical units": "au",
    "square meters": "m²", "square metres": "m²", "square meter": "m²", "square metre": "m²",
    "square kilometers": "km²", "square kilometres": "km²", "square kilometer": "km²",
    "square kilometre": "km²", "sq km": "km²", "km²": "km²", "km2": "km²", "m²": "m²",
    "hectare": "hectare", "hectares": "hectare", "acre": "acre", "acres": "acre",
    "square feet": "ft²", "square foot": "ft²", "sq ft": "ft²", "square mile": "mile²",
    "square miles": "mile²",
    "ml": "ml", "mL": "ml", "milliliters": "ml", "millilitres": "ml", "liter": "litre",
    "liters": "litre", "litre": "litre", "litres": "litre", "cubic meters": "m³",
    "cubic metres": "m³", "hectolitre": "hl", "hectolitres": "hl", "hectoliter": "hl",
    "hectoliters": "hl", "cubic feet": "ft³", "cubic foot": "ft³", "cubic kilometres": "km³",
    "cubic kilometers": "km³", "pint": "pint", "pints": "pint", "bushel": "bushel", "bushels": "bushel",
    "gallon": "gallon", "gallons": "gallon", "barrel": "barrel",
    "barrels": "barrel",
    "µg": "µg", "μg": "µg", "mcg": "µg", "micrograms": "µg", "mg": "mg", "milligram": "mg",
    "milligrams": "mg", "gram": "g", "grams": "g", "kg": "kg", "kgs": "kg", "kilo": "kg",
    "kilos": "kg", "kilogram": "kg", "kilograms": "kg", "tonne": "tonne", "tonnes": "tonne",
    "metric ton": "tonne", "metric tons": "tonne", "ton": "ton", "tons": "ton",
    "lb": "pound-mass", "lbs": "pound-mass", "ounce": "ounce", "ounces": "ounce", "oz": "ounce",
    "megatons": "Mt", "megatonnes": "Mt", "gigatons": "Gt", "gigatonnes": "Gt",
    "mW": "mW", "W": "W", "watt": "W", "watts": "W", "kW": "kW", "KW": "kW", "kilowatt": "kW",
    "kilowatts": "kW", "MW": "MW", "megawatt": "MW", "megawatts": "MW", "GW": "GW",
    "gigawatt": "GW", "gigawatts": "GW", "TW": "TW", "terawatt": "TW", "terawatts": "TW",
    "hp": "hp", "horsepower": "hp",
    "Wh": "Wh", "kWh": "kWh", "KWh": "kWh", "MWh": "MWh", "GWh": "GWh", "TWh": "TWh",
    "kcal": "kcal", "calories": "kcal", "kilocalories": "kcal", "carat": "carat", "carats": "carat",
    "millisieverts": "mSv", "mSv": "mSv", "becquerels": "Bq",
    "watt-hours": "Wh", "kilowatt-hour": "kWh", "kilowatt-hours": "kWh", "kilowatt hours": "kWh",
    "megawatt-hour": "MWh", "megawatt-hours": "MWh", "megawatt hours": "MWh",
    "gigawatt-hours": "GWh", "gigawatt hours": "GWh", "terawatt-hours": "TWh",
    "terawatt hours": "TWh", "Wh/kg": "Wh/kg", "Wh/L": "Wh/L", "joule": "J", "joules": "J", "kJ": "kJ", "MJ": "MJ",
    "Hz": "Hz", "kHz": "kHz", "MHz": "MHz", "GHz": "GHz", "hertz": "Hz", "megahertz": "MHz",
    "gigahertz": "GHz", "kilohertz": "kHz",
    "mph": "mph", "miles per hour": "mph", "miles an hour": "mph", "km/h": "km/h", "kph": "km/h",
    "kmh": "km/h", "kilometers per hour": "km/h", "kilometres per hour": "km/h",
    "kilometers an hour": "km/h", "kilometres an hour": "km/h", "m/s": "m/s", "km/s": "km/s",
    "meters per second": "m/s", "metres per second": "m/s", "kilometers per second": "km/s",
    "kilometres per second": "km/s", "knot": "knot", "knots": "knot",
    "°C": "°C", "° C": "°C", "ºC": "°C", "degrees Celsius": "°C", "degrees celsius": "°C", "℃": "°C",
    "degree Celsius": "°C", "°F": "°F", "° F": "°F", "degrees Fahrenheit": "°F",
    "degrees fahrenheit": "°F", "kelvin": "K", "degrees": "°", "degree": "°", "°": "°",
    "V": "V", "volts": "V", "volt": "V", "mV": "mV", "kV": "kV", "dB": "dB", "decibels": "dB",
    "mAh": "mAh", "rpm": "rpm", "px": "px", "pixels": "px", "fps": "fps",
    "frames per second": "fps", "tokens per second": "tokens/s", "tokens/s": "tokens/s",
    "parts per million": "ppm", "ppm": "ppm", "parts per billion": "ppb", "ppb": "ppb",
    "degrees C": "°C", "degrees F": "°F", "millibars": "hPa", "millibar": "hPa", "hectopascals": "hPa",
    "psi": "psi", "kPa": "kPa", "hPa": "hPa", "TFLOPS": "TFLOPS", "teraflops": "TFLOPS",
    "petaflops": "PFLOPS", "PFLOPS": "PFLOPS", "exaflops": "EFLOPS", "TOPS": "TOPS",
    "qubit": "qubit", "qubits": "qubit",
    "ns": "ns", "nanoseconds": "ns", "nanosecond": "ns", "µs": "µs", "μs": "µs",
    "microseconds": "µs", "microsecond": "µs", "ms": "ms", "milliseconds": "ms",
    "millisecond": "ms", "second": "second", "seconds": "second", "sec": "second",
    "secs": "second", "minute": "minute", "minutes": "minute", "min": "minute",
    "mins": "minute", "hour": "hour", "hours": "hour", "hr": "hour", "hrs": "hour",
    "day": "day", "days": "day", "week": "week", "weeks": "week", "fortnight": "fortnight",
    "fortnights": "fortnight", "month": "month", "months": "month", "quarters": "quarter",
    "year": "year", "years": "year", "yr": "year", "yrs": "year", "decade": "decade",
    "decades": "decade", "century": "century", "centuries": "century",
}  # fmt: skip


def dimension(unit: str) -> tuple[str, Fraction]:
    """What ``unit`` measures and its size in the base unit; an unknown unit is its own."""
    return DIMENSIONS.get(unit) or (unit, _ONE)


def is_money(unit: str) -> bool:
    """Whether ``unit`` is a currency's code (ISO 4217): three capitals."""
    return len(unit) == len("EUR") and unit.isupper()
