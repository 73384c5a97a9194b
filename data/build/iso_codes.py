"""Names of countries and of their parts, from Debian's iso-codes, and their translations."""
import gettext
import json
from pathlib import Path

from folded_text import folded

TABLES = "usr/share/iso-codes/json"
TRANSLATIONS = "usr/share/locale"
SPOKEN = "de fr es it pt nl pl ru uk tr ar fa hi zh ja ko".split()


def read_table(sources, part):
    """The rows of ISO 3166-1 (countries) or 3166-2 (their parts)."""
    with open(f"{sources}/{TABLES}/iso_{part}.json", encoding="utf-8") as file:
        return json.load(file)[part]


def read_translators(sources, part):
    """Language code: the translator into it."""
    translators = {}
    for path in Path(sources, TRANSLATIONS).glob(f"*/LC_MESSAGES/iso_{part}.mo"):
        with open(path, "rb") as file:
            translators[path.parts[-3]] = gettext.GNUTranslations(file)
    return translators


def language_order(own):
    """Sorts languages: those of the country first, then the most spoken, then the others."""
    def key(language):
        base = language.split("_")[0].split("@")[0]
        return (own.index(base) if base in own else len(own),
                SPOKEN.index(base) if base in SPOKEN else len(SPOKEN), language)
    return key


def read_country_names(sources, countries):
    """Code of two letters: its short names in English, those in all languages (its own first), the official one."""
    translators = read_translators(sources, "3166-1")
    names = {}
    for row in read_table(sources, "3166-1"):
        own = [language.split("-")[0] for language in countries[row["alpha_2"]]["languages"].split(",")]
        languages = sorted(translators, key=language_order(own))
        short = [row[column] for column in ("common_name", "name") if column in row]
        translated = [translators[language].gettext(name) for language in languages for name in short]
        names[row["alpha_2"]] = (short, translated, [row["official_name"]] if "official_name" in row else [])
    return names


def read_part_codes(sources):
    """(country, folded name): letters of ISO 3166-2 such as BY, where they are letters."""
    codes = {}
    for row in read_table(sources, "3166-2"):
        country, letters = row["code"].split("-")
        if letters.isalpha():
            for name in row["name"].replace("/", "[").split("["):
                codes.setdefault((country, folded(name)), letters)
    return codes
