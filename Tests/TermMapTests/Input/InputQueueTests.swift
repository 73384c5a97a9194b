import CellGraphics
import Testing

@testable import TerminalInput

struct InputQueueTests {
    private static let enter = InputEvent.key(.enter)
    private static let letter = InputEvent.key(.character("x"))
    private static let escape = InputEvent.key(.escape)
    private static let interrupt = InputEvent.key(.character("c"), .control)

    private func queue(_ events: [InputEvent]) -> InputQueue {
        var queue = InputQueue()
        queue.append(events)
        return queue
    }

    @Test func eventsComeInTheirOrder() {
        var queue = queue([Self.enter, Self.letter])
        queue.append([Self.escape])
        #expect(queue.next(firstWaits: false) == Self.enter)
        #expect(queue.next(firstWaits: false) == Self.letter)
        queue.append([Self.interrupt])
        #expect(queue.next(firstWaits: false) == Self.escape)
        #expect(queue.next(firstWaits: false) == Self.interrupt)
        #expect(queue.next(firstWaits: false) == nil && queue.isEmpty)
    }

    @Test func aLetterBehindAWaitingKeyWaitsToo() {
        var queue = queue([Self.enter, Self.letter])
        #expect(queue.next(firstWaits: true) == nil)
        #expect(queue.count == 2)
    }

    @Test(arguments: [escape, interrupt])
    func givingUpIsFoundBehindAnythingAndDropsIt(key: InputEvent) {
        var queue = queue([Self.enter, Self.letter, .paste("y"), key, Self.letter])
        #expect(queue.next(firstWaits: true) == key)
        #expect(queue.count == 1 && queue.first == Self.letter)
    }

    @Test(arguments: [
        InputEvent.resize(columns: 90, rows: 30), .suspend, .resumed, .key(.character("l"), .control),
        .key(.character("z"), .control),
    ])
    func theScreenIsSeenToWhateverWaits(event: InputEvent) {
        var queue = queue([Self.enter, Self.letter, event, Self.letter])
        #expect(queue.next(firstWaits: true) == event)
        #expect(queue.count == 3 && queue.first == Self.enter)
    }

    @Test func charactersAreTakenAsOneText() {
        var queue = queue([Self.letter, Self.letter, Self.enter, Self.letter])
        #expect(queue.takeText() == "xx" && queue.takeText() == nil)
        #expect(queue.next(firstWaits: false) == Self.enter)
        #expect(queue.takeText() == "x" && queue.isEmpty)
    }

    @Test func aLongBurstIsGivenUp() {
        var queue = queue([Self.letter, Self.letter])
        queue.interrupt(with: [Self.letter, Self.escape, Self.enter])
        #expect(queue.first == Self.escape && queue.count == 2)
    }

    @Test func theScreenIsSeenToInALongBurst() {
        var queue = queue([Self.letter, Self.letter])
        let resize = InputEvent.resize(columns: 90, rows: 30)
        queue.interrupt(with: [Self.enter, resize])
        #expect(queue.next(firstWaits: false) == resize)
        #expect(queue.first == Self.letter && queue.count == 3)
    }

    @Test func aSignalIsFoundBehindEverything() {
        var queue = queue([Self.enter, Self.letter, .terminate(signal: 15)])
        #expect(queue.takeTermination() == 15)
    }

    @Test func whatWaitedTooLongIsDroppedButForTheFirst() {
        var queue = queue([Self.enter, Self.letter, Self.letter])
        let (first, dropped) = queue.dropWaiting()
        #expect(first == Self.enter && dropped == 2 && queue.isEmpty)
    }
}
