import MapModel
import RowValues
import Rows
import Streams

/// Finds out what changed from one source to another.
struct DifferenceBuilder {
    private let old: ComparedSource
    private let new: ComparedSource
    private let options: DifferenceOptions
    private let columns: ComparedColumns
    private var meanings: ComparedMeanings

    init(
        _ old: ComparedSource, _ new: ComparedSource, _ options: DifferenceOptions,
        isCancelled: @escaping () -> Bool
    ) throws(SourceError) {
        (self.old, self.new, self.options) = (old, new, options)
        columns = try ComparedColumns(old.table, new.table, options)
        meanings = ComparedMeanings(old.table, new.table, columns, isCancelled: isCancelled)
    }

    /// The difference, whose classes add up to the rows of both sources.
    mutating func build() throws(SourceError) -> RowDifference {
        let paired = try paired()
        let compared = columns.pairs.indices.filter { !paired.key.contains($0) }
        var found = compared.map { pair in
            let pair = columns.pairs[pair]
            return RowDifference.Column(name: pair.name, old: pair.old, new: pair.new)
        }
        if comparesHeights { found.append(RowDifference.Column(name: "heights", old: nil, new: nil)) }
        found.append(RowDifference.Column(name: "geometry", old: nil, new: nil))
        found.append(RowDifference.Column(name: "place", old: nil, new: nil))
        var difference = RowDifference(
            oldName: old.table.name, newName: new.table.name, oldCount: old.count, newCount: new.count,
            key: paired.key.map { columns.pairs[$0].name }, columns: found,
            toleranceMeters: options.toleranceMeters, partners: paired.partners)
        difference.keyPairs = paired.key.map { (columns.pairs[$0].old, columns.pairs[$0].new) }
        difference.uncertain = paired.uncertain
        // Of a source without rows the columns are not known.
        if old.count > 0, new.count > 0 {
            difference.onlyOld = columns.onlyOld.map { columns.oldNames[$0] }
            difference.onlyNew = columns.onlyNew.map { columns.newNames[$0] }
        }
        try compareValues(compared, &difference)
        compareShapes(&difference)
        compareHeights(&difference)
        comparePlaces(&difference)
        difference.classify()
        difference.notices = try notices(difference, paired)
        return difference
    }

    // MARK: - Pairs

    private struct Paired {
        var key: [Int] = []
        var partners: [UInt32]
        var uncertain: [UInt32] = []
        /// Keys that several rows of a source have.
        var doubled = 0
        var blank = BlankRows()
    }

    private mutating func paired() throws(SourceError) -> Paired {
        // A source without rows may have no columns.
        guard old.count > 0, new.count > 0 else {
            return Paired(partners: [UInt32](repeating: RowDifference.none, count: new.count))
        }
        let blank = try BlankRows(old, new, columns, &meanings)
        let finder = KeyFinder(old: old, new: new, columns: columns, blank: blank)
        let key: KeyFinder.Key? =
            switch options.key {
            case .columns(let names): try finder.given(names, &meanings)
            case .found: try finder.found(&meanings)
            case .none: nil
            }
        var paired = Paired(partners: [UInt32](repeating: RowDifference.none, count: new.count), blank: blank)
        guard let key else {
            let likeness = try LikenessPairing(
                old, new, options.toleranceMeters, columns.pairs.count, &meanings)
            (paired.partners, paired.uncertain) = (likeness.partners, likeness.uncertain)
            return paired
        }
        paired.key = key.columns
        paired.doubled = key.pairing.doubled
        for pair in key.pairing.pairs { paired.partners[Int(pair.new)] = pair.old }
        let doubled = try DoubledKeys(
            key.pairing.groups, old, new, columns.pairs.indices.filter { !key.columns.contains($0) },
            &meanings)
        for pair in key.pairing.groups.flatMap(doubled.pairs) { paired.partners[Int(pair.new)] = pair.old }
        return paired
    }

    // MARK: - What differs

    private mutating func compareValues(
        _ compared: [Int], _ difference: inout RowDifference
    ) throws(SourceError) {
        var number = 0
        for portion in meanings.portions(of: compared) {
            for column in try meanings.columns(portion) {
                difference.mark(ColumnComparison.changedRows(column, difference.partners), in: number)
                number += 1
            }
        }
    }

    /// What only one source has is not compared, as with columns.
    private var comparesHeights: Bool { !old.heights.isEmpty && !new.heights.isEmpty }

    private func compareShapes(_ difference: inout RowDifference) {
        let comparesPoints =
            old.knowsHeights && new.knowsHeights && (old.heights.hasPoints || new.heights.hasPoints)
        let hasShapes = !old.shapes.isEmpty || !new.shapes.isEmpty || comparesPoints
        guard old.knowsShapes, new.knowsShapes, hasShapes else { return }
        let changed = difference.rows { partner, row in
            old.shapes.meaning(ofRow: partner) != new.shapes.meaning(ofRow: row)
                || comparesPoints
                    && old.heights.meaningOfPoints(ofRow: partner) != new.heights.meaningOfPoints(ofRow: row)
        }
        difference.mark(changed, in: difference.columns.count - 2)
    }

    /// Those of a line or area that became another one are not compared.
    private func compareHeights(_ difference: inout RowDifference) {
        guard comparesHeights else { return }
        let changed = difference.rows { partner, row in
            old.heights.meaning(ofRow: partner) != new.heights.meaning(ofRow: row)
                && old.shapes.meaning(ofRow: partner) == new.shapes.meaning(ofRow: row)
        }
        difference.mark(changed, in: difference.columns.count - 3)
        difference.heights = (old.heights, new.heights)
    }

    private func comparePlaces(_ difference: inout RowDifference) {
        let (old, new, partners) = (old, new, difference.partners)
        let tolerance = options.toleranceMeters
        let shares = Workers.processors.shares(of: partners.count) { rows in
            var moves: [RowDifference.Move] = []
            var gained: [UInt32] = []
            for row in rows where partners[row] != RowDifference.none {
                let (from, to) = (old.places[Int(partners[row])], new.places[row])
                guard from != to, old.comparesPlace(partners[row], with: new, UInt32(row))
                else { continue }
                guard from != ComparedSource.nowhere, to != ComparedSource.nowhere else {
                    gained.append(UInt32(row))
                    continue
                }
                let meters = GreatCircle.distance(from: from.coordinate, to: to.coordinate)
                if meters > tolerance {
                    moves.append(RowDifference.Move(row: UInt32(row), oldPlace: from, meters: meters))
                }
            }
            return (moves, gained)
        }
        difference.moves = shares.flatMap(\.0)
        difference.mark(shares.flatMap(\.1), in: difference.columns.count - 1)
    }

    private mutating func notices(
        _ difference: RowDifference, _ paired: Paired
    ) throws(SourceError) -> [String] {
        var notices = DifferenceNotices(difference, old, new, isKeyWanted: options.key != .none).lines
        let doubled = paired.doubled - paired.blank.keyCount
        if doubled > 0 {
            notices.append(doubled == 1 ? "1 duplicate key" : "\(grouped(doubled)) duplicate keys")
        }
        notices += paired.blank.notices
        return notices + (try RenamedColumns(columns, old, new).proposals(difference.partners))
    }
}

extension RowDifference {
    /// The rows of both sources for which `differ` holds, of the old and of the new row, ascending.
    fileprivate func rows(where differ: (_ old: UInt32, _ new: UInt32) -> Bool) -> [UInt32] {
        partners.indices.compactMap { row in
            partners[row] != Self.none && differ(partners[row], UInt32(row)) ? UInt32(row) : nil
        }
    }

    /// Notes that rows, ascending, differ in a column.
    mutating func mark(_ rows: [UInt32], in column: Int) {
        columns[column].changedCount = rows.count
        guard !rows.isEmpty else { return }
        if changedBits.isEmpty { changedBits = [UInt64](repeating: 0, count: newCount * wordCount) }
        for row in rows { changedBits[Int(row) * wordCount + column / 64] |= 1 << UInt64(column % 64) }
    }

    /// Classes from pairs, moves and differing columns.
    mutating func classify() {
        var isPaired = RowSet(capacity: oldCount)
        classes = [ChangeClass](repeating: .added, count: newCount)
        for row in 0..<newCount where partners[row] != Self.none {
            isPaired.insert(partners[row])
            classes[row] = hasChanges(row) ? .changed : .unchanged
        }
        for move in moves { classes[Int(move.row)] = .moved }
        medianMovedMeters = moves.isEmpty ? nil : moves.map(\.meters).sorted()[moves.count / 2]
        removed = (0..<UInt32(oldCount)).filter { !isPaired.contains($0) }
        counts = ChangeCounts()
        for change in classes { counts[change] += 1 }
        counts[.removed] = removed.count
    }

    private func hasChanges(_ row: Int) -> Bool {
        guard !changedBits.isEmpty else { return false }
        return changedBits[row * wordCount..<(row + 1) * wordCount].contains { $0 != 0 }
    }
}
