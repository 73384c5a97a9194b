"""Which of the alternate names of a place are worth keeping.

GeoNames' alternates come without languages, in code-point order: a plain cut would keep Bec and lose Wien. What
is left out here is what nobody types: machine transliterations, and in small places all but a few.
"""
import re

from folded_text import distinct, script

LARGE, MEDIUM, LONGEST = 50_000, 15_000, 40
# The names of how many scripts a place of medium size keeps: Latin, its own, others.
MEDIUM_LATIN, MEDIUM_OWN, MEDIUM_OTHER = 10, 2, 1
PREFIXES = ("Lungsod ng ", "Dakbayan sa ", "http")
SCRIPTS_OF_COUNTRIES = {
    "CYRILLIC": "RU UA BG BY RS MK KZ KG MN TJ BA ME", "GREEK": "GR CY", "CJK": "CN TW HK MO JP SG",
    "HIRAGANA": "JP", "KATAKANA": "JP", "HANGUL": "KR KP", "HEBREW": "IL", "THAI": "TH", "GEORGIAN": "GE",
    "ARABIC": "SA AE QA BH KW OM YE IQ SY JO LB PS EG LY TN DZ MA EH SD MR SO DJ IR AF PK TD",
    "DEVANAGARI": "IN NP", "BENGALI": "IN BD", "TAMIL": "IN LK", "TELUGU": "IN", "GUJARATI": "IN",
    "KANNADA": "IN", "MALAYALAM": "IN", "GURMUKHI": "IN", "ORIYA": "IN", "SINHALA": "LK", "ARMENIAN": "AM",
    "ETHIOPIC": "ET ER", "KHMER": "KH", "LAO": "LA", "MYANMAR": "MM", "TIBETAN": "BT", "THAANA": "MV"}
OWN_SCRIPTS = {(name, code) for name, codes in SCRIPTS_OF_COUNTRIES.items() for code in codes.split()}


def is_worth_a_look(name, population):
    """False for transliterations by machine, links, and letters of airports near small places."""
    if len(name) > LONGEST or name.startswith(PREFIXES) or "|" in name:
        return False
    if re.fullmatch("[A-Z]{3}", name):
        return population >= MEDIUM
    return script(name) != "LATIN" or any(letter.isupper() for letter in name)


def kept_alternates(city, first=()):
    """The alternates of a city in the order to keep them; `first` are surely kept.

    Of two that fold alike the accented one stays."""
    population, code = city["population"], city["countrycode"]
    found = sorted(city["alternatenames"], key=lambda name: (name.isascii(), name))
    found = distinct([*first, *(name for name in found if is_worth_a_look(name, population))], [city["name"]])
    sure = set(first)
    kept = [name for name in found if name in sure]
    rest = [name for name in found if name not in sure]
    latin = [name for name in rest if script(name) == "LATIN"]
    own = [name for name in rest if (script(name), code) in OWN_SCRIPTS]
    other = [name for name in rest if name not in latin and name not in own]
    if population >= LARGE:
        return kept + latin + own + other
    latin.sort(key=lambda name: (name.isascii(), len(name), name))
    own.sort(key=lambda name: (len(name), name))
    if population >= MEDIUM:
        letters = [name for name in latin if re.fullmatch("[A-Z]{3}", name)]
        words = [name for name in latin if name not in letters]
        return kept + words[:MEDIUM_LATIN] + letters + own[:MEDIUM_OWN] + other[:MEDIUM_OTHER]
    return kept + latin[:1] + own[:1]
