import MapModel
import RowValues
import Streams

/// Pairs rows that share a key with others: equal rows first, then those with most equal values, then the nearest; the rest have no
/// pair.
struct DoubledKeys {
    /// Groups with more pairs to compare are paired in their order, after equal rows.
    private static let mostPairs = 1 << 14

    private let old: ComparedSource
    private let new: ComparedSource
    /// What the compared columns of the rows mean, by row.
    private var oldValues: [UInt32: [UInt64]] = [:]
    private var newValues: [UInt32: [UInt64]] = [:]

    init(
        _ groups: [KeyPairing.Group], _ old: ComparedSource, _ new: ComparedSource, _ columns: [Int],
        _ meanings: inout ComparedMeanings
    ) throws(SourceError) {
        (self.old, self.new) = (old, new)
        guard !groups.isEmpty else { return }
        for portion in meanings.portions(of: columns) {
            for column in try meanings.columns(portion) {
                for group in groups {
                    for row in group.old { oldValues[row, default: []].append(column.old[Int(row)]) }
                    for row in group.new { newValues[row, default: []].append(column.new[Int(row)]) }
                }
            }
        }
    }

    /// The pairs of a group.
    func pairs(_ group: KeyPairing.Group) -> [KeyPairing.Pair] {
        var (pairs, firsts, seconds) = equalPairs(group)
        guard firsts.count * seconds.count <= Self.mostPairs else {
            return pairs + zip(firsts, seconds).map { KeyPairing.Pair(old: $0, new: $1) }
        }
        var candidates: [(differences: Int, meters: Double, old: Int, new: Int)] = []
        for (first, old) in firsts.enumerated() {
            for (second, new) in seconds.enumerated() {
                candidates.append((differences(old, new), meters(old, new), first, second))
            }
        }
        candidates.sort {
            ($0.differences, $0.meters, $0.old, $0.new) < ($1.differences, $1.meters, $1.old, $1.new)
        }
        var (isOldTaken, isNewTaken) = (
            [Bool](repeating: false, count: firsts.count), [Bool](repeating: false, count: seconds.count)
        )
        for candidate in candidates where !isOldTaken[candidate.old] && !isNewTaken[candidate.new] {
            (isOldTaken[candidate.old], isNewTaken[candidate.new]) = (true, true)
            pairs.append(KeyPairing.Pair(old: firsts[candidate.old], new: seconds[candidate.new]))
        }
        return pairs
    }

    /// The rows that are equal in all values and place, and those that are left.
    private func equalPairs(
        _ group: KeyPairing.Group
    ) -> (pairs: [KeyPairing.Pair], old: [UInt32], new: [UInt32]) {
        func content(_ values: [UInt64]?, _ place: FixedCoordinate?) -> [UInt64] {
            let degrees = place.map { [$0.latitudeE7, $0.longitudeE7].map { UInt64(bitPattern: Int64($0)) } }
            return (values ?? []) + (degrees ?? [])
        }
        var free: [[UInt64]: [UInt32]] = [:]
        for row in group.new.reversed() {
            free[content(newValues[row], new.place(row)), default: []].append(row)
        }
        var pairs: [KeyPairing.Pair] = []
        var left: [UInt32] = []
        for row in group.old {
            if let partner = free[content(oldValues[row], old.place(row))]?.popLast() {
                pairs.append(KeyPairing.Pair(old: row, new: partner))
            } else {
                left.append(row)
            }
        }
        return (pairs, left, free.values.joined().sorted())
    }

    private func differences(_ first: UInt32, _ second: UInt32) -> Int {
        zip(oldValues[first] ?? [], newValues[second] ?? []).count { $0 != $1 }
    }

    private func meters(_ first: UInt32, _ second: UInt32) -> Double {
        guard let from = old.place(first), let to = new.place(second) else { return .infinity }
        return GreatCircle.distance(from: from.coordinate, to: to.coordinate)
    }
}
