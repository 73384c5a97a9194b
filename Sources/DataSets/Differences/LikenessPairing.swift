import MapModel
import RowValues
import Rows
import Streams

/// Pairs rows of sources without a key: equal rows first, then by rare values that they share, and by nearness.
struct LikenessPairing {
    /// Rows further apart are no candidates, in metres.
    private static let reachMeters = 50_000.0
    /// Rows of the other source that are looked at around a row.
    private static let nearest = 16
    /// A value that more rows of the other source have makes no candidates.
    private static let mostSharing = 64
    /// A row that may be any of many others is none of them for sure.
    private static let mostCandidates = 256
    /// A pair is uncertain where a partner that is free has this share of its score.
    private static let uncertainShare = 0.85

    /// The row of the old source for each of the new one.
    private(set) var partners: [UInt32]
    /// Rows of the new source, ascending.
    private(set) var uncertain: [UInt32] = []

    private struct Candidate {
        let score: Double
        let old: Int
        let new: Int
    }

    private let old: ComparedSource
    private let new: ComparedSource
    private let toleranceMeters: Double
    /// Rows without an equal one.
    private var oldLeft: [UInt32] = []
    private var newLeft: [UInt32] = []

    init(
        _ old: ComparedSource, _ new: ComparedSource, _ toleranceMeters: Double, _ columnCount: Int,
        _ meanings: inout ComparedMeanings
    ) throws(SourceError) {
        (self.old, self.new, self.toleranceMeters) = (old, new, toleranceMeters)
        partners = [UInt32](repeating: RowDifference.none, count: new.count)
        let columns = Array(0..<columnCount)
        try pairEqualRows(columns, &meanings)
        guard !oldLeft.isEmpty, !newLeft.isEmpty else { return }
        try pairLikeRows(columns, &meanings)
    }

    // MARK: - Equal rows

    private mutating func pairEqualRows(
        _ columns: [Int], _ meanings: inout ComparedMeanings
    ) throws(SourceError) {
        var hashes = (Self.placeHashes(old), Self.placeHashes(new))
        for portion in meanings.portions(of: columns) {
            for (column, values) in zip(portion, try meanings.columns(portion)) {
                let salt = UInt64(column + 1) &* 0x9E37_79B9_7F4A_7C15
                for row in hashes.0.indices { hashes.0[row] &+= ValueMeaning.mixed(values.old[row] ^ salt) }
                for row in hashes.1.indices { hashes.1[row] &+= ValueMeaning.mixed(values.new[row] ^ salt) }
            }
        }
        let pairing = KeyPairing(hashes.0.map(ValueMeaning.mixed), hashes.1.map(ValueMeaning.mixed))
        var isPaired = RowSet(capacity: old.count)
        func pair(_ old: UInt32, _ new: UInt32) {
            partners[Int(new)] = old
            isPaired.insert(old)
        }
        for found in pairing.pairs { pair(found.old, found.new) }
        // Equal rows are as good as each other: in their order.
        for group in pairing.groups { for (old, new) in zip(group.old, group.new) { pair(old, new) } }
        oldLeft = (0..<UInt32(old.count)).filter { !isPaired.contains($0) }
        newLeft = (0..<UInt32(new.count)).filter { partners[Int($0)] == RowDifference.none }
    }

    private static func placeHashes(_ source: ComparedSource) -> [UInt64] {
        source.places.map { place in
            ValueMeaning.mixed(
                UInt64(UInt32(bitPattern: place.latitudeE7)) << 32
                    | UInt64(UInt32(bitPattern: place.longitudeE7)))
        }
    }

    // MARK: - Like rows

    /// The values of the rows that are left, by column.
    private struct Left {
        var old: [[UInt64]] = []
        var new: [[UInt64]] = []
        /// By column: rows of both sources with a value.
        var counts: [[UInt64: Int]] = []
    }

    private func left(
        _ columns: [Int], _ meanings: inout ComparedMeanings
    ) throws(SourceError) -> Left {
        var left = Left()
        for portion in meanings.portions(of: columns) {
            for values in try meanings.columns(portion) {
                left.old.append(oldLeft.map { values.old[Int($0)] })
                left.new.append(newLeft.map { values.new[Int($0)] })
                var counts: [UInt64: Int] = [:]
                for value in oldLeft.lazy.map({ values.old[Int($0)] }) { counts[value] = 0 }
                for value in values.old { counts[value]? += 1 }
                for value in values.new { counts[value]? += 1 }
                left.counts.append(counts)
            }
        }
        return left
    }

    private mutating func pairLikeRows(
        _ columns: [Int], _ meanings: inout ComparedMeanings
    ) throws(SourceError) {
        let left = try left(columns, &meanings)
        let total = Double(old.count + new.count)
        let least = 0.55 * total.naturalLogarithm + 1.5
        var candidates: [Candidate] = []
        for (first, others) in candidateRows(left).enumerated() {
            for second in others {
                guard let score = score(first, second, left, total) else { continue }
                candidates.append(Candidate(score: score, old: first, new: second))
            }
        }
        candidates.sort { $0.score != $1.score ? $0.score > $1.score : ($0.old, $0.new) < ($1.old, $1.new) }
        choose(candidates, least)
    }

    /// The rows of the new source that each of the old one may be, as numbers among those that are left.
    private func candidateRows(_ left: Left) -> [[Int]] {
        var points = PointBuffer()
        for (number, row) in newLeft.enumerated() {
            if let place = new.place(row) { points.append(place, row: UInt32(number)) }
        }
        let tree = QuadTree(points, by: .processors)
        var found = oldLeft.map { row -> [Int] in
            guard let place = old.place(row) else { return [] }
            return tree.neighbors(of: place.coordinate, limit: Self.nearest, within: Self.reachMeters)
                .map { Int(tree.row(at: $0.index)) }
        }
        for column in left.new.indices {
            var sharing: [UInt64: [Int]] = [:]
            for (number, value) in left.new[column].enumerated() where left.counts[column][value] != nil {
                if value != ValueMeaning.missing { sharing[value, default: []].append(number) }
            }
            for (number, value) in left.old[column].enumerated() {
                guard let others = sharing[value], others.count <= Self.mostSharing,
                    found[number].count < Self.mostCandidates
                else { continue }
                found[number] += others
            }
        }
        return found.map { Set($0).sorted() }
    }

    /// How much speaks for a pair; nil where the rows are too far apart.
    private func score(_ first: Int, _ second: Int, _ left: Left, _ total: Double) -> Double? {
        var score = 0.0
        if let from = old.place(oldLeft[first]), let to = new.place(newLeft[second]) {
            let meters = GreatCircle.distance(from: from.coordinate, to: to.coordinate)
            if meters > Self.reachMeters { return nil }
            score = nearness(meters, total)
        }
        for column in left.old.indices {
            let value = left.old[column][first]
            guard value != ValueMeaning.missing, value == left.new[column][second] else { continue }
            score += (total / Double(max(left.counts[column][value] ?? 1, 1))).naturalLogarithm
        }
        return score
    }

    /// As much as a value of its own within the tolerance, then less with each factor of ten.
    private func nearness(_ meters: Double, _ total: Double) -> Double {
        if meters <= toleranceMeters { return total.naturalLogarithm }
        let magnitude = (1 + meters).naturalLogarithm / 10.0.naturalLogarithm
        return max(0, 1.2 * (3 - magnitude))
    }

    /// The best pairs first, each row once.
    private mutating func choose(_ candidates: [Candidate], _ least: Double) {
        var byOld: [[Int]] = Array(repeating: [], count: oldLeft.count)
        var byNew: [[Int]] = Array(repeating: [], count: newLeft.count)
        for (index, candidate) in candidates.enumerated() {
            byOld[candidate.old].append(index)
            byNew[candidate.new].append(index)
        }
        var isOldTaken = [Bool](repeating: false, count: oldLeft.count)
        var isNewTaken = [Bool](repeating: false, count: newLeft.count)
        for (index, candidate) in candidates.enumerated() {
            if candidate.score < least { break }
            guard !isOldTaken[candidate.old], !isNewTaken[candidate.new] else { continue }
            // Candidates of a row are in the order of their scores.
            let second = (byOld[candidate.old] + byNew[candidate.new]).lazy
                .filter { $0 != index }
                .filter { !isOldTaken[candidates[$0].old] && !isNewTaken[candidates[$0].new] }
                .map { candidates[$0].score }.max()
            (isOldTaken[candidate.old], isNewTaken[candidate.new]) = (true, true)
            let row = newLeft[candidate.new]
            partners[Int(row)] = oldLeft[candidate.old]
            if let second, second > Self.uncertainShare * candidate.score { uncertain.append(row) }
        }
        uncertain.sort()
    }
}
