/// What an annotation represents; the same from one view to the next.
public enum AnnotationID: Hashable, Sendable {
    /// A single input row.
    case place(row: UInt32)
    /// A cell of the cluster grid that holds several rows.
    case cluster(ClusterID)
    /// The rows of one class in a cell of the cluster grid, where classes are kept apart.
    case classCluster(ClusterID, classNumber: Int)

    /// The cell of a cluster; nil for a place.
    public var cell: ClusterID? {
        switch self {
        case .place: nil
        case .cluster(let id), .classCluster(let id, _): id
        }
    }
}

/// A symbol on the map for one place or for a cluster of places.
public struct Annotation: Hashable, Sendable, Identifiable {
    /// What it represents: the same value in every view that shows it.
    public let id: AnnotationID
    /// How many rows it represents in this view.
    public let count: Int
    /// The mean of those rows: its displayed coordinate.
    public let mean: WorldPoint
    /// Where it should be drawn: where its rows are densest.
    public let anchor: WorldPoint
    /// The index in the tree of one of its rows, or of its only row; nil for a cluster whose rows are
    /// elsewhere.
    public let firstIndex: Int?

    /// The annotation of a cluster of `tree`: a place when the cluster is a single row.
    public init(_ cluster: Cluster, in tree: QuadTree) {
        let isPlace = cluster.count == 1
        id = isPlace ? .place(row: tree.row(at: cluster.firstIndex)) : .cluster(cluster.id)
        count = cluster.count
        mean = cluster.mean
        anchor = cluster.densest
        firstIndex = cluster.firstIndex
    }

    /// What stands for the rows of one class in a cell.
    init(
        id: AnnotationID, count: Int, mean: WorldPoint, firstIndex: Int
    ) {
        (self.id, self.count, self.mean, self.firstIndex) = (id, count, mean, firstIndex)
        anchor = mean
    }

    /// The annotation of a cluster that a server has counted, whose rows are in no tree.
    public init(ofServer cluster: Cluster) {
        id = .cluster(cluster.id)
        count = cluster.count
        mean = cluster.mean
        anchor = cluster.densest
        firstIndex = nil
    }
}
