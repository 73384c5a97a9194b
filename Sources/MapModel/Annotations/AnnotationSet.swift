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
}

// MARK: - Changes

/// The difference between two sets of annotations.
public struct AnnotationChanges: Hashable, Sendable {
    /// In both sets and drawn the same.
    public var kept: [Annotation] = []
    /// In both sets, but with another count, mean or anchor; as they are in the new set.
    public var changed: [Annotation] = []
    /// In the new set only.
    public var added: [Annotation] = []
    /// In the old set only.
    public var removed: [Annotation] = []
}

extension AnnotationSet {
    /// The changes from this set to `next`, by identity; the indices of points in their trees do not
    /// matter.
    ///
    /// - Complexity: O(n).
    public func changes(to next: AnnotationSet) -> AnnotationChanges {
        var changes = AnnotationChanges()
        for annotation in next.annotations {
            guard let before = self[annotation.id] else {
                changes.added.append(annotation)
                continue
            }
            if before.looksLike(annotation) {
                changes.kept.append(annotation)
            } else {
                changes.changed.append(annotation)
            }
        }
        changes.removed = annotations.filter { next[$0.id] == nil }
        return changes
    }
}

extension Annotation {
    fileprivate func looksLike(_ other: Annotation) -> Bool {
        count == other.count && mean == other.mean && anchor == other.anchor
    }
}
