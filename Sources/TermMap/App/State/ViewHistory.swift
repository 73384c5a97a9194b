import MapModel

/// The views before and after the present one, as in a web browser.
package struct ViewHistory: Sendable {
    package enum Move: Sendable { case pan, zoom, jump }

    private static let kept = 200

    private var back: [Viewport] = []
    private var forward: [Viewport] = []
    private var lastMove: Move?

    /// Whether any view was left in this run.
    private(set) var hasMoved = false

    package init() {}

    /// Views of an earlier run, the oldest first.
    package init(_ views: [Viewport]) { back = views }

    /// The last of the views to go back to, the oldest first.
    func recent(_ count: Int) -> ArraySlice<Viewport> { back.suffix(count) }

    var canGoBack: Bool { !back.isEmpty }

    /// Remembers `viewport` before a move; a run of pans, or of zooms, counts as one.
    package mutating func leave(_ viewport: Viewport, by move: Move) {
        forward = []
        hasMoved = true
        defer { lastMove = move }
        if move != .jump, move == lastMove { return }
        back.append(viewport)
        if back.count > Self.kept { back.removeFirst() }
    }

    mutating func goBack(from viewport: Viewport) -> Viewport? {
        guard let previous = back.popLast() else { return nil }
        forward.append(viewport)
        lastMove = nil
        return previous
    }

    mutating func goForward(from viewport: Viewport) -> Viewport? {
        guard let next = forward.popLast() else { return nil }
        back.append(viewport)
        lastMove = nil
        return next
    }
}
