import MapModel
import Platform
import Rows
import Streams

/// One reading of feeds: takes what their threads receive until all have ended.
final class FeedRun {
    private static let tick = Duration.milliseconds(100)
    /// Between two parts: 5,000 things come three times a second.
    private static let timePerThing = Duration.microseconds(66)

    private let name: String
    private let sources: [any FeedSource]
    private let options: FeedOptions
    private let inbox: FeedInbox
    private var reader: FeedReader
    private var watcher: AlertWatcher
    private var state = FeedState()
    private var connections: [Int: String] = [:]
    private var openCount: Int
    private var byteCount = 0
    private var recorder: RecordingWriter?
    private var playback: Playback?
    /// Time passes by the clock of this machine.
    private var isLive = false
    /// Sources that are recordings.
    private var recordings: Set<Int> = []
    /// The beginnings of sources; nil for those that were taken.
    private var starts: [FeedStart?]
    private let begin: Int64
    private var rate = MessageRate()
    private var nextPart = MonotonicClock.now
    private var hasChanged = false

    /// A recording that is played in its time.
    private struct Playback {
        let start: Int64
        let begin: Duration
        let speed: Double

        var now: Int64 { start + Int64(Double((MonotonicClock.now - begin).milliseconds) * speed) }
    }

    init(
        name: String, _ sources: [any FeedSource], _ options: FeedOptions, _ ownReports: OwnReports
    ) throws(SystemError) {
        self.name = name
        self.sources = sources
        self.options = options
        inbox = try FeedInbox()
        openCount = sources.count
        begin = inbox.now
        starts = sources.map { _ in FeedStart() }
        reader = FeedReader([], options.times)
        watcher = AlertWatcher(options.alerts)
        reader = FeedReader(sources.map { ($0.name, .unknown) }, options.times) {
            [unowned self] reader, effect in
            judge(reader, effect)
        }
        reader.ownReports = ownReports
        reader.beforeMessage = { [unowned self] in sweep() }
        reader.lengthMilliseconds = options.lengthSeconds.map { Int64($0 * 1000) }
    }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        defer { inbox.close() }
        if let path = options.recordPath {
            do throws(FileError) {
                recorder = try RecordingWriter(path: path, start: inbox.now, source: name)
            } catch {
                throw .file(error)
            }
        }
        try start()
        while openCount > 0, !reader.isOver {
            if isCancelled() { throw .cancelled }
            let entries = inbox.take(waiting: Self.tick)
            watcher.adopt(reader)
            for entry in entries {
                try take(entry)
                if reader.isOver { break }
            }
            pass()
            watcher.flush()
            report(progress)
        }
        return try finished()
    }

    private func start() throws(SourceError) {
        let inbox = inbox
        for (number, source) in sources.enumerated() {
            guard BlockingThread.detach({ source.run(number, into: inbox) }) else {
                throw .refused(name: source.name, words: "cannot create a thread to read it")
            }
        }
    }

    // MARK: - Parcels

    private func take(_ entry: FeedInbox.Entry) throws(SourceError) {
        let source = entry.source
        switch entry.parcel {
        case .pace(let isLive, let isKnown):
            self.isLive = self.isLive || isLive
            reader.set(isLive ? .live : isKnown ? .recorded : .unknown, of: source)
            if isLive, reader.start == nil { reader.start = entry.received }
        case .recording(let start, let name):
            recordings.insert(source)
            // What came from a server was live, what came from a file or a pipe may have been.
            reader.set(name.contains("://") ? .live : .unknown, of: source)
            reader.start = start
            playback = options.replaySpeed.map {
                Playback(start: start, begin: MonotonicClock.now, speed: $0)
            }
        case .bytes(let bytes):
            byteCount += bytes.count
            try record(bytes, entry.received)
            take(bytes, of: source, received: entry.received)
        case .document(let bytes):
            byteCount += bytes.count
            try record(bytes + [0x0A], entry.received)
            if reader.readDocument(bytes, from: source, received: entry.received) { hasChanged = true }
        case .refused: reader.countCut()
        case .disconnected:
            takeStart(of: source)
            recorder?.endConnection(received: entry.received)
            reader.endConnection(of: source, received: entry.received)
        case .status(let words): connections[source] = words
        case .ended:
            openCount -= 1
            takeStart(of: source)
            reader.finish(source, received: entry.received)
        case .failed(let error): throw error
        }
        hasChanged = true
    }

    private func take(_ bytes: [UInt8], of source: Int, received: Int64) {
        reader.probe(bytes, of: source, received: received)
        guard reader.pace(of: source) != .recorded, starts[source] != nil else {
            beginAnew(source)
            return feed(bytes, of: source, received: received)
        }
        if starts[source]?.isOver(at: received) == true {
            takeStart(of: source)
            return feed(bytes, of: source, received: received)
        }
        starts[source]?.hold(bytes, received: received)
        if starts[source]?.isOver == true { takeStart(of: source) }
    }

    /// Takes what was held of a source.
    private func takeStart(of source: Int) {
        guard let start = starts[source] else { return }
        if reader.pace(of: source) == .unknown, let first = start.times.first {
            reader.set(FeedClock.pace(of: first.time, received: first.received), of: source)
        }
        beginAnew(source)
        starts[source] = nil
        reader.prime(start.times, of: source)
        for (bytes, received) in start.held { feed(bytes, of: source, received: received) }
    }

    /// Messages of a recording that have their own times begin with the first of them, and not when they were recorded.
    private func beginAnew(_ source: Int) {
        guard starts[source] != nil, recordings.contains(source), reader.pace(of: source) == .recorded else {
            return
        }
        reader.start = nil
    }

    private func feed(_ bytes: [UInt8], of source: Int, received: Int64) {
        starts[source] = nil
        reader.feed(bytes, from: source, received: received)
        // A pipe whose messages are of now goes on like a server.
        if reader.register.now != nil, !recordings.contains(source), reader.pace(of: source) != .recorded {
            isLive = true
        }
    }

    private func record(_ bytes: [UInt8], _ received: Int64) throws(SourceError) {
        recorder?.add(bytes, received: received)
        if let fault = recorder?.fault { throw .file(fault) }
    }

    // MARK: - Things

    private func judge(_ reader: FeedReader, _ effect: ThingRegister.Effect) {
        rate.count += 1
        guard watcher.isConcerned(by: effect) else { return }
        let thing = reader.register.things[effect.thing]
        if !watcher.judge(thing, effect, reader.sourceNames) { reader.stop() }
    }

    /// Time passes, also when nothing comes.
    private func pass() {
        let now = playback?.now ?? inbox.now
        for source in sources.indices where playback != nil || !recordings.contains(source) {
            let moment = recordings.contains(source) ? now : inbox.now
            if starts[source]?.isOver(at: moment) == true { takeStart(of: source) }
        }
        let isTimed = recordings.contains { reader.pace(of: $0) == .recorded }
        if playback != nil ? !isTimed : isLive {
            reader.pass(to: now)
            sweep()
        } else if reader.register.now != nil || !recordings.isEmpty {
            return
        }
        // A pipe in which nothing comes ends, too.
        let isFileAlone = sources.indices.allSatisfy { reader.pace(of: $0) == .recorded }
        guard let length = reader.lengthMilliseconds, !isFileAlone, now - (reader.start ?? begin) > length
        else {
            return
        }
        for source in sources.indices { takeStart(of: source) }
        reader.stop()
    }

    private func sweep() {
        var isOver = false
        reader.sweep { number, known, state, moment in
            hasChanged = true
            if !watcher.judge(known, number, isGone: state == .gone, at: moment) { isOver = true }
        }
        if isOver { reader.stop() }
    }

    // MARK: - Parts

    private func report(_ progress: (LoadProgress) -> Void) {
        let now = MonotonicClock.now
        var part: LoadedSource?
        if let interval = options.partInterval, hasChanged, now >= nextPart {
            part = source()
            hasChanged = false
            // A part costs as much as there are things, here and where it is drawn.
            let count = reader.register.things.count
            nextPart = now + max(interval, (MonotonicClock.now - now) * 3, Self.timePerThing * count)
        }
        progress(
            LoadProgress(
                bytesRead: byteCount, totalBytes: nil, recordCount: reader.register.things.count, part: part))
    }

    private func finished() throws(SourceError) -> LoadedSource {
        guard !reader.register.things.isEmpty else { throw .empty(file: name, hasHeader: false) }
        return source()
    }

    private func source() -> LoadedSource {
        state.counts = reader.counts
        state.refused = reader.register.refused
        state.forgottenCount = reader.register.forgottenCount
        state.connections = connections.sorted { $0.key < $1.key }.map(\.value)
        state.messagesPerSecond = rate.perSecond
        let table = reader.table(named: name, state)
        var points = PointBuffer()
        var skipped = SkippedRows()
        for (row, thing) in table.things.enumerated() {
            if let place = thing.place {
                points.append(place, row: UInt32(row))
            } else {
                skipped.add(thing.state == .gone ? .gone : .missing, count: 1)
            }
        }
        var source = LoadedSource(
            points: points, table: table, skipped: skipped, notices: state.notices(of: printable(name)))
        // Each message but the first of a thing has replaced what was known before.
        source.layers[0].replacedCount = max(state.counts.read - table.recordCount, 0)
        return source
    }
}

/// Messages in the last second or so.
private struct MessageRate {
    var count = 0
    private var lastCount = 0
    private var last = MonotonicClock.now
    private var value = 0.0

    /// Asked for a few times a second.
    var perSecond: Double {
        mutating get {
            let now = MonotonicClock.now
            let seconds = Double((now - last).milliseconds) / 1000
            if seconds >= 1 {
                value = Double(count - lastCount) / seconds
                (last, lastCount) = (now, count)
            }
            return value
        }
    }
}
