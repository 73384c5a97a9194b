import MapModel
import RowValues
import Rows
import Streams

/// Finds the columns that identify rows in both sources, or says why none does.
struct KeyFinder {
    /// Columns that identify rows, and the rows that they pair.
    struct Key {
        /// Numbers of compared pairs of columns.
        let columns: [Int]
        let pairing: KeyPairing
    }

    /// One in so many rows may share its key.
    private static let doubledShare = 100
    private static let sampleSize = 1_000
    private static let nearMeters = 1_000.0
    private static let aboutAsMany = 0.98
    private static let surelySwapped = 0.95
    /// Columns of which pairs are tried as keys, and rows that are looked at for that.
    private static let mostCombined = 8

    let old: ComparedSource
    let new: ComparedSource
    let columns: ComparedColumns
    /// Rows that say nothing.
    let blank: BlankRows

    // MARK: - Given

    /// The key that the user named.
    func given(_ names: [String], _ meanings: inout ComparedMeanings) throws(SourceError) -> Key {
        var pairs: [Int] = []
        for name in names {
            let pair = try columns.pair(named: name, old.table.name, new.table.name, option: "--key")
            if !pairs.contains(pair) { pairs.append(pair) }
        }
        let key = try key(pairs, &meanings)
        let (before, after) = (key.pairing.sharingOld, key.pairing.sharingNew)
        let sides = [
            (old, before, key.pairing.doubledOld, blank.old), (new, after, key.pairing.doubledNew, blank.new),
        ]
        for (source, sharing, doubled, blank) in sides
        where isOftenDoubled(sharing, doubled, blank, of: source) {
            let title = names.joined(separator: ",")
            let words =
                "\(printable(title)) does not identify rows: \(grouped(sharing)) of \(grouped(source.count))"
                + " in \(printable(source.table.name)) have duplicate keys"
            throw .noKey(words: words, choices: try candidates(besides: pairs, &meanings))
        }
        return key
    }

    private func key(_ pairs: [Int], _ meanings: inout ComparedMeanings) throws(SourceError) -> Key {
        let values = try meanings.columns(pairs)
        return Key(
            columns: pairs,
            pairing: KeyPairing(
                KeyPairing.hashes(values.map(\.old)), KeyPairing.hashes(values.map(\.new))))
    }

    // MARK: - Found

    /// The column that identifies rows best: that pairs most rows with near ones; nil where none does. Columns of values have a larger
    /// share of near pairs than keys, since rows that were edited have no partner by them.
    func found(_ meanings: inout ComparedMeanings) throws(SourceError) -> Key? {
        var keys: [(key: Key, near: Double)] = []
        for pair in try likely(&meanings) {
            let values = try meanings.columns([pair])[0]
            guard values.old.count(where: { $0 == ValueMeaning.missing }) == blank.old,
                values.new.count(where: { $0 == ValueMeaning.missing }) == blank.new
            else { continue }
            let key = Key(
                columns: [pair],
                pairing: KeyPairing(KeyPairing.hashes([values.old]), KeyPairing.hashes([values.new])))
            guard identifies(key.pairing) else { continue }
            let swapped = nearness(key.pairing, swapped: true)
            let share = swapped >= Self.surelySwapped ? swapped : nearness(key.pairing)
            if share >= 0.5 { keys.append((key, share * Double(key.pairing.pairs.count))) }
        }
        keys.sort { $1.near < $0.near }
        // Of those that pair about as many rows with near ones the column of identifiers.
        let most = keys.first?.near ?? 0
        let identifier = keys.firstIndex { candidate in
            columns.pairs[candidate.key.columns[0]].new == new.table.roles.id
                && candidate.near >= most * Self.aboutAsMany
        }
        if let identifier { keys.insert(keys.remove(at: identifier), at: 0) }
        guard let best = keys.first?.key else { return nil }
        for other in keys.dropFirst() where disagree(best.pairing, other.key.pairing) {
            let names = [best, other.key].map { printable(columns.pairs[$0.columns[0]].name) }
            throw .noKey(
                words: "\(names[0]) and \(names[1]) pair different rows",
                choices: Self.aligned(names.map { ("--key \($0)", "") } + [Self.noKey]))
        }
        return best
    }

    /// Columns whose values may be all different, as about 500 rows show it.
    private func likely(_ meanings: inout ComparedMeanings) throws(SourceError) -> [Int] {
        guard old.count > 0, new.count > 0 else { return [] }
        let samples = try (old.table.sampledColumns(), new.table.sampledColumns())
        return columns.pairs.indices.filter { pair in
            let (first, second) = (columns.pairs[pair].old, columns.pairs[pair].new)
            return [(samples.0[first], blank.old), (samples.1[second], blank.new)].allSatisfy {
                values, blank in
                let texts = (0..<values.rowCount).compactMap { values.text(at: $0) }
                return values.missingCount <= values.misfitCount + blank
                    && Set(texts).count * 50 >= texts.count * 49
            }
        }
    }

    private func identifies(_ pairing: KeyPairing) -> Bool {
        let smaller = min(
            old.count - pairing.sharingOld + pairing.doubledOld,
            new.count - pairing.sharingNew + pairing.doubledNew)
        return !isOftenDoubled(pairing.sharingOld, pairing.doubledOld, blank.old, of: old)
            && !isOftenDoubled(pairing.sharingNew, pairing.doubledNew, blank.new, of: new)
            && (pairing.pairs.count + pairing.groups.count) * 2 >= smaller
    }

    /// Whether more than one in a hundred rows has the key of a row before it.
    ///
    /// - Parameters:
    ///   - sharing: rows that share their key.
    ///   - doubled: different keys among those.
    ///   - blank: rows that say nothing, which share no key.
    private func isOftenDoubled(
        _ sharing: Int, _ doubled: Int, _ blank: Int, of source: ComparedSource
    ) -> Bool {
        (sharing - doubled - max(blank - 1, 0)) * Self.doubledShare > source.count
    }

    /// The share of pairs that are within a kilometre of each other; 1 where there are no places.
    ///
    /// - Parameter swapped: the new source has latitude for longitude.
    private func nearness(_ pairing: KeyPairing, swapped: Bool = false) -> Double {
        let step = max(pairing.pairs.count / Self.sampleSize, 1)
        var (near, total) = (0, 0)
        for index in stride(from: 0, to: pairing.pairs.count, by: step) {
            let pair = pairing.pairs[index]
            guard let from = old.place(pair.old), var to = new.place(pair.new) else { continue }
            total += 1
            if swapped { to = FixedCoordinate(latitudeE7: to.longitudeE7, longitudeE7: to.latitudeE7) }
            guard abs(Int(to.latitudeE7)) <= 900_000_000 else { continue }
            if GreatCircle.distance(from: from.coordinate, to: to.coordinate) < Self.nearMeters { near += 1 }
        }
        return total == 0 ? 1 : Double(near) / Double(total)
    }

    /// Whether two keys pair more than one in a hundred rows differently.
    private func disagree(_ first: KeyPairing, _ second: KeyPairing) -> Bool {
        var partners = [UInt32](repeating: RowDifference.none, count: new.count)
        for pair in first.pairs { partners[Int(pair.new)] = pair.old }
        var (both, different) = (0, 0)
        for pair in second.pairs where partners[Int(pair.new)] != RowDifference.none {
            both += 1
            if partners[Int(pair.new)] != pair.old { different += 1 }
        }
        return different * Self.doubledShare > both
    }

    // MARK: - Candidates

    /// What might identify rows, a line each.
    private func candidates(
        besides asked: [Int], _ meanings: inout ComparedMeanings
    ) throws(SourceError) -> [String] {
        var found: [(columns: [Int], doubled: Int, share: Int)] = []
        var distinct: [(pair: Int, sharing: Int)] = []
        for pair in columns.pairs.indices {
            let pairing = try key([pair], &meanings).pairing
            distinct.append((pair, pairing.sharingOld + pairing.sharingNew))
            add([pair], pairing, to: &found)
        }
        let best = distinct.sorted { ($0.sharing, $0.pair) < ($1.sharing, $1.pair) }.prefix(Self.mostCombined)
        for (index, first) in best.enumerated() {
            for second in best.dropFirst(index + 1) {
                let pairs = [first.pair, second.pair]
                if found.contains(where: { Set($0.columns).isSubset(of: pairs) && $0.doubled == 0 }) {
                    continue
                }
                // What was asked for comes first.
                let ordered = asked.contains(second.pair) ? [second.pair, first.pair] : pairs
                add(ordered, try key(ordered, &meanings).pairing, to: &found)
            }
        }
        found.sort {
            ($0.doubled > 0 ? 1 : 0, -$0.share, $0.columns.count) < (
                $1.doubled > 0 ? 1 : 0, -$1.share, $1.columns.count
            )
        }
        let shown = found.prefix(3).map { candidate in
            let names = candidate.columns.map { columns.pairs[$0].name }.joined(separator: ",")
            let doubled =
                candidate.doubled == 0 ? "all different in both" : "\(grouped(candidate.doubled)) doubled"
            return ("--key \(printable(names))", "\(doubled), \(candidate.share) % in both")
        }
        return Self.aligned(shown + [Self.noKey])
    }

    private static let noKey = ("--no-key", "by place and values")

    private static func aligned(_ lines: [(option: String, words: String)]) -> [String] {
        let width = lines.map(\.option.count).max() ?? 0
        return lines.map { line in
            let gap = String(repeating: " ", count: width + 4 - line.option.count)
            return line.words.isEmpty ? line.option : line.option + gap + line.words
        }
    }

    private func add(
        _ pairs: [Int], _ pairing: KeyPairing, to found: inout [(columns: [Int], doubled: Int, share: Int)]
    ) {
        guard identifies(pairing) else { return }
        let smaller = max(min(old.count, new.count), 1)
        found.append(
            (
                pairs, pairing.doubled,
                100 * (pairing.pairs.count + pairing.groups.count) / smaller
            ))
    }
}
