import MapModel
import Testing

@testable import App

@Suite struct ViewHistoryTests {
    private func view(_ zoom: Double) -> Viewport {
        Viewport(center: WorldPoint(x: 0.5, y: 0.5), zoom: zoom, size: DotSize(columns: 20, rows: 8))
    }

    @Test func backAndForwardReturnTheViews() {
        var history = ViewHistory()
        history.leave(view(1), by: .jump)
        history.leave(view(2), by: .jump)
        #expect(history.goBack(from: view(3)) == view(2))
        #expect(history.goBack(from: view(2)) == view(1))
        #expect(history.goBack(from: view(1)) == nil)
        #expect(history.goForward(from: view(1)) == view(2))
        #expect(history.goForward(from: view(2)) == view(3))
        #expect(history.goForward(from: view(3)) == nil)
    }

    @Test(arguments: [ViewHistory.Move.pan, .zoom])
    func aRunOfPansOrZoomsIsOneStep(move: ViewHistory.Move) {
        var history = ViewHistory()
        for zoom in 1...5 { history.leave(view(Double(zoom)), by: move) }
        #expect(history.goBack(from: view(6)) == view(1))
        #expect(history.goBack(from: view(1)) == nil)
    }

    @Test func jumpsAreStepsEach() {
        var history = ViewHistory()
        for zoom in 1...3 { history.leave(view(Double(zoom)), by: .jump) }
        #expect(history.goBack(from: view(4)) == view(3))
    }

    @Test func movingForgetsTheWayForward() {
        var history = ViewHistory()
        history.leave(view(1), by: .jump)
        _ = history.goBack(from: view(2))
        history.leave(view(1), by: .pan)
        #expect(history.goForward(from: view(5)) == nil)
    }

    @Test func aRunEndsWhenOneGoesBack() {
        var history = ViewHistory()
        history.leave(view(1), by: .pan)
        _ = history.goBack(from: view(2))
        history.leave(view(1), by: .pan)
        #expect(history.goBack(from: view(3)) == view(1))
    }

    @Test func theOldestOfManyAreForgotten() {
        var history = ViewHistory()
        for step in 0..<250 { history.leave(view(Double(step % 20)), by: .jump) }
        var steps = 0
        while history.goBack(from: view(0)) != nil { steps += 1 }
        #expect(steps == 200)
    }
}
