#!/usr/bin/env python3
"""Builds labels.tsv: seas, lakes, rivers, countries, states, cities and capitals.

    build_labels.py <sources folder> <labels.tsv>
"""
import sys
import warnings
from collections import Counter

from city_labels import read_cities, with_capitals
from country_facts import read_populations
from country_labels import country_labels, read_countries, state_labels
from label_table import NameRepairs, write_labels
from water_labels import lake_labels, river_labels, sea_labels


def all_labels(sources, repairs):
    """Every label that we ship, in no order."""
    countries = read_countries(sources)
    cities = list(read_cities(sources, countries, repairs))
    return [*sea_labels(), *lake_labels(sources, repairs), *river_labels(sources, repairs),
            *country_labels(countries, cities, read_populations(sources), repairs),
            *state_labels(sources, repairs), *with_capitals(cities)]


def main():
    sources, out = sys.argv[1:3]
    warnings.filterwarnings("ignore")
    repairs = NameRepairs()
    labels = all_labels(sources, repairs)
    if repairs.unused():
        sys.exit(f"names.tsv: rows that nothing asked for: {repairs.unused()}")
    write_labels(out, labels)
    print(f"{out}:", *(f"{count} {kind}" for kind, count in sorted(Counter(l.kind for l in labels).items())),
          sep="  ")


if __name__ == "__main__":
    main()
