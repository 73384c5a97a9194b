#!/usr/bin/env python3
"""Writes SOURCES.md: sources.in.md with the size and sha256 of each shipped file and package filled in.

    write_sources.py <data folder>

In the template `{size:FILE}` and `{sha256:FILE}` describe a shipped file, `{package:PREFIX}` the line of
SOURCES.sha256 whose file name begins with PREFIX.
"""
import hashlib
import re
import sys
from pathlib import Path

from fetch import pinned_packages

TEMPLATE = Path(__file__).with_name("sources.in.md")


def filled(field, argument, data):
    """The text of one field of the template."""
    if field == "package":
        (name, digest), = [pin for pin in pinned_packages() if pin[0].startswith(argument)]
        return f"`{name}`, sha256 `{digest}`"
    content = (data / argument).read_bytes()
    return f"{len(content):,}" if field == "size" else hashlib.sha256(content).hexdigest()


def main():
    data = Path(sys.argv[1])
    text = re.sub(r"\{(size|sha256|package):([^}]+)\}",
                  lambda match: filled(match[1], match[2], data), TEMPLATE.read_text(encoding="utf-8"))
    (data / "SOURCES.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
