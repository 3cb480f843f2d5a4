#!/usr/bin/env python3
"""Writes the phone tables of Sources/Kernel from libphonenumber's data (PyPI: phonenumbers, Apache-2.0).

usage: pip install phonenumbers==9.0.43 && scripts/generate-phone-tables.py

Country/CountryTable.swift      ISO 3166-1 codes and dial codes
Phone/PhonePlanTable.swift      mobile numbers: lengths, grouping, prefixes
Phone/PhoneOperatorTable.swift  which operator a prefix belongs to

Running it twice writes the same bytes. docs/DATA.md says where our tables differ from the source, and why.
"""
import functools
import pathlib
import re

import phonenumbers
from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata, PhoneNumber, PhoneNumberFormat
from phonenumbers.carrierdata import CARRIER_DATA

try:
    from re import _parser as regex_parser
except ImportError:
    import sre_parse as regex_parser

KERNEL = pathlib.Path(__file__).parent.parent / "Sources/Kernel"

# Regions that have a phone plan but no code of ISO 3166-1, and codes that have no phone plan of their own.
NOT_ISO = {"AC", "TA", "XK"}
WITHOUT_PLAN = {"AQ": 672, "BV": 47, "GS": 500, "HM": 672, "PN": 64, "TF": 262, "UM": 1}

# The checkout's own operators: id, then its prefixes after the trunk 0. These win over the carrier data.
OPERATORS = """
CM mtn:67,650-654,680-683 orange:69,64,655-659,686-689 nexttel:66,684-685 camtel:62,242-243
CI orange:07 mtn:05 moov:01
SN orange:77,78,71 free:76 expresso:70 promobile:75
BJ mtn:0142,0146,015,0161,0162,0166,0167,0169,0190,0191,0196,0197
   moov:0145,0155,0158,0160,0163-0165,0168,0194,0195,0198,0199 celtiis:0128,014,0192,0193
TG togocom:70-73,90-93 moov:78,79,96-99
BF orange:04-07,44-46,54-57,64-67,74-77 moov:01-03,50-53,60-63,70-73 telecel:58,68,69,78,79
ML orange:7,82-85,90-94 moov:6,89,95-99 telecel:5
NE airtel:77,86-89,96-99 moov:74,84,85,94,95 zamani:23,70,80-82,90-92 nigertelecoms:83,93
GN orange:61,62 mtn:66 cellcom:65 intercel:63
GA airtel:74,76,77 moov:60,62,65,66
CG mtn:06 airtel:04,05
CD vodacom:81-83,86 airtel:96-99 orange:80,84,85,89 africell:90,91
TD airtel:6,8 moov:9,3
CF orange:72-74 telecel:75,76
GH mtn:24,25,53,54,55,59 telecel:20,50 at:26,27,56,57
KE mpesa:70-72,74,79,757-759,768,769,11 airtel:73,75,78,10
TZ vodacom:72,74-76,79 airtel:68,69,78 yas:65,67,71,77 halotel:61-63
UG mtn:76-79 airtel:70,74,75
RW mtn:78,79 airtel:72,73
ZM mtn:96,76 airtel:97,77 zamtel:95,75
"""

# Which of our operators a carrier name is, in the countries where the carrier data fills what is not above.
CARRIERS = {
    "BF": {"Orange": "orange", "Moov Africa": "moov", "Telecel Faso": "telecel"},
    "GH": {"at": "at", "MTN": "mtn", "Telecel": "telecel"},
    "KE": {"Airtel": "airtel", "Safaricom": "mpesa"},
    "ML": {"Orange": "orange", "Sotelma": "moov", "Atel": "telecel"},
    "TZ": {"Airtel": "airtel", "Viettel": "halotel", "Yas": "yas", "Vodacom": "vodacom"},
    "UG": {"Airtel": "airtel", "MTN": "mtn"},
    "ZM": {"ZAMTEL": "zamtel", "MTN": "mtn", "Airtel": "airtel"},
    "BI": {"Leo": "econet", "Lumitel": "lumitel"},
    "BW": {"Mascom": "mascom", "Orange": "orange", "BTC Mobile": "btc"},
    "ET": {"Safaricom": "mpesa", "Ethio Telecom": "telebirr"},
    "GM": {"Africell": "africell", "QCell": "qcell"},
    "GW": {"Orange": "orange", "Spacetel": "telecel"},
    "LR": {"Lonestar Cell": "mtn", "Orange": "orange"},
    "LS": {"Vodacom Lesotho (Pty) Ltd": "vodacom", "Econet Ezi-Cel Lesotho": "econet"},
    "MG": {"Orange": "orange", "Airtel": "airtel", "Yas": "yas"},
    "MW": {"TNM": "tnm", "Airtel": "airtel"},
    "MZ": {"mcel": "tmcel", "Vodacom": "vodacom", "Movitel": "movitel"},
    "NA": {"MTC": "mtc"},
    "SL": {"Africell": "africell", "Orange": "orange", "QCELL": "qcell"},
    "SS": {"MTN": "mtn"},
    "SZ": {"Swazi MTN": "mtn", "Eswatini Mobile": "eswatinimobile"},
    "ZW": {"Econet": "econet", "Net*One": "netone", "Telecel": "telecel"},
}

# Lengths we keep where the source also lists old or machine-only ones.
LENGTHS = {"CD": (9,), "GA": (8,), "ZA": (9,)}
# Trunk digits a payer may type in front, where the source has none or writes it as a rule.
TRUNKS = {"GA": "0"}
# How many digits deep a prefix may go; deeper, every number of the prefix is let through.
DEPTH = 4
EXACT = set(re.findall(r"^([A-Z]{2}) ", OPERATORS, re.M)) | set(CARRIERS) | {"NG", "FR", "GB", "GG", "JE", "IM"}
SHALLOW = {1: 3, 52: 3, 91: 3}


class Automaton:
    """The numbers a pattern of the metadata describes, to be counted rather than searched."""

    def __init__(self, pattern):
        self.edges = []  # per state: list of (digits or None, target)
        self.start, self.end = self.state(), None
        self.end = self.build(regex_parser.parse(pattern), self.start)

    def state(self):
        self.edges.append([])
        return len(self.edges) - 1

    def build(self, items, state):
        for operation, argument in items:
            name = str(operation)
            if name == "LITERAL":
                state = self.step(state, {chr(argument)})
            elif name == "IN":
                state = self.step(state, self.digits(argument))
            elif name == "SUBPATTERN":
                state = self.build(argument[-1], state)
            elif name == "BRANCH":
                after = self.state()
                for branch in argument[1]:
                    begin = self.state()
                    self.edges[state].append((None, begin))
                    self.edges[self.build(branch, begin)].append((None, after))
                state = after
            elif name == "MAX_REPEAT":
                least, most, body = argument
                for _ in range(least):
                    state = self.build(body, state)
                after = self.state()
                for _ in range(most - least):
                    self.edges[state].append((None, after))
                    state = self.build(body, state)
                self.edges[state].append((None, after))
                state = after
            else:
                raise ValueError(name)
        return state

    def step(self, state, digits):
        after = self.state()
        self.edges[state].append((digits, after))
        return after

    @staticmethod
    def digits(items):
        found = set()
        for operation, argument in items:
            name = str(operation)
            if name == "LITERAL":
                found.add(chr(argument))
            elif name == "RANGE":
                found |= {chr(value) for value in range(argument[0], argument[1] + 1)}
            elif name == "CATEGORY":
                found |= set("0123456789")
            else:
                raise ValueError(name)
        return found

    def closure(self, states):
        seen, todo = set(states), list(states)
        while todo:
            for digits, target in self.edges[todo.pop()]:
                if digits is None and target not in seen:
                    seen.add(target)
                    todo.append(target)
        return frozenset(seen)

    @functools.lru_cache(maxsize=None)
    def move(self, states, digit):
        return self.closure({t for s in states for d, t in self.edges[s] if d is not None and digit in d})

    @functools.lru_cache(maxsize=None)
    def count(self, states, length):
        if length == 0:
            return int(self.end in states)
        return sum(self.count(self.move(states, d), length - 1) for d in "0123456789")

    def prefixes(self, length, depth):
        """The shortest prefixes such that every number of that length behind them is described."""

        def walk(states, prefix):
            left = length - len(prefix)
            count = self.count(states, left)
            if count == 10**left or (count and len(prefix) == depth):
                return [prefix]
            return [p for d in "0123456789" if count for p in walk(self.move(states, d), prefix + d)]

        return walk(self.closure({self.start}), "")

    def example(self, length):
        states, number = self.closure({self.start}), ""
        while len(number) < length:
            digit = next(d for d in "1234567890" if self.count(self.move(states, d), length - len(number) - 1))
            states, number = self.move(states, digit), number + digit
        return number


def shortest(prefixes):
    """Joins ten siblings into their parent and drops what a shorter prefix already covers."""
    prefixes = set(prefixes)
    for width in range(max(map(len, prefixes)), 1, -1):
        for parent in {p[:-1] for p in prefixes if len(p) == width}:
            if all(parent + d in prefixes for d in "0123456789"):
                prefixes = {p for p in prefixes if p[:-1] != parent} | {parent}
    return sorted(p for p in prefixes if not any(p[:n] in prefixes for n in range(1, len(p))))


def ranges(prefixes):
    """650 651 652 66 -> 650-652,66"""
    runs = []
    for prefix in sorted(prefixes):
        if runs and len(runs[-1][1]) == len(prefix) and int(runs[-1][1]) + 1 == int(prefix):
            runs[-1][1] = prefix
        else:
            runs.append([prefix, prefix])
    return ",".join(low if low == high else f"{low}-{high}" for low, high in runs)


def unranged(text):
    """650-652,66 -> 650 651 652 66"""
    for part in text.split(","):
        low, _, high = part.partition("-")
        for value in range(int(low), int(high or low) + 1):
            yield str(value).zfill(len(low))


def grouping(dial, number):
    parsed = PhoneNumber(
        country_code=dial,
        national_number=int(number),
        italian_leading_zero=number.startswith("0") or None,
        number_of_leading_zeros=len(number) - len(number.lstrip("0")) or None,
    )
    text = phonenumbers.format_number(parsed, PhoneNumberFormat.INTERNATIONAL)
    groups = re.findall(r"\d+", text.removeprefix(f"+{dial}"))
    assert "".join(groups) == number, (dial, number, text)
    return "-".join(str(len(group)) for group in groups)


def spec_operators():
    table, region = {}, None
    for line in OPERATORS.strip().splitlines():
        words = line.split()
        if not line.startswith(" "):
            region, words = words[0], words[1:]
        for word in words:
            operator, _, prefixes = word.partition(":")
            for prefix in unranged(prefixes):
                table.setdefault(region, {})[prefix] = operator
    return table


def operators():
    table = spec_operators()
    for region, names in CARRIERS.items():
        own = table.setdefault(region, {})
        listed = set(own)
        dial = str(PhoneMetadata.metadata_for_region(region).country_code)
        others = []
        for number, carrier in sorted(CARRIER_DATA.items()):
            prefix = number[len(dial):]
            if not number.startswith(dial) or any(prefix.startswith(known) for known in listed):
                continue
            if carrier["en"] in names:
                own[prefix] = names[carrier["en"]]
            else:
                others.append(prefix)
        # A carrier we do not know, inside a prefix of one we know, belongs to nobody.
        for prefix in others:
            if any(prefix.startswith(known) for known in own):
                own[prefix] = "-"
    return table


def plans(by_region):
    rows = []
    for dial, regions in sorted(COUNTRY_CODE_TO_REGION_CODE.items(), key=lambda item: str(item[0])):
        for region in regions:
            if region == "001" or region in NOT_ISO:
                continue
            metadata = PhoneMetadata.metadata_for_region(region)
            mobile = metadata.mobile if metadata.mobile and metadata.mobile.national_number_pattern else None
            description = mobile or metadata.general_desc
            automaton = Automaton(description.national_number_pattern)
            lengths = description.possible_length if mobile else metadata.general_desc.possible_length
            depth = 9 if region in EXACT else SHALLOW.get(dial, DEPTH)
            parts = []
            for length in LENGTHS.get(region, lengths):
                found = automaton.prefixes(length, depth)
                if region in TRUNKS:  # The source still knows numbers from before 2019, which began with it.
                    found = [prefix for prefix in found if not prefix.startswith(TRUNKS[region])]
                # What the checkout lists and the source does not know at all is let through.
                found += [
                    prefix for prefix in by_region.get(region, {})
                    if not any(p.startswith(prefix) or prefix.startswith(p) for p in found)
                    and region in spec_operators()
                ]
                if found:
                    groups = grouping(dial, automaton.example(length))
                    parts.append(f"{length} {groups} {ranges(shortest(found))}")
            trunk = TRUNKS.get(region, metadata.national_prefix or "-")
            rows.append(f"{dial} {region} {trunk} " + " | ".join(parts))
    return rows


def wrapped(row, width=112):
    """Breaks a row behind a comma or blank; the lines that continue it begin with a blank."""
    lines = [""]
    for piece in re.findall(r"[^, ]+[, ]?", row):
        if len(lines[-1]) + len(piece) > width:
            lines.append(" ")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def write(path, comment, name, lines):
    header = f"// Generated by scripts/generate-phone-tables.py from phonenumbers {phonenumbers.__version__}. Do not edit."
    comment = "\n".join(f"/// {line}" for line in comment)
    body = "\n".join("    " + line for line in lines)
    (KERNEL / path).write_text(f'{header}\n\n{comment}\nlet {name} = """\n{body}\n    """\n')


def main():
    codes = {r: PhoneMetadata.metadata_for_region(r).country_code for r in phonenumbers.SUPPORTED_REGIONS}
    codes = {region: dial for region, dial in codes.items() if region not in NOT_ISO} | WITHOUT_PLAN
    assert len(codes) == 249
    cells = [f"{region}{dial}" for region, dial in sorted(codes.items())]
    write(
        "Country/CountryTable.swift",
        ["Each code of ISO 3166-1 alpha-2 followed by its dial code (ITU-T E.164)."],
        "countryTable",
        [" ".join(cells[i : i + 14]) for i in range(0, len(cells), 14)],
    )
    by_region = operators()
    write(
        "Phone/PhonePlanTable.swift",
        [
            "Mobile numbers: dial code, country, trunk prefix (or -), then for each length: how many digits, how they",
            "are grouped, and the prefixes they begin with. The main country of a shared dial code comes first.",
            "A line that begins with a blank continues the one above.",
        ],
        "phonePlanTable",
        [line for row in plans(by_region) for line in wrapped(row)],
    )
    rows = []
    for region, prefixes in sorted(by_region.items()):
        names = dict.fromkeys(sorted(prefixes.values(), key=lambda name: name == "-"))
        rows.append(
            f"{region} "
            + " ".join(f"{n}:" + ranges(p for p, operator in prefixes.items() if operator == n) for n in names)
        )
    write(
        "Phone/PhoneOperatorTable.swift",
        [
            "The prefixes of each operator, after the trunk prefix; the longest that fits wins, and - is nobody.",
            "A line that begins with a blank continues the one above.",
        ],
        "phoneOperatorTable",
        [line for row in rows for line in wrapped(row)],
    )


if __name__ == "__main__":
    main()
