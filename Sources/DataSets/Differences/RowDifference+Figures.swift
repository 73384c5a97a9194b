import MapModel
import Streams

extension RowDifference {
    /// The columns that changed, those of most rows first, equal ones in their order.
    package var frequentColumns: [Column] {
        columns.enumerated().filter { $0.element.changedCount > 0 }
            .sorted { ($1.element.changedCount, $0.offset) < ($0.element.changedCount, $1.offset) }
            .map(\.element)
    }

    /// Whether the classes add up to the rows of both sources.
    package var addsUp: Bool { counts.old == oldCount && counts.new == newCount }

    /// `2025 → 2026`: what differs in the names of the two sources.
    package var shortNames: (old: String, new: String) {
        let (old, new) = (Array(oldName), Array(newName))
        let shorter = min(old.count, new.count)
        func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
        var head = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
        var tail =
            (0..<shorter - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter
            - head
        // Whole words differ.
        while head > 0, isWord(old[head - 1]) { head -= 1 }
        while tail > 0, isWord(old[old.count - tail]) { tail -= 1 }
        let (first, second) = (String(old[head..<old.count - tail]), String(new[head..<new.count - tail]))
        return first.isEmpty || second.isEmpty ? (oldName, newName) : (first, second)
    }

    /// `28,298 rows before, 28,425 after · key icao · tolerance 1 m · elevation 1266, name 401`.
    package var summary: String {
        var parts = ["\(grouped(oldCount)) row\(oldCount == 1 ? "" : "s") before, \(grouped(newCount)) after"]
        parts.append(key.isEmpty ? "no key" : "key \(key.map { printable($0) }.joined(separator: ", "))")
        parts.append("tolerance \(DistanceUnit.kilometers.text(meters: toleranceMeters))")
        let changed = frequentColumns.map { "\(printable($0.name)) \(grouped($0.changedCount))" }
        if !changed.isEmpty { parts.append(changed.joined(separator: ", ")) }
        return parts.joined(separator: " · ")
    }
}
