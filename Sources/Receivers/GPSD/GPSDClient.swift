import MapModel
import Platform
import Streams

/// The protocol of a gpsd client without its socket: what arrives, and what to do.
///
///     connecting ──▶ greeting ──▶ watching ─┐    any failure: lost, wait 1, 2, 4 … 30 s, connecting
///                    VERSION within 3 s     └──▶ silent after 5 s; asked after 15 s, given up after 30 s
///
/// Times are durations of a clock that only goes forward.
struct GPSDClient: Sendable {
    /// What the owner of the socket must do or report.
    enum Output: Equatable {
        case connect
        case send([UInt8])
        case disconnect
        case event(PositionEvent)
    }

    /// Longer than any line of gpsd (10,240 bytes by its own limit).
    static let lineLimit = 1 << 16
    /// A peer that sends more than this without a line end is not a gpsd.
    static let endlessLimit = 1 << 20
    /// The timeout for connecting, and for the greeting.
    static let greetingTime = Duration.seconds(3)
    static let silentTime = Duration.seconds(5)
    private static let askTime = Duration.seconds(15)
    private static let giveUpTime = Duration.seconds(30)
    /// Malformed lines before the greeting.
    private static let strangeLinesLimit = 3

    private enum Phase: Equatable {
        case waiting(until: Duration)
        case connecting(since: Duration)
        case greeting(since: Duration)
        case watching
    }

    let address: GPSDAddress
    private var phase: Phase
    private var framer = LineFramer(limit: Self.lineLimit)
    private var delay = RetryDelay()
    private var lastReport = Duration.zero
    private var hasAsked = false
    private var status = PositionStatus.connecting
    private var malformedCount = 0
    private var tooLongBefore = 0
    private var strangeLines = 0
    private var satellites: [String: (used: Int?, seen: Int?)] = [:]

    /// Starts with an attempt to connect at the first `tick`.
    init(_ address: GPSDAddress) {
        self.address = address
        phase = .waiting(until: .zero)
    }

    /// Lines dropped so far.
    var droppedCount: Int { malformedCount + tooLongBefore + framer.tooLongCount }

    /// When `tick` must be called next at the latest.
    var deadline: Duration {
        switch phase {
        case .waiting(let until): until
        case .connecting(let since), .greeting(let since): since + Self.greetingTime
        case .watching:
            lastReport + (!isSilent ? Self.silentTime : hasAsked ? Self.giveUpTime : Self.askTime)
        }
    }

    private var isSilent: Bool { if case .silent = status { true } else { false } }

    // MARK: - What happens

    mutating func tick(at now: Duration) -> [Output] {
        guard now >= deadline else { return [] }
        switch phase {
        case .waiting:
            phase = .connecting(since: now)
            return [.connect] + tell(.connecting)
        case .connecting: return lose("no answer from \(address)", at: now)
        case .greeting: return lose("no greeting from \(address) (expected gpsd)", at: now)
        case .watching:
            if !isSilent { return tell(.silent(seconds: Int(Self.silentTime.components.seconds))) }
            if !hasAsked {
                hasAsked = true
                return [.send(Array("?VERSION;\n".utf8))]
            }
            return lose("\(address) stopped responding", at: now)
        }
    }

    mutating func connected(at now: Duration) -> [Output] {
        guard case .connecting = phase else { return [] }
        phase = .greeting(since: now)
        tooLongBefore += framer.tooLongCount
        framer = LineFramer(limit: Self.lineLimit)
        strangeLines = 0
        return []
    }

    /// The connection could not be made, or has ended.
    mutating func closed(_ reason: String, at now: Duration) -> [Output] {
        if case .waiting = phase { return [] }
        return lose(reason, at: now)
    }

    mutating func received(_ bytes: Span<UInt8>, at now: Duration) -> [Output] {
        var outputs: [Output] = []
        let droppedBefore = droppedCount
        var framer = framer
        self.framer = LineFramer(limit: 0)
        framer.feed(bytes) { line in read(line, at: now, &outputs) }
        self.framer = framer
        if droppedCount != droppedBefore {
            outputs.append(.event(.dropped(droppedCount, reasons: "\(droppedCount) malformed or too long")))
        }
        switch phase {
        case .greeting where strangeLines >= Self.strangeLinesLimit:
            outputs += lose("unexpected reply from \(address) (expected gpsd)", at: now)
        case .greeting, .watching:
            if framer.openByteCount > Self.endlessLimit {
                outputs += lose("\(address) sent a line that is too long", at: now)
            }
        default: break
        }
        return outputs
    }

    // MARK: - Lines

    private mutating func read(_ line: Span<UInt8>, at now: Duration, _ outputs: inout [Output]) {
        guard phase == .watching || isGreeting else { return }
        guard let report = GPSDReport(line) else {
            malformedCount += 1
            strangeLines += 1
            return
        }
        if isGreeting {
            guard case .version(let release) = report else { return strangeLines += 1 }
            phase = .watching
            lastReport = now
            hasAsked = false
            outputs.append(.send(watchCommand))
            outputs += tell(.connected(release.isEmpty ? "gpsd" : "gpsd \(release)"))
            return
        }
        take(report, at: now, &outputs)
    }

    private var isGreeting: Bool { if case .greeting = phase { true } else { false } }

    private mutating func take(_ report: GPSDReport, at now: Duration, _ outputs: inout [Output]) {
        switch report {
        case .fix(var fix):
            guard isWanted(fix.device) else { return }
            heard(at: now, &outputs)
            (fix.satellitesUsed, fix.satellitesSeen) = satellites[fix.device] ?? (nil, nil)
            outputs.append(.event(.fix(fix)))
        case .satellites(let used, let seen, let device):
            guard isWanted(device) else { return }
            heard(at: now, &outputs)
            let before = satellites[device]
            // Some reports contain only one of the two. The limit is far above the receivers of any daemon.
            if before != nil || satellites.count < 64 {
                satellites[device] = (used ?? before?.used, seen ?? before?.seen)
            }
            outputs.append(.event(.satellites(used: used ?? before?.used, seen: seen ?? before?.seen)))
        case .version:
            // The answer to a poll: the daemon is alive, its receivers may be off.
            lastReport = now - Self.silentTime
            hasAsked = false
        case .devices, .error, .other: break
        }
    }

    private mutating func heard(at now: Duration, _ outputs: inout [Output]) {
        lastReport = now
        hasAsked = false
        delay.reset()
        outputs += tell(.receiving)
    }

    private func isWanted(_ device: String) -> Bool {
        address.device == nil || device.isEmpty || device == address.device
    }

    /// `?WATCH={"enable":true,"json":true,"device":"…"};`
    private var watchCommand: [UInt8] {
        var text = #"?WATCH={"enable":true,"json":true"#
        if let device = address.device {
            text += #","device":""# + device.escaping("\\\"", with: "\\") + "\""
        }
        return Array((text + "};\n").utf8)
    }

    // MARK: - States

    private mutating func tell(_ new: PositionStatus) -> [Output] {
        guard new != status || new == .connecting else { return [] }
        status = new
        return [.event(.status(new))]
    }

    private mutating func lose(_ reason: String, at now: Duration) -> [Output] {
        let seconds = delay.take()
        phase = .waiting(until: now + .seconds(seconds))
        satellites = [:]
        return [.disconnect] + tell(.lost(reason: reason, retrySeconds: seconds))
    }
}
