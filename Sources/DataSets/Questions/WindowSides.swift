import MapModel
import Rows

/// The rows of two windows of time that are shown as one.
package struct WindowSides: Sendable {
    /// By index in the tree of both.
    package let first, second: PointSet

    init(first: PointSet, second: PointSet) { (self.first, self.second) = (first, second) }

    /// The rows of a tree, by the window that the server gave for each.
    package init(_ tree: QuadTree, _ measured: MeasuredRows) {
        func side(_ side: WindowSide) -> PointSet {
            PointSet(
                (0..<tree.count).filter { side.has(measured.rows[tree.row(at: $0)]?.classNumber) },
                capacity: tree.count)
        }
        self.init(first: side(.first), second: side(.second))
    }
}

/// One of two windows, by the classes that a server gives rows: 1 in both, 2 in the first, 3 in the second.
package enum WindowSide: Sendable {
    case first, second, either

    fileprivate func has(_ classNumber: UInt8?) -> Bool {
        guard let classNumber, (1...3).contains(classNumber) else { return false }
        return self == .either || classNumber == 1 || classNumber == (self == .first ? 2 : 3)
    }

    fileprivate func count(_ tally: ClassCounts.Tally) -> Int {
        (1...3).reduce(0) { has(UInt8($1)) ? $0 + Int(tally[$1]) : $0 }
    }
}

extension ViewportAnswer {
    /// The rows of a window among those of two.
    package func keeping(_ side: WindowSide) -> ViewportAnswer {
        switch content {
        case .rows(let points):
            var kept = PointBuffer()
            points.visitPlaces { row, place in
                if side.has(measured.rows[row]?.classNumber) { kept.append(place, row: row) }
            }
            return ViewportAnswer(self, points: kept)
        case .clusters(let clusters):
            return ViewportAnswer(
                self,
                clusters: clusters.compactMap { cluster in
                    let count = side.count(measured.clusters[cluster.id]?.tally ?? .zero)
                    guard count > 0 else { return nil }
                    return Cluster(
                        id: cluster.id, count: count, mean: cluster.mean, densest: cluster.densest,
                        firstIndex: cluster.firstIndex)
                })
        }
    }
}

extension RowSnapshot {
    /// Rows of annotations that a server has counted, by window.
    package func countedSides(of parts: [Annotation]) -> (first: Int, second: Int) {
        sides == nil || counted == nil
            ? (0, 0)
            : Self.sides(of: parts.filter { $0.firstIndex == nil }.compactMap(\.id.cell), counted)
    }

    /// The same of those in view.
    package func countedSides(in window: WorldWindow) -> (first: Int, second: Int) {
        Self.sides(of: counted?.clusters(in: window).map(\.id) ?? [], counted)
    }

    private static func sides(
        of cells: [ClusterID], _ counted: CountedRows?
    ) -> (first: Int, second: Int) {
        cells.reduce(into: (first: 0, second: 0)) { sums, cell in
            guard let tally = counted?.measured[cell]?.tally else { return }
            sums.first += WindowSide.first.count(tally)
            sums.second += WindowSide.second.count(tally)
        }
    }
}
