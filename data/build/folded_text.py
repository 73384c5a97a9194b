"""What two spellings of a name have in common; the search of the program folds likewise."""
import re
import unicodedata

LETTERS = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae",
                         "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i", "ð": "d", "þ": "th"})


def folded(text):
    """Lower case, without marks, punctuation and spaces: equal for names that a search holds to be equal."""
    plain = unicodedata.normalize("NFKD", text.translate(LETTERS))
    return re.sub(r"[\W_]", "", "".join(letter for letter in plain if not unicodedata.combining(letter)).lower())


def words(text):
    """Folded words with a blank between them: names that differ only in blanks are found by different queries."""
    return " ".join(filter(None, (folded(word) for word in re.split(r"[\s\-/]+", text))))


def script(text):
    """The script of the first letter, such as LATIN; empty without letters."""
    for letter in text:
        if letter.isalpha():
            return unicodedata.name(letter, "").split(" ")[0]
    return ""


def distinct(names, taken=()):
    """The names in their order, without those that fold like an earlier one or like one of `taken`."""
    seen = {words(name) for name in taken}
    result = []
    for name in names:
        name = " ".join(name.split())
        key = words(name)
        if key and key not in seen:
            seen.add(key)
            result.append(name)
    return result
