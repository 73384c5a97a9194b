"""The rows of labels.tsv, and the hand-written tables that correct them."""
import csv
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("kind", "name", "latitude", "longitude", "rank", "population", "code",
           "west", "south", "east", "north")
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Label:
    """One label. `box` is (west, south, east, north); west > east crosses 180°; None: a point only."""
    kind: str
    name: str
    latitude: float
    longitude: float
    rank: int
    population: int | None = None
    code: str = ""
    box: tuple | None = None

    def cells(self):
        """The columns as text; what is not known stays empty."""
        box = [f"{side:.3f}" for side in self.box] if self.box else [""] * 4
        population = "" if self.population is None else str(self.population)
        return [self.kind, self.name, f"{self.latitude:.4f}", f"{self.longitude:.4f}", str(self.rank),
                population, self.code, *box]

    def order(self):
        """Kind, rank, most people first, name; then whatever makes the order certain."""
        return (self.kind, self.rank, -(self.population or 0), self.name, self.code,
                self.latitude, self.longitude)


def write_labels(path, labels):
    """Writes the sorted table."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\t".join(COLUMNS) + "\n")
        for label in sorted(labels, key=Label.order):
            cells = label.cells()
            assert not any("\t" in cell or "\n" in cell for cell in cells)
            file.write("\t".join(cells) + "\n")


def read_table(name):
    """The rows of one of our own tables beside this script."""
    with open(HERE / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


class NameRepairs:
    """Better names for those that the sources spell in an old or a damaged way (names.tsv).

    A row without a code holds for every code. An empty name drops the label."""

    def __init__(self):
        self.names = {(row["kind"], row["code"], row["found"]): row["name"] for row in read_table("names.tsv")}
        self.used = set()

    def repaired(self, kind, found, code=""):
        """The name to show, or None when there is none worth showing."""
        found = undamaged_punctuation(" ".join(found.split()))
        for key in ((kind, code, found), (kind, "", found)):
            if key in self.names:
                self.used.add(key)
                return self.names[key] or None
        return None if "?" in found or "\ufffd" in found else found

    def unused(self):
        """Rows of names.tsv that no source row asked for: slips of the pen."""
        return sorted(set(self.names) - self.used)


def undamaged_punctuation(text):
    """Turns control characters back to what they were in Windows-1252, such as ’ and ž."""
    return "".join(bytes([ord(letter)]).decode("cp1252") if 0x80 <= ord(letter) < 0xA0 else letter
                   for letter in text)
