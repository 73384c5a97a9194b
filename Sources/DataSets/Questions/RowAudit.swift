import Rows
import Streams

/// What became of every row of some sources, and whether that adds up.
package struct RowAudit: Sendable {
    /// A file, a layer or the table of a server.
    package struct Part: Sendable, Equatable {
        /// As the user named it.
        package let name: String
        /// Records that were read.
        package let read: Int
        /// Rows on the map.
        package let shown: Int
        /// The others, by reason.
        package private(set) var others: [Outcome] = []
        /// What does not add up, a line each.
        package private(set) var faults: [String] = []

        /// A part of which `read` records were read and `shown` are on the map.
        package init(name: String, read: Int, shown: Int) {
            (self.name, self.read, self.shown) = (name, read, shown)
        }
    }

    /// Rows that are not on the map, and why.
    package struct Outcome: Sendable, Equatable {
        /// What they have in common.
        package enum Kind: Sendable {
            /// They have a place, and do not match.
            case filtered
            /// They have no place on the map, or are no rows, or replaced.
            case skipped
        }

        /// What they have in common.
        package let kind: Kind
        /// The reason, after their number: "without coordinates".
        package let words: String
        /// How many there are.
        package let rows: Int
        /// The lines of the first of them, or their numbers from 1 where the source has no lines.
        package let firstLines: [Int]
    }

    /// In the order of the sources.
    package var parts: [Part]

    /// What became of the rows of `parts`.
    package init(_ parts: [Part]) { self.parts = parts }

    /// The parts in the order of the sources that the user named.
    ///
    /// - Parameter sources: for each source the names that its parts have, or that they begin with before a "/".
    package func ordered(by sources: [[String]]) -> RowAudit {
        func place(of part: Part) -> Int {
            let found = sources.indices.compactMap { source in
                sources[source].filter { part.name == $0 || part.name.hasPrefix($0 + "/") }.map(\.utf8.count)
                    .max()
                    .map { (source: source, length: $0) }
            }
            let longest = found.map(\.length).max()
            return found.first { $0.length == longest }?.source ?? sources.count
        }
        let places = parts.map(place)
        return RowAudit(parts.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { parts[$0] })
    }

    /// What does not add up, a line each, with the name of the source.
    package var faults: [String] {
        parts.flatMap { part in part.faults.map { "\(printable(part.name)): \($0)" } }
    }

    /// All parts as one.
    package var total: Part {
        var total = Part(
            name: "total", read: parts.reduce(0) { $0 + $1.read }, shown: parts.reduce(0) { $0 + $1.shown })
        for part in parts { total.add(part.others) }
        return total
    }
}

extension RowAudit.Part {
    /// How many rows have outcomes of a kind.
    package func count(of kind: RowAudit.Outcome.Kind) -> Int {
        others.reduce(0) { $1.kind == kind ? $0 + $1.rows : $0 }
    }

    fileprivate mutating func add(_ outcomes: [RowAudit.Outcome]) { others += outcomes }

    mutating func add(_ kind: RowAudit.Outcome.Kind, _ words: String, rows: Int, firstLines: [Int] = []) {
        guard rows > 0 else { return }
        others.append(RowAudit.Outcome(kind: kind, words: words, rows: rows, firstLines: firstLines))
    }

    /// Adds rows without a place, those with most of a reason first.
    mutating func add(_ skipped: SkippedRows) {
        let reasons = SkippedRows.Reason.allCases.filter { skipped.count(of: $0) > 0 }
            .sorted { skipped.count(of: $0) > skipped.count(of: $1) }
        for reason in reasons {
            add(
                .skipped, reason.words, rows: skipped.count(of: reason),
                firstLines: skipped.examples.filter { $0.reason == reason }.map(\.line))
        }
    }

    /// Notes a fault unless two numbers that were counted apart agree.
    mutating func check(_ found: Int, _ words: String, of expected: Int) {
        guard found != expected else { return }
        faults.append("\(grouped(found)) of \(grouped(expected)) \(words)")
    }

    /// Notes what failed.
    mutating func addFault(_ words: String) { faults.append(words) }

    /// Checks that each row has one outcome.
    mutating func checkSum() {
        check(
            shown + others.reduce(0) { $0 + $1.rows },
            "rows that were read are shown, left out or skipped", of: read)
    }
}
