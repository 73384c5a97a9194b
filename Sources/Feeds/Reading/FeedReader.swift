import MapModel
import RowValues
import Rows
import Streams

/// Reads the messages of one or several sources into things.
final class FeedReader {
    /// Called after each message about a thing, before the next.
    typealias Observer = (_ reader: FeedReader, _ effect: ThingRegister.Effect) -> Void

    private struct Source {
        let name: String
        var framer = FeedFramer()
        var clock: FeedClock
        var ais = AISReader()
        /// Of the message before, for those without a time in what is read at once.
        var lastTime: Int64?
        var isProbed = false
    }

    private(set) var register: ThingRegister
    private(set) var counts = FeedCounts()
    private(set) var details: [ThingDetail] = []
    /// By their numbers.
    let sourceNames: [String]
    private var sources: [Source]
    private var report = FeedReport()
    private let observer: Observer?
    /// Called when the time of a message is known and nothing of it was taken yet: who was silent till then.
    var beforeMessage: (() -> Void)?
    /// Who hears of the own position; nil for nobody.
    var ownReports: OwnReports?
    /// The first times of messages, and when these came.
    private(set) var firstTimes: [(time: Int64, received: Int64)] = []
    /// The time of the first message that has one.
    var firstTime: Int64? { firstTimes.first?.time }
    /// Messages later than this after the start are not taken; nil for no end.
    var lengthMilliseconds: Int64?
    /// From when on that counts; nil for the first message that is heard.
    var start: Int64?
    /// Nothing more is taken.
    private(set) var isOver = false

    init(
        _ sources: [(name: String, pace: FeedClock.Pace)], _ choice: ThingTimeChoice,
        limit: Int = ThingRegister.standardLimit, observer: Observer? = nil
    ) {
        sourceNames = sources.map(\.name)
        self.sources = sources.map { Source(name: $0.name, clock: FeedClock($0.pace)) }
        register = ThingRegister(choice, limit: limit)
        self.observer = observer
    }

    /// The table of all things so far.
    func table(named name: String, _ state: FeedState) -> ThingTable {
        ThingTable(
            name: name, things: register.things, details: details, sources: sourceNames, state: state)
    }

    // MARK: - Bytes

    /// Reads bytes of a source that came at a moment, in milliseconds since 1970.
    func feed(_ bytes: [UInt8], from source: Int, received: Int64) {
        var framer = sources[source].framer
        sources[source].framer = FeedFramer()
        bytes.withUnsafeBufferPointer { buffer in
            framer.feed(buffer) { read($0, $1, $2, source, received) }
        }
        sources[source].framer = framer
    }

    /// The connection has ended, perhaps within a message; the next may begin within one.
    func endConnection(of source: Int, received: Int64) {
        var framer = sources[source].framer
        sources[source].framer = FeedFramer()
        framer.finish { frame, run, range in
            // What a line lacks at its end is not known.
            if frame == .line, sources[source].clock.pace != .recorded { return }
            read(frame, run, range, source, received)
        }
    }

    /// Reads the end of a source that has one.
    func finish(_ source: Int, received: Int64) {
        var framer = sources[source].framer
        sources[source].framer = FeedFramer()
        framer.finish { read($0, $1, $2, source, received) }
    }

    /// Reads a whole document; false for one that is cut off or too long, of which nothing is taken.
    func readDocument(_ bytes: [UInt8], from source: Int, received: Int64) -> Bool {
        var framer = FeedFramer()
        var isWhole = true
        func check(_ frame: FeedFramer.Frame, _ run: ByteRun, _ range: Range<Int>) {
            if frame == .cut || frame == .tooLong { isWhole = false }
        }
        bytes.withUnsafeBufferPointer { framer.feed($0, check) }
        framer.finish(check)
        guard isWhole else {
            counts.cut += 1
            return false
        }
        feed(bytes, from: source, received: received)
        finish(source, received: received)
        return true
    }

    /// How the messages of a source come.
    func set(_ pace: FeedClock.Pace, of source: Int) { sources[source].clock = FeedClock(pace) }

    /// Finds out by the first bytes of a source how old its messages are; what comes before the first time is as old.
    func probe(_ bytes: [UInt8], of source: Int, received: Int64) {
        let pace = sources[source].clock.pace
        guard pace != .live, !sources[source].isProbed else { return }
        sources[source].isProbed = true
        let probe = FeedReader([("", .recorded)], ThingTimeChoice())
        probe.feed(bytes, from: 0, received: received)
        guard let first = probe.firstTime else { return }
        if pace == .unknown {
            sources[source].clock = FeedClock(FeedClock.pace(of: first, received: received))
        }
        if sources[source].clock.pace == .recorded { sources[source].lastTime = first }
    }

    /// How messages of a source come, as far as that is known.
    func pace(of source: Int) -> FeedClock.Pace { sources[source].clock.pace }

    /// Sets the clock of a source by the first times of some messages, before these are taken.
    func prime(_ times: [(time: Int64, received: Int64)], of source: Int) {
        sources[source].clock.prime(times.map { $0.received - $0.time })
    }

    /// No message is taken any more.
    func stop() { isOver = true }

    /// Time passes without a message.
    func pass(to moment: Int64) {
        register.advance(to: moment)
    }

    /// Finds who is not heard any more.
    func sweep(isForced: Bool = false, _ note: (Int, HeardThing, ThingState, Int64) -> Void) {
        register.sweep(isForced: isForced, note)
    }

    /// Counts a document that could not be had.
    func countCut() { counts.cut += 1 }

    // MARK: - Messages

    private func read(
        _ frame: FeedFramer.Frame, _ bytes: ByteRun, _ range: Range<Int>, _ source: Int, _ received: Int64
    ) {
        switch frame {
        case .line: readLine(bytes, range, source, received)
        case .object: readJSON(bytes, range, topic: nil, source, received)
        case .cut: counts.cut += 1
        case .tooLong: counts.tooLong += 1
        }
    }

    private func take(_ source: Int, _ received: Int64) {
        guard !isOver else { return }
        if firstTimes.count < FeedClock.leastAgreeing, let time = report.time {
            firstTimes.append((time, received))
        }
        let received =
            sources[source].clock.pace == .recorded ? sources[source].lastTime ?? received : received
        let moment = sources[source].clock.moment(of: report.time, received: received)
        if let time = report.time { sources[source].lastTime = time }
        if let lengthMilliseconds {
            let start = start ?? moment.heard
            self.start = start
            guard moment.heard - start <= lengthMilliseconds else { return isOver = true }
        }
        if report.kind.details.contains(where: { !details.contains($0) }) {
            details += report.kind.details.filter { !details.contains($0) }
        }
        register.advance(to: moment.heard)
        beforeMessage?()
        guard !isOver else { return }
        let effect = register.take(report, from: UInt16(source), moment, sources[source].clock)
        counts.read += 1
        observer?(self, effect)
    }

    private func readLine(_ bytes: ByteRun, _ line: Range<Int>, _ source: Int, _ received: Int64) {
        let first = bytes[line.lowerBound]
        if SBSMessage.begins(bytes, line) {
            readSBS(bytes, line, source, received)
        } else if first == UInt8(ascii: "#") {
            counts.comments += 1
        } else if APRSPacket.begins(bytes, line) {
            let base = sources[source].clock.pace == .recorded ? register.now ?? received : received
            if APRSPacket.read(bytes, line, base: base, into: &report) {
                take(source, received)
            } else {
                counts.unreadable += 1
            }
        } else if let start = AISReader.start(bytes, line) {
            readAIS(bytes, line, start, source, received)
        } else if first == UInt8(ascii: "$") {
            counts.own += 1
            ownReports?.put(.sentence(bytes.bytes(line) + [0x0A]))
        } else if let start = Self.objectStart(bytes, line) {
            let topic = bytes.bytes(line.lowerBound..<start).prefix { $0 > 0x20 }
            readJSON(bytes, start..<line.upperBound, topic: topic, source, received)
        } else {
            counts.unreadable += 1
        }
    }

    /// Where an object, or a list of objects, begins behind a topic or a stamp.
    private static func objectStart(_ bytes: ByteRun, _ line: Range<Int>) -> Int? {
        guard let object = line.first(where: { bytes[$0] == UInt8(ascii: "{") }) else { return nil }
        var before = object - 1
        while before > line.lowerBound, bytes[before] <= 0x20 { before -= 1 }
        return before >= line.lowerBound && bytes[before] == UInt8(ascii: "[") ? before : object
    }

    private func readSBS(_ bytes: ByteRun, _ line: Range<Int>, _ source: Int, _ received: Int64) {
        var start = line.lowerBound
        while start < line.upperBound {
            let end = SBSMessage.end(bytes, start..<line.upperBound)
            if bytes[start] != UInt8(ascii: "M") {
                counts.comments += 1
            } else if SBSMessage.read(bytes, start..<end, into: &report) {
                take(source, received)
            } else {
                counts.unreadable += 1
            }
            start = end
        }
    }

    private func readAIS(
        _ bytes: ByteRun, _ line: Range<Int>, _ first: Int, _ source: Int, _ received: Int64
    ) {
        var (lineStart, start) = (line.lowerBound, first)
        let now = sources[source].clock.pace == .recorded ? sources[source].lastTime ?? received : received
        while true {
            var end = line.upperBound
            let outcome = sources[source].ais.read(
                bytes, lineStart..<line.upperBound, at: start, now: now, into: &report, end: &end)
            if outcome != .damaged { counts.sentences += 1 }
            switch outcome {
            case .report: take(source, received)
            case .own: takeOwn(now)
            case .waits: break
            case .damaged: counts.damaged += 1
            case .incomplete: counts.incomplete += 1
            }
            guard let another = AISReader.start(bytes, end..<line.upperBound) else { return }
            (lineStart, start) = (end, another)
        }
    }

    /// Takes the message of the own transponder.
    private func takeOwn(_ now: Int64) {
        counts.own += 1
        guard let ownReports, case .degrees(let latitude, let longitude) = report.place else { return }
        ownReports.put(
            .fix(
                LocationFix(
                    mode: .twoDimensional, time: UTCInstant(milliseconds: report.time ?? now),
                    coordinate: Coordinate(latitude: latitude, longitude: longitude),
                    speedMetersPerSecond: report.speedMetersPerSecond, courseDegrees: report.courseDegrees)))
    }

    private func readJSON(
        _ bytes: ByteRun, _ range: Range<Int>, topic: ArraySlice<UInt8>?, _ source: Int, _ received: Int64,
        depth: Int = 0
    ) {
        do throws(JSONFault) {
            if bytes[range.lowerBound] == UInt8(ascii: "[") {
                return try readList(bytes, range, topic: topic, source, received, depth: depth)
            }
            let message = try JSONMessage(bytes, range)
            let topic = topic ?? message.topic.map { bytes.bytes($0)[...] }
            switch message.kind {
            case .aircraftList(let list): try readAircraft(bytes, list, now: message.now, source, received)
            case .aircraft:
                let now = message.now ?? self.now(source, received)
                guard try ReadsbDocument.readAircraft(bytes, range, now: now, into: &report) else {
                    throw .malformed
                }
                take(source, received)
            case .ownTracks:
                guard let type = message.type,
                    try OwnTracksMessage.read(bytes, range, type: type, topic: topic, into: &report)
                else { return counts.nameless += 1 }
                take(source, received)
            case .meshtastic(let payload):
                guard let type = message.type,
                    try MeshtasticMessage.read(bytes, range, type: type, payload: payload, into: &report)
                else { throw .malformed }
                take(source, received)
            case .wrapped(let payload, let isText) where depth == 0:
                try readWrapped(bytes, payload, isText, topic, source, received)
            case .unknown, .wrapped: counts.unreadable += 1
            }
        } catch {
            counts.unreadable += 1
        }
    }

    /// A list of messages, as dump1090 writes aircraft and the recorder of OwnTracks the last places.
    private func readList(
        _ bytes: ByteRun, _ list: Range<Int>, topic: ArraySlice<UInt8>?, _ source: Int, _ received: Int64,
        depth: Int
    ) throws(JSONFault) {
        guard depth == 0 else { throw .malformed }
        var cursor = JSONCursor(bytes, from: list.lowerBound, to: list.upperBound, isFinal: true)
        guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return }
        repeat {
            guard case .container(let range) = try cursor.value() else { throw .malformed }
            readJSON(bytes, range, topic: topic, source, received, depth: 1)
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
    }

    private func readWrapped(
        _ bytes: ByteRun, _ payload: Range<Int>, _ isText: Bool, _ topic: ArraySlice<UInt8>?, _ source: Int,
        _ received: Int64
    ) throws(JSONFault) {
        guard isText else {
            return readJSON(bytes, payload, topic: topic, source, received, depth: 1)
        }
        var plain: [UInt8] = []
        try JSONString.unescape(bytes.buffer(payload), into: &plain)
        guard plain.first == UInt8(ascii: "{") else { throw .malformed }
        ByteRun.with(plain) { readJSON($0, 0..<plain.count, topic: topic, source, received, depth: 1) }
    }

    /// When a document without a time was made.
    private func now(_ source: Int, _ received: Int64) -> Int64 {
        sources[source].clock.pace == .recorded ? sources[source].lastTime ?? received : received
    }

    private func readAircraft(
        _ bytes: ByteRun, _ list: Range<Int>, now: Int64?, _ source: Int, _ received: Int64
    ) throws(JSONFault) {
        // The report is handed on by another name while the list is read.
        var report = report
        let unnamed = try ReadsbDocument.read(
            bytes, list: list, now: now ?? self.now(source, received), into: &report
        ) { aircraft in
            self.report = copy aircraft
            take(source, received)
        }
        counts.unreadable += unnamed
    }
}
