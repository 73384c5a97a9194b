import CellGraphics
import MapModel

extension AppState {
    /// Members that are looked at to see whether a cluster has split; all of them up to this many.
    private static let sampledMembers = 256

    /// The nearest view in which the rows of `annotation` are no longer one mark; nil if they all share a point.
    func splittingView(of annotation: PlacedAnnotation) -> Viewport? {
        guard let bounds = annotations.bounds(of: annotation, in: data.tree) else { return nil }
        if annotation.isElsewhere { return nearerView(of: annotation, bounds) }
        let sample = memberList(of: annotation).sample(data, count: Self.sampledMembers)
        guard Set(sample.map { data.tree.fixedCoordinate(at: $0) }).count > 1 else { return nil }
        // Two levels at once while there is room; further only if it takes that to split, or one loses one's way.
        var zoom = min(
            max(map.viewport.zoom + 1, fitted(to: bounds).zoom.rounded(.down)), map.viewport.zoom + 2)
        while zoom <= Viewport.maximumZoom {
            var view = fitted(to: bounds, maximumZoom: zoom)
            if view.zoom < zoom {
                // Nearer than all of its rows fit: nearer to where they are densest.
                view = Viewport(center: map.viewport.center, zoom: zoom, size: map.viewport.size)
                    .offset(annotation.leader.anchor, to: visibleMap.dots)
            }
            if isSplit(sample, in: view) { return view }
            zoom += 0.5
        }
        return nil
    }

    /// Nearer to a cluster whose rows are not known here.
    private func nearerView(of annotation: PlacedAnnotation, _ bounds: GeoBounds) -> Viewport? {
        guard map.viewport.zoom < Viewport.maximumZoom else { return nil }
        let zoom = min(
            max(map.viewport.zoom + 1, fitted(to: bounds).zoom.rounded(.down)), map.viewport.zoom + 2,
            Viewport.maximumZoom)
        return Viewport(center: map.viewport.center, zoom: zoom, size: map.viewport.size)
            .offset(annotation.leader.anchor, to: visibleMap.dots)
    }

    /// The close-up of a row in which it is a mark of its own; one that is not too near where others share its point.
    func closeUp(of selected: Selection) -> Viewport {
        if isRough(selected) {
            // Nearer it would leave the map.
            return map.closeUp(of: selected.point, in: visibleMap, zoom: Self.nearestRoughZoom)
        }
        let near = map.closeUp(of: selected.point, in: visibleMap)
        guard data.rows.coversWorld else { return near }
        let views = stride(from: near.zoom, through: max(near.zoom, Self.deepestRowZoom), by: 1).lazy.map {
            map.closeUp(of: selected.point, in: visibleMap, zoom: $0)
        }
        return views.first { isPlace(selected, in: $0) } ?? near
    }

    private static let nearestRoughZoom = roughZoom - 0.5
    /// Nearer than this rows are in the same house.
    private static let deepestRowZoom = 18.0

    /// Whether a row is a mark of its own in a view.
    private func isPlace(_ selected: Selection, in view: Viewport) -> Bool {
        let (set, placed) = marks(of: view)
        guard let carrier = set.carrier(of: selected, ofClass: data.classesApart?.classNumber(of: selected))
        else { return false }
        return placed.first { $0.holds(carrier.id) }?.isPlace == true
    }

    private func marks(of view: Viewport) -> (set: AnnotationSet, placed: [PlacedAnnotation]) {
        let set = annotationsOfTree(in: view.window(of: layout.map.dots), grid: map.grid(of: view))
        return (set, placed(set, in: view))
    }

    /// Whether members lie at different marks of a view.
    private func isSplit(_ members: [Int], in view: Viewport) -> Bool {
        let (set, placed) = marks(of: view)
        let apart = data.classesApart
        let marks = members.compactMap { index -> AnnotationID? in
            let member = Selection(
                row: data.tree.row(at: index), at: data.tree.fixedCoordinate(at: index))
            return set.carrier(of: member, ofClass: apart?.classNumber(of: member))
                .flatMap { carrier in placed.first { $0.holds(carrier.id) }?.id }
        }
        return Set(marks).count > 1
    }
}
