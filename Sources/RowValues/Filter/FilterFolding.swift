import MapModel

/// What is ignored when texts are compared, character by character.
///
/// It changes single characters into single characters and leaves out combining marks, so that databases can do the
/// same with `translate`.
package struct FilterFolding: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Upper and lower case: CASEI.
    package static let `case` = FilterFolding(rawValue: 1)
    /// Accents of Latin, Greek and Cyrillic letters: ACCENTI.
    package static let accents = FilterFolding(rawValue: 2)

    /// The text without what is ignored.
    ///
    /// - Complexity: O(length).
    package func folded(_ text: String) -> String {
        if isEmpty { return text }
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return contains(.case) ? text.lowercased() : text }
        let table = Self.tables[Int(rawValue)]
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if contains(.accents), Self.marks.contains(scalar.value) { continue }
            scalars.append(table[scalar] ?? scalar)
        }
        return String(scalars)
    }

    /// The characters that become one of `wanted`, each with what it becomes; all that change where it is nil. The
    /// combining marks, which become nothing, are in `removed`.
    package func changes(
        into wanted: Set<Unicode.Scalar>?
    ) -> (changed: [(from: Unicode.Scalar, to: Unicode.Scalar)], removed: [Unicode.Scalar]) {
        let changed = Self.tables[Int(rawValue)].filter { wanted?.contains($0.value) ?? true }
            .sorted { $0.key < $1.key }.map { (from: $0.key, to: $0.value) }
        return (changed, contains(.accents) ? Self.marks.compactMap { Unicode.Scalar($0) } : [])
    }

    // MARK: - Tables

    /// Combining diacritical marks.
    private static let marks: ClosedRange<UInt32> = 0x300...0x36F

    private typealias Table = [Unicode.Scalar: Unicode.Scalar]

    /// What changes, by `rawValue`.
    private static let tables: [Table] = {
        let cases = caseTable
        let accents = accentTable
        var both = accents.mapValues { cases[$0] ?? $0 }
        for (from, to) in cases { both[from] = accents[to] ?? to }
        return [[:], cases, accents, both]
    }()

    /// The scripts that have upper case.
    private static let cased: [ClosedRange<UInt32>] = [
        0x41...0x5A, 0xC0...0x58F, 0x10A0...0x10FF, 0x13A0...0x13FF, 0x1C80...0x1CBF, 0x1E00...0x1FFF,
        0x2100...0x218F, 0x24B6...0x24CF, 0x2C00...0x2DFF, 0xA640...0xA7FF, 0xFF21...0xFF3A,
        0x10400...0x104FF,
        0x1E900...0x1E943,
    ]

    private static var caseTable: Table {
        var table: Table = ["\u{3C2}": "\u{3C3}", "\u{17F}": "s"]
        for value in cased.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            if lower.count == 1, let first = lower.first, first != scalar { table[scalar] = first }
        }
        return table
    }

    /// The letters of Latin, Greek and Cyrillic that may have accents.
    private static let accented: [ClosedRange<UInt32>] = [
        0xC0...0x24F, 0x386...0x3CE, 0x400...0x4FF, 0x1E00...0x1FFF,
    ]

    /// The folding of names takes accents and case away: upper case is put back.
    private static var accentTable: Table {
        var table: Table = [:]
        for value in accented.joined() {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
            let base = String(decoding: FoldedText.folded(String(scalar)), as: UTF8.self).unicodeScalars
            let lower = scalar.properties.lowercaseMapping
            guard base.count == 1, let letter = base.first, String(letter) != lower else { continue }
            let upper = letter.properties.uppercaseMapping.unicodeScalars
            let isUpper = scalar.properties.isUppercase && upper.count == 1
            let result = isUpper ? upper.first ?? letter : letter
            if result != scalar { table[scalar] = result }
        }
        return table
    }
}
