import MapModel

/// What is near a place, by distance.
enum NearbyList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.nearbyCursor }
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
    fileprivate var nearbyCursor: ListCursor {
        get { nearby?.cursor ?? ListCursor() }
        set { nearby?.cursor = newValue }
    }
}
