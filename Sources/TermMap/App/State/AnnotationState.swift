import CellGraphics
import MapModel

/// What lies in view: clusters and single rows, and their cells on the screen.
package struct AnnotationState: Sendable {
    package private(set) var set = AnnotationSet(
        of: QuadTree(PointBuffer()), in: .world, grid: ClusterGrid(worldDots: 64, cellDots: 20))
    /// The classes that no annotation mixes; nil where they do.
    private(set) var apart: ClassesApart?
    /// The classes of the rows; nil where they have none.
    private var classes: ClassCounts?
    /// The same with their cells, those that no panel covers.
    package var placed: [PlacedAnnotation] = []
    /// Those of which a panel covers some cells, or all.
    package private(set) var covered: [PlacedAnnotation] = []
    package private(set) var arrivals = Arrivals()
    /// The lines of the rows that moved between two sources.
    package internal(set) var moves = MoveLines()
    /// Where the legend of colours stands; nil where none is shown.
    var legendPlace: Legend.Place?
    /// Whether a legend is shown: the user may put it away, and a printed list has none.
    package var showsLegend = true
    /// Rows in view that the window of time did not have before.
    package internal(set) var newCount = 0
    /// What the colours of differences mean; nil where none are shown.
    package internal(set) var differenceScale: DifferenceScale?
    /// What lies in view where rows are shown by shades; then at most one annotation is placed, that of the cursor.
    package var density = DensityState()

    /// Nobody will see the view to which the present action leads: it gets no annotations.
    var isSkippingLayout = false
    /// The annotations are those of a view before that which is shown now.
    var awaitedRefresh: AwaitedRefresh?

    /// Leaves the annotations as they are until they are refreshed.
    mutating func pass(isAnimated: Bool) {
        awaitedRefresh = AwaitedRefresh(isAnimated: isAnimated || awaitedRefresh?.isAnimated == true)
    }

    /// The annotations whose rows are in view: those that are shown, and those that the legend covers.
    var counted: [PlacedAnnotation] {
        guard let legend = legendPlace?.rect else { return placed }
        return placed + covered.filter { $0.rect.intersects(legend) }
    }

    /// Rows of the annotations that are shown, and those that the legend says it covers.
    package var rowsInView: Int { placed.reduce(legendPlace?.coveredRows ?? 0) { $0 + $1.count } }
    /// How many rows the annotations in an area stand for, including those under the legend.
    package func rows(in area: CellRect) -> Int {
        (placed + covered).reduce(0) { $0 + ($1.rect.lies(in: area) ? $1.count : 0) }
    }
    /// The rows that are shown one by one.
    package var rows: [UInt32] { placed.compactMap(\.row) }

    /// Shows what lies in view now.
    ///
    /// - Parameters:
    ///   - visible: what no panel covers: an annotation is shown when all of its cells are.
    ///   - animatedAt: when what was not in view before arrives; nil when nothing bounces.
    package mutating func show(
        _ next: AnnotationSet, _ placed: [PlacedAnnotation], of data: DataState, in visible: CellRect,
        animatedAt now: Duration?
    ) {
        (apart, classes) = (data.classesApart, data.coloring?.counts)
        if let now {
            arrivals.begin(set.added(in: next).map(\.id), at: now)
        } else {
            arrivals.finish()
        }
        set = next
        func isVisible(_ rect: CellRect) -> Bool {
            rect.lies(in: visible) && legendPlace.map { !$0.rect.intersects(rect) } ?? true
        }
        self.placed = placed.filter { isVisible($0.rect) }
        covered = placed.filter { !isVisible($0.rect) }
    }

    package mutating func finishArrivals() { arrivals.finish() }

    /// Forgets a bounce that is over.
    mutating func passTime(to now: Duration) {
        if arrivals.timeToNextPhase(at: now) == nil { arrivals.finish() }
    }

    /// Counts at each annotation the rows that are highlighted.
    ///
    /// - Parameters:
    ///   - points: those rows in `tree`; nil when none are.
    ///   - isCut: not all of them are known: those of a server's cluster may be among the others.
    package mutating func highlight(_ points: PointSet?, isCut: Bool, in tree: QuadTree) {
        for index in placed.indices {
            let count = points.map { self.count(of: placed[index], $0, tree) }
            placed[index].highlightedCount =
                isCut && count == 0 && placed[index].isElsewhere ? nil : count
        }
    }

    /// Counts at each annotation the rows that are marked.
    package mutating func count(marked marks: MarkState, in tree: QuadTree) {
        for index in placed.indices {
            placed[index].markedCount = marks.count == 0 ? 0 : count(of: placed[index], marks, tree)
        }
        density.mark(marks.count == 0 ? nil : marks.points, in: tree)
    }

    /// Finds the annotations all of whose rows are in the middle of areas.
    mutating func judge(_ vague: VaguePoints?, in tree: QuadTree) {
        guard let vague else { return }
        for index in placed.indices {
            placed[index].vagueness = vague.vagueness(of: placed[index]) {
                count(of: placed[index], $0, tree)
            }
        }
    }

    /// How many of its rows are marked, also those that a server has counted.
    private func count(of annotation: PlacedAnnotation, _ marks: MarkState, _ tree: QuadTree) -> Int {
        let counted = annotation.parts.reduce(0) { sum, part in
            guard part.firstIndex == nil, let cell = part.id.cell else { return sum }
            return sum + marks.count(in: cell, of: set.window)
        }
        return counted + count(of: annotation, marks.points, tree)
    }

    /// How many of its rows are among `points`.
    func count(of annotation: PlacedAnnotation, _ points: PointSet, _ tree: QuadTree) -> Int {
        annotation.parts.reduce(0) { sum, part in
            // A single row needs no list.
            if case .place = part.id {
                return sum + (part.firstIndex.map { points.contains($0) } == true ? 1 : 0)
            }
            return sum + tree.members(of: part, in: set.window, classes).count(in: points)
        }
    }

    // MARK: - Finding annotations

    /// The annotation that shows `selection`, if it is in view, or if a panel covers it.
    package func annotation(showing selection: Selection, evenIfCovered: Bool = false) -> PlacedAnnotation? {
        guard let carrier = carrier(of: selection) else { return nil }
        return placed.first { $0.holds(carrier.id) }
            ?? (evenIfCovered ? covered.first { $0.holds(carrier.id) } : nil)
    }

    private func carrier(of selection: Selection) -> Annotation? {
        set.carrier(of: selection, ofClass: apart?.classNumber(of: selection))
    }

    /// The annotation under a cell; one column more at each side, since a dot is a small target.
    package func annotation(at cell: CellPoint) -> PlacedAnnotation? {
        placed.last { annotation in
            let rect = annotation.rect
            return cell.row >= rect.row && cell.row < rect.endRow && cell.column >= rect.column - 1
                && cell.column <= rect.endColumn
        }
    }

    /// The annotations in view, nearest to `middle` first.
    package func ordered(from middle: CellPoint) -> [PlacedAnnotation] {
        func distance(_ annotation: PlacedAnnotation) -> Int {
            let columns = annotation.rect.middle.column - middle.column
            let rows = (annotation.middleRow - middle.row) * 2
            return columns * columns + rows * rows
        }
        return placed.enumerated().sorted {
            (distance($0.element), $0.offset) < (distance($1.element), $1.offset)
        }.map(\.element)
    }

    /// The annotation next to `current`, nearest to `middle` first, then outwards; nil without any.
    package func next(to current: PlacedAnnotation?, forward: Bool, from middle: CellPoint)
        -> PlacedAnnotation?
    {
        let ordered = ordered(from: middle)
        guard !ordered.isEmpty else { return nil }
        guard let index = current.flatMap({ shown in ordered.firstIndex { $0.id == shown.id } }) else {
            return forward ? ordered.first : ordered.last
        }
        return ordered[(index + (forward ? 1 : ordered.count - 1)) % ordered.count]
    }

    /// The box of all rows at an annotation.
    package func bounds(of annotation: PlacedAnnotation, in tree: QuadTree) -> GeoBounds? {
        annotation.parts.compactMap { part -> GeoBounds? in
            part.firstIndex == nil ? part.id.cell?.bounds : tree.bounds(of: part, in: set.window, classes)
        }.reduce(nil) { all, part in all.map { $0.union(part) } ?? part }
    }
}

extension GeoBounds {
    /// The box of a single place.
    package init(at place: Coordinate) {
        self.init(
            south: place.latitude, west: place.longitude, north: place.latitude, east: place.longitude)
    }
}

/// Annotations that views were passed without.
struct AwaitedRefresh: Sendable {
    /// New ones arrive with a bounce.
    let isAnimated: Bool
}
