import MapModel

/// The rows of annotations.
extension DataState {
    /// What lies in `window` of the rows that are here.
    ///
    /// - Parameter keepsApart: whether none may mix classes, where that is asked for.
    func annotationsOfTree(in window: WorldWindow, grid: ClusterGrid, keepsApart: Bool) -> AnnotationSet {
        guard keepsApart, let places = coloring?.places else {
            return AnnotationSet(of: tree, in: window, grid: grid)
        }
        return AnnotationSet(of: tree, in: window, grid: grid, apart: places)
    }

    /// The indices in the tree of the rows of an annotation that was seen in `window`: none of rows that a server has
    /// only counted.
    package func members(of annotation: Annotation, in window: WorldWindow) -> AnnotationMembers {
        tree.members(of: annotation, in: window, coloring?.counts)
    }

    /// The classes that no annotation mixes; nil where they do.
    var classesApart: ClassesApart? {
        coloring.flatMap { $0.places == nil ? nil : ClassesApart(of: tree, $0.counts) }
    }
}
