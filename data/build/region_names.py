"""Names of regions in several languages: CLDR's subdivisions and Debian's iso-codes, both by ISO 3166-2 code."""
import re
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

from folded_text import folded
from iso_codes import language_order, read_table as read_iso_table, read_translators
from label_table import read_table

TERRITORIES = "usr/share/unicode/cldr/common/main"
SUBDIVISIONS = "usr/share/unicode/cldr/common/subdivisions"
# Besides the languages of the country itself.
LANGUAGES = ("en", "de", "fr", "es", "it")
# What kind of region it is, which people leave out: "Autonome Gemeinschaft Katalonien" is Katalonien.
KINDS = re.compile(
    r"^(?:(?:comunidad|comunitat|autonome?|autónoma|autònoma|gemeinschaft|communauté|provincia|"
    r"province?s?|provinz|präfektur|préfecture|prefectura|prefettura|prefecture|woiwodschaft|voïvodie|"
    r"voivodato|voivodato|voivodia|województwo|oblast|oblast'|óblast|obwod|obwód|kanton|canton|cantón|cantone|"
    r"departement|département|departamento|dipartimento|departments?|republik|république|república|"
    r"repubblica|republic|región|regione|région|region|regie|estado|état|stato|state|freistaat|free|bundesland|land|"
    r"krai|kraj|krái|territorio|territorium|territoire|territory|gouvernement|gouvernorat|gobernación|"
    r"governatorato|governorate|comté|comitat|komitat|contea|condado|county|bezirk|distrikt|district|distrito|"
    r"distretto|région|autonomous|autonomer|autónomo|autonoma|gobierno|provinsi|judeţul|județul|"
    r"of|de|der|des|du|del|della|dello|dell|di|da|do|von|la|le|el)\s+|d['’]|dell['’]|l['’])+", re.I)
TAILS = re.compile(
    r"\s+(?:province|county|prefecture|region|oblast'?|krai|kray|governorate|state|department|voivodeship|district|"
    r"canton|division|municipality|republic|territory|län|fylke|megye|kraj|maakunta|sheng|autonomous region|"
    r"special administrative region|zizhiqu)$", re.I)
CJK_TAILS = re.compile(r"(?<=..)[省市県府都州]$|(?<=..)(?:特别行政区|自治区|壮族自治区|回族自治区|维吾尔自治区)$")


def short_forms(name):
    """The name, and the name without the word that says what it is."""
    bare = TAILS.sub("", KINDS.sub("", name)).strip()
    bare = CJK_TAILS.sub("", bare)
    return [name] if not bare or folded(bare) == folded(name) else [bare, name]


def territory_names(sources, countries):
    """Code of two letters: the names of countries in the languages above and their own, from CLDR."""
    names = defaultdict(list)
    for path in sorted(Path(sources, TERRITORIES).glob("*.xml"), key=lambda path: RegionNames.order(path.stem)):
        language = path.stem.split("_")[0]
        for element in ElementTree.parse(path).iterfind("./localeDisplayNames/territories/territory"):
            row = countries.get(element.get("type"))
            if row and element.text != "↑↑↑" and (language in LANGUAGES or language in RegionNames.spoken(row)):
                names[element.get("type")].append(element.text)
    return names


class RegionNames:
    """What the regions of a country are called, found by any of their names."""

    def __init__(self, sources, countries):
        self.names = defaultdict(list)
        self.own = {(row["country"], folded(row["name"])): row["alternates"].split("|")
                    for row in read_table("region_names.tsv")}
        self.used = set()
        self.read_subdivisions(sources, countries)
        self.read_iso_codes(sources, countries)
        self.codes = defaultdict(dict)
        # Whole English names first: Washington is the state, though the District is called so, too.
        for forms in (lambda names: names[:1], lambda names: names, lambda names: sum(map(short_forms, names), [])):
            for (country, code), names in self.names.items():
                for name in forms(names):
                    self.codes[country].setdefault(folded(name), code)

    def read_subdivisions(self, sources, countries):
        for path in sorted(Path(sources, SUBDIVISIONS).glob("*.xml"), key=lambda path: self.order(path.stem)):
            language = path.stem.split("_")[0]
            for element in ElementTree.parse(path).iter("subdivision"):
                code = element.get("type").upper()
                row = countries.get(code[:2])
                if row and (language in LANGUAGES or language in self.spoken(row)):
                    self.names[code[:2], code[2:]].append(element.text)

    def read_iso_codes(self, sources, countries):
        translators = read_translators(sources, "3166-2")
        for row in read_iso_table(sources, "3166-2"):
            country, letters = row["code"].split("-")
            if country not in countries:
                continue
            wanted = {*LANGUAGES, *self.spoken(countries[country])} & set(translators)
            names = self.names[country, letters]
            for part in re.split(r"[\[\];/]", row["name"]):
                names.append(part.strip())
            for language in sorted(wanted, key=language_order(self.spoken(countries[country]))):
                names.append(translators[language].gettext(row["name"]))

    @staticmethod
    def spoken(row):
        return [language.split("-")[0] for language in row["languages"].split(",") if language]

    @staticmethod
    def order(stem):
        return (LANGUAGES.index(stem) if stem in LANGUAGES else len(LANGUAGES), stem)

    def of(self, country, names):
        """The names of the region that is called like one of `names`, the best known first, and colloquial ones."""
        known = self.codes[country]
        forms = [form for name in names for form in short_forms(name)]
        code = next((known[folded(form)] for form in forms if folded(form) in known), None)
        found = [form for name in self.names.get((country, code), ()) for form in short_forms(name)] if code else []
        own = [own for form in forms for own in self.take(country, form)]
        return [*names[:1], *forms, *found], own

    def take(self, country, name):
        key = country, folded(name)
        if key not in self.own:
            return []
        self.used.add(key)
        return self.own[key]

    def unused(self):
        """Rows of region_names.tsv that match no region."""
        return sorted(set(self.own) - self.used)
