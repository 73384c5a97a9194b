/// The annotations of one view of a tree, found by what they represent.
public struct AnnotationSet: Hashable, Sendable {
    /// In the order in which they were made: from the north-west row by row.
    public let annotations: [Annotation]
    /// The part of the world plane that was searched.
    public let window: WorldWindow
    /// The cluster grid of the view.
    public let grid: ClusterGrid

    private let indices: [AnnotationID: Int]

    /// The annotations of the points of `tree` in `window`, clustered by `grid`.
    public init(of tree: QuadTree, in window: WorldWindow, grid: ClusterGrid) {
        let clusters = tree.clusters(in: window, grid: grid)
        self.init(annotations: clusters.map { Annotation($0, in: tree) }, window: window, grid: grid)
    }

    /// The given annotations; each must represent something else.
    public init(annotations: [Annotation], window: WorldWindow, grid: ClusterGrid) {
        self.annotations = annotations
        self.window = window
        self.grid = grid
        indices = Dictionary(uniqueKeysWithValues: annotations.enumerated().map { ($1.id, $0) })
    }

    /// The annotation that represents `id`; nil when the view has none.
    public subscript(id: AnnotationID) -> Annotation? { indices[id].map { annotations[$0] } }

    /// The annotations of `next` that represent something else than those of this set.
    ///
    /// - Complexity: O(n).
    public func added(in next: AnnotationSet) -> [Annotation] {
        next.annotations.filter { self[$0.id] == nil }
    }
}
