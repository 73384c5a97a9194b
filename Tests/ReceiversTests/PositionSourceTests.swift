import Foundation
import Glibc
import MapModel
import TestSupport
import Testing

@testable import Receivers
@testable import Streams

@Suite(.tags(.startsPrograms), .timeLimit(.minutes(10)))
struct PositionSourceTests {
    private static let version = #"{"class":"VERSION","release":"3.22"}"# + "\r\n"
    private static func tpv(_ second: Int) -> String {
        #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-21T12:00:0\#(second)Z","lat":47,"lon":8}"#
            + "\r\n"
    }

    private static func gpsd(_ server: ScriptedServer) -> PositionSource.Origin {
        var address = GPSDAddress()
        address.host = "127.0.0.1"
        address.port = server.port
        return .gpsd(address)
    }

    @Test func fixesComeThroughASocketAndAgainAfterItWasTorn() async throws {
        let server = try ScriptedServer([
            [.send(Self.version), .receive(20), .send(Self.tpv(1) + "{\"class\":\"TPV\",\"mo"), .reset],
            [.send(Self.version), .receive(20), .send(Self.tpv(2)), .stall],
        ])
        defer { server.stop() }
        let log = try await EventLog.run(Self.gpsd(server)) { $0.fixes.count == 2 }
        #expect(
            log.fixes.map(\.time?.description) == ["2026-11-21T12:00:01.000Z", "2026-11-21T12:00:02.000Z"])
        #expect(log.statuses.count == 7)
        guard case .lost(_, 1) = log.statuses[3] else {
            Issue.record("\(log.statuses)")
            return
        }
        #expect(
            log.statuses.map(\.isLive) == [false, false, true, false, false, false, true])
        #expect(server.received.contains("?WATCH={\"enable\":true,\"json\":true};\n?WATCH"))
    }

    @Test func aServerThatHangsUpIsLost() async throws {
        // A server that is starved on a busy machine greets too late; the next one may not.
        let server = try ScriptedServer(Array(repeating: [.send(Self.version), .close], count: 5))
        defer { server.stop() }
        let words = "127.0.0.1:\(server.port) closed the connection, retry in "
        let log = try await EventLog.run(Self.gpsd(server)) {
            $0.statuses.last?.description.hasPrefix(words) == true
        }
        #expect(log.statuses.last?.description.hasPrefix(words) == true)
    }

    @Test func noServerIsLostAtOnce() async throws {
        let server = try ScriptedServer([])
        server.stop()
        var address = GPSDAddress()
        address.host = "127.0.0.1"
        // The port of nobody.
        address.port = 1
        let log = try await EventLog.run(.gpsd(address)) { $0.statuses.count == 2 }
        #expect(log.statuses.last?.description == "127.0.0.1:1: Connection refused, retry in 1 s")
    }

    @Test func floodsAndGarbageAreSurvived() async throws {
        let flood = (0..<2000).map { Self.tpv($0 % 10) }.joined()
        let endless = String(repeating: "x", count: 200_000)
        let server = try ScriptedServer([
            [.send(Self.version + flood + endless + "\n" + Self.tpv(1)), .stall]
        ])
        defer { server.stop() }
        let log = try await EventLog.run(Self.gpsd(server)) { $0.fixes.count == 2001 }
        #expect(log.fixes.count == 2001 && log.droppedCount == 1)
    }

    @Test func cancellingEndsAtOnce() async throws {
        let server = try ScriptedServer([[.stall]])
        defer { server.stop() }
        let log = try await EventLog.run(Self.gpsd(server)) { _ in true }
        #expect(log.statuses == [.connecting])
    }

    @Test func logsEnd() async throws {
        let file = try TemporaryFile(Self.tpv(1) + "{bad\n" + Self.tpv(2))
        let log = try await EventLog.run(.log(path: file.path, format: nil, speed: nil)) {
            $0.statuses.last == .ended
        }
        #expect(log.fixes.count == 2 && log.droppedCount == 1 && log.events.contains(.log(.gpsd)))
        #expect(log.statuses == [.receiving, .ended])
    }

    @Test func logsKeepTheirPace() async throws {
        let file = try TemporaryFile(Self.tpv(1) + Self.tpv(2) + Self.tpv(5))
        let clock = ContinuousClock()
        let start = clock.now
        _ = try await EventLog.run(.log(path: file.path, format: nil, speed: 40)) {
            $0.statuses.last == .ended
        }
        // Four seconds forty times as fast; no more is promised than that it is not faster.
        #expect(clock.now - start >= .milliseconds(100))
    }

    @Test func missingLogsAreErrors() async {
        await #expect(throws: SourceError.self) {
            try await PositionSource(.log(path: "/nowhere", format: nil, speed: nil)).run { _ in }
        }
    }

    @Test func paceFollowsTheLog() {
        func fix(_ second: Int) -> LocationFix {
            LocationFix(mode: .twoDimensional, time: UTCInstant(milliseconds: Int64(second) * 1000))
        }
        var pace = Pace(speed: 2)
        #expect(pace.pause(before: fix(0), at: .seconds(100)) == .zero)
        #expect(pace.pause(before: fix(10), at: .seconds(101)) == .seconds(4))
        // Late already; a long gap; backwards; without a time.
        #expect(pace.pause(before: fix(12), at: .seconds(107)) == .zero)
        #expect(pace.pause(before: fix(100), at: .seconds(107)) == .zero)
        #expect(pace.pause(before: fix(104), at: .seconds(107)) == .seconds(2))
        #expect(pace.pause(before: fix(50), at: .seconds(107)) == .zero)
        #expect(pace.pause(before: LocationFix(mode: .none), at: .seconds(107)) == .zero)
        var free = Pace(speed: nil)
        #expect(
            free.pause(before: fix(0), at: .zero) == .zero && free.pause(before: fix(9), at: .zero) == .zero)
    }

    // MARK: - Serial lines

    @Test func serialLinesAreReadAndUnpluggingIsNoticed() async throws {
        let line = try #require(SerialLine())
        let path = line.path
        let sentences =
            NMEAReaderTests.sentence("GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W")
            + NMEAReaderTests.sentence("GPRMC,123520,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W")
            + "noise \u{7F}$GP*"
        let log = try await EventLog.run(.serial(path: path, speed: 4800)) { log in
            if log.statuses.last == .connected(path) { line.sendOnce(sentences) }
            // The second epoch ends by a pause.
            if log.fixes.count == 2 { line.unplug() }
            if case .lost? = log.statuses.last { return true }
            return false
        }
        #expect(log.fixes.map(\.device) == [path, path])
        #expect(log.fixes.map(\.coordinate?.latitude) == [48.1173, 48.1173])
        #expect(log.statuses.map(\.isLive) == [false, false, true, false])
    }

    @Test func serialLinesWithoutDatesAreDatedByTheClock() async throws {
        let line = try #require(SerialLine())
        let path = line.path
        let sentences = (0..<7).map { NMEAReaderTests.sentence("GPGLL,4807.038,N,01131.000,E,12351\($0),A") }
        let log = try await EventLog.run(.serial(path: path, speed: nil)) { log in
            if log.statuses.last == .connected(path) { line.sendOnce(sentences.joined()) }
            return log.fixes.count == 7
        }
        let age = log.fixes.last?.time.map { abs(WallClock.now.milliseconds(since: $0)) }
        #expect(age.map { $0 <= UTCInstant.millisecondsPerDay + 3_600_000 } == true)
        let notes = log.events.compactMap { if case .note(let words) = $0 { words } else { nil } }
        #expect(notes.count == 1 && notes.first?.hasSuffix("from this computer's clock") == true)
    }

    @Test func aMissingDeviceIsTriedAgain() async throws {
        let log = try await EventLog.run(.serial(path: "/dev/nowhere", speed: nil)) { $0.statuses.count == 2 }
        #expect(log.statuses.last?.description == "/dev/nowhere: no such file, retry in 1 s")
    }
}
