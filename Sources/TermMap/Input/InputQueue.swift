/// Input that was read and not yet carried out, in the order it came.
///
/// Some keys wait for results that are being looked for: a search typed ahead with its Enter means what it would mean
/// typed slowly. Everything that must work at every moment overtakes them, wherever it stands in the queue.
package struct InputQueue {
    private var events: [InputEvent] = []
    /// The first of `events`: taking events off one by one costs nothing.
    private var start = 0

    package init() {}

    package var isEmpty: Bool { start == events.count }
    package var count: Int { events.count - start }
    package var first: InputEvent? { isEmpty ? nil : events[start] }

    package mutating func append(_ more: some Sequence<InputEvent>) {
        events.removeFirst(start)
        start = 0
        events += more
    }

    /// Appends what was typed while a long burst is being carried out: a key that gives up drops the rest of the burst, and what
    /// must work at every moment comes before it.
    package mutating func interrupt(with more: [InputEvent]) {
        var more = more[...]
        if let index = more.firstIndex(where: Self.givesUp) {
            start = events.count
            more = more[index...]
        }
        append(more.filter { Self.givesUp($0) || !Self.overtakes($0) })
        events.insert(contentsOf: more.filter { Self.overtakes($0) && !Self.givesUp($0) }, at: 0)
    }

    /// Takes the plain characters that come next, as one text; nil where the first event is another.
    package mutating func takeText() -> String? {
        let characters = events[start...].prefix { event in
            if case .key(.character, []) = event { true } else { false }
        }
        guard !characters.isEmpty else { return nil }
        start += characters.count
        return String(
            characters.compactMap { event in
                if case .key(.character(let character), _) = event { character } else { nil }
            })
    }

    /// Takes the signal that ends the program.
    package mutating func takeTermination() -> Int32? {
        for case .terminate(let signal) in events[start...] { return signal }
        return nil
    }

    /// Takes the event to carry out now; nil when there is none, or all of them wait.
    ///
    /// - Parameter firstWaits: the first event waits for results.
    package mutating func next(firstWaits: Bool) -> InputEvent? {
        guard let first else { return nil }
        if !firstWaits {
            start += 1
            return first
        }
        guard let index = (start..<events.count).first(where: { Self.overtakes(events[$0]) }) else {
            return nil
        }
        let event = events[index]
        if Self.givesUp(event) {
            // Keys typed before it are discarded with the search that they wait for.
            start = index + 1
        } else {
            events.remove(at: index)
        }
        return event
    }

    /// Takes the first event although its results are not there, and drops the others; how many those were.
    package mutating func dropWaiting() -> (first: InputEvent?, dropped: Int) {
        defer { start = events.count }
        return (first, max(count - 1, 0))
    }

    private static func overtakes(_ event: InputEvent) -> Bool {
        switch event {
        case .resize, .suspend, .resumed, .answered, .terminate: true
        case .key(.character("l"), .control), .key(.character("z"), .control): true
        case .key, .mouse, .paste: givesUp(event)
        }
    }

    private static func givesUp(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.escape, _), .key(.character("c"), .control): true
        default: false
        }
    }
}
