import Synchronization

/// The box of the points of a tree, found when it is first asked for: most windows of time are gone before that.
final class LateBounds: Sendable {
    private enum State {
        case unknown
        case known(GeoBounds?)
    }

    private let state: Mutex<State>
    private let workers: Workers

    /// The box of points that the workers look at later.
    init(by workers: Workers) {
        state = Mutex(.unknown)
        self.workers = workers
    }

    /// A box that is known; nil without points.
    init(_ box: GeoBounds?) {
        state = Mutex(.known(box))
        workers = .alone
    }

    /// The box; others who ask wait until it is found.
    func box(of tree: QuadTree) -> GeoBounds? {
        state.withLock { state in
            if case .known(let box) = state { return box }
            let reach = PointExtent(of: tree.keys, by: workers).reach
            let box = reach?.bounds(polarLatitudes: tree.polarPoints.map(\.latitudeE7))
            state = .known(box)
            return box
        }
    }
}
