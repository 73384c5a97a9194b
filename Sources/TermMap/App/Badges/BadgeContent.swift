import MapModel
import Rows

/// What the rows at a badge come to, as far as its size depends on it.
struct BadgeContent: Equatable, Sendable {
    var count: Int
    /// Rows of each class; nil where rows are not coloured by a column.
    var tally: ClassCounts.Tally?
    /// Their numbers; of no rows where no figure is asked for.
    var numbers = NumberAggregates.Aggregate()

    /// Nothing.
    static let none = BadgeContent(count: 0)

    mutating func add(_ other: BadgeContent) {
        count += other.count
        if let tally = other.tally { self.tally = (self.tally ?? .zero) &+ tally }
        numbers.add(other.numbers)
    }

    /// Its classes, that with most rows first, of equal ones the one that comes first in the legend; no value last.
    var classes: [Int] {
        guard let tally else { return [] }
        return (0..<ClassCounts.limit).filter { tally[$0] > 0 }
            .sorted { (tally[$1], $0 == 0 ? 99 : $0) < (tally[$0], $1 == 0 ? 99 : $1) }
    }
}

/// Finds out what the rows of badges come to.
struct BadgeContents {
    /// Of a cluster in whole cells around the view.
    let ofCluster: (Cluster) -> BadgeContent
    /// Of an annotation in the view.
    let ofPart: (Annotation) -> BadgeContent

    /// Counts alone.
    static var counts: BadgeContents {
        BadgeContents(
            ofCluster: { BadgeContent(count: $0.count) }, ofPart: { BadgeContent(count: $0.count) })
    }

    func of(_ parts: [Annotation]) -> BadgeContent {
        parts.reduce(into: .none) { $0.add(ofPart($1)) }
    }
}

extension DataState {
    /// What the rows of an annotation that was seen in `window` come to.
    ///
    /// - Parameter hasNumbers: whether their numbers are of interest.
    func content(of part: Annotation, in window: WorldWindow, hasNumbers: Bool = true) -> BadgeContent {
        let figures = hasNumbers ? figures : nil
        var content = BadgeContent(count: part.count)
        guard coloring != nil || figures != nil else { return content }
        if part.firstIndex == nil {
            let measured = part.id.cell.map { origin.measured($0) } ?? MeasuredRows.Cluster()
            if coloring != nil { content.tally = measured.tally }
            content.numbers = measured.numbers
            return content
        }
        if case .classCluster(let id, let number) = part.id {
            content.tally = .zero
            content.tally?[number] = UInt32(part.count)
            let runs = figures?.byClass == nil ? nil : tree.members(of: id, in: window)
            content.numbers =
                runs.flatMap { figures?.byClass?.aggregate(ofClass: number, in: $0) } ?? content.numbers
            return content
        }
        let runs = members(of: part, in: window).runs
        if let coloring { content.tally = coloring.counts.tally(in: runs) }
        if let figures { content.numbers = figures.numbers.aggregate(in: runs) }
        return content
    }

    /// What decides on the size of badges, in a view and around it.
    ///
    /// - Parameter style: that of the badges.
    func contents(_ style: BadgeStyle, in window: WorldWindow, _ surroundings: WorldWindow) -> BadgeContents {
        guard style.keepsApart || style.scale != nil else { return .counts }
        let hasNumbers = style.scale != nil
        let areCounted = origin.countsRows(in: surroundings)
        return BadgeContents(
            ofCluster: { cluster in
                content(
                    of: areCounted ? Annotation(ofServer: cluster) : Annotation(cluster, in: tree),
                    in: surroundings, hasNumbers: hasNumbers)
            }, ofPart: { content(of: $0, in: window, hasNumbers: hasNumbers) })
    }
}
