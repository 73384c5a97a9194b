import MapModel

/// What the rows at a badge come to, as far as its size depends on it.
package struct BadgeContent: Equatable, Sendable {
    package var count: Int
    /// Rows of each class; nil where rows are not coloured by a column.
    package var tally: ClassCounts.Tally?
    /// Their numbers; of no rows where no figure is asked for.
    package var numbers = NumberAggregates.Aggregate()
    /// Rows in the middle of countries, where badges tell them.
    package var roughCount = 0
    /// Most of its rows are in the middle of countries.
    package var isRough: Bool { roughCount * 2 > count }

    /// Nothing.
    package static let none = BadgeContent(count: 0)

    package mutating func add(_ other: BadgeContent) {
        count += other.count
        if let tally = other.tally { self.tally = (self.tally ?? .zero) &+ tally }
        numbers.add(other.numbers)
        roughCount += other.roughCount
    }

    /// Its classes, that with most rows first, of equal ones the one that comes first in the legend; no value last.
    package var classes: [Int] {
        guard let tally else { return [] }
        return (0..<ClassCounts.limit).filter { tally[$0] > 0 }
            .sorted { (tally[$1], $0 == 0 ? 99 : $0) < (tally[$0], $1 == 0 ? 99 : $1) }
    }
}

/// Finds out what the rows of badges come to.
package struct BadgeContents {
    /// Of a cluster in whole cells around the view.
    let ofCluster: (Cluster) -> BadgeContent
    /// Of an annotation in the view.
    let ofPart: (Annotation) -> BadgeContent
    /// Nothing but counts is of interest.
    var areCounts = false

    /// Counts alone.
    package static var counts: BadgeContents {
        BadgeContents(
            ofCluster: { BadgeContent(count: $0.count) }, ofPart: { BadgeContent(count: $0.count) },
            areCounts: true)
    }

    package func of(_ parts: [Annotation]) -> BadgeContent {
        areCounts
            ? BadgeContent(count: parts.reduce(0) { $0 + $1.count })
            : parts.reduce(into: .none) { $0.add(ofPart($1)) }
    }
}
