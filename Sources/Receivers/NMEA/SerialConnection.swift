import MapModel
import Platform
import Streams

/// Reads a receiver at a serial line until it is woken; reopens the line after it was unplugged.
struct SerialConnection: ~Copyable {
    /// A receiver sends one epoch without pauses, so a pause of this length ends it.
    private static let pause = Duration.milliseconds(150)
    private static let silentTime = Duration.seconds(5)

    let path: String
    let speed: Int?
    let wakePipe: WakePipe
    let onEvent: @Sendable (PositionEvent) -> Void

    private enum End {
        case woken
        case lost(String)
    }

    func run() {
        var delay = RetryDelay()
        onEvent(.status(.connecting))
        while true {
            let reason: String
            do throws(FileError) {
                let port = try SerialPort(path: path, speed: speed)
                onEvent(.status(.connected(path)))
                switch listen(to: port, &delay) {
                case .woken: return
                case .lost(let why): reason = "\(path): \(why)"
                }
            } catch {
                reason = error.description
            }
            let seconds = delay.take()
            onEvent(.status(.lost(reason: reason, retrySeconds: seconds)))
            guard wakePipe.wait(for: -1, [], .seconds(seconds)) != nil else { return }
        }
    }

    private func listen(to port: SerialPort, _ delay: inout RetryDelay) -> End {
        var reader = NMEAReader(device: path, fallback: .clock)
        var buffer = [UInt8](repeating: 0, count: 4096)
        var status = PositionStatus.connecting
        var lastFix = MonotonicClock.now
        var dropped = 0
        var hasToldDate = false
        func tell(_ new: PositionStatus) {
            if new != status { onEvent(.status(new)) }
            status = new
        }
        while true {
            guard let happened = wakePipe.wait(for: port.descriptor, .reading, Self.pause) else {
                return .woken
            }
            var fixes: [LocationFix] = []
            if happened.isEmpty {
                reader.finishEpoch { fixes.append($0) }
            } else {
                switch port.read(into: &buffer) {
                case .bytes(let count): reader.feed(buffer.span.extracting(0..<count)) { fixes.append($0) }
                case .nothing: break
                case .ended(let reason): return .lost(reason)
                }
            }
            if !fixes.isEmpty {
                lastFix = MonotonicClock.now
                delay.reset()
                tell(.receiving)
            } else if MonotonicClock.now - lastFix >= Self.silentTime {
                tell(.silent(seconds: Int(Self.silentTime.components.seconds)))
            }
            if !hasToldDate, let guess = reader.guessedDate {
                hasToldDate = true
                onEvent(.note(DateFallback.clock.note(newest: guess)))
            }
            for fix in fixes { onEvent(.fix(fix)) }
            if reader.counts.dropped != dropped {
                dropped = reader.counts.dropped
                onEvent(.dropped(dropped, reasons: reader.counts.droppedSummary))
            }
        }
    }
}
