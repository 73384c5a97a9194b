import MapModel
import Rows

/// The addresses of some rows, or their networks, organisations or countries, each with its rows.
package struct AddressGroups: Sendable {
    /// One of them.
    package struct Line: Sendable {
        /// Empty where it is not known.
        package let name: String
        package fileprivate(set) var count = 0
        /// Rows of each class.
        package fileprivate(set) var tally = ClassCounts.Tally.zero
        /// What is known of the address with most rows.
        package fileprivate(set) var fact: RowAddresses.Fact
        /// The first row that it has in the data, and the last ones, the newest first.
        package fileprivate(set) var oldest = UInt32.max
        package fileprivate(set) var newest: [UInt32] = []
        fileprivate var most = 0

        fileprivate init(_ name: String, _ fact: RowAddresses.Fact) { (self.name, self.fact) = (name, fact) }
    }

    package let question: AddressQuestion
    package private(set) var lines: [Line] = []
    /// Characters of the longest name of a line.
    package private(set) var longestName = 0
    package private(set) var rowCount = 0
    /// Different addresses, whatever they are grouped by.
    package private(set) var addressCount = 0
    /// Different places, the one with most rows, and from which to which radius they are known.
    package private(set) var placeCount = 0
    package private(set) var mainPlace: RowAddresses.Fact?
    package private(set) var radii: ClosedRange<Int>?

    /// Newest rows of a line that are kept.
    private static let newestLimit = 12

    /// What was counted of one address, before addresses are grouped.
    private struct Counted {
        var count = 0
        var tally = ClassCounts.Tally.zero
        var oldest = UInt32.max
        var newest: [UInt32] = []

        mutating func add(_ row: UInt32, of classNumber: UInt8?) {
            count += 1
            if let classNumber { tally[Int(classNumber) & (ClassCounts.limit - 1)] &+= 1 }
            oldest = min(oldest, row)
            guard newest.count < AddressGroups.newestLimit || row > newest[newest.count - 1] else { return }
            let place = newest.firstIndex { $0 < row } ?? newest.count
            newest.insert(row, at: place)
            if newest.count > AddressGroups.newestLimit { newest.removeLast() }
        }
    }

    /// Counts the rows of each address; nil when cancelled.
    ///
    /// - Complexity: O(rows + addresses · log addresses).
    package init?(_ question: AddressQuestion, isCancelled: () -> Bool = { false }) {
        self.question = question
        let (tree, addresses) = (question.rows.tree, question.addresses)
        var slots = [Int32](repeating: -1, count: addresses.facts.count)
        var counted: [(code: Int, counted: Counted)] = []
        for (number, index) in question.rows.indices().enumerated() {
            if number & 0xFFFF == 0, isCancelled() { return nil }
            let row = tree.row(at: Int(index))
            guard row < addresses.codes.count, addresses.codes[Int(row)] < addresses.facts.count else {
                continue
            }
            let code = Int(addresses.codes[Int(row)])
            if slots[code] < 0 {
                slots[code] = Int32(counted.count)
                counted.append((code, Counted()))
            }
            let classNumber = row < question.classes.count ? question.classes[Int(row)] : nil
            counted[Int(slots[code])].counted.add(row, of: classNumber)
            rowCount += 1
        }
        group(counted)
        notePlaces(counted)
        sort()
    }

    private mutating func group(_ all: [(code: Int, counted: Counted)]) {
        var numbers: [String: Int] = [:]
        var seen: Set<String> = []
        for (code, counted) in all {
            let fact = question.addresses.facts[code]
            if seen.insert(fact.address).inserted { addressCount += 1 }
            let name = question.grouping.name(of: fact)
            let number = numbers[name] ?? lines.count
            if number == lines.count {
                numbers[name] = number
                lines.append(Line(name, fact))
            }
            lines[number].add(counted.count, counted.tally, counted.oldest, counted.newest, fact)
        }
        for number in lines.indices {
            longestName = max(longestName, lines[number].name.count)
            lines[number].newest = Array(lines[number].newest.sorted(by: >).prefix(Self.newestLimit))
        }
    }

    private mutating func notePlaces(_ all: [(code: Int, counted: Counted)]) {
        var rows: [String: (count: Int, fact: RowAddresses.Fact)] = [:]
        for (code, counted) in all {
            let fact = question.addresses.facts[code]
            rows[fact.place, default: (0, fact)].count += counted.count
            if let radius = fact.radius {
                radii = min(radii?.lowerBound ?? radius, radius)...max(radii?.upperBound ?? radius, radius)
            }
        }
        placeCount = rows.count
        mainPlace = rows.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value.fact
    }

    private mutating func sort() {
        switch question.order {
        case .lines: lines.sort { ($1.count, $0.name) < ($0.count, $1.name) }
        case .newest: lines.sort { ($1.newest.first ?? 0) < ($0.newest.first ?? 0) }
        case .name: lines.sort { $0.name < $1.name }
        }
    }

    /// The rows of a line, by their indices in the tree, the newest first.
    ///
    /// - Complexity: O(rows).
    func indices(ofLine number: Int) -> [Int] {
        let (addresses, name) = (question.addresses, lines[number].name)
        let isMember = addresses.facts.map { question.grouping.name(of: $0) == name }
        let tree = question.rows.tree
        let own = question.rows.indices().filter { index in
            let row = Int(tree.row(at: Int(index)))
            guard row < addresses.codes.count, addresses.codes[row] < isMember.count else { return false }
            return isMember[Int(addresses.codes[row])]
        }
        return own.map { (row: tree.row(at: Int($0)), index: Int($0)) }.sorted { $0.row > $1.row }.map(
            \.index)
    }
}

extension AddressGroups.Line {
    fileprivate mutating func add(
        _ count: Int, _ tally: ClassCounts.Tally, _ oldest: UInt32, _ newest: [UInt32],
        _ fact: RowAddresses.Fact
    ) {
        self.count += count
        self.tally = self.tally &+ tally
        self.oldest = min(self.oldest, oldest)
        self.newest += newest
        if count > most { (most, self.fact) = (count, fact) }
    }
}
