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

    /// The classes that no annotation mixes; nil where they do.
    var classesApart: ClassesApart? {
        coloring.flatMap { $0.places == nil ? nil : ClassesApart(of: tree, $0.counts) }
    }
}
