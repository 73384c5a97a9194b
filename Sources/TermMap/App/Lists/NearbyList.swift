import CellGraphics
import MapModel

/// What is near a place, by distance.
enum NearbyList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.nearby.listCursor }
    static let pickCommand: Command? = .open

    static func count(_ state: AppState) -> Int { state.nearby?.neighbors.count ?? 0 }

    static func hints(_ state: AppState) -> [CommandHint] {
        [
            CommandHint(.radius(step: -1), .radius(step: 1)), CommandHint(.nearby, says: "type a radius"),
            .choose, CommandHint(.open, says: "details"), .zoom, .close,
        ]
    }

    static func listedRow(_ state: AppState) -> (tree: QuadTree, index: Int)? {
        state.nearby?.current.map { (state.data.tree, $0.index) }
    }
}

extension AppState {
    /// How many rows are near, as far as a server has sent them.
    package func nearText(_ nearby: Nearby) -> DisplayText {
        "\(nearby.total.grouped)" + (data.origin.isNearCut ? "+" : "")
    }

}

extension NearbyList: LineList {
    static func head(_ state: AppState) -> ListHead {
        guard let nearby = state.nearby else { return ListHead(title: .empty) }
        let count = nearby.neighbors.count
        let found: KeyedText =
            nearby.radiusMeters.map { "\(state.nearText(nearby)) within \(nearby.unit.text(meters: $0))" }
            ?? "nearest \(count.grouped)"
        return ListHead(
            title: "Near \(nearby.centerName)", remark: found,
            note: nearby.total > count ? "nearest \(count.grouped) listed" : .empty)
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        guard let nearby = state.nearby else { return [] }
        return rows.map { position in
            let neighbor = nearby.neighbors[position]
            let row = state.data.tree.row(at: neighbor.index)
            let place = nearby.places[neighbor.index] ?? state.data.tree.coordinate(at: neighbor.index)
            let distance = DistanceLine.text(
                meters: neighbor.distanceMeters, bearing: GreatCircle.bearing(from: nearby.center, to: place),
                unit: nearby.unit)
            let isMiddle = !state.measuresShapes && state.data.shapes.shape(of: row) != nil
            return ListLine(
                text: state.title(ofRow: row), remark: isMiddle ? distance + " to its middle" : distance,
                remarkRole: position == nearby.cursor.index ? .ring : .panelDim,
                isMarked: state.marks.contains(row))
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText {
        "No rows in range: \(key: .radius(step: 1)) widens it"
    }
}
