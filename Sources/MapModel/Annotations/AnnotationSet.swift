/// The annotations of one view of a tree, found by what they represent.
public struct AnnotationSet: Hashable, Sendable {
    /// In the order in which they were made: from the north-west row by row.
    public let annotations: [Annotation]
    public let window: WorldWindow
    public let grid: ClusterGrid

    private let indices: [AnnotationID: Int]

    /// The annotations of the points of `tree` in `window`, gathered by `grid`.
    public init(of tree: QuadTree, in window: WorldWindow, grid: ClusterGrid) {
        let clusters = tree.clusters(in: window, grid: grid)
        self.init(annotations: clusters.map { Annotation($0, in: tree) }, window: window, grid: grid)
    }

    /// The given annotations; no two may represent the same.
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

/// What is to be done to come from one set of annotations to the next.
public struct AnnotationChanges: Hashable, Sendable {
    /// In both sets, equal in all that is drawn.
    public var kept: [Annotation] = []
    /// In both sets, but with another count, mean or anchor; as they are in the new set.
    public var changed: [Annotation] = []
    /// In the new set only.
    public var added: [Annotation] = []
    /// In the old set only.
    public var removed: [Annotation] = []
}

extension AnnotationSet {
    /// How this set becomes `next`, by identity; the positions of points in their tree do not matter.
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
