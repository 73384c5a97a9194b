extension AnnotationSet {
    /// The annotations of the points of `tree` in `window`, clustered by `grid`, where no cluster mixes classes: of
    /// each class in a cell one.
    ///
    /// - Complexity: O(points in view / 256 + 64 × annotations).
    public init(of tree: QuadTree, in window: WorldWindow, grid: ClusterGrid, apart classes: ClassPlaces) {
        let annotations = tree.clusters(in: window, grid: grid).flatMap { cluster in
            if cluster.count == 1 { return [Annotation(cluster, in: tree)] }
            return classes.parts(of: tree.members(of: cluster.id, in: window), in: tree).map { part in
                Annotation(
                    id: part.count == 1
                        ? .place(row: tree.row(at: part.firstIndex))
                        : .classCluster(cluster.id, classNumber: part.classNumber),
                    count: part.count, mean: part.mean, firstIndex: part.firstIndex)
            }
        }
        self.init(annotations: annotations, window: window, grid: grid)
    }
}

/// Classes of the points of a tree that no annotation mixes.
public struct ClassesApart: Sendable {
    private let tree: QuadTree
    private let classes: ClassCounts

    /// The classes of the points of `tree`.
    public init(of tree: QuadTree, _ classes: ClassCounts) {
        (self.tree, self.classes) = (tree, classes)
    }

    /// The class of the row of a selection; nil when it is not in the tree.
    public func classNumber(of selection: Selection) -> Int? {
        tree.index(ofRow: selection.row, at: selection.coordinate.coordinate)
            .map { classes.classOfPoint(at: $0) }
    }
}
