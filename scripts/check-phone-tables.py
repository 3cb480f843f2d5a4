#!/usr/bin/env python3
"""Compares our phone rules with libphonenumber (PyPI: phonenumbers) on numbers drawn from a fixed seed.

usage: scripts/check-phone-tables.py            writes Tests/Fixtures/phone-oracle.tsv (30 numbers a country)
       scripts/check-phone-tables.py 2000       draws 2000 numbers a country, runs the rules on them, prints the figure

A row is: country, number as typed, 1 when libphonenumber says it is a valid mobile number of that country, its E.164.
The test "libphonenumber agrees" reads the file; what it may not agree on is listed there and in docs/DATA.md.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import phonenumbers
from phonenumbers import PhoneMetadata, PhoneNumberFormat, PhoneNumberType

ROOT = pathlib.Path(__file__).parent.parent
COUNTRIES = (
    "CM CI SN BJ TG BF ML NE GN GA CG CD TD CF GH NG KE TZ UG RW ZM "
    "BI BW ET GM GW LR LS MG MW MZ NA SL SS SZ ZW"
).split()
MOBILE = {PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE}


def oracle(text, region):
    try:
        number = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return 0, ""
    valid = phonenumbers.is_valid_number_for_region(number, region) and phonenumbers.number_type(number) in MOBILE
    return int(valid), phonenumbers.format_number(number, PhoneNumberFormat.E164) if valid else ""


def numbers(region, count, source):
    """Half are real numbers with their last digits changed, half any digits of a likely length."""
    metadata = PhoneMetadata.metadata_for_region(region)
    dial, trunk = metadata.country_code, metadata.national_prefix or ""
    example = metadata.mobile.example_number
    for index in range(count):
        if index % 2:
            keep = source.randint(1, 3)
            national = example[:keep] + "".join(source.choice("0123456789") for _ in range(len(example) - keep))
        else:
            length = len(example) + source.choice([0, 0, 0, 0, 0, 0, -1, 1])
            national = source.choice("0123456789") + "".join(source.choice("0123456789") for _ in range(length - 1))
        plus = f"+{dial}{national}"
        typed = source.choice([national, trunk + national, plus, f"00{dial}{national}"])
        # Some countries dial 000 or 009 abroad; our rules read 00 everywhere.
        yield typed, plus if typed.startswith(f"00{dial}") else typed


def rows(count):
    source = random.Random(20260101)
    for region in COUNTRIES:
        for typed, asked in numbers(region, count, source):
            valid, e164 = oracle(asked, region)
            yield f"{region}\t{typed}\t{valid}\t{e164}\n"


def main():
    if len(sys.argv) == 1:
        target = ROOT / "Tests/Fixtures/phone-oracle.tsv"
        target.parent.mkdir(exist_ok=True)
        target.write_text("".join(rows(30)))
        return 0
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.writelines(rows(int(sys.argv[1])))
        file.flush()
        return subprocess.call(
            ["swift", "test", "--filter", "PhoneOracleTests"],
            cwd=ROOT, env=os.environ | {"COMPTOIR_PHONE_ORACLE": file.name})


if __name__ == "__main__":
    sys.exit(main())
