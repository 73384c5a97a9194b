/// What the user has selected. It survives panning and zooming, which replace the annotations.
public struct Selection: Hashable, Sendable {
    /// What was selected.
    public let id: AnnotationID
    /// The selected row; of a cluster, one row that represents it in other views.
    public let row: UInt32
    /// Where that row is.
    public let coordinate: FixedCoordinate

    /// A single row and where it is.
    public init(row: UInt32, at coordinate: FixedCoordinate) {
        self.init(id: .place(row: row), row: row, coordinate: coordinate)
    }

    /// The same selection after its row got another number or place; a cluster keeps its cell of the grid.
    public init(_ selection: Selection, asRow row: UInt32, at coordinate: FixedCoordinate) {
        self.init(
            id: selection.id.cell == nil ? .place(row: row) : selection.id, row: row, coordinate: coordinate)
    }

    /// The number that no row has: the row of a cluster whose rows are elsewhere is not known.
    public static let noRow = UInt32.max

    /// Whether a row is known that can be read.
    public var hasRow: Bool { row != Self.noRow }

    /// What `annotation` of `tree` represents.
    public init(_ annotation: Annotation, in tree: QuadTree) {
        guard let index = annotation.firstIndex else {
            let place = FixedCoordinate(WebMercator.unproject(annotation.mean))
            self.init(id: annotation.id, row: Self.noRow, coordinate: place)
            return
        }
        self.init(
            id: annotation.id, row: tree.row(at: index), coordinate: tree.fixedCoordinate(at: index))
    }

    private init(id: AnnotationID, row: UInt32, coordinate: FixedCoordinate) {
        self.id = id
        self.row = row
        self.coordinate = coordinate
    }
}

extension AnnotationSet {
    /// The annotation to mark as selected: the selected one itself, else the one that holds its row; nil when
    /// that is out of view. The row must be among those that the set was made of.
    ///
    /// - Parameter classNumber: the class of its row, where classes are kept apart.
    /// - Complexity: O(1).
    public func carrier(of selection: Selection, ofClass classNumber: Int? = nil) -> Annotation? {
        if let same = self[selection.id] { return same }
        let point = QuantumPoint(selection.coordinate)
        guard window.contains(point) else { return nil }
        let cell = grid.id(of: point)
        return self[.place(row: selection.row)] ?? self[.cluster(cell)]
            ?? classNumber.flatMap { self[.classCluster(cell, classNumber: $0)] }
    }
}
