"""Population of countries, from the Natural Earth table in Debian's r-cran-rnaturalearthdata.

The table lies in an R "lazy load" pair of files: an index (.rdx) and packed objects (.rdb).
"""
import gzip
import lzma

import rdata

DATABASE = "usr/lib/R/site-library/rnaturalearthdata/data/Rdata"
# Natural Earth's own codes where it has no ISO code.
CODES = {"KOS": "XK", "SAH": "EH"}


def read_object(sources, name):
    """The parsed R object of that name."""
    with gzip.open(f"{sources}/{DATABASE}.rdx") as file:
        index = rdata.conversion.convert(rdata.parser.parse_data(file.read()))
    offset, length = map(int, index["variables"][name])
    with open(f"{sources}/{DATABASE}.rdb", "rb") as file:
        file.seek(offset)
        packed = file.read(length)
    # Four bytes of unpacked length and the letter Z come before a raw LZMA2 stream.
    assert packed[4:5] == b"Z"
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "preset": 6}])
    return rdata.parser.parse_data(unpacker.decompress(packed[5:])).object


def pairs(attributes):
    """The (tag, value) pairs of an R attribute list."""
    while attributes is not None and attributes.info.type.name != "NILVALUE":
        tag = attributes.tag
        while tag is not None and not isinstance(tag, bytes):
            tag = getattr(tag, "value", None)
        yield tag, attributes.value[0]
        attributes = attributes.value[1]


def read_populations(sources):
    """ISO code of two letters: population estimate."""
    frame = dict(pairs(read_object(sources, "countries50").attributes))[b"data"]
    names = [text.value.decode("ascii") for text in dict(pairs(frame.attributes))[b"names"].value]
    columns = dict(zip(names, frame.value))
    populations = {}
    for iso, own_code, people in zip(columns["iso_a2"].value, columns["adm0_a3"].value,
                                     columns["pop_est"].value):
        code = CODES.get((own_code.value or b"").decode("ascii"), (iso.value or b"").decode("ascii"))
        if len(code) == 2 and people == people and people > 0:
            populations[code] = int(people)
    return populations
