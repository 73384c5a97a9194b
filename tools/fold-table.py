#!/usr/bin/env python3
"""Writes the tables that fold names for searching, and the data that tests compare them with.

    tools/fold-table.py            Sources/MapModel/Search/FoldingTable+Data.swift
    tools/fold-table.py --oracle   Tests/MapModelTests/Support/FoldingOracle.swift

Run it again only to adopt a newer Unicode version, which is written into both files.
"""

import re
import sys
import unicodedata

VANISHES, BLANK = "", " "

# Written inside words, and often left out when typing: O'Brien, Coeur d’Alene, Hawaiʻi, D.C., Paral·lel.
INSIDE_WORDS = set("'’‘‛`´ʹʺʻʼʽ′.·‧")

# Letters that have no decomposition.
LETTERS = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ŋ": "n",
    "ĸ": "k", "ə": "e", "ǝ": "e", "ɛ": "e", "ɔ": "o", "ȷ": "j", "ʉ": "u", "ƿ": "w", "ǆ": "dz",
    # Arabic letters that are typed instead of each other, and those of Persian and Urdu keyboards.
    "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ہ": "ه", "ھ": "ه",
}

# Combining classes of marks that people leave out: overlays, nuktas, the points of Hebrew, Arabic and Syriac,
# tone marks of Thai and Lao, accents. Vowel signs, viramas and the voicing of kana stay.
LEFT_OUT = {1, 7, *range(10, 37), 107, 122, *range(200, 241)}

HANGUL = range(0xAC00, 0xD7A4)
CONJOINING_JAMO = range(0x1100, 0x1200)


def decomposed(character):
    """NFKD; Hangul syllables stay composed, and so do the jamo of a keyboard."""
    code = ord(character)
    if code in HANGUL or code in CONJOINING_JAMO or 0x3131 <= code <= 0x318E or character in "´…":
        return character
    if 0xFFA0 <= code <= 0xFFDC:
        return "".join(chr(int(part, 16)) for part in unicodedata.decomposition(character).split()[1:])
    text = unicodedata.normalize("NFKD", character)
    if len(text) > 1 and text[0] == " ":
        # An accent by itself.
        return text[1:]
    if any(ord(part) in CONJOINING_JAMO for part in text):
        # In brackets or circles: the syllable or the jamo inside.
        text = unicodedata.normalize("NFC", text)
    return text


def without_stroke(character):
    """The base of letters such as LATIN SMALL LETTER D WITH STROKE."""
    match = re.fullmatch(r"LATIN SMALL LETTER ([A-Z]) WITH .*", unicodedata.name(character, ""))
    return match[1].lower() if match else None


def folded_part(character):
    """What one character of a decomposed, case-folded text becomes."""
    if character in INSIDE_WORDS:
        return VANISHES
    if character in LETTERS:
        return LETTERS[character]
    category = unicodedata.category(character)
    code = ord(character)
    if category in ("Mn", "Me", "Mc"):
        is_left_out = unicodedata.combining(character) in LEFT_OUT or category == "Me"
        is_selector = code == 0x034F or 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
        return VANISHES if is_left_out or is_selector or 0x180B <= code <= 0x180F else character
    if category in ("Cf", "Sk") or code == 0x0640 or 0x02B9 <= code <= 0x02DF:
        return VANISHES
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category[0] in "LN" or category in ("Co", "Cn"):
        if 0x30A1 <= code <= 0x30F6 or code in (0x30FD, 0x30FE):
            return chr(code - 0x60)  # Katakana as Hiragana
        return without_stroke(character) or character
    return BLANK


def folded(character):
    """A character by itself, blanks not yet joined."""
    text = character
    for _ in range(4):
        before = text
        text = "".join(decomposed(part) for part in text.casefold())
        text = "".join(folded_part(part) for part in text)
        if text == before:
            return text
    raise ValueError(f"no end in folding U+{ord(character):04X}")


def fold(text):
    """A whole text: characters folded, jamo joined to syllables, blanks single and none at the ends."""
    result = ""
    for character in text:
        part = folded(character)
        if len(part) == 1 and result:
            joined = joined_jamo(result[-1], part)
            if joined:
                result = result[:-1] + joined
                continue
        result += part
    return " ".join(result.split(" ")).strip() if "  " not in result else re.sub(" +", " ", result).strip()


def joined_jamo(first, second):
    lead, vowel, tail = ord(first) - 0x1100, ord(second) - 0x1161, ord(second) - 0x11A7
    if 0 <= lead < 19 and 0 <= vowel < 21:
        return chr(0xAC00 + (lead * 21 + vowel) * 28)
    if ord(first) in HANGUL and (ord(first) - 0xAC00) % 28 == 0 and 0 < tail < 28:
        return chr(ord(first) + tail)
    return None


def is_scalar(code):
    return not 0xD800 <= code < 0xE000


# ---- the tables

def changed_characters():
    """(code, folded) of all characters beyond ASCII that do not fold to themselves."""
    for code in range(0x80, 0x110000):
        if is_scalar(code) and unicodedata.category(chr(code)) not in ("Cn", "Co"):
            text = folded(chr(code))
            if text != chr(code):
                yield code, text


SHAPES = ((1, 0), (1, 1), (2, 2), (2, 0), (2, 1))
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"


def runs(changed):
    """Scalars that fold alike: (first, length, shape, target); target 0 is removed, a shape is the steps of both."""
    targets = {code: ord(text) if text else 0 for code, text in changed if len(text) < 2}
    taken = set()
    for code, target in targets.items():
        if code in taken:
            continue
        best = (1, 0)
        for shape, (step, growth) in enumerate(SHAPES):
            if target in (0, 32) and shape > 0:
                continue
            length = 1
            while (code + step * length not in taken
                   and targets.get(code + step * length) == target + growth * length):
                length += 1
            if length > best[0]:
                best = (length, shape)
        length, shape = best
        taken.update(code + SHAPES[shape][0] * place for place in range(length))
        yield code, length, shape, target


def numeral(number):
    """Five bits a digit, the lowest first; digits from 32 on mean that another follows."""
    digits = ""
    while number > 31:
        digits += DIGITS[number % 32 + 32]
        number //= 32
    return digits + DIGITS[number]


def signed(number):
    return 2 * number if number >= 0 else -2 * number - 1


def run_numbers(changed):
    previous, previous_target = 0, 0
    for code, length, shape, target in runs(changed):
        yield from (code - previous, (length - 1) * len(SHAPES) + shape, signed(target - previous_target))
        previous, previous_target = code, target


def expansion_numbers(changed):
    previous = 0
    for code, text in changed:
        if len(text) > 1:
            yield from (code - previous, len(text), *map(ord, text))
            previous = code


def swift_text(name, numbers, doc):
    text = "".join(map(numeral, numbers))
    lines = "\n".join("        " + text[start:start + 100] for start in range(0, len(text), 100))
    return f'    /// {doc}\n    static let {name}: StaticString = """\n{lines}\n        """\n'


def swift_array(name, kind, numbers, doc):
    lines, line = [], "       "
    for number in numbers:
        text = f" {number},"
        if len(line) + len(text) > 108:
            lines.append(line)
            line = "       "
        line += text
    return f"    /// {doc}\n    static let {name}: [{kind}] = [\n" + "\n".join(lines + [line]) + "\n    ]\n"


def write_tables(out):
    changed = list(changed_characters())
    out.write(f"// Made by tools/fold-table.py from Unicode {unicodedata.unidata_version}: not to be edited.\n")
    out.write("extension FoldingTable {\n")
    out.write(swift_text(
        "runs", run_numbers(changed),
        "Step to the first scalar, length and shape, signed step to its target. Target 0 vanishes."))
    out.write("\n")
    out.write(swift_text(
        "expansions", expansion_numbers(changed), "Step to the scalar, number of targets, targets."))
    out.write("}\n")


# ---- data that tests compare with

SAMPLE = """
Ålesund|Łódź|Đà Nẵng|Thành phố Hồ Chí Minh|İstanbul|IĞDIR|ışık|Weißenburg|GROẞ|straße|Æsir|Œuvre|Þingvellir
Ísafjörður|Garður|Kraków|Plzeň|Brno-střed|Győr|Šiauliai|Rīga|Tōkyō|Ōsaka|São Paulo|Niterói|Curaçao|Nîmes|L’Haÿ-les-Roses
O'Brien|O’Brien|Oʼahu|Hawaiʻi|Saint-Étienne|St. Louis|Washington, D.C.|U.S.A.|Paral·lel|A&B|Main_Street|c/o|(x)  [y]
Αθήνα|ΑΘΗΝΑ|Θεσσαλονίκη|Οδυσσεύς|ΟΔΥΣΣΕΥΣ|ἀρχή|Москва|МОСКВА|Йошкар-Ола|Королёв|Київ|Їжак|Ґанок|Қарағанды|Ђурђево
القاهرة|الْقَاهِرَة|أبو ظبي|إسكندرية|آبادان|مؤتمر|كـــتاب|تهران|کرمان|یزد|ירושלים|יְרוּשָׁלַיִם|תל־אביב|דימונה
서울|서울특별시|부산|한글|ㅅㅓ울|東京|東京都|北京市|ﾄｳｷｮｳ|トウキョウ|とうきょう|がぎぐ|ｶﾞｷﾞ|パリ|ニューヨーク・シティ|ヴァ|々
दिल्ली|क़िला|ज़िला|मुंबई|কলকাতা|ঢাকা|চট্টগ্রাম|கோவை|చెన్నై|ಬೆಂಗಳೂರು|കൊച്ചി|กรุงเทพมหานคร|เชียงใหม่|น้ำ|ວຽງຈັນ|ལྷ་ས
ＦＵＬＬ　ＷＩＤＴＨ　１２３|ﬁnd|ﬃ|Ⅳ|½ mile|№ 5|x²|℃|①|㍿|㌔|ﷺ|٣٤٥|५६|𝐁𝐨𝐥𝐝|𝔉𝔯𝔞𝔨|🇩🇪 Köln 🎉|ａ́|a‍b|a­b
Ǆ|ǅ|ǆ|Ǳ|ŉ|ĳsselmeer|IJmuiden|Ŀ|ŀ|Ə|Gəncə|Ŋ|Ɓ|Ŧ|ⱥ|Ⱥ|ẞ|ﬅ|K|Å|Ω|Ꭰꭰ|ႠႡ|ᲐᲑ|Աբգ|և|  many   blanks  |\\ttab|—|...|''
"""


def write_oracle(out):
    out.write("// swift-format-ignore-file\n")
    out.write(f"// Made by tools/fold-table.py --oracle from Unicode {unicodedata.unidata_version}: not to be edited.\n\n")
    out.write("/// What Python's unicodedata says about folding: of every scalar, and of words in four forms.\n")
    out.write("enum FoldingOracle {\n")
    hashes = []
    for start in range(0, 0x30000, 0x1000):
        value = 0xCBF29CE484222325
        for code in range(start, start + 0x1000):
            if not is_scalar(code) or unicodedata.category(chr(code)) == "Cn":
                continue
            for byte in f"{code:x}:{fold(chr(code))};".encode():
                value = (value ^ byte) * 0x100000001B3 % 2**64
        hashes.append(f"0x{value:016X}")
    out.write(swift_array(
        "hashes", "UInt64", hashes,
        "FNV-1a of \"hexadecimal:folded;\" over the assigned scalars of each 4,096."))
    ranges, first = [], None
    for code in range(0x30001):
        known = code < 0x30000 and is_scalar(code) and unicodedata.category(chr(code)) != "Cn"
        if known and first is None:
            first = code
        if not known and first is not None:
            ranges += [first, code - 1]
            first = None
    out.write("\n")
    out.write(swift_array("assigned", "UInt32", ranges, "First and last of the scalars in the hashes."))
    out.write("\n    /// Words in NFC, NFD, NFKC and NFKD, escaped, and what all four fold to.\n")
    out.write("    static let words: [(forms: [String], folded: String)] = [\n")
    for word in SAMPLE.strip().replace("\n", "|").split("|"):
        word = word.replace("\\t", "\t")
        results = {fold(unicodedata.normalize(form, word)) for form in ("NFC", "NFD")}
        assert len(results) == 1, word
        expected = results.pop()
        assert fold(expected) == expected, word
        forms = dict.fromkeys([word] + [unicodedata.normalize(form, word) for form in ("NFC", "NFD", "NFKC", "NFKD")
                                        if fold(unicodedata.normalize(form, word)) == expected])
        listed = ", ".join(escaped(form) for form in forms)
        out.write(f"        ([{listed}], {escaped(expected)}),\n")
    out.write("    ]\n}\n")


def escaped(text):
    plain = "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\u{{{ord(c):X}}}" for c in text)
    return f'"{plain}"'


if __name__ == "__main__":
    write_oracle(sys.stdout) if "--oracle" in sys.argv[1:] else write_tables(sys.stdout)
